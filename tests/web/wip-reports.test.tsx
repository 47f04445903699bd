import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wipReports } from '#areas/wip-reports/area.ts'
import { mondayOf } from '#areas/wip-reports/screens/data.ts'
import { Form } from '#areas/wip-reports/screens/form.tsx'
import { List } from '#areas/wip-reports/screens/list.tsx'
import { cellName, pasted } from '#areas/wip-reports/screens/sheet/cells.ts'
import { addDays, today } from '#shared/base/dates.ts'
import type { LineToReport } from '#shared/trade/cutting-gate.ts'
import { http } from '#web/providers/http.ts'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterEach(cleanup)

const path = wipReports.path ?? ''
// A day before today at the factory and at this desk.
const yesterday = addDays(today(), -1)

const line = (changes: Partial<LineToReport> = {}): LineToReport => ({
  id: 7,
  line_title: 'PO-1 / 10',
  article_no: 'TEE-1',
  article_en: 'Jersey tee',
  article_zh: '汗布T恤',
  colour_en: 'Black',
  colour_zh: '黑色',
  supplier: 'Golden Loom',
  country: 'CN',
  qty: 1000,
  most: 1050,
  uom: 'piece',
  ex_factory_date: addDays(today(), 3),
  slip_days: null,
  goods_state: 'unpacked',
  production_status: 'in_production',
  wip_stage: 'cutting',
  wip_qty: 400,
  wip_reported_on: yesterday,
  stages: { cutting: 400 },
  open_samples: [],
  ...changes,
})
const reports = [
  {
    id: 3,
    version: 1,
    po_line_id: 7,
    factory_id: null,
    factory: null,
    stage: 'cutting',
    report_date: yesterday,
    cumulative_qty: 400,
  },
]
const api =
  (post: (seen: Seen) => Answer = () => ({ status: 201, body: { id: 9 } })) =>
  (seen: Seen): Answer | undefined => {
    if (seen.path === 'wip-reports/progress') return { body: { lines: [line()], reports, stops_cutting: false } }
    if (seen.path === 'wip-reports/board') return { body: { lines: [line()], more: false } }
    return seen.method === 'POST' ? post(seen) : undefined
  }

const screens = (
  <>
    <MessageBar />
    <Link to="/elsewhere">Elsewhere</Link>
    <Routes>
      <Route path={`${path}/new`} element={<Form area={wipReports} />} />
      <Route path={path} element={<List area={wipReports} />} />
    </Routes>
  </>
)
const posts = (all: Seen[]) => all.filter(({ method }) => method === 'POST')

describe('the entry of a report', () => {
  beforeEach(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith('draft:')) localStorage.removeItem(name)
  })

  const open = async () => {
    const drawn = draw(screens, `${path}/new?line=7`)
    const cutting = await screen.findByRole('textbox', { name: 'Cutting / knitting: cumulative' })
    return { ...drawn, cutting }
  }
  const save = () => screen.getByRole('button', { name: 'Save report' })

  it('begins with the line and goes on to its stages', async () => {
    answerWith(api())
    const { user } = draw(screens, `${path}/new`)
    await user.click(await screen.findByRole('link', { name: /PO-1 \/ 10/ }))
    expect(await screen.findByText('so far 400 of 1,000')).toBeTruthy()
    expect(save().hasAttribute('disabled')).toBe(true)
  })

  it('offers lines whose goods are packed and have not left, also past their day', async () => {
    const packed = line({ goods_state: 'packed', production_status: 'finished', ex_factory_date: addDays(today(), -5) })
    const all = answerWith((seen) =>
      seen.path === 'wip-reports/board'
        ? { body: { lines: [packed, line({ id: 8, line_title: 'PO-2 / 10' })], more: false } }
        : undefined,
    )
    draw(screens, `${path}/new`)
    await screen.findByRole('link', { name: /PO-1 \/ 10/ })
    // What is being made comes first.
    const names = screen.getAllByRole('link', { name: /^PO-/ }).map(({ textContent }) => textContent?.slice(0, 9))
    expect(names).toEqual(['PO-2 / 10', 'PO-1 / 10'])
    const { params } = all.find((seen) => seen.path === 'wip-reports/board') as Seen
    expect(String(params.get('from')) <= addDays(today(), -5)).toBe(true)
  })

  it('steps a figure on from the last one and sends it with day and remark', async () => {
    const all = answerWith(api())
    const { user, cutting } = await open()
    await user.click(screen.getByRole('button', { name: 'Cutting / knitting: 20 more' }))
    expect((cutting as HTMLInputElement).value).toBe('420')
    await user.type(screen.getByRole('textbox', { name: /Remark/ }), 'Two lines')
    await user.click(save())
    await waitFor(() => expect(posts(all)).toHaveLength(1))
    expect(posts(all)[0]?.body).toEqual({
      po_line_id: 7,
      stage: 'cutting',
      report_date: today('Asia/Shanghai'),
      cumulative_qty: 420,
      remark: 'Two lines',
    })
    expect(await screen.findByRole('heading', { name: 'Choose a line' })).toBeTruthy()
  })

  it('asks why a figure is less than before it sends it', async () => {
    const all = answerWith(api())
    const { user, cutting } = await open()
    await user.type(cutting, '390')
    await user.click(save())
    expect(
      await screen.findByText('Fewer than the 400 reported before. If this is correct, enter the reason'),
    ).toBeTruthy()
    expect(posts(all)).toEqual([])
    // On a phone the stage may be out of sight: it is said at the button, too.
    expect(save().parentElement?.textContent).toContain('One stage was not saved')
    await user.type(screen.getByRole('textbox', { name: /reason for fewer/ }), 'Counted twice')
    await user.click(save())
    await waitFor(() => expect(posts(all)).toHaveLength(1))
    expect(posts(all)[0]?.body).toMatchObject({ cumulative_qty: 390, correction_reason: 'Counted twice' })
  })

  it('keeps the figures when another factory is chosen for them', async () => {
    const two = [1, 2].map((factory_id) => ({
      ...reports[0],
      ...{ id: factory_id, factory_id, factory: `Hall ${factory_id}` },
    }))
    const all = answerWith((seen) =>
      seen.path === 'wip-reports/progress'
        ? { body: { lines: [line()], reports: two, stops_cutting: false } }
        : api()(seen),
    )
    const { user, cutting } = await open()
    await user.type(cutting, '500')
    await user.click(screen.getByRole('radio', { name: 'Hall 2' }))
    expect((cutting as HTMLInputElement).value).toBe('500')
    await user.click(save())
    await waitFor(() => expect(posts(all)).toHaveLength(1))
    expect(posts(all)[0]?.body).toMatchObject({ factory_id: 2, cumulative_qty: 500 })
  })

  it('warns of a stage that overtakes the one before it', async () => {
    answerWith(api())
    const { user } = await open()
    await user.type(screen.getByRole('textbox', { name: 'Sewing / linking: cumulative' }), '450')
    expect(await screen.findByText('Sewing / linking 450, but Cutting / knitting 400')).toBeTruthy()
  })

  it('says at its stage what the portal refuses and keeps the figure', async () => {
    answerWith(
      api(() => ({ status: 422, body: { message: 'No', code: 'invalid', errors: { report_date: ['Told already'] } } })),
    )
    const { user, cutting } = await open()
    await user.type(cutting, '500')
    await user.click(save())
    expect(await screen.findByText('Told already')).toBeTruthy()
    expect((cutting as HTMLInputElement).value).toBe('500')
  })

  it('keeps what is typed without a connection, and sends it again under the same key', async () => {
    let isDown = true
    const all = answerWith(api(() => (isDown ? 'no answer' : { status: 201, body: { id: 9 } })))
    const { user, cutting } = await open()
    await user.type(cutting, '500')
    await user.click(save())
    expect(await screen.findByText(/No connection/)).toBeTruthy()
    cleanup()
    isDown = false
    const again = await open()
    await waitFor(() => expect((again.cutting as HTMLInputElement).value).toBe('500'))
    expect(screen.getByText(/unsaved entries from/)).toBeTruthy()
    await again.user.click(save())
    await waitFor(() => expect(posts(all)).toHaveLength(2))
    const [first, second] = posts(all)
    expect(first?.key).toBeTruthy()
    expect(second).toMatchObject({ key: first?.key, body: first?.body })
  })

  describe('with a photo', () => {
    /** Reads no pixels, which the test's browser has none of. */
    const drawPixels = () => {
      const bitmap = { width: 4, height: 3, close: () => undefined }
      Object.assign(window, { createImageBitmap: async () => bitmap })
      HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(['jpeg'], { type: 'image/jpeg' }))
      Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
    }
    const photo = new File(['x'], 'line 3.png', { type: 'image/png' })
    const take = async (user: Awaited<ReturnType<typeof open>>['user']) => {
      await user.upload(screen.getByLabelText('Add photo'), photo)
      await screen.findByRole('img', { name: 'line 3.jpg' })
    }

    it('keeps it where the connection is lost before it is uploaded, and sends it to the same report', async () => {
      drawPixels()
      let isDown = true
      const all = answerWith((seen) => (seen.path === 'files' && isDown ? 'no answer' : api()(seen)))
      const { user, cutting } = await open()
      await user.type(cutting, '500')
      await take(user)
      await user.click(save())
      expect(await screen.findByText(/No connection/)).toBeTruthy()
      expect(screen.getByRole('img', { name: 'line 3.jpg' })).toBeTruthy()
      const again = screen.getByRole('button', { name: 'Save again' })
      expect(again.parentElement?.textContent).toMatch(/No connection.*1 photo to send/)
      isDown = false
      await user.click(again)
      expect(await screen.findByRole('heading', { name: 'Choose a line' })).toBeTruthy()
      const sent = posts(all).map(({ path }) => path)
      expect(sent).toEqual(['wip-reports', 'files', 'files'])
      const photos = posts(all).filter(({ path }) => path === 'files')
      expect(photos.map(({ body }) => (body as FormData).get('record'))).toEqual(['9', '9'])
      expect(new Set(photos.map(({ key }) => key)).size).toBe(1)
    })

    it('keeps it where the connection is lost between two stages', async () => {
      drawPixels()
      let count = 0
      const all = answerWith((seen) => {
        if (seen.method === 'POST') count += 1
        return count === 2 ? 'no answer' : api()(seen)
      })
      const { user, cutting } = await open()
      await user.type(cutting, '500')
      await user.type(screen.getByRole('textbox', { name: 'Sewing / linking: cumulative' }), '450')
      await take(user)
      await user.click(save())
      expect(await screen.findByText(/No connection/)).toBeTruthy()
      expect(posts(all).map(({ path }) => path)).toEqual(['wip-reports', 'wip-reports'])
      expect(screen.getByRole('img', { name: 'line 3.jpg' })).toBeTruthy()
    })
  })

  it('goes on with the report that was made where its answer was lost', async () => {
    const day = today('Asia/Shanghai')
    const stored = { ...reports[0], id: 9, version: 1, report_date: day, cumulative_qty: 500 }
    let isMade = false
    const all = answerWith((seen) => {
      if (seen.path === 'wip-reports/progress' && isMade)
        return { body: { lines: [line()], reports: [stored], stops_cutting: false } }
      if (seen.method === 'PATCH') return { body: { id: 9 } }
      return api(() => {
        isMade = true
        return 'no answer'
      })(seen)
    })
    const { user, cutting } = await open()
    await user.type(cutting, '500')
    await user.click(save())
    expect(await screen.findByText(/No connection/)).toBeTruthy()
    cleanup()
    const again = await open()
    await waitFor(() => expect((again.cutting as HTMLInputElement).value).toBe('500'))
    await again.user.click(save())
    await waitFor(() => expect(all.some(({ method }) => method === 'PATCH')).toBe(true))
    // A key is of one request: the portal refuses it for another.
    expect(all.find(({ method }) => method === 'PATCH')?.key).not.toBe(posts(all)[0]?.key)
  })

  it('does not lead back from the page that somebody went on to while it was saved', async () => {
    let answered = () => {}
    answerWith(api(() => ({ status: 201, body: { id: 9 } })))
    const send = http.defaults.adapter as (config: { method?: string }) => Promise<unknown>
    http.defaults.adapter = (async (config: { method?: string }) => {
      if (config.method === 'post') await new Promise<void>((resolve) => (answered = resolve))
      return send(config)
    }) as typeof http.defaults.adapter
    const { user, cutting, where } = await open()
    await user.type(cutting, '500')
    await user.click(save())
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await waitFor(() => expect(where()).toBe('/elsewhere'))
    await act(async () => answered())
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(where()).toBe('/elsewhere')
  })
})

describe('the sheet of many lines', () => {
  it('says which pasted rows have no line in the sheet', async () => {
    answerWith(api())
    const { user } = draw(screens, `${path}/new?many`)
    const first = await screen.findByRole('textbox', { name: 'PO-1 / 10, Material in house' })
    const paste = async (text: string) => {
      await user.click(first)
      await user.paste(text)
    }
    await paste('Line\tMaterial\tCutting\nPO-1 / 10\t900\t500\nPO-9 / 10\t80\t\nPO-9 / 20\t\t')
    expect((first as HTMLInputElement).value).toBe('900')
    expect((await screen.findByText(/Not in this table/)).textContent).toContain('PO-9 / 10.')
    await paste('1\t2\n3\t4\n5\t6')
    expect(await screen.findByText('2 rows were left out: the table ends before them.')).toBeTruthy()
  })

  it('leaves a stage to the line on its own where several factories report on it', async () => {
    const two = [1, 2].map((factory_id) => ({
      ...reports[0],
      id: factory_id,
      factory_id,
      factory: `Hall ${factory_id}`,
    }))
    const all = answerWith((seen) =>
      seen.path === 'wip-reports/progress'
        ? { body: { lines: [line()], reports: two, stops_cutting: false } }
        : api()(seen),
    )
    const { user } = draw(screens, `${path}/new?many`)
    await user.type(await screen.findByRole('textbox', { name: 'PO-1 / 10, Cutting / knitting' }), '500')
    await user.click(screen.getByRole('button', { name: 'Save report' }))
    expect(await screen.findByText(/several factories report on this line/)).toBeTruthy()
    expect(posts(all)).toEqual([])
  })

  it('keeps what is typed when the connection is lost while it is saved', async () => {
    let isDown = false
    answerWith((seen) => {
      if (isDown) return 'no answer'
      isDown = seen.method === 'POST'
      return api()(seen)
    })
    const { user } = draw(screens, `${path}/new?many`)
    await user.type(await screen.findByRole('textbox', { name: 'PO-1 / 10, Cutting / knitting' }), '500')
    await user.type(screen.getByRole('textbox', { name: 'PO-1 / 10, Sewing / linking' }), '300')
    await user.click(screen.getByRole('button', { name: 'Save report' }))
    expect(await screen.findByText('1 saved, 1 rejected')).toBeTruthy()
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    const sewing = screen.getByRole('textbox', { name: 'PO-1 / 10, Sewing / linking' }) as HTMLInputElement
    expect(sewing.value).toBe('300')
  })
})

describe('the board', () => {
  it('shows lines in the week they are due, with their stages in words and what is late', async () => {
    const late = line({
      id: 8,
      line_title: 'PO-2 / 10',
      ex_factory_date: addDays(today(), -20),
      stages: { cutting: 300, sewing: 310 },
    })
    answerWith((seen) =>
      seen.path === 'wip-reports/board' ? { body: { lines: [late, line()], more: false } } : undefined,
    )
    draw(screens, path)
    const overdue = within(await screen.findByRole('region', { name: 'Overdue' }))
    expect(overdue.getByText('20 days late')).toBeTruthy()
    expect(overdue.getByText('Sewing / linking 310, but Cutting / knitting 300')).toBeTruthy()
    expect(overdue.getByRole('img').getAttribute('aria-label')).toBe('Cutting / knitting 30%, Sewing / linking 31%')
    expect(screen.getByRole('link', { name: 'PO-1 / 10' }).getAttribute('href')).toBe('/apps/sales/po_line_approval/7')
    expect(screen.getByRole('link', { name: 'Report progress of PO-1 / 10' }).getAttribute('href')).toBe(
      `${path}/new?line=7`,
    )
  })

  it('draws a dozen cards of a full week, and the rest when asked, where the focus goes on', async () => {
    const lines = Array.from({ length: 15 }, (_, at) => line({ id: at + 1, line_title: `PO-${at + 1} / 10` }))
    answerWith(({ path }) => (path === 'wip-reports/board' ? { body: { lines, more: false } } : undefined))
    const { user } = draw(screens, path)
    const rest = await screen.findByRole('button', { name: /^3 more lines: Week/ })
    expect(screen.queryByRole('link', { name: 'PO-13 / 10' })).toBeNull()
    expect(screen.getByText(/^15 lines · 15,000 units/)).toBeTruthy()
    await user.click(rest)
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'PO-13 / 10' }))
    expect(screen.getByRole('link', { name: 'PO-15 / 10' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /more lines/ })).toBeNull()
  })

  it('fetches the rest of a week when it is opened', async () => {
    const lines = Array.from({ length: 15 }, (_, at) => line({ id: at + 1, line_title: `PO-${at + 1} / 10` }))
    const monday = mondayOf(line().ex_factory_date ?? '')
    const sums = { week: monday, lines: 15, qty: 15000, packed_lines: 2 }
    const all = answerWith(({ path, params }) =>
      path !== 'wip-reports/board'
        ? undefined
        : params.has('per')
          ? { body: { lines: lines.slice(0, 12), more: false, weeks: [sums] } }
          : { body: { lines, more: false } },
    )
    const { user } = draw(screens, path)
    expect(await screen.findByText('15 lines · 15,000 units · 2 packed')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^3 more lines: Week/ }))
    expect(await screen.findByRole('link', { name: 'PO-15 / 10' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'PO-13 / 10' }))
    const { params } = all.at(-1) as Seen
    expect(Object.fromEntries(params)).toEqual({ from: monday, to: addDays(monday, 6) })
  })

  it('is a table for who wants figures', async () => {
    answerWith(api())
    draw(screens, `${path}?as=table`)
    const table = within(await screen.findByRole('table', { name: 'Lines in production' }))
    expect(table.getByRole('row', { name: /PO-1 \/ 10 .*400 40\s%/ })).toBeTruthy()
  })

  it('leads to the reports themselves for any other condition', async () => {
    const all = answerWith(api())
    draw(screens, `${path}?po_line_id=7`)
    await waitFor(() => expect(all.find(({ path }) => path === 'wip-reports')?.params.get('po_line_id')).toBe('7'))
  })
})

describe('a pasted block', () => {
  const lines = [
    { id: 1, line_title: 'PO-1 / 10' },
    { id: 2, line_title: 'PO-1 / 20' },
  ]
  it('fills from the cell on', () => {
    expect(pasted([['10', '20'], ['30']], lines, 0, 1).cells).toEqual({
      [cellName(1, 'cutting')]: '10',
      [cellName(1, 'sewing')]: '20',
      [cellName(2, 'cutting')]: '30',
    })
  })
  it('goes to the lines that it names, whatever their order', () => {
    expect(
      pasted(
        [
          ['po-1/20', '5', '', '7'],
          ['PO-9 / 10', '1'],
          ['PO-1 / 10', '2'],
        ],
        lines,
        1,
        4,
      ).cells,
    ).toEqual({
      [cellName(2, 'material_in_house')]: '5',
      [cellName(2, 'sewing')]: '7',
      [cellName(1, 'material_in_house')]: '2',
    })
  })
  it('leaves out what has no place', () => {
    expect(pasted([['1'], ['2'], ['3']], lines, 1, 6)).toEqual({
      cells: { [cellName(2, 'ex_factory')]: '1' },
      unknown: [],
      beyond: 2,
    })
  })
})
