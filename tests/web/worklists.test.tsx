import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { List as Brands } from '#areas/po-lines/screens/brand-worklist.tsx'
import { List as Categories } from '#areas/po-lines/screens/category-worklist.tsx'
import { deliveryCells } from '#areas/po-lines/screens/delivery-cells.tsx'
import { List as Delivery } from '#areas/po-lines/screens/delivery-worklist.tsx'
import { List as Seasons } from '#areas/po-lines/screens/season-worklist.tsx'
import { deliveryPresets, sortingPresets, type Warning } from '#areas/po-lines/screens/worklist-presets.ts'
import { findWorklist } from '#areas/worklists.ts'
import type { Area } from '#shared/kit/area.ts'
import type { Role } from '#shared/kit/roles.ts'
import { fieldLabel, setLanguage } from '#web/i18n.ts'
import { ImportPage } from '#web/kit/import/import-page.tsx'
import { defaultColumns } from '#web/kit/list/use-area-list.ts'
import { recordAddress } from '#web/kit/page/area-of.ts'
import { fieldRights, mayImport } from '#web/providers/permission.ts'
import { answerWith, draw, type Seen, signIn } from './kit-screen'

afterEach(cleanup)

const deliveryEdits = ['Delivery status', 'Forecast ex-factory date', 'Late reason', 'Delivery comment']

const line = {
  id: 5,
  version: 2,
  line_title: 'PO-77 / 10',
  status: 'approved',
  purchase_order_id: 3,
  purchase_order: { id: 3, title: 'PO-77' },
  article_id: 9,
  article: { id: 9, title: 'TEE-1' },
  qty: 1200,
  ex_factory_date: '2027-03-05',
  forecast_ex_factory_date: '2027-03-12',
  slip_days: 7,
  delivery_status_id: 4,
  delivery_status: { id: 4, title: 'In production', title_zh: '生产中' },
  delivery_stage: 'production',
  delivery_risk: 'amber',
  delivery_risk_reasons: ['forecast_after_ex_factory'],
  house_brand_id: 2,
  house_brand: { id: 2, title: 'Saltrow' },
  season_id: null,
  season_warning: 'missing',
  brand_warning: 'differs',
  category_warning: 'differs',
}

const screens: Record<string, typeof Seasons> = {
  'delivery-worklist': Delivery,
  'season-worklist': Seasons,
  'brand-worklist': Brands,
  'category-worklist': Categories,
}

const worklist = (name: string): Area => {
  const worklist = findWorklist(name)
  if (!worklist) throw new Error(`there is no worklist ${name}`)
  return worklist
}

const open = (name: string, answer: (seen: Seen) => object | undefined = () => undefined) => {
  const area = worklist(name)
  const List = screens[name]
  if (!List) throw new Error(`there is no screen of ${name}`)
  const all = answerWith((seen) => {
    const answered = answer(seen)
    if (answered) return { body: answered }
    if (seen.path === 'po-lines') return { body: [line], headers: { 'x-total-count': '1' } }
    if (seen.path === 'po-lines/totals') return { body: { count: 1, sums: [] } }
    if (seen.path === 'house-brands/covers') return { body: { 2: 'data:image/png;base64,AAAA' } }
    return undefined
  })
  return { all, area, ...draw(<List area={area} />, area.path ?? '/') }
}

/** What the person sees of a worklist at first, and what may be changed there, by its label. */
const shownOf = (name: string) => {
  const area = worklist(name)
  const edits = (area.worklist?.edits ?? []).filter((field) => fieldRights().mayWrite(area, field))
  return {
    columns: defaultColumns(area),
    edits: edits.map((field) => fieldLabel(area, field)),
    imports: mayImport(area),
  }
}

const sorting = (field: string, warning: string | null) => [
  'line_title',
  field,
  ...(warning ? [warning] : []),
  'article_id',
  'colourway_id',
  'purchase_order_id',
  'qty',
  'ex_factory_date',
]
const sorted = [
  ['season-worklist', 'season_id', 'season_warning', 'Season'],
  ['brand-worklist', 'house_brand_id', 'brand_warning', 'House brand'],
  ['category-worklist', 'product_category_id', 'category_warning', 'Product category'],
] as const
const ready: Record<Warning, string[]> = {
  season_warning: ['Needs attention', 'No season', 'Outside purchase window', 'Mine', 'All'],
  brand_warning: ['Needs attention', 'No brand', 'Licence expired', 'Differs from article', 'Mine', 'All'],
  category_warning: ['Needs attention', 'No category', 'Not the lowest level', 'Differs from article', 'Mine', 'All'],
}
const labels = (presets: readonly { label: string }[]) => presets.map(({ label }) => label)

describe('the risk of a delivery in its list', () => {
  beforeAll(() => signIn('Office'))
  afterEach(cleanup)
  const cell = (delivery_risk: string | null, ...delivery_risk_reasons: string[]) => {
    const draws = deliveryCells(new Map()).delivery_risk?.renderCell
    return draw(draws?.({ row: { ...line, delivery_risk, delivery_risk_reasons } } as never), '/').container
  }

  it('is its worst reason in words, with how many more there are; all of them on hover', () => {
    const several = cell('red', 'forecast_after_window', 'task_late', 'forecast_after_ex_factory')
    expect(several.textContent).toBe('Ex-factory after the ship window (2 more)')
    expect(several.querySelector('[title]')?.getAttribute('title')?.split('\n')).toHaveLength(3)
    expect(cell('amber', 'task_late').textContent).not.toMatch(/more/)
    expect(cell('green').textContent).toBe('On track')
    expect(cell(null).textContent).toBe('')
  })
})

describe('what a worklist shows and lets change', () => {
  it.each<Role>(['admin', 'Office'])('to %s: everything, with what wants a look', async (role) => {
    await signIn(role)
    expect(shownOf('delivery-worklist').edits).toEqual(deliveryEdits)
    expect(labels(deliveryPresets())).toEqual(['All', 'At risk', 'Overdue', 'This week', 'No forecast', 'Mine'])
    for (const [name, field, warning, label] of sorted) {
      expect(shownOf(name)).toEqual({ columns: sorting(field, warning), edits: [label], imports: true })
      expect(labels(sortingPresets(warning))).toEqual(ready[warning])
    }
  })

  it('to an agent: the deliveries to change, the rest to read, and no word of what the house minds', async () => {
    await signIn('Agent')
    expect(shownOf('delivery-worklist')).toMatchObject({ edits: deliveryEdits, imports: true })
    expect(labels(deliveryPresets())).toEqual(['All', 'At risk', 'Overdue', 'This week', 'No forecast'])
    for (const [name, field, warning] of sorted) {
      expect(shownOf(name)).toEqual({ columns: sorting(field, null), edits: [], imports: false })
      expect(sortingPresets(warning)).toEqual([])
    }
  })

  it('to staff of a supplier: how far the goods are to change, the rest to read', async () => {
    await signIn('staff')
    expect(shownOf('delivery-worklist')).toMatchObject({ edits: ['Delivery status'], imports: true })
    for (const [name, field] of sorted)
      expect(shownOf(name)).toEqual({ columns: sorting(field, null), edits: [], imports: false })
  })

  it('the office changes on a sheet over the card, and leads to the spreadsheet', async () => {
    await signIn('Office', 400)
    const { user } = open('delivery-worklist')
    await screen.findByText(line.line_title)
    expect(screen.getByText('Import').closest('a')?.getAttribute('href')).toBe('/apps/sales/delivery_status/import')
    await user.click(screen.getByLabelText(`Edit ${line.line_title}`))
    const sheet = await screen.findByRole('dialog', { name: line.line_title })
    for (const label of deliveryEdits)
      expect(within(sheet).getAllByText(new RegExp(`^${label}`)).length, label).toBeGreaterThan(0)
  })

  it('the office says at once which season chosen lines get, or lets their articles say it', async () => {
    await signIn('Office', 400)
    const { user } = open('season-worklist')
    const choose = await screen.findByRole('checkbox', { name: `Select ${line.line_title}` })
    const take = { name: 'Use the article’s season' }
    expect(screen.queryByRole('button', take)).toBeNull()
    await user.click(choose)
    await screen.findByRole('button', take)
    await user.click(screen.getByRole('button', { name: 'Edit fields' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit 1 record' })
    // The list has one field that is changed: nobody has to name it first.
    expect(await within(dialog).findByRole('combobox', { name: /^Season/ })).toBeTruthy()
    expect(within(dialog).queryByRole('combobox', { name: 'Choose a field to change' })).toBeNull()
  })

  it('the agent has nothing to choose where nothing can be changed', async () => {
    await signIn('Agent', 400)
    open('season-worklist')
    await screen.findByRole('link', { name: line.line_title })
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('shows a brand by its logo, also to the agent', async () => {
    await signIn('Agent', 400)
    const { container } = open('brand-worklist')
    await screen.findByText('Saltrow')
    await waitFor(() => expect(container.querySelector('img')?.getAttribute('src')).toContain('data:image/png'))
    // Its name stands beside it, so that it need not be read twice.
    expect(container.querySelector('img')?.getAttribute('alt')).toBe('')
  })

  it('is Chinese to an agent on a phone', async () => {
    await signIn('Agent', 400)
    await setLanguage('zh')
    try {
      const { user } = open('delivery-worklist')
      expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('交货状态')
      await user.click(await screen.findByLabelText(`修改${line.line_title}`))
      const sheet = await screen.findByRole('dialog', { name: line.line_title })
      expect(within(sheet).getAllByText(/^交货状态/).length).toBeGreaterThan(0)
    } finally {
      await setLanguage('en')
    }
  })
})

describe('a list that comes back from a spreadsheet', () => {
  const record = {
    id: 8,
    area: 'season-worklist',
    file_name: 'season-worklist.xlsx',
    created_at: '2026-11-22T07:00:00Z',
    status: 'mapping',
    encoding: 'xlsx',
    delimiter: ',',
    sheets: ['po-lines'],
    sheet: 'po-lines',
    row_count: 2,
    columns: ['id', 'version', 'line_title', 'season_id', 'qty'].map((heading) => ({
      heading,
      samples: ['1'],
      filled: 2,
      date_forms: [],
      number_forms: [],
    })),
    settings: {
      mapping: { season_id: { column: 3 } },
      date_forms: {},
      number_forms: {},
      create_missing: [],
      options: {},
      bring_back: true,
    },
    progress_done: 0,
    progress_total: 0,
    started_at: null,
    failure: null,
    fields: [{ path: 'season_id', needed: false, key: false }],
    suggestions: [],
    earlier: null,
    questions: {},
    options: [],
    missing: [],
    counts: null,
  }
  const counts = { new: 0, changed: 1, unchanged: 0, rejected: 1, written: 0, rejected_rows: 1 }
  const rows = [
    {
      number: 0,
      name: 'PO-77 / 10',
      lines: [2],
      line_count: 1,
      outcome: 'rejected',
      record_id: 5,
      remarks: [],
      errors: [{ line: 2, field: 'qty', column: null, message: '“1200” cannot be changed in this list.' }],
      changes: [],
    },
  ]

  const openImport = (name: string, at = '', state: object = record) => {
    const area = worklist(name)
    const all = answerWith(({ method, path }) => {
      if (path.endsWith('/rows')) return { body: rows, headers: { 'x-total-count': '1' } }
      if (path.endsWith('/preview')) return { body: { ...record, status: 'checked', counts } }
      if (path.endsWith('/commit')) return { body: { ...record, status: 'writing', counts } }
      if (/imports\/8$/.test(path)) return { body: state }
      return method === 'GET' && path.endsWith('/import') ? { body: [] } : undefined
    })
    return { all, area, ...draw(<ImportPage area={area} />, `${area.path}/import${at}`) }
  }

  it('says what may be changed, and gives the list to edit', async () => {
    await signIn('Agent')
    Object.assign(URL, { createObjectURL: vi.fn(() => 'blob:x'), revokeObjectURL: vi.fn() })
    const { user, all } = openImport('delivery-worklist')
    expect(
      await screen.findByText(/Delivery status, Forecast ex-factory date, Late reason, Delivery comment/),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'List to edit, CSV' }))
    const template = () => all.find(({ path }) => path === 'delivery-worklist/import/template')
    await waitFor(() => expect(template()).toBeTruthy())
    // People edit it: its columns have the names that the portal shows.
    expect(Object.fromEntries(template()?.params ?? [])).toEqual({ format: 'csv', headings: 'labels' })
  })

  it('shows what it brought by its own records, and no list in which others may have written meanwhile', async () => {
    await signIn('Office')
    const started_at = '2026-11-22T07:05:00Z'
    const { all, area } = openImport('season-worklist', '?id=8', { ...record, status: 'done', started_at, counts })
    const result = await screen.findByRole('region', { name: 'Records of this import' })
    const link = await within(result).findByRole('link', { name: 'PO-77 / 10' })
    expect(link.getAttribute('href')).toBe(recordAddress(area.name, 5))
    expect(within(result).getAllByRole('row')).toHaveLength(2)
    expect(all.filter(({ path }) => !path.startsWith('imports/8'))).toEqual([])
    const lists = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.includes('?'))
    expect(lists.map((link) => link.getAttribute('href'))).toEqual([])
  })

  it('that is gone is said to be gone, with the way to another file instead of another try', async () => {
    await signIn('Office')
    answerWith(({ path }) => (path === 'imports/9' ? { status: 404, body: { message: 'Not found.' } } : { body: [] }))
    const { user } = draw(<ImportPage area={worklist('season-worklist')} />, '/?id=9')
    expect(await screen.findByText(/^Imports are kept for 30 days/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Another file' }))
    expect(await screen.findByRole('button', { name: 'Choose file' })).toBeTruthy()
  })

  it('of earlier is thrown away where one says so twice, unless it is under way', async () => {
    await signIn('Office')
    const earlier = [
      { id: 3, file_name: 'march.csv', created_at: '2026-03-01T10:00:00Z', status: 'done', row_count: 2 },
      { id: 4, file_name: 'april.csv', created_at: '2026-04-01T10:00:00Z', status: 'writing', row_count: 2 },
    ]
    const all = answerWith(({ method, path }) =>
      method === 'DELETE' ? { body: { id: 3 } } : path.endsWith('/import') ? { body: earlier } : undefined,
    )
    const { user } = draw(<ImportPage area={worklist('season-worklist')} />, '/')
    await user.click(await screen.findByRole('button', { name: 'Delete the import “march.csv”' }))
    expect(screen.queryByRole('button', { name: 'Delete the import “april.csv”' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Delete import' }))
    await waitFor(() =>
      expect(all.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['imports/3']),
    )
  })

  it('is asked for under the list’s own name, matched only to what is changed there, and says what is only shown', async () => {
    await signIn('Office')
    const { user, all } = openImport('season-worklist', '?id=8')
    expect(await screen.findByRole('heading', { name: 'Import season' })).toBeTruthy()
    expect(await screen.findByText('For reference only, not changed here: line_title, qty')).toBeTruthy()
    expect(screen.getAllByRole('group').map((group) => within(group).queryByText('Season')?.textContent)).toContain(
      'Season',
    )
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Check the file' }))
    await screen.findByText(/cannot be changed in this list/)
    expect(all.filter(({ path }) => !path.startsWith('imports/8'))).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Import 1 record' }))
    await waitFor(() => expect(all.find(({ path }) => path === 'imports/8/commit')?.key).toBeTruthy())
  })
})
