import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#shared/base/dates.ts'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/qa-activities'
const today = new Date().toISOString().slice(0, 10)

describe.each(engines)('activities planned from milestones (%s)', (engine) => {
  let portal: Portal
  let Office: Person
  let lines: number[]

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Office } = portal.as)
    const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z', ex_factory_date: addDays(today, 60) }
    await portal.make('purchase-orders', [draft('MILESTONES-1', issued), draft('MILESTONES-2', issued)])
    lines = (
      await portal.db.query<{ id: number }>(
        'select min(id) as id from po_lines group by purchase_order_id order by purchase_order_id',
      )
    ).map(({ id }) => Number(id))
    await portal.db.query('delete from tna_tasks where po_line_id = any($1::bigint[])', [lines])
    const milestones: [filled_by: string, day: number, status: string][] = [
      ['pp_meeting_held', -3, 'pending'],
      ['inline_inspected', 20, 'pending'],
      ['dupro_inspected', 30, 'done'],
      ['lab_test_passed', 35, 'skipped'],
      ['final_passed', 50, 'pending'],
      ['cutting', 10, 'pending'],
    ]
    for (const [at, [filled_by, day, status]] of milestones.entries())
      await portal.db.query(
        `insert into tna_tasks (po_line_id, supplier_id, purchase_order_id, seq, code, filled_by, status, revised_date, expected_date)
         select l.id, o.supplier_id, o.id, $2, $3, $3, $4, $5::date,
           case when $3 = 'final_passed' then $5::date + 2 end
         from po_lines l join purchase_orders o on o.id = l.purchase_order_id where l.id = $1`,
        [lines[0], at, filled_by, status, addDays(today, day)],
      )
  }, 120_000)
  afterAll(() => portal.close())

  const plan = (who: Person, body: object) => who.post(`${url}/plan`, body)
  const made = async () => (await Office.get(`${url}?po_line_id=${lines[0]}&_sort=planned_date`)).body

  it('are those of the open milestones, shown before anything is written', async () => {
    const { status, body } = await plan(Office, { lines, trial: true })
    expect([status, body.made]).toEqual([200, 0])
    expect(body.lines).toMatchObject([
      {
        ...{ id: lines[0], reason: null },
        activities: [
          { type: 'pp_meeting', planned_date: today, is_moved: true, state: 'new' },
          { type: 'inline', planned_date: addDays(today, 20), is_moved: false, state: 'new' },
          // The owner expects it later than the plan says.
          { type: 'final', planned_date: addDays(today, 52), is_moved: false, state: 'new' },
        ],
      },
      { id: lines[1], reason: 'no_milestones', activities: [] },
    ])
    expect(await made()).toEqual([])
  })

  it('are planned once, whoever asks at the same time', async () => {
    const both = await Promise.all([Office, portal.as.admin].map((who) => plan(who, { lines })))
    expect(both.map(({ body }) => body.made).toSorted()).toEqual([0, 3])
    expect((await made()).map(({ type, status, lot_qty }: Record<string, unknown>) => [type, status, lot_qty])).toEqual(
      [
        ['pp_meeting', 'planned', null],
        ['inline', 'planned', expect.any(Number)],
        ['final', 'planned', expect.any(Number)],
      ],
    )
    const { body } = await plan(Office, { lines })
    expect([body.made, body.lines[0].activities.map(({ state }: { state: string }) => state)]).toEqual([
      0,
      ['exists', 'exists', 'exists'],
    ])
  })

  it('are refused for foreign lines, by suppliers and for nothing', async () => {
    const refused = async (who: Person, body: object) => (await plan(who, body)).status
    expect(await refused(portal.as.Agent, { lines })).toBe(403)
    expect(await refused(Office, { lines: [999_999] })).toBe(404)
    for (const wrong of [{}, { lines: [] }, { lines: ['x'] }, { lines: [-1] }, { lines, more: 1 }])
      expect(await refused(Office, wrong)).toBe(422)
    expect(await refused(Office, { lines: Array.from({ length: 101 }, (_, at) => at + 1) })).toBe(422)
  })
})
