import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '#server/db/migrate.ts'
import { addDays } from '#shared/base/dates.ts'
import { per100 } from '#shared/trade/defect-figures.ts'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/qa-activities'
const today = new Date().toISOString().slice(0, 10)

describe.each(engines)('quality activities (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person
  let line: number
  const codes: Record<string, number> = {}

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent } = portal.as)
    await portal.make('purchase-orders', [
      draft('QUALITY-1', { status: 'issued', issued_at: '2026-11-01T00:00:00Z', ex_factory_date: addDays(today, 60) }),
    ])
    const [row] = await portal.db.query<{ id: number }>('select id from po_lines order by id limit 1')
    line = row?.id ?? 0
    for (const severity of ['critical', 'major', 'minor']) {
      const name = { code: severity.slice(0, 3), name_en: severity, name_zh: severity, category: 'other' }
      const [made] = await portal.make('defect-codes', [{ ...name, default_severity: severity, status: 'active' }])
      codes[severity] = made?.id ?? 0
    }
  }, 120_000)
  afterAll(() => portal.close())

  const input = (values: object = {}) => ({
    type: 'final',
    po_line_id: line,
    supplier_id: 60,
    planned_date: today,
    lot_qty: 2400,
    ...values,
  })
  const plan = async (values: object = {}) => {
    const { status, body } = await Office.post(url, input(values))
    expect(status, JSON.stringify(body)).toBe(201)
    return Number(body.id)
  }
  const move = async (who: Person, id: number, name: string, values: object = {}) => {
    const { version } = (await admin.get(`${url}/${id}`)).body
    return who.post(`${url}/${id}/moves/${name}`, { version, ...values })
  }
  const done = async (who: Person, id: number, name: string, values: object = {}) => {
    const { status, body } = await move(who, id, name, values)
    expect([name, status], JSON.stringify(body)).toEqual([name, 200])
    return body
  }
  const enter = async (id: number, defects: Record<string, number>) => {
    const { version } = (await Office.get(`${url}/${id}`)).body
    const rows = Object.entries(defects).map(([severity, qty]) => ({ defect_code_id: codes[severity], severity, qty }))
    return Office.patch(`${url}/${id}`, { version, defects: rows })
  }
  const inspected = { inspected_on: today, packed_pct: 100, conclusion: 'conforming' }
  /** An inspection that has begun, with its defects. */
  const begun = async (defects: Record<string, number> = {}, values: object = {}) => {
    const id = await plan(values)
    await done(Office, id, 'schedule', { planned_date: today })
    await done(Office, id, 'start')
    expect((await enter(id, defects)).status).toBe(200)
    return id
  }

  it('compute their plan from lot, level and limits, and are checked', async () => {
    const errors = async (values: object) => Object.keys((await Office.post(url, input(values))).body.errors ?? {})
    expect(await errors({ po_line_id: null })).toEqual(['po_line_id'])
    expect(await errors({ type: 'factory_evaluation', po_line_id: null })).toEqual(['factory_id'])
    expect(await errors({ type: 'reinspection' })).toEqual(['type'])
    expect(await errors({ supplier_id: 61 })).toEqual(['supplier_id'])
    expect(await errors({ planned_date: addDays(today, -1) })).toEqual(['planned_date'])
    expect(await errors({ level: 'IV' })).toEqual(['level'])
    const [agent] = (await admin.get('/api/users?type=Agent&_end=1')).body
    expect(await errors({ inspector_id: agent.id })).toEqual(['inspector_id'])
    expect((await Agent.post(url, input())).status).toBe(403)
    const { body } = await Office.post(url, input())
    expect(body).toMatchObject({
      status: 'planned',
      code_letter: 'K',
      sample_size: 125,
      major_accept: 7,
      minor_accept: 10,
    })
    expect(body.activity_no).toMatch(/^QA-\d{4}-\d{6}$/)
    const { body: whole } = await Office.post(url, input({ lot_qty: undefined }))
    const [{ qty } = { qty: 0 }] = await portal.db.query<{ qty: number }>('select qty from po_lines where id = $1', [
      line,
    ])
    expect(whole.lot_qty).toBe(qty)
    // The plan follows the lot, and the other types have none.
    const { body: larger } = await Office.patch(`${url}/${body.id}`, { version: body.version, lot_qty: 5000 })
    expect(larger).toMatchObject({ code_letter: 'L', sample_size: 200, major_accept: 10, minor_accept: 14 })
    expect((await Office.post(url, input({ type: 'pp_meeting' }))).body.sample_size).toBeNull()
  })

  it('are seen by their supplier alone, without labels', async () => {
    const [label] = await portal.make('labels', [{ handle: 'watch', name_en: 'Watch', name_zh: '关注', colour: 'red' }])
    const id = await plan({ label_id: label?.id })
    expect((await Office.get(`${url}?label_id=${label?.id}`)).total).toBe(1)
    const { status, body } = await Agent.get(`${url}/${id}`)
    expect([status, 'label_id' in body]).toEqual([200, false])
    expect((await portal.otherAgent.get(`${url}/${id}`)).status).toBe(404)
    expect((await portal.otherAgent.get(url)).total).toBe(0)
    expect((await move(portal.otherAgent, id, 'request', { planned_date: today })).status).toBe(404)
    expect((await Agent.patch(`${url}/${id}`, { version: body.version, lot_qty: 5 })).status).toBe(403)
    expect((await done(Agent, id, 'request', { planned_date: addDays(today, 2) })).status).toBe('requested')
    expect((await move(Agent, id, 'schedule', { planned_date: today })).status).toBe(403)
    expect((await done(Office, id, 'refuse', { reason: 'No inspector on that day.' })).status).toBe('planned')
  })

  it('cannot be completed with fewer units than the plan, and need the share that is packed', async () => {
    const id = await begun({ major: 2 })
    for (const [values, field] of [
      [{ inspected_qty: 124 }, 'inspected_qty'],
      [{ inspected_qty: 2401 }, 'inspected_qty'],
      [{ packed_pct: null }, 'packed_pct'],
      [{ inspected_on: addDays(today, 3) }, 'inspected_on'],
      [{ inspected_on: '1900-01-01' }, 'inspected_on'],
      [{ conclusion: 'nonconforming' }, 'remark'],
    ] as const)
      expect(Object.keys((await move(Office, id, 'complete', { ...inspected, ...values })).body.errors)).toEqual([
        field,
      ])
    const { body } = await Office.get(`${url}/${id}`)
    expect(body).toMatchObject({ status: 'in_progress', result: null, major_qty: 2 })
    expect((await enter(await plan(), { major: 1 })).status).toBe(422)
  })

  it('cannot be completed without a lot, whose plan decides', async () => {
    const id = await begun()
    for (const lot_qty of [null, 1]) {
      const { version } = (await Office.get(`${url}/${id}`)).body
      expect((await Office.patch(`${url}/${id}`, { version, lot_qty })).body.sample_size).toBeNull()
      const { status, body } = await move(Office, id, 'complete', inspected)
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(body)).toEqual([422, ['lot_qty']])
    }
  })

  it('are repeated without the inspector, the factory and the label that are in use no more', async () => {
    const [person] = await portal.make('users', [
      { ...{ email: 'leaver@example.com', first_name: 'Leo', last_name: 'Leaver' }, type: 'Office', status: 'active' },
    ])
    const [factory] = await portal.make('factories', [{ name_en: 'Closing', country: 'CN' }])
    const [label] = await portal.make('labels', [{ handle: 'gone', name_en: 'Gone', name_zh: '停用', colour: 'red' }])
    const known = { inspector_id: person?.id, factory_id: factory?.id, label_id: label?.id }
    const id = await begun({ major: 12 }, known)
    await done(Office, id, 'complete', inspected)
    await done(Office, id, 'require_rework', { plan_due: addDays(today, 5), decision_reason: 'Open seams.' })
    const answer = { root_cause: 'Folder.', corrective_action: 'Sorted.', preventive_action: 'Daily check.' }
    await done(Agent, id, 'submit_plan', { ...answer, corrected_by: today })
    await done(Office, id, 'accept_plan')
    await portal.db.query(`update users set status = 'deactivated' where id = $1`, [person?.id])
    await portal.db.query('update factories set archived_at = now() where id = $1', [factory?.id])
    await portal.db.query('update labels set archived_at = now() where id = $1', [label?.id])
    await done(Office, id, 'reinspect', { planned_date: today })
    const [next] = (await Office.get(`${url}?previous_activity_id=${id}`)).body
    expect(next).toMatchObject({ inspector_id: null, factory_id: null, label_id: null, lot_qty: 2400 })
  })

  it('are not scheduled with an inspector who has left', async () => {
    const [person] = await portal.make('users', [
      { ...{ email: 'gone@example.com', first_name: 'Gil', last_name: 'Gone' }, type: 'Office', status: 'active' },
    ])
    const id = await plan({ inspector_id: person?.id })
    await portal.db.query(`update users set status = 'deactivated' where id = $1`, [person?.id])
    // The dialog begins with the inspector as planned.
    const refused = await move(Office, id, 'schedule', { planned_date: today, inspector_id: person?.id })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['inspector_id']])
    expect((await done(Office, id, 'schedule', { planned_date: today, inspector_id: null })).inspector_id).toBeNull()
  })

  it('keep the inspector of each where many are scheduled for one day', async () => {
    const people = await portal.make(
      'users',
      ['ana', 'ben'].map((name) => ({
        ...{ email: `${name}@example.com`, first_name: name, last_name: 'Inspects', type: 'Office', status: 'active' },
      })),
    )
    const ids = await Promise.all(people.map(({ id }) => plan({ inspector_id: id })))
    const schedule = async (answers: object) => {
      const rows = await Promise.all(
        ids.map(async (id) => ({ id, version: (await Office.get(`${url}/${id}`)).body.version })),
      )
      const { body } = await Office.post(`${url}/bulk/moves/schedule`, { rows, planned_date: today, ...answers })
      expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true])
      return Promise.all(ids.map(async (id) => (await Office.get(`${url}/${id}`)).body.inspector_id))
    }
    // The dialog of many begins without an inspector.
    expect(await schedule({ inspector_id: null, comment: null })).toEqual(people.map(({ id }) => id))
    expect(await schedule({ inspector_id: people[0]?.id })).toEqual([people[0]?.id, people[0]?.id])
    // Of one, who is taken out is taken out.
    expect(
      (await done(Office, ids[0] ?? 0, 'schedule', { planned_date: today, inspector_id: null })).inspector_id,
    ).toBeNull()
  })

  it('pass with what the plan accepts, and are accepted', async () => {
    const id = await begun({ major: 7, minor: 10 })
    expect(await done(Office, id, 'complete', inspected)).toMatchObject({ result: 'passed', inspected_qty: 125 })
    expect((await done(Office, id, 'reopen', { reason: 'One more unit.' })).result).toBeNull()
    expect((await enter(id, { major: 8, minor: 10 })).status).toBe(200)
    expect((await done(Office, id, 'complete', inspected)).result).toBe('failed')
    expect((await move(Office, id, 'accept')).status).toBe(409)
    expect((await move(Office, id, 'accept_with_concession', { decision_reason: 'x' })).status).toBe(403)
    const accepted = await done(admin, id, 'accept_with_concession', { decision_reason: 'Sorted in our warehouse.' })
    expect(accepted).toMatchObject({ status: 'accepted_with_concession', decision_reason: 'Sorted in our warehouse.' })
    expect((await enter(id, { major: 1 })).status).toBe(422)
  })

  it('take over the checklist of their type, and are completed once it is answered', async () => {
    const items = await portal.make('checklist-items', [
      { code: 'A-1', name_en: 'Carton marks', name_zh: '箱唛', seq: 2, activity_types: ['final'] },
      {
        code: 'A-2',
        name_en: 'Metal',
        name_zh: '金属',
        seq: 1,
        activity_types: ['final', 'dupro'],
        is_hard_fail: true,
      },
      { code: 'A-3', name_en: 'Needles', name_zh: '车针', seq: 3, activity_types: ['inline'] },
      { code: 'A-4', name_en: 'Old', name_zh: '旧', seq: 4, activity_types: ['final'], status: 'retired' },
      { code: 'A-5', name_en: 'Put away', name_zh: '归档', seq: 5, activity_types: ['final'] },
    ])
    const put = { version: (await admin.get(`/api/checklist-items/${items[4]?.id}`)).body.version }
    expect((await admin.post(`/api/checklist-items/${items[4]?.id}/moves/archive`, put)).status).toBe(200)
    const id = await begun()
    const read = async () => (await Office.get(`${url}/${id}`)).body
    const answer = async (who: Person, ...results: (string | null)[]) => {
      const { version, checks } = await read()
      const rows = checks.map((row: { id: number }, at: number) => ({ id: row.id, result: results[at] ?? null }))
      return (await who.patch(`${url}/${id}`, { version, checks: rows })).status
    }
    expect((await read()).checks).toMatchObject([
      { checklist_item_id: items[1]?.id, is_hard_fail: true, result: null },
      { checklist_item_id: items[0]?.id, is_hard_fail: false, result: null },
    ])
    expect(await answer(Office, 'pass', null)).toBe(200)
    const { version, checks } = await read()
    const open = await Office.post(`${url}/${id}/moves/complete`, { version, ...inspected })
    expect([open.status, open.body.message]).toEqual([409, 'Unanswered checks: 1'])
    for (const rows of [[], [...checks, { checklist_item_id: items[2]?.id }], [{ ...checks[0], is_hard_fail: false }]])
      expect([403, 422]).toContain((await Office.patch(`${url}/${id}`, { version, checks: rows })).status)
    expect(await answer(Office, 'pass', 'maybe')).toBe(422)
    expect(await answer(Agent, 'pass', 'pass')).toBe(403)
    // What does not fail the lot is noted, and what does fails it.
    expect(await answer(Office, 'pass', 'fail')).toBe(200)
    await done(Office, id, 'complete', inspected)
    expect(await read()).toMatchObject({ status: 'completed', result: 'passed' })
    await done(Office, id, 'reopen', { reason: 'The detector was off.' })
    expect((await read()).checks.map(({ result }: { result: string }) => result)).toEqual(['pass', 'fail'])
    expect(await answer(Office, 'fail', 'na')).toBe(200)
    await done(Office, id, 'complete', inspected)
    expect(await read()).toMatchObject({ result: 'failed' })
    expect([403, 422]).toContain(await answer(Office, 'pass', 'pass'))
    await portal.db.query(`update checklist_items set status = 'retired'`)
  })

  it('are signed by both sides while they take place', async () => {
    const id = await begun()
    const sign = async (signatures: unknown, who = Office) => {
      const { version } = (await Office.get(`${url}/${id}`)).body
      return (await who.patch(`${url}/${id}`, { version, signatures })).status
    }
    for (const wrong of [
      [{ side: 'inspector', signer: '' }],
      [{ side: 'inspector', signer: 'Li', strokes: 'M1 2 Z' }],
      [{ side: 'inspector', signer: 'Li', strokes: `M1 1${' L1 1'.repeat(3000)}` }],
      [{ side: 'buyer', signer: 'Li' }],
      [
        { side: 'factory', signer: 'A' },
        { side: 'factory', signer: 'B' },
      ],
    ])
      expect([409, 422], JSON.stringify(wrong).slice(0, 60)).toContain(await sign(wrong))
    expect(await sign([{ side: 'inspector', signer: 'Li' }], Agent)).toBe(403)
    expect(await sign([{ side: 'inspector', signer: 'Li Wei', strokes: 'M10 20 L30 40' }])).toBe(200)
    expect((await Agent.get(`${url}/${id}`)).body.signatures).toMatchObject([{ signer: 'Li Wei' }])
    await done(Office, id, 'complete', inspected)
    expect([403, 422]).toContain(await sign([]))
  })

  it('point at the place of a defect on a drawing, or at none', async () => {
    const id = await begun()
    const enterPlace = async (place: object) => {
      const { version } = (await Office.get(`${url}/${id}`)).body
      const [code] = (await Office.get('/api/defect-codes?_end=1')).body
      const defect = { defect_code_id: code.id, severity: 'major', qty: 1, ...place }
      return (await Office.patch(`${url}/${id}`, { version, defects: [defect] })).status
    }
    for (const place of [
      { place_view: 'top_front' },
      { place_view: 'top_front', place_x: 10 },
      { place_x: 1, place_y: 1 },
      { place_view: 'sleeve', place_x: 1, place_y: 1 },
      { place_view: 'top_front', place_x: 1001, place_y: 1 },
      { place_view: 'top_front', place_x: -1, place_y: 1 },
    ])
      expect(await enterPlace(place), JSON.stringify(place)).toBe(422)
    expect(await enterPlace({ place_view: 'trousers_back', place_x: 0, place_y: 1000 })).toBe(200)
    expect(await enterPlace({})).toBe(200)
  })

  it('are not ready when less than 80 % is packed, and fail with a critical defect', async () => {
    const id = await begun()
    expect((await done(Office, id, 'complete', { ...inspected, packed_pct: 79 })).result).toBe('not_ready')
    const unsafe = await begun({ critical: 1 })
    expect((await done(Office, unsafe, 'complete', inspected)).result).toBe('failed')
  })

  it('are corrected by a plan that the office accepts, and re-inspected', async () => {
    const id = await begun({ major: 12 })
    await done(Office, id, 'complete', inspected)
    await done(Office, id, 'require_rework', { plan_due: addDays(today, 5), decision_reason: 'Open seams.' })
    const answer = { root_cause: 'Worn folder.', corrective_action: 'Sorted.', preventive_action: 'Daily check.' }
    expect((await move(Office, id, 'submit_plan', { ...answer, corrected_by: today })).status).toBe(403)
    expect((await move(Office, id, 'accept_plan')).status).toBe(409)
    expect((await Agent.get(`${url}?plan_to_answer=true`)).total).toBe(1)
    await done(Agent, id, 'submit_plan', { ...answer, corrected_by: addDays(today, 4) })
    expect((await move(Agent, id, 'submit_plan', { ...answer, corrected_by: today })).status).toBe(409)
    expect((await Office.get(`${url}?plan_to_review=true`)).total).toBe(1)
    expect((await move(Office, id, 'reinspect', { planned_date: today })).status).toBe(409)
    await done(Office, id, 'return_plan', { plan_comment: 'Which cartons?' })
    await done(Agent, id, 'submit_plan', { ...answer, corrected_by: addDays(today, 4) })
    await done(Office, id, 'accept_plan')
    // Two people at once: one re-inspection.
    const { version } = (await Office.get(`${url}/${id}`)).body
    const wish = { version, planned_date: addDays(today, 4) }
    const both = await Promise.all([Office, admin].map((who) => who.post(`${url}/${id}/moves/reinspect`, wish)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { body } = await Agent.get(`${url}?previous_activity_id=${id}`)
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({ type: 'reinspection', original_type: 'final', status: 'scheduled', lot_qty: 2400 })
    await done(Office, body[0].id, 'start')
    await done(Office, body[0].id, 'complete', inspected)
    expect((await done(Office, body[0].id, 'accept')).status).toBe('accepted')
  })

  it('tell the supplier and the office by mail', async () => {
    const mails = await portal.db.query<{ mail: string }>(
      `select distinct payload ->> 'mail' as mail from outbox where payload ->> 'mail' like 'qa_%' order by 1`,
    )
    expect(mails.map(({ mail }) => mail)).toEqual([
      ...['qa_decided', 'qa_plan_accepted', 'qa_plan_returned', 'qa_plan_submitted'],
      ...['qa_refused', 'qa_requested', 'qa_scheduled'],
    ])
  })

  const told = async (mail: string): Promise<string[]> =>
    (
      await portal.db.query<{ to: string }>(
        `select payload ->> 'to' as to from outbox where payload ->> 'mail' = $1 order by 1`,
        [mail],
      )
    ).map(({ to }) => to)
  const emailOf = async ({ id }: Person) =>
    (await portal.db.query<{ email: string }>('select email from users where id = $1', [id]))[0]?.email

  it('tell supplier and inspector that one is cancelled which they were told of', async () => {
    const inspector = await portal.person({ type: 'Office' })
    const unknown = await plan({ inspector_id: inspector.id })
    await done(Office, unknown, 'cancel', { reason: 'Typed twice' })
    expect(await told('qa_cancelled')).toEqual([])
    const id = await plan({ inspector_id: inspector.id })
    await done(Office, id, 'schedule', { planned_date: today, inspector_id: inspector.id })
    await done(Office, id, 'cancel', { reason: 'The goods are not ready' })
    const to = await told('qa_cancelled')
    expect(to).toContain(await emailOf(inspector))
    expect(to).toContain(await emailOf(Agent))
    expect(to).not.toContain(await emailOf(Office))
  })

  it('reach the buyer of the order where who planned them has left', async () => {
    const buyer = await portal.person({ type: 'Office' })
    await portal.db.query(
      'update purchase_orders set buyer_id = $1 where id = (select purchase_order_id from po_lines where id = $2)',
      [buyer.id, line],
    )
    const leaver = await portal.person({ type: 'Office' })
    const { body } = await leaver.post(url, input())
    await done(Agent, body.id, 'request', { planned_date: today })
    expect(await told('qa_requested')).not.toContain(await emailOf(buyer))
    await done(Office, body.id, 'refuse', { reason: 'Not on that day' })
    await portal.db.query(`update users set status = 'deactivated' where id = $1`, [leaver.id])
    await done(Agent, body.id, 'request', { planned_date: today })
    expect(await told('qa_requested')).toContain(await emailOf(buyer))
  })

  it('end with their order line unless they have begun', async () => {
    const { lines: rows, ...order } = draft('QUALITY-ENDS', {
      ...{ status: 'confirmed', issued_at: '2026-11-01T00:00:00Z', ex_factory_date: addDays(today, 60) },
    }) as { lines: object[] }
    const [made] = await portal.make('purchase-orders', [{ ...order, lines: [...rows, ...rows, ...rows] }])
    const [short, dropped, other] = ((made?.lines ?? []) as { id: number }[]).map(({ id }) => id)
    const inspector = await portal.person({ type: 'Office' })
    const ids = {
      planned: await plan({ po_line_id: short }),
      scheduled: await plan({ po_line_id: short, inspector_id: inspector.id }),
      begun: await begun({}, { po_line_id: short }),
      dropped: await plan({ po_line_id: dropped }),
      other: await plan({ po_line_id: other }),
    }
    await done(Office, ids.scheduled, 'schedule', { planned_date: today, inspector_id: inspector.id })
    await portal.db.query('update qa_activities set planned_date = current_date - 1 where id = any($1::bigint[])', [
      Object.values(ids),
    ])
    const statuses = async () =>
      Promise.all(Object.values(ids).map(async (id) => (await Office.get(`${url}/${id}`)).body.status))
    const lineMove = async (area: string, id: number, name: string) => {
      const { version } = (await admin.get(`/api/${area}/${id}`)).body
      const { status, body } = await Office.post(`/api/${area}/${id}/moves/${name}`, { version, reason: 'Enough came' })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const mails = (await told('qa_cancelled')).length
    await lineMove('po-lines', short ?? 0, 'short_close')
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'in_progress', 'planned', 'planned'])
    expect(await told('qa_cancelled')).toContain(await emailOf(inspector))
    expect((await told('qa_cancelled')).length).toBeGreaterThan(mails)
    await lineMove('purchase-orders', made?.id ?? 0, 'cancel')
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'in_progress', 'cancelled', 'cancelled'])
    for (const condition of ['is_overdue=true', `planned_by_lte=${today}`])
      expect((await Agent.get(`${url}?${condition}&purchase_order_id=${made?.id}`)).total).toBe(0)
  })

  it('have ended with the lines that ended before', async () => {
    const [order] = await portal.make('purchase-orders', [
      draft('QUALITY-ENDED', {
        status: 'issued',
        issued_at: '2026-11-01T00:00:00Z',
        ex_factory_date: addDays(today, 60),
      }),
    ])
    const [ended] = ((order?.lines ?? []) as { id: number }[]).map(({ id }) => id)
    const ids = [await plan({ po_line_id: ended }), await begun({}, { po_line_id: ended }), await plan()]
    const [type] = await portal.make('sample-types', [
      ...[
        { code: 'PPS', name_en: 'Pre-production', sizes_rule: 'base', stage: 'production', needs_line: true, seq: 1 },
      ],
    ])
    const sample = { sample_type_id: type?.id, article_id: 1, supplier_id: 60, location_id: 1, due_date: today }
    const { body: request } = await Office.post('/api/sample-requests', {
      ...{ ...sample, po_line_id: ended, sizes: [{ size_id: 1, qty: 1 }] },
    })
    await portal.db.query(`update po_lines set line_status = 'cancelled' where id = $1`, [ended])
    const migration = migrations.find(({ name }) => name === '0129_ended_lines')
    await portal.db.query(migration?.sql ?? '')
    const statuses = await Promise.all(ids.map(async (id) => (await Office.get(`${url}/${id}`)).body.status))
    expect(statuses).toEqual(['cancelled', 'in_progress', 'planned'])
    expect((await Office.get(`/api/sample-requests/${request.id}`)).body.status).toBe('cancelled')
    const { body: history } = await Office.get(`${url}/${ids[0]}/history`)
    expect(JSON.stringify(history)).toContain('"to_status":"cancelled"')
  })

  it('count defects by kind, factory, supplier and month, with the inspections behind each', async () => {
    const figures = async (query: string, who = Office) => {
      const { status, body } = await who.get(`${url}/defect-figures?${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body as Record<
        string,
        {
          id: number | null
          month: string | null
          critical: number
          major: number
          minor: number
          inspected: number | null
        }[]
      >
    }
    const all = await figures('')
    const inspections = (await Office.get(`${url}?result_nnull=true&_end=100`)).body as Record<string, number>[]
    const sum = (rows: { critical: number; major: number; minor: number }[]) =>
      rows.reduce((units, { critical, major, minor }) => units + critical + major + minor, 0)
    const units = inspections.reduce(
      (total, { critical_qty = 0, major_qty = 0, minor_qty = 0 }) => total + critical_qty + major_qty + minor_qty,
      0,
    )
    expect(units).toBeGreaterThan(0)
    for (const by of ['kind', 'factory', 'supplier', 'month']) expect([by, sum(all[by] ?? [])]).toEqual([by, units])
    for (const { id, critical, major, minor } of all.kind ?? []) {
      const behind = (await Office.get(`${url}?result_nnull=true&defect_code_id=${id}&_end=100`)).body as {
        id: number
      }[]
      const whole = await Promise.all(behind.map(async ({ id }) => (await Office.get(`${url}/${id}`)).body.defects))
      const ofKind = whole.flat().filter((defect: { defect_code_id: number }) => defect.defect_code_id === id)
      expect(ofKind.reduce((total: number, { qty }: { qty: number }) => total + qty, 0)).toBe(critical + major + minor)
    }
    expect(sum((await figures('supplier_id=61')).supplier ?? [])).toBe(0)
    // Beside the inspected units stand those of the same inspections, as in every other rate.
    const shareOf = async () => (await figures('supplier_id=60')).supplier?.[0] as unknown as Record<string, number>
    const share = await shareOf()
    const audit = await begun({ major: 4 }, { type: 'measurement_audit' })
    await done(Office, audit, 'complete', { inspected_on: today, conclusion: 'conforming' })
    expect(await shareOf()).toMatchObject({
      ...{ inspected: share.inspected, among_inspected: share.among_inspected },
      major: Number(share.major) + 4,
    })
    expect(per100({ among_inspected: 5, inspected: 200 })).toBe(2.5)
    expect(sum((await figures('', portal.otherAgent)).kind ?? [])).toBe(0)
    expect((await Office.get(`${url}/defect-figures?nothing=1`)).status).toBe(400)
    expect((await portal.as.user.get(`${url}/defect-figures`)).status).toBe(403)
  })

  it('are tightened after bad lots of a factory and reduced after good ones, where the settings say so', async () => {
    const [made] = await portal.make('factories', [{ name_en: 'Switching', country: 'CN' }])
    const factory_id = made?.id
    const switching = async (inspection_switching: string) => {
      const { id, version } = (await admin.get('/api/settings?_start=0&_end=1')).body[0]
      expect((await admin.patch(`/api/settings/${id}`, { version, inspection_switching })).status).toBe(200)
    }
    /** Inspects a lot with so many major defects, and says how severe that was and what came of it. */
    const inspect = async (major: number) => {
      const id = await begun(major > 0 ? { major } : {}, { factory_id })
      const { inspection_severity, result, sample_size } = await done(Office, id, 'complete', inspected)
      return `${inspection_severity} ${sample_size} ${result}`
    }
    const severityOf = async (values: object = {}) =>
      (await Office.get(`${url}/${await plan({ factory_id, ...values })}`)).body.inspection_severity

    expect([await inspect(12), await inspect(12)]).toEqual(Array(2).fill('normal 125 failed'))
    expect(await severityOf()).toBe('normal')
    const early = await plan({ factory_id })
    await switching('tighten_and_reduce')
    expect(await severityOf({ type: 'inline' })).toBe('normal')
    expect((await Office.post(url, input({ factory_id }))).body).toMatchObject({
      ...{ inspection_severity: 'tightened', code_letter: 'K', sample_size: 125 },
      ...{ major_accept: 5, major_reject: 6, minor_accept: 8, minor_reject: 9 },
    })
    // Nobody chooses it, and what was planned before is judged when it is scheduled and started.
    expect((await Office.post(url, input({ factory_id, inspection_severity: 'normal' }))).status).toBe(422)
    await done(Office, early, 'schedule', { planned_date: today })
    expect((await done(Office, early, 'start')).inspection_severity).toBe('tightened')
    expect((await enter(early, { major: 6 })).status).toBe(200)
    expect((await done(Office, early, 'complete', inspected)).result).toBe('failed')

    const lots: string[] = []
    for (let lot = 0; lot < 5; lot += 1) lots.push(await inspect(5))
    expect(lots).toEqual(Array(5).fill('tightened 125 passed'))
    for (let lot = 0; lot < 10; lot += 1) lots.push(await inspect(0))
    expect(lots.slice(5)).toEqual(Array(10).fill('normal 125 passed'))
    // Between the numbers of a reduced plan the lot passes, and the next one is inspected normally.
    expect([await inspect(3), await inspect(4), await inspect(0)]).toEqual([
      ...Array(2).fill('reduced 50 passed'),
      'normal 125 passed',
    ])
    await switching('normal_only')
    expect(await severityOf()).toBe('normal')
  })

  it('tell the administrators once five lots have failed tightened inspection', async () => {
    const [made] = await portal.make('factories', [{ name_en: 'Failing', country: 'CN' }])
    const { id: own, version } = (await admin.get('/api/settings?_start=0&_end=1')).body[0]
    expect((await admin.patch(`/api/settings/${own}`, { version, inspection_switching: 'tighten' })).status).toBe(200)
    const told = async () =>
      (await portal.db.query(`select 1 from outbox where payload ->> 'mail' = 'qa_discontinued'`)).length
    for (let lot = 0; lot < 6; lot += 1) {
      const id = await begun({ major: 12 }, { factory_id: made?.id })
      await done(Office, id, 'complete', inspected)
    }
    expect(await told()).toBe(0)
    const last = await begun({ major: 12 }, { factory_id: made?.id })
    await done(Office, last, 'complete', inspected)
    expect(await told()).toBeGreaterThan(0)
    // The goods are inspected again as severely.
    await done(Office, last, 'require_rework', { plan_due: addDays(today, 5), decision_reason: 'Open seams.' })
    const answer = { root_cause: 'Folder.', corrective_action: 'Sorted.', preventive_action: 'Daily check.' }
    await done(Agent, last, 'submit_plan', { ...answer, corrected_by: today })
    await done(Office, last, 'accept_plan')
    await done(Office, last, 'reinspect', { planned_date: today })
    const { body } = await Agent.get(`${url}?previous_activity_id=${last}`)
    expect(body[0]).toMatchObject({ inspection_severity: 'tightened', major_reject: 6 })
  })
})
