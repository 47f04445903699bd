import { keepPreviousData } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { AxiosResponse } from 'axios'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { poLines } from '#areas/po-lines/area.ts'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { seasons } from '#areas/seasons/area.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { filterText } from '#web/kit/list/filter-text.ts'
import { readAddress, writeAddress } from '#web/kit/list/list-address.ts'
import { http } from '#web/providers/http.ts'
import { session } from '#web/providers/session.ts'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { answerWith, draw, type Seen, signIn } from './kit-screen'

// The grid has no width in a simulated browser: these lists are a phone's.
beforeAll(() => signIn('admin', 400))
afterEach(cleanup)

const season = (id: number, code: string) =>
  ({ id, version: 1, code, name_en: code, status: 'open', year: 2026 }) as unknown as AnyRecord
const twoSeasons = (seen: Seen) =>
  seen.path === 'seasons'
    ? { body: [season(1, 'AW26'), season(2, 'SS26')], headers: { 'x-total-count': '2' } }
    : undefined
/** As the portal asks: the old page stands until the new one is there. */
const keepsPages = { placeholderData: keepPreviousData }
const lists = (all: Seen[]) => all.filter(({ path }) => path === 'seasons')

describe('a search', () => {
  const search = async () => {
    const all = answerWith(twoSeasons)
    const { user, where } = draw(<AreaList area={seasons} />, seasons.path ?? '')
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'lotus')
    return { all, where }
  }

  it('is sent once nothing is typed for a moment', async () => {
    const { all, where } = await search()
    await waitFor(() => expect(lists(all).at(-1)?.params.get('q')).toBe('lotus'))
    expect(where()).toContain('q=lotus')
  })

  it('is not sent by a list that was left, whose next page still loads', async () => {
    const { all, where } = await search()
    window.history.pushState(null, '', '/apps/elsewhere')
    await new Promise((resolve) => setTimeout(resolve, 600))
    window.history.back()
    expect(lists(all).filter(({ params }) => params.has('q'))).toEqual([])
    expect(where()).not.toContain('q=lotus')
  })
})

describe('the address of a list', () => {
  const everything = () => true

  it('says search, filters, order, page, size and columns, and is read back the same', () => {
    const text =
      'q=lotus&_sort=year,code&_order=desc,asc&status=open&delivery_from_lt=2026-04-01&_page=3&_size=50&_cols=code,year'
    const address = readAddress(seasons, new URLSearchParams(text), everything)
    expect(address).toEqual({
      q: 'lotus',
      sort: [
        { field: 'year', desc: true },
        { field: 'code', desc: false },
      ],
      filters: [
        { field: 'status', op: '', values: ['open'] },
        { field: 'delivery_from', op: '_lt', values: ['2026-04-01'] },
      ],
      page: 3,
      size: 50,
      columns: ['code', 'year'],
    })
    expect(readAddress(seasons, writeAddress(address), everything)).toEqual(address)
  })

  it('drops what the area does not have, and leaves out what is usual', () => {
    const address = readAddress(seasons, new URLSearchParams('colour=red&_sort=colour&_page=x&_size=7'), everything)
    expect(writeAddress(address).toString()).toBe('')
  })

  it('drops what the person may not read', () => {
    const address = readAddress(seasons, new URLSearchParams('year=2026&code=AW26'), (name) => name !== 'year')
    expect(address.filters).toEqual([{ field: 'code', op: '', values: ['AW26'] }])
  })

  it('writes one value plainly and several as a list', () => {
    const write = (values: string[]) =>
      writeAddress({
        q: '',
        filters: [{ field: 'status', op: '_in', values }],
        sort: [],
        page: 1,
        size: 25,
        columns: null,
      })
    expect(write(['open']).toString()).toBe('status=open')
    expect(write(['open', 'frozen']).get('status_in')).toBe('open,frozen')
  })
})

describe('a filter chip', () => {
  const titles = new Map([
    ['60', 'Golden Loom'],
    ['61', 'Bluewater'],
  ])

  it.each([
    [seasons, 'delivery_from', '_lt', ['2026-04-01'], 'Delivery from is before 1 Apr 2026'],
    [seasons, 'status', '_in', ['open', 'frozen'], 'Status is Open or Frozen'],
    [seasons, 'status', '_ne', ['closed'], 'Status is not Closed'],
    [seasons, 'markdown_from', '_null', ['true'], 'Markdown from is empty'],
    [seasons, 'code', '_like', ['AW'], 'Season code contains “AW”'],
    [seasons, 'year', '_gte', ['2026'], 'Year is at least 2026'],
    [purchaseOrders, 'ex_factory_date', '_within', ['next_14_days'], 'Ex-factory date is in the next 14 days'],
    [
      purchaseOrders,
      'ex_factory_date',
      '_within',
      ['before_today', '2026-04-01..2026-04-30'],
      'Ex-factory date is before today or between 1 Apr 2026 and 30 Apr 2026',
    ],
    [purchaseOrders, 'etd', '_within', ['2026-04-01..', '2026-01-05'], 'ETD is on or after 1 Apr 2026 or 5 Jan 2026'],
    [
      purchaseOrders,
      'total_qty',
      '_within',
      ['..99', '1000..2000'],
      'Total units is at most 99 or between 1,000 and 2,000',
    ],
    [purchaseOrders, 'supplier_id', '_in', ['60', '61'], 'Supplier is Golden Loom or Bluewater'],
    [purchaseOrders, 'total_qty', '_lt', ['1200'], 'Total units is less than 1,200'],
    [purchaseOrders, 'on_hold', '', ['true'], 'On hold is Yes'],
    [purchaseOrders, 'ship_to_country', '', ['VN'], 'Market is Vietnam'],
  ] as const)('of $0.name $1$2 says what it does', (area, field, op, values, expected) => {
    expect(filterText(area, { field, op, values: [...values] }, titles)).toBe(expected)
  })

  it('says a moment that a link filters by in the reader’s own time', () => {
    const at = '2026-03-12T12:00:00.000Z'
    const text = filterText(purchaseOrders, { field: 'updated_at', op: '_gte', values: [at] }, titles)
    expect(text).toBe(`Last changed is on or after ${format.moment(at)}`)
    expect(text).toContain('12 Mar 2026')
  })
})

describe('the standard list', () => {
  it('asks for the page, filters and order that the address says', async () => {
    const all = answerWith(twoSeasons)
    draw(
      <AreaList area={seasons} />,
      '/apps/sales/po_season_database?status=open&_sort=year&_order=desc&_page=2&_size=50',
    )
    await waitFor(() => expect(lists(all)).not.toHaveLength(0))
    expect(Object.fromEntries(lists(all)[0]?.params ?? [])).toMatchObject({
      status: 'open',
      _sort: 'year',
      _order: 'desc',
      _start: '50',
      _end: '100',
    })
  })

  it('shows its records with their link and how many there are', async () => {
    answerWith(twoSeasons)
    draw(<AreaList area={seasons} />, '/apps/sales/po_season_database')
    expect((await screen.findByRole('link', { name: 'AW26' })).getAttribute('href')).toBe(
      '/apps/sales/po_season_database/1',
    )
    expect(screen.getByText('1–2 of 2')).toBeTruthy()
  })

  it('takes a condition away with its cross and goes back to the first page', async () => {
    answerWith(twoSeasons)
    const { user, where } = draw(<AreaList area={seasons} />, '/apps/sales/po_season_database?year_gte=2026&_page=2')
    await user.click(await screen.findByRole('button', { name: 'Remove filter: Year is at least 2026' }))
    expect(where()).toBe('/apps/sales/po_season_database')
  })

  it('makes a condition of a span that moves with the calendar, or another range', async () => {
    answerWith(twoSeasons)
    const { user, where } = draw(<AreaList area={seasons} />, '/apps/sales/po_season_database')
    await user.click(await screen.findByRole('button', { name: 'Add filter' }))
    const editor = await screen.findByRole('dialog', { name: 'Add filter' })
    await user.type(within(editor).getByRole('combobox', { name: 'Choose a field' }), 'Delivery from')
    await user.click(await screen.findByRole('option', { name: 'Delivery from' }))
    await user.selectOptions(within(editor).getByRole('combobox', { name: 'Comparison' }), 'is in the period')
    const apply = within(editor).getByRole<HTMLButtonElement>('button', { name: 'Apply filter' })
    expect(apply.disabled).toBe(true)
    await user.type(within(editor).getByRole('textbox', { name: 'Number of days' }), '14')
    await user.click(within(editor).getByRole('button', { name: 'Add another range' }))
    expect(apply.disabled).toBe(true)
    const [, second] = within(editor).getAllByRole('combobox', { name: 'Period' })
    await user.selectOptions(second as HTMLElement, 'From … to …')
    await user.type(within(editor).getByRole('textbox', { name: 'From' }), '2027-01-01')
    await user.click(apply)
    expect(where()).toBe('/apps/sales/po_season_database?delivery_from_within=next_14_days%2C2027-01-01..')
    expect(await screen.findByText('Delivery from is in the next 14 days or on or after 1 Jan 2027')).toBeTruthy()
  })

  it('makes a condition of field, comparison and value', async () => {
    answerWith(twoSeasons)
    const { user, where } = draw(<AreaList area={seasons} />, '/apps/sales/po_season_database')
    await user.click(await screen.findByRole('button', { name: 'Add filter' }))
    const editor = await screen.findByRole('dialog', { name: 'Add filter' })
    await user.type(within(editor).getByRole('combobox', { name: 'Choose a field' }), 'Delivery from{Enter}')
    await user.selectOptions(within(editor).getByRole('combobox', { name: 'Comparison' }), 'is before')
    await user.type(within(editor).getByRole('textbox', { name: 'Value' }), '1 Apr 2026')
    await user.click(within(editor).getByRole('button', { name: 'Apply filter' }))
    expect(where()).toBe('/apps/sales/po_season_database?delivery_from_lt=2026-04-01')
    expect(await screen.findByRole('button', { name: 'Delivery from is before 1 Apr 2026' })).toBeTruthy()
  })

  it('counts on each preset what it would show beside the search and the other conditions', async () => {
    const all = answerWith((seen) => {
      if (seen.path !== 'seasons/totals' || !seen.params.has('by')) return twoSeasons(seen)
      const isNarrowed = seen.params.get('q') === 'lotus' && seen.params.get('year_gte') === '2026'
      return { body: { values: [{ value: 'open', count: isNarrowed ? 1 : 7 }] } }
    })
    const { user, where } = draw(<AreaList area={seasons} />, '/apps/sales/po_season_database?q=lotus&year_gte=2026')
    const open = await screen.findByRole('button', { name: 'Open 1' })
    expect(screen.getByRole('button', { name: 'Frozen 0' })).toBeTruthy()
    await user.click(open)
    expect(where()).toBe('/apps/sales/po_season_database?q=lotus&year_gte=2026&status=open')
    await user.click(await screen.findByRole('button', { name: 'Frozen 0' }))
    expect(where()).toBe('/apps/sales/po_season_database?q=lotus&year_gte=2026&status=frozen')
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(await screen.findByRole('button', { name: 'Open 7' })).toBeTruthy()
    const requests = all.filter(({ path, params }) => path === 'seasons/totals' && params.has('by'))
    expect(requests.some(({ params }) => params.has('status'))).toBe(false)
  })

  it('counts a preset of several states over all of them', async () => {
    answerWith((seen) =>
      seen.path === 'seasons/totals' && seen.params.has('by')
        ? { body: { values: ['open', 'frozen', 'retired'].map((value, index) => ({ value, count: 10 ** index })) } }
        : twoSeasons(seen),
    )
    const usable = { field: 'status', op: '' as const, values: ['open', 'frozen'] }
    const presets = [{ name: 'usable', label: 'Usable', filters: [usable] }]
    draw(<AreaList area={seasons} presets={presets} />, '/apps/sales/po_season_database')
    expect(await screen.findByRole('button', { name: 'Usable 11' })).toBeTruthy()
  })

  it('searches once the typing rests, and `/` leads to the search', async () => {
    const all = answerWith(twoSeasons)
    const { user, where } = draw(<AreaList area={seasons} />, '/apps/sales/po_season_database')
    await screen.findByRole('link', { name: 'AW26' })
    await user.keyboard('/')
    await user.keyboard('aw')
    await waitFor(() => expect(where()).toContain('q=aw'))
    expect(lists(all).filter(({ params }) => params.get('q') === 'a')).toHaveLength(0)
  })

  it('says that the list ends before the page asked for, and leads to the last one', async () => {
    answerWith((seen) =>
      seen.path === 'seasons'
        ? { body: seen.params.get('_start') === '50' ? [season(1, 'AW26')] : [], headers: { 'x-total-count': '51' } }
        : undefined,
    )
    const { user, where } = draw(<AreaList area={seasons} />, '/apps/sales/po_season_database?status=open&_page=9')
    expect(await screen.findByText('This page is beyond the end of the list')).toBeTruthy()
    expect(await screen.findByText('0 of 51')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Go to the last page (3)' }))
    expect(where()).toBe('/apps/sales/po_season_database?status=open&_page=3')
    expect(await screen.findByText('51–51 of 51')).toBeTruthy()
  })

  it('says which rows are on show, not which are on their way', async () => {
    let letIn = () => {}
    const answered = new Promise<void>((resolve) => {
      letIn = resolve
    })
    answerWith((seen) =>
      seen.path === 'seasons'
        ? { body: [season(seen.params.get('_start') === '0' ? 1 : 2, 'AW26')], headers: { 'x-total-count': '26' } }
        : undefined,
    )
    const { adapter } = http.defaults
    http.defaults.adapter = async (config) => {
      if (String(config.url).includes('_start=25')) await answered
      return (adapter as (config: unknown) => Promise<AxiosResponse>)(config)
    }
    const { user } = draw(<AreaList area={seasons} />, '/apps/sales/po_season_database', keepsPages)
    expect(await screen.findByText('1–1 of 26')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(screen.getByText('1–1 of 26')).toBeTruthy()
    letIn()
    expect(await screen.findByText('26–26 of 26')).toBeTruthy()
  })

  it('shows without what it does not understand of an address, and says so', async () => {
    const all = answerWith(twoSeasons)
    const { user, where } = draw(
      <AreaList area={seasons} />,
      '/apps/sales/po_season_database?status=opened&colour=red&year=2026',
    )
    expect(await screen.findByRole('link', { name: 'AW26' })).toBeTruthy()
    expect(screen.getByText('Ignored: “status=opened” is not a filter of this list')).toBeTruthy()
    expect(screen.getByText('Ignored: “colour=red” is not a filter of this list')).toBeTruthy()
    expect([...(lists(all)[0]?.params.keys() ?? [])].sort()).toEqual(['_end', '_start', 'year'])
    await user.click(screen.getByRole('button', { name: 'Dismiss “colour=red”' }))
    expect(where()).toBe('/apps/sales/po_season_database?year=2026')
    expect(document.title).toBe('Season library · Supplier portal')
  })

  it('says that nothing is there yet, or that nothing matches and how to clear it', async () => {
    answerWith(({ path }) => (path === 'seasons' ? { body: [], headers: { 'x-total-count': '0' } } : undefined))
    const { user } = draw(<AreaList area={seasons} />, '/apps/sales/po_season_database?q=zzz')
    expect(await screen.findByText('Nothing matches')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'Clear all' }).at(-1) as HTMLElement)
    expect(await screen.findByText('No seasons yet')).toBeTruthy()
  })

  it('says what failed, with the request to ask about, and tries again', async () => {
    let broken = true
    answerWith((seen) =>
      broken && seen.path === 'seasons'
        ? { status: 500, body: { message: 'It broke.', code: 'internal', request_id: 'req-7' } }
        : twoSeasons(seen),
    )
    const { user } = draw(<AreaList area={seasons} />, '/apps/sales/po_season_database')
    const alert = await screen.findByRole('alert', {}, { timeout: 5000 })
    expect(alert.textContent).toContain('It broke.')
    expect(alert.textContent).toContain('req-7')
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'AW26' })).toBeTruthy()
  })

  it('moves all that are chosen, shows who failed and tries those again', async () => {
    const bulk: unknown[] = []
    answerWith((seen) => {
      if (seen.path === 'seasons/bulk/moves')
        return { body: { rows: [], isExact: true, moves: [{ name: 'freeze', ids: [1, 2] }] } }
      if (seen.path !== 'seasons/bulk/moves/freeze') return twoSeasons(seen)
      bulk.push(seen.body)
      const fails = bulk.length === 1
      return {
        body: {
          results: [
            ...(fails ? [{ id: 1, ok: true, status: 200 }] : []),
            fails
              ? { id: 2, ok: false, status: 409, message: 'Somebody was faster.' }
              : { id: 2, ok: true, status: 200 },
          ],
        },
      }
    })
    const { user } = draw(<AreaList area={seasons} />, '/apps/sales/po_season_database')
    await user.click(await screen.findByRole('checkbox', { name: 'Select AW26' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select SS26' }))
    const bar = await screen.findByRole('region', { name: 'Selected records' })
    await user.click(await within(bar).findByRole('button', { name: 'Freeze season' }))
    const dialog = await screen.findByRole('dialog', { name: 'Freeze season' })
    expect(dialog.textContent).toContain('2 seasons')
    await user.click(within(dialog).getByRole('button', { name: 'Freeze season' }))
    expect(await screen.findByText('Somebody was faster.')).toBeTruthy()
    expect(bulk[0]).toEqual({
      rows: [
        { id: 1, version: 1 },
        { id: 2, version: 1 },
      ],
    })
    await user.click(screen.getByRole('button', { name: 'Try it again' }))
    await waitFor(() => expect(screen.queryByText('Somebody was faster.')).toBeNull())
  })

  it('moves what is chosen as the list shows it now, not as it was when it was chosen', async () => {
    const bulk: unknown[] = []
    let version = 1
    answerWith((seen) => {
      if (seen.path === 'seasons/bulk/moves')
        return { body: { rows: [], isExact: true, moves: [{ name: 'freeze', ids: [1] }] } }
      if (seen.path === 'seasons/bulk/moves/freeze') {
        bulk.push(seen.body)
        return { body: { results: [{ id: 1, ok: true, status: 200 }] } }
      }
      const answer = twoSeasons(seen)
      return seen.path === 'seasons' && answer
        ? { ...answer, body: (answer.body as object[]).map((row) => ({ ...row, version })) }
        : answer
    })
    const Refresh = () => {
      const refresh = useRefresh()
      return (
        <button type="button" onClick={() => void refresh()}>
          Read again
        </button>
      )
    }
    const { user } = draw(
      <>
        <AreaList area={seasons} />
        <Refresh />
      </>,
      '/apps/sales/po_season_database',
    )
    await user.click(await screen.findByRole('checkbox', { name: 'Select AW26' }))
    const bar = await screen.findByRole('region', { name: 'Selected records' })
    version = 2
    await user.click(screen.getByRole('button', { name: 'Read again' }))
    await user.click(await within(bar).findByRole('button', { name: 'Freeze season' }))
    const dialog = await screen.findByRole('dialog', { name: 'Freeze season' })
    await user.click(within(dialog).getByRole('button', { name: 'Freeze season' }))
    await waitFor(() => expect(bulk).toEqual([{ rows: [{ id: 1, version: 2 }] }]))
  })

  it('tells that the first try of a change took effect where its answer was lost and it is sent with other values', async () => {
    let tries = 0
    const errors = { 'Idempotency-Key': ['This Idempotency-Key was already used for a different request.'] }
    answerWith((seen) => {
      if (seen.path !== 'seasons/bulk') return twoSeasons(seen)
      return ++tries === 1
        ? { status: 502, body: { message: 'No answer.' } }
        : { status: 422, body: { message: errors['Idempotency-Key'][0], code: 'invalid', errors } }
    })
    const { user } = draw(<AreaList area={seasons} />, '/apps/sales/po_season_database')
    await user.click(await screen.findByRole('checkbox', { name: 'Select AW26' }))
    await user.click(await screen.findByRole('button', { name: 'Edit fields' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit 1 record' })
    await user.type(await within(dialog).findByRole('combobox', { name: 'Choose a field to change' }), 'Purchase from')
    await user.click(await screen.findByRole('option', { name: 'Purchase from' }))
    const how = await within(dialog).findByRole('group', { name: 'Purchase from: how it changes' })
    await user.click(within(how).getByRole('button', { name: 'Move by days' }))
    const change = within(dialog).getByRole('button', { name: 'Change 1 record' })
    await user.click(within(dialog).getByRole('button', { name: '7 days later' }))
    await user.click(change)
    await within(dialog).findByText('No answer.')
    await user.click(within(dialog).getByRole('button', { name: '14 days later' }))
    await user.click(change)
    await within(dialog).findByText(/^Your first attempt went through after all/)
  })

  it('moves dates by days, keeps who failed chosen, and puts the others back', async () => {
    const bulk: { method: string; body: unknown }[] = []
    answerWith((seen) => {
      if (seen.path === 'seasons' && seen.params.has('id'))
        return { body: [{ ...season(2, 'SS26'), version: 4 }], headers: { 'x-total-count': '1' } }
      if (seen.path !== 'seasons/bulk') return twoSeasons(seen)
      bulk.push(seen)
      return {
        body: {
          results:
            bulk.length === 1
              ? [
                  { id: 1, ok: true, status: 200, version: 2, before: { purchase_from: '2026-01-01' } },
                  { id: 2, ok: false, status: 422, message: 'Not so.', errors: {} },
                ]
              : [{ id: 1, ok: true, status: 200 }],
        },
      }
    })
    const { user } = draw(
      <>
        <AreaList area={seasons} />
        <MessageBar />
      </>,
      '/apps/sales/po_season_database',
    )
    await user.click(await screen.findByRole('checkbox', { name: 'Select AW26' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select SS26' }))
    await user.click(await screen.findByRole('button', { name: 'Edit fields' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit 2 records' })
    await user.type(await within(dialog).findByRole('combobox', { name: 'Choose a field to change' }), 'Purchase from')
    await user.click(await screen.findByRole('option', { name: 'Purchase from' }))
    const how = await within(dialog).findByRole('group', { name: 'Purchase from: how it changes' })
    await user.click(within(how).getByRole('button', { name: 'Move by days' }))
    await user.click(within(dialog).getByRole('button', { name: 'Change 2 records' }))
    expect(await within(dialog).findByText(/Enter a number of days up to/)).toBeTruthy()
    expect(bulk).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: '7 days later' }))
    await user.click(within(dialog).getByRole('button', { name: 'Change 2 records' }))
    expect(await screen.findByText('Not so.')).toBeTruthy()
    const rows = [1, 2].map((id) => ({ id, version: 1 }))
    expect(bulk[0]?.body).toEqual({ rows, values: {}, shift: { purchase_from: 7 } })
    await user.click(screen.getByRole('button', { name: 'Undo the 1 that changed' }))
    await waitFor(() => expect(bulk).toHaveLength(2))
    expect(bulk[1]?.body).toEqual({ rows: [{ id: 1, version: 2, values: { purchase_from: '2026-01-01' } }] })
    await waitFor(() => expect(screen.queryByText('Not so.')).toBeNull())
    expect(await screen.findByText('1 selected')).toBeTruthy()
    const [chosen, left] = ['SS26', 'AW26'].map((code) => screen.getByRole('checkbox', { name: `Select ${code}` }))
    expect([(chosen as HTMLInputElement).checked, (left as HTMLInputElement).checked]).toEqual([true, false])
  })

  it('offers nothing for many at once that tells one from another', async () => {
    answerWith((seen) =>
      seen.path === 'po-lines'
        ? {
            body: [{ id: 1, version: 1, line_title: 'PO-1 / 1', status: 'pending' }],
            headers: { 'x-total-count': '1' },
          }
        : seen.path === 'po-lines/totals'
          ? { body: { count: 1, sums: [] } }
          : undefined,
    )
    const { user } = draw(<AreaList area={poLines} />, '/apps/sales/po_line_approval')
    await user.click(await screen.findByRole('checkbox', { name: 'Select PO-1 / 1' }))
    await user.click(await screen.findByRole('button', { name: 'Edit fields' }))
    await user.click(await screen.findByRole('combobox', { name: 'Choose a field to change' }))
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    for (const field of [
      'ex_factory_date',
      'forecast_ex_factory_date',
      'ship_window_start',
      'season_id',
      'house_brand_id',
    ])
      expect(offered).toContain(fieldLabel(poLines, field))
    for (const field of ['line_no', 'article_id', 'colourway_id', 'qty', 'purchase_order_id', 'line_value'])
      expect(offered).not.toContain(fieldLabel(poLines, field))
  })
})

describe('what was asked for before the app was there', () => {
  const early = (url: string, list?: NonNullable<Window['early']>['list']) => {
    window.early = {
      url,
      token: session()?.token ?? '',
      answer: Promise.resolve(list ?? null),
      ...(list && { list }),
    }
  }
  afterEach(() => {
    delete window.early
  })

  it('is drawn at once where it has come, and not asked for again', async () => {
    const all = answerWith(twoSeasons)
    early('/api/seasons?_end=25&_start=0', { data: [season(3, 'HS27')], total: 1 })
    draw(<AreaList area={seasons} />, '/apps/sales/po_season_database')
    expect(screen.getByText('HS27')).toBeTruthy()
    expect(window.early).toBeUndefined()
    // Whatever the screen asks in its first moments has been asked when its sums are there.
    await waitFor(() => expect(all.length).toBeGreaterThan(0))
    expect(lists(all).filter(({ params }) => params.get('_end') !== '0')).toEqual([])
  })

  it('is left alone where it is to another address', async () => {
    const all = answerWith(twoSeasons)
    early('/api/seasons?_end=50&_start=0', { data: [season(3, 'HS27')], total: 1 })
    draw(<AreaList area={seasons} />, '/apps/sales/po_season_database')
    expect(await screen.findByText('SS26')).toBeTruthy()
    expect(screen.queryByText('HS27')).toBeNull()
    expect(lists(all)).not.toEqual([])
  })

  it('is asked for again where it failed', async () => {
    answerWith(twoSeasons)
    early('/api/seasons?_end=25&_start=0')
    draw(<AreaList area={seasons} />, '/apps/sales/po_season_database')
    expect(await screen.findByText('SS26')).toBeTruthy()
  })
})
