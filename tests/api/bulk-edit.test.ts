import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

let portal: Portal
let Office: Person
beforeAll(async () => {
  portal = await openPortal('embedded')
  Office = portal.as.Office
})
afterAll(() => portal.close())

interface Result {
  id: number
  ok: boolean
  status: number
  version?: number
  before?: Record<string, unknown>
  errors?: Record<string, string[]>
}
let made = 0
const order = async (changes: Record<string, unknown> = {}) => {
  const { status, body } = await Office.post('/api/purchase-orders', draft(`PO-B${++made}`, changes))
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: number; version: number; lines: { id: number; version: number }[] }
}
const rowsOf = (...records: { id: number; version: number }[]) => records.map(({ id, version }) => ({ id, version }))
const bulk = async (area: string, body: object, person = Office) => {
  const answer = await person.patch(`/api/${area}/bulk`, body)
  return { ...answer, results: (answer.body.results ?? []) as Result[] }
}
const read = async (area: string, id: number) => (await Office.get(`/api/${area}/${id}`)).body

describe('a bulk edit', () => {
  it('moves the date of each record by days from where it is', async () => {
    const [first, two] = [await order(), await order({ ex_factory_date: '2027-02-26' })]
    const { results } = await bulk('purchase-orders', { shift: { ex_factory_date: 7 }, rows: rowsOf(first, two) })
    expect(results.map(({ ok, before }) => [ok, before])).toEqual([
      [true, { ex_factory_date: '2027-03-05' }],
      [true, { ex_factory_date: '2027-02-26' }],
    ])
    expect((await read('purchase-orders', first.id)).ex_factory_date).toBe('2027-03-12')
    expect((await read('purchase-orders', two.id)).ex_factory_date).toBe('2027-03-05')
  })

  it('says of each record why it was left as it is, and changes the others', async () => {
    const [fits, without, beyond, stale] = [
      await order(),
      await order({ ex_factory_date: null }),
      await order({ ex_factory_date: '2027-03-20' }),
      await order(),
    ]
    await Office.patch(`/api/purchase-orders/${stale.id}`, { version: stale.version, ex_factory_date: '2027-03-02' })
    const rows = rowsOf(fits, without, beyond, stale)
    const { results } = await bulk('purchase-orders', { shift: { ex_factory_date: 3 }, rows })
    expect(results.map(({ status }) => status)).toEqual([200, 422, 422, 409])
    expect(results[1]?.errors).toEqual({ ex_factory_date: ['There is no date to move'] })
    expect(Object.keys(results[2]?.errors ?? {}), JSON.stringify(results)).toContain('ex_factory_date')
    expect((await read('purchase-orders', fits.id)).ex_factory_date).toBe('2027-03-08')
    expect((await read('purchase-orders', stale.id)).ex_factory_date).toBe('2027-03-02')
  })

  it('is refused where its values are no object, also beside dates that move', async () => {
    const rows = rowsOf(await order())
    for (const values of [5, 'x', true, null, ['x']]) {
      const { status, body } = await bulk('purchase-orders', { values, shift: { ex_factory_date: 1 }, rows })
      expect([values, status, body.code]).toEqual([values, 422, 'invalid'])
    }
  })

  it('is undone row by row, where nobody has changed the row since', async () => {
    const [first, two] = [await order(), await order()]
    const edited = await bulk('purchase-orders', { shift: { ex_factory_date: -2 }, rows: rowsOf(first, two) })
    const rows = edited.results.map(({ id, version = 0, before = {} }) => ({ id, version, values: before }))
    await Office.patch(`/api/purchase-orders/${two.id}`, { version: rows[1]?.version, ex_factory_date: '2027-03-01' })
    const { results } = await bulk('purchase-orders', { rows })
    expect(results.map(({ status }) => status)).toEqual([200, 409])
    expect((await read('purchase-orders', first.id)).ex_factory_date).toBe('2027-03-05')
    expect((await read('purchase-orders', two.id)).ex_factory_date).toBe('2027-03-01')
  })

  it('changes lines of several orders, and speaks of the line, not of its place in the order', async () => {
    const [first, two] = [await order(), await order()]
    const lines = rowsOf(...first.lines, ...two.lines)
    const set = { forecast_ex_factory_date: '2027-03-04', house_brand_id: 1, season_id: 1, product_category_id: 2 }
    const { results } = await bulk('po-lines', { values: set, rows: lines })
    expect(
      results.map(({ status }) => status),
      JSON.stringify(results),
    ).toEqual([200, 200])
    for (const { id } of lines) expect(await read('po-lines', id)).toMatchObject(set)
    const next = results.map(({ id, version = 0 }) => ({ id, version }))
    const wrong = await bulk('po-lines', { values: { ex_factory_date: '2027-05-01' }, rows: next.slice(0, 1) })
    expect([wrong.results[0]?.status, Object.keys(wrong.results[0]?.errors ?? {})]).toEqual([422, ['ex_factory_date']])
  })

  it('of all lines of one order meets no stale version that it made itself', async () => {
    const line = (colourway_id: number) => ({
      article_id: 1,
      colourway_id,
      qty: 10,
      unit_price: '5.25',
      ex_factory_date: '2027-03-05',
      sizes: [{ size_id: 1, qty: 10 }],
    })
    const made = await order({ lines: [line(1), line(2)] })
    const { results } = await bulk('po-lines', { shift: { ex_factory_date: 2 }, rows: rowsOf(...made.lines) })
    expect(results.map(({ status, before }) => [status, before])).toEqual([
      [200, { ex_factory_date: '2027-03-05' }],
      [200, { ex_factory_date: '2027-03-05' }],
    ])
  })

  it.each([
    ['a day that is none', { shift: { ex_factory_date: 1.5 } }, 'shift.ex_factory_date'],
    ['nought', { shift: { ex_factory_date: 0 } }, 'shift.ex_factory_date'],
    ['more than ten years', { shift: { ex_factory_date: 4000 } }, 'shift.ex_factory_date'],
    ['what is no date', { shift: { po_no: 1 } }, 'shift.po_no'],
    ['what is not there', { shift: { nothing: 1 } }, 'shift.nothing'],
    [
      'what is set at the same time',
      { shift: { ex_factory_date: 1 }, values: { ex_factory_date: '2027-03-01' } },
      'shift.ex_factory_date',
    ],
    ['nothing', {}, 'values'],
    ['nothing to nothing', { values: {}, shift: {} }, 'values'],
  ])('refuses to move %s', async (_, change, field) => {
    const { id, version } = await order()
    const { status, body } = await bulk('purchase-orders', { ...change, rows: [{ id, version }] })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('refuses a row’s own values that nobody may set', async () => {
    const { id, version } = await order()
    const { status, body } = await bulk('purchase-orders', { rows: [{ id, version, values: { version: 7 } }] })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['rows.0.values.version']])
  })

  it('lets a supplier move only what it may set', async () => {
    const { lines } = await order()
    const moved = (who: Person) => bulk('po-lines', { shift: { ex_factory_date: 7 }, rows: rowsOf(...lines) }, who)
    for (const who of [portal.as.Agent, portal.as.staff]) {
      const { status, body } = await moved(who)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['shift.ex_factory_date']])
    }
    expect((await moved(portal.as.user)).status).toBe(403)
  })

  it('moves all that a filter finds', async () => {
    const { id } = await order({ ex_factory_date: '2027-03-11' })
    const filter = 'ex_factory_date=2027-03-11'
    const { results } = await bulk('purchase-orders', { shift: { ex_factory_date: 1 }, filter, count: 1 })
    expect(results).toMatchObject([{ id, ok: true, before: { ex_factory_date: '2027-03-11' } }])
  })
})

describe('the moves of a selection', () => {
  const movesOf = async (body: object, person = Office) => {
    const answer = await person.post('/api/purchase-orders/bulk/moves', body)
    const moves = (answer.body.moves ?? []) as { name: string; ids: number[] }[]
    return { ...answer, fits: Object.fromEntries(moves.map(({ name, ids }) => [name, ids])) }
  }

  it('are those that fit at least one record by state and by guards, as a single move is judged', async () => {
    const [free, held] = [await order(), await order()]
    const released = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
    const [issued, onHold] = await portal.make('purchase-orders', [
      draft(`PO-B${++made}`, released),
      draft(`PO-B${++made}`, { ...released, on_hold: true, hold_type: 'buyer', hold_reason: 'x' }),
    ])
    const chosen = [free, held, issued, onHold].map((record) => ({ id: Number(record?.id), version: 1 }))
    const { status, body, fits } = await movesOf({ rows: chosen })
    expect([status, body.isExact]).toEqual([200, true])
    expect(body.rows).toHaveLength(4)
    // A guard, not the state, tells which of the two issued orders can be put on hold and which be released.
    expect(fits.hold).toEqual([issued?.id])
    expect(fits.release).toEqual([onHold?.id])
    for (const { id } of chosen) {
      const { moves } = (await Office.get(`/api/purchase-orders/${id}`)).body as {
        moves: { name: string; allowed: boolean }[]
      }
      const single = moves.filter(({ name, allowed }) => allowed && name !== 'archive').map(({ name }) => name)
      const many = Object.keys(fits).filter((name) => fits[name]?.includes(id))
      expect(many.sort()).toEqual(single.sort())
    }
  })

  it('say of how many there is what to know before, in words of a single move', async () => {
    const past = { ex_factory_date: '2020-03-10', ship_window_start: '2020-03-01', ship_window_end: '2020-03-20' }
    const noSizes = { lines: [{ article_id: 1, colourway_id: 1, qty: 100, unit_price: '5.25', size_scale_id: 1 }] }
    const chosen = [await order(), await order(past), await order({ ...past, ...noSizes })]
    const cautionsFor = async (name: string, person = Office) => {
      const answer = await person.post('/api/purchase-orders/bulk/moves', {
        rows: chosen.map(({ id, version }) => ({ id, version })),
      })
      const moves = answer.body.moves as { name: string; cautions: { text: string; count: number }[] }[]
      const cautions = moves.find((offer) => offer.name === name)?.cautions ?? []
      return Object.fromEntries(cautions.map(({ text, count }) => [text, count]))
    }
    const expected = {
      'The ex-factory date has passed.': 2,
      'The order date is after the ex-factory date.': 2,
      'Lines have no quantities by size.': 1,
    }
    expect(await cautionsFor('submit')).toEqual(expected)
    expect(await cautionsFor('cancel')).toEqual({})
    for (const { id, version } of chosen) {
      const moved = await Office.post(`/api/purchase-orders/${id}/moves/submit`, { version })
      expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    }
    expect(await cautionsFor('approve', portal.otherOffice)).toEqual(expected)
    const { moves } = (await portal.otherOffice.get(`/api/purchase-orders/${chosen[2]?.id}`)).body
    const approve = moves.find(({ name }: { name: string }) => name === 'approve')
    expect(approve).toMatchObject({ allowed: true, warnings: Object.keys(expected) })
    // Its lines are approved one by one as well.
    const { lines } = (await Office.get(`/api/purchase-orders/${chosen[2]?.id}`)).body
    const line = (await portal.otherOffice.get(`/api/po-lines/${lines[0].id}`)).body
    expect(line.moves.find(({ name }: { name: string }) => name === 'approve').warnings).toEqual([
      'The ex-factory date has passed.',
      'Lines have no quantities by size.',
    ])
  })

  it('are told of all that match a filter, of the caller’s own records and role alone', async () => {
    const { fits, body } = await movesOf({ filter: 'status=draft', count: 1 })
    expect(body.rows.length).toBe((await Office.get('/api/purchase-orders?status=draft')).body.length)
    expect(fits.approve).toBeUndefined()
    const agent = await movesOf({ rows: [{ id: (await order()).id, version: 1 }] }, portal.as.Agent)
    expect([agent.status, agent.body.rows, agent.body.moves]).toEqual([200, [], []])
    expect((await movesOf({ filter: 'status=draft', count: 1 }, portal.as.user)).status).toBe(403)
    expect((await movesOf({})).status).toBe(422)
  })
})
