import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#shared/base/dates.ts'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/sample-requests'
const today = new Date().toISOString().slice(0, 10)

describe.each(engines)('samples (%s)', (engine) => {
  let portal: Portal
  let Office: Person
  let Agent: Person
  let line: number
  const types: Record<string, number> = {}

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Office, Agent } = portal.as)
    await portal.make('purchase-orders', [
      draft('SAMPLES-1', {
        status: 'issued',
        issued_at: '2026-11-01T00:00:00Z',
        ex_factory_date: addDays(today, 60),
      }),
    ])
    const [row] = await portal.db.query<{ id: number }>('select id from po_lines')
    line = row?.id ?? 0
    const usual = { stage: 'production', default_qty: 2, lead_days: 5, status: 'active' }
    for (const [seq, record] of [
      { code: 'FIT', name_en: 'Fit', sizes_rule: 'all' },
      { code: 'PPS', name_en: 'Pre-production', sizes_rule: 'base', needs_line: true, needs_colourway: true },
      { code: 'LAB_DIP', name_en: 'Lab dip', sizes_rule: 'none', needs_colourway: true },
    ].entries()) {
      const [made] = await portal.make('sample-types', [{ ...usual, seq: seq + 1, ...record }])
      types[record.code] = made?.id ?? 0
    }
    await portal.make('sample-plans', [
      {
        code: 'ALL',
        name_en: 'All',
        product_category_id: 1,
        items: [
          { sample_type_id: types.FIT, days_before: 80 },
          { sample_type_id: types.PPS, days_before: 10 },
          { sample_type_id: types.LAB_DIP, days_before: 20 },
        ],
      },
    ])
  }, 120_000)
  afterAll(() => portal.close())

  const input = (values: object = {}) => ({
    sample_type_id: types.FIT,
    article_id: 1,
    supplier_id: 60,
    location_id: 1,
    due_date: addDays(today, 20),
    sizes: [
      { size_id: 1, qty: 1 },
      { size_id: 2, qty: 2 },
    ],
    ...values,
  })
  const move = async (who: Person, id: number, name: string, values: object = {}) => {
    const { version } = (await Office.get(`${url}/${id}`)).body
    return who.post(`${url}/${id}/moves/${name}`, { version, ...values })
  }
  const parcel = (values: object = {}) => ({ dispatch_date: today, courier: 'DHL', awb_no: '1234567890', ...values })

  it('are numbered, checked by type and hidden until they are sent', async () => {
    const errors = async (values: object) => Object.keys((await Office.post(url, input(values))).body.errors ?? {})
    expect(await errors({ sample_type_id: types.PPS })).toEqual(['po_line_id', 'colourway_id'])
    expect(await errors({ due_date: addDays(today, -1) })).toEqual(['due_date'])
    expect(await errors({ po_line_id: line, supplier_id: 61 })).toEqual(['supplier_id'])
    expect(await errors({ po_line_id: line, article_id: 2 })).toContain('article_id')
    expect(await errors({ sizes: [{ size_id: 1 }, { size_id: 1 }] })).toEqual(['sizes.1.size_id'])
    expect(await errors({ sizes: [] })).toEqual(['sizes'])
    expect((await Agent.post(url, input())).status).toBe(403)
    const { status, body } = await Office.post(url, input())
    expect([status, body.status, body.round, body.requested_qty]).toEqual([201, 'draft', 1, 3])
    expect(body.request_no).toMatch(/^SR-\d{4}-\d{6}$/)
    expect((await Agent.get(`${url}/${body.id}`)).status).toBe(404)
    expect((await move(Office, body.id, 'send')).status).toBe(200)
    expect((await Agent.get(`${url}/${body.id}`)).status).toBe(200)
    expect((await portal.otherAgent.get(`${url}/${body.id}`)).status).toBe(404)
    expect((await portal.otherAgent.get(url)).total).toBe(0)
  })

  it('go to the office in parts, come back rejected and are approved in the second round', async () => {
    const { id } = (await Office.post(url, input())).body
    await move(Office, id, 'send')
    expect((await move(Agent, id, 'acknowledge', { promised_date: addDays(today, -1) })).status).toBe(422)
    expect((await move(Agent, id, 'acknowledge', { promised_date: addDays(today, 9) })).body.status).toBe(
      'acknowledged',
    )
    expect((await move(portal.as.staff, id, 'start')).body.status).toBe('in_making')
    for (const [values, field] of [
      [{ awb_no: '020-12345674' }, 'awb_no'],
      [{ dispatch_date: addDays(today, 3) }, 'dispatch_date'],
    ] as const)
      expect(Object.keys((await move(Agent, id, 'dispatch', parcel(values))).body.errors)).toEqual([field])
    const { version: unsent, sizes } = (await Agent.get(`${url}/${id}`)).body
    const pieces = (...counts: number[]) => counts.map((qty, index) => ({ id: sizes[index]?.id ?? 0, qty }))
    const pack = (counts: object[], values: object = {}, who = Agent) =>
      who.post(`${url}/parcel`, { ...parcel(values), samples: [{ id, version: unsent, sizes: counts }] })
    for (const [counts, field] of [
      [pieces(2, 0), 'samples.0'],
      [pieces(0, 0), 'samples.0'],
      [[{ id: 999999, qty: 1 }], 'samples.0'],
      [pieces(-1, 0), 'samples.0.sizes.0.qty'],
    ] as const)
      expect(Object.keys((await pack([...counts])).body.errors)).toEqual([field])
    expect(Object.keys((await pack(pieces(1, 1), { awb_no: '020-12345674' })).body.errors)).toEqual(['awb_no'])
    expect((await pack(pieces(1, 1), { dispatch_date: null })).status).toBe(422)
    expect((await pack(pieces(1, 1), {}, portal.otherAgent)).status).toBe(404)
    expect((await pack(pieces(1, 1), { awb_no: '020-12345675' })).body).toEqual({ sent: 1 })
    const first = await Agent.get(`${url}/${id}`)
    expect([first.body.status, first.body.sent_qty]).toEqual(['part_dispatched', 2])
    expect((await pack(pieces(0, 1))).status).toBe(409)
    const second = await move(Agent, id, 'dispatch', parcel())
    expect([second.body.status, second.body.sent_qty]).toEqual(['dispatched', 3])
    expect(second.body.dispatches.map(({ quantities }: { quantities: string }) => quantities)).toEqual([
      'S × 1, M × 1',
      'M × 1',
    ])
    expect(second.body.sent_late_days).toBe(-20)
    expect(
      (await move(Office, id, 'receive', { received_date: today, received_qty: 4, condition: 'good' })).status,
    ).toBe(422)
    const received = await move(Office, id, 'receive', { received_date: today, condition: 'good' })
    expect([received.body.status, received.body.received_qty]).toEqual(['received', 3])
    expect(Object.keys((await move(Office, id, 'evaluate', { result: 'rejected' })).body.errors)).toEqual([
      'fit_comments',
    ])
    expect((await move(Agent, id, 'evaluate', { result: 'approved' })).status).toBe(403)
    const judged = await move(Office, id, 'evaluate', { result: 'rejected', fit_comments: 'Chest 2 cm too wide' })
    expect([judged.body.status, judged.body.next_action, judged.body.comment_days]).toEqual(['rejected', 'resubmit', 0])

    // Of two at once one makes the next round.
    const { version } = judged.body
    const again = () => Office.post(`${url}/${id}/moves/resubmit`, { version, due_date: addDays(today, 30) })
    const answers = await Promise.all([again(), again()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { body: rounds } = await Agent.get(`${url}?series_no=${judged.body.series_no}&_sort=round`)
    expect(rounds.map((row: { round: number; status: string }) => [row.round, row.status])).toEqual([
      [1, 'resubmitted'],
      [2, 'requested'],
    ])
    expect(rounds[1].previous_request_id).toBe(id)
    const mails = await portal.db.query<{ mail: string }>(
      `select distinct payload ->> 'mail' as mail from outbox order by 1`,
    )
    expect(mails.map(({ mail }) => mail).filter((mail) => mail?.startsWith('sample'))).toEqual([
      'sample_dispatched',
      'sample_evaluated',
      'sample_requested',
    ])
  })

  it('travel together in one parcel, all or none', async () => {
    const ids: number[] = []
    for (const _ of [1, 2]) {
      const { id } = (await Office.post(url, input())).body
      await move(Office, id, 'send')
      await move(Agent, id, 'acknowledge', { promised_date: today })
      ids.push(id)
    }
    const samples = async () =>
      Promise.all(ids.map(async (id) => ({ id, version: (await Agent.get(`${url}/${id}`)).body.version })))
    const statuses = async () => Promise.all(ids.map(async (id) => (await Agent.get(`${url}/${id}`)).body.status))
    const [one, two] = await samples()
    const stale = await Agent.post(`${url}/parcel`, {
      ...parcel(),
      samples: [one, { ...two, version: 99 }],
    })
    expect([stale.status, Object.keys(stale.body.errors)]).toEqual([409, ['samples.1']])
    expect(await statuses()).toEqual(['acknowledged', 'acknowledged'])
    expect((await Agent.post(`${url}/parcel`, { ...parcel(), samples: [] })).status).toBe(422)
    expect((await portal.as.user.post(`${url}/parcel`, { ...parcel(), samples: [one] })).status).toBe(403)
    // Two people send the same samples, in the other order.
    const answers = await Promise.all(
      [
        [one, two],
        [two, one],
      ].map((both) => Agent.post(`${url}/parcel`, { ...parcel(), samples: both })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await statuses()).toEqual(['dispatched', 'dispatched'])
  })

  it('get lost, are corrected for a day, and later by admins only', async () => {
    const { id } = (await Office.post(url, input())).body
    for (const [who, name, values] of [
      [Office, 'send', {}],
      [Agent, 'acknowledge', { promised_date: today }],
      [Agent, 'dispatch', parcel()],
      [Office, 'lost', { due_date: addDays(today, 40), reason: 'Never arrived' }],
    ] as const)
      expect([name, (await move(who, id, name, values)).status]).toEqual([name, 200])
    const lost = (await Agent.get(`${url}/${id}`)).body
    expect([lost.status, lost.sent_qty, lost.dispatches[0].is_lost]).toEqual(['requested', 0, true])
    expect((await move(Office, id, 'cancel', { reason: 'x' })).status).toBe(200)
    const other = (await Office.post(url, input())).body.id
    await move(Office, other, 'send')
    await move(Agent, other, 'acknowledge', { promised_date: today })
    expect((await move(Office, other, 'dispatch', parcel())).status).toBe(200)
    expect((await move(Office, other, 'cancel', { reason: 'x' })).status).toBe(409)
    await move(Office, other, 'receive', { received_date: today, condition: 'good' })
    await move(Office, other, 'evaluate', { result: 'approved' })
    const correct = (who: Person) =>
      move(who, other, 'correct_evaluation', { result: 'approved_with_comments', colour_comments: 'Shade B' })
    expect((await correct(Office)).body.status).toBe('approved_with_comments')
    await portal.db.query(`update sample_requests set evaluated_at = now() - interval '25 hours' where id = $1`, [
      other,
    ])
    expect((await correct(Office)).status).toBe(409)
    expect((await correct(portal.as.admin)).status).toBe(200)
  })

  it('follow the specification that is in force when the next round is requested', async () => {
    const measures = {
      spec_type: 'measurement',
      name_en: 'Measures',
      applies_to: 'article',
      article_id: 1,
      size_scale_id: 1,
      base_size_id: 1,
    }
    const [version1] = await portal.make('specifications', [{ ...measures, status: 'active' }])
    const { id, specification_id } = (await Office.post(url, input())).body
    expect(specification_id).toBe(version1?.id)
    for (const [who, name, values] of [
      [Office, 'send', {}],
      [Agent, 'acknowledge', { promised_date: today }],
      [Agent, 'dispatch', parcel()],
      [Office, 'receive', { received_date: today, condition: 'good' }],
      [Office, 'evaluate', { result: 'rejected', fit_comments: 'Chest 2 cm too wide' }],
    ] as const)
      expect([name, (await move(who, id, name, values)).status]).toEqual([name, 200])
    // The measures are corrected before the next sample is made.
    await portal.db.query(`update specifications set status = 'superseded' where id = $1`, [version1?.id])
    const [version2] = await portal.make('specifications', [{ ...measures, status: 'active' }])
    const next = await move(Office, id, 'resubmit', { due_date: addDays(today, 30) })
    expect([next.status, next.body.errors]).toEqual([200, undefined])
    const { body: rounds } = await Agent.get(`${url}?series_no=${next.body.series_no}&_sort=round`)
    expect(rounds.map((row: { specification_id: number }) => row.specification_id)).toEqual([
      version1?.id,
      version2?.id,
    ])
  })

  it('go to another address in the next round where that of the last is in use no more', async () => {
    const [old, next] = await portal.make('locations', [
      { code: 'OLD', name_en: 'Old studio', type: 'consolidator', address: 'Old Lane', city: 'London', country: 'GB' },
      { code: 'NEW', name_en: 'New studio', type: 'consolidator', address: 'New Lane', city: 'London', country: 'GB' },
    ])
    const { id } = (await Office.post(url, input({ location_id: old?.id }))).body
    await move(Office, id, 'send')
    await move(Agent, id, 'acknowledge', { promised_date: today })
    const part = { ...parcel(), samples: [{ id, version: 0, sizes: [] as object[] }] }
    const { version, sizes } = (await Agent.get(`${url}/${id}`)).body
    part.samples = [
      { id, version, sizes: sizes.map((row: { id: number }, at: number) => ({ id: row.id, qty: at === 0 ? 1 : 0 })) },
    ]
    expect((await Agent.post(`${url}/parcel`, part)).body).toEqual({ sent: 1 })
    const { moves } = (await Office.get(`${url}/${id}`)).body
    expect(moves.find(({ name }: { name: string }) => name === 'receive').warnings).toEqual([
      '2 of 3 pieces have not been sent yet. They can follow until the sample is evaluated',
    ])
    await move(Office, id, 'receive', { received_date: today, condition: 'good' })
    // The rest follows in a parcel of its own, and is received once.
    const now = async () => (await Office.get(`${url}/${id}`)).body
    expect(await now()).toMatchObject({ status: 'received', sent_qty: 1, received_qty: 1 })
    expect((await Agent.get(`${url}?status=received&has_unsent=true`)).body).toMatchObject([{ id }])
    expect((await move(Office, id, 'receive', { received_date: today, condition: 'good' })).status).toBe(409)
    expect((await move(Agent, id, 'dispatch', parcel())).status).toBe(200)
    expect(await now()).toMatchObject({ status: 'received', sent_qty: 3, received_qty: 1 })
    expect((await move(Agent, id, 'dispatch', parcel())).status).toBe(409)
    expect((await move(Office, id, 'receive', { received_date: today, condition: 'good' })).status).toBe(200)
    expect(await now()).toMatchObject({ status: 'received', received_qty: 3 })
    expect((await Agent.get(`${url}?status=received&has_unsent=true`)).body).toEqual([])
    await move(Office, id, 'evaluate', { result: 'rejected', fit_comments: 'Chest 2 cm too wide' })
    await portal.db.query('update locations set archived_at = now() where id = $1', [old?.id])
    const due = { due_date: addDays(today, 30) }
    const refused = await move(Office, id, 'resubmit', due)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['location_id']])
    const made = await move(Office, id, 'resubmit', { ...due, location_id: next?.id })
    expect([made.status, made.body.errors]).toEqual([200, undefined])
    const { body: rounds } = await Office.get(`${url}?series_no=${made.body.series_no}&_sort=round`)
    expect(rounds.map((row: { location_id: number }) => row.location_id)).toEqual([old?.id, next?.id])
  })

  it('are planned for lines once, however often it is asked for', async () => {
    const ask = (values: object = {}, who = Office) =>
      who.post(`${url}/plan`, { lines: [line], location_id: 1, send: true, ...values })
    expect((await ask({}, Agent)).status).toBe(403)
    expect((await ask({ lines: [999999] })).status).toBe(404)
    expect((await ask({ location_id: null })).status).toBe(422)
    const trial = (await ask({ trial: true })).body
    const [planned] = trial.lines
    expect(
      planned.samples.map(({ state, is_moved }: { state: string; is_moved: boolean }) => [state, is_moved]),
    ).toEqual([
      // The style has a fit sample.
      ['exists', true],
      ['new', false],
      ['new', false],
    ])
    const answers = await Promise.all([ask(), ask()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ body }) => body.made).sort()).toEqual([0, 2])
    const { body } = await Agent.get(`${url}?po_line_id=${line}&_sort=due_date`)
    expect(body.map((row: { sample_type_id: number; status: string }) => [row.sample_type_id, row.status])).toEqual([
      [types.LAB_DIP, 'requested'],
      [types.PPS, 'requested'],
    ])
    expect((await Office.get(`${url}/${body[0].id}/history`)).status).toBe(200)

    const states = async () =>
      (await ask({ trial: true })).body.lines[0].samples.map(({ state }: { state: string }) => state)
    const is = (type: number | undefined, set: string) =>
      portal.db.query(`update sample_requests set ${set} where sample_type_id = $1 and po_line_id = $2`, [type, line])
    expect(await states()).toEqual(['exists', 'exists', 'exists'])
    // What was approved and put away is there; of a round that was repeated nothing is left once the next is cancelled.
    await is(types.LAB_DIP, `status = 'approved', archived_at = now()`)
    expect(await states()).toEqual(['exists', 'exists', 'exists'])
    await is(types.PPS, `status = 'resubmitted'`)
    expect(await states()).toEqual(['exists', 'exists', 'new'])
    await is(types.LAB_DIP, `status = 'requested', archived_at = null`)
    await is(types.PPS, `status = 'requested'`)
    // A type that was put away is asked for no more.
    const { version } = (await portal.as.admin.get(`/api/sample-types/${types.LAB_DIP}`)).body
    const archive = (move: string, of: number) =>
      portal.as.admin.post(`/api/sample-types/${types.LAB_DIP}/moves/${move}`, { version: of })
    expect((await archive('archive', version)).status).toBe(200)
    expect(await states()).toEqual(['exists', 'exists'])
    expect((await archive('restore', version + 1)).status).toBe(200)
    // A line without a category of its own has that of its order, as everywhere.
    await portal.db.query('update po_lines set product_category_id = null where id = $1', [line])
    await portal.db.query('update purchase_orders set product_category_id = 1')
    expect((await ask({ trial: true })).body.lines[0]).toMatchObject({ plan: 'ALL', reason: null })
  })

  it('arrive in parts, of which none makes fewer', async () => {
    const { id } = (await Office.post(url, input())).body
    await move(Office, id, 'send')
    await move(Agent, id, 'acknowledge', { promised_date: today })
    const { version, sizes } = (await Agent.get(`${url}/${id}`)).body
    const first = { id, version, sizes: [{ id: sizes[1].id, qty: 2 }] }
    expect((await Agent.post(`${url}/parcel`, { ...parcel(), samples: [first] })).body).toEqual({ sent: 1 })
    const receive = async (received_qty: number) =>
      (await move(Office, id, 'receive', { received_date: today, received_qty, condition: 'good' })).body
    expect((await receive(2)).received_qty).toBe(2)
    await move(Agent, id, 'dispatch', parcel())
    // The pieces of the second parcel alone.
    expect((await receive(1)).errors).toEqual({
      received_qty: ['2 pieces have been received already. Enter all pieces received so far.'],
    })
    expect((await receive(3)).received_qty).toBe(3)
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

  it('tell the supplier that one is cancelled which it was asked for', async () => {
    await portal.db.query(`delete from outbox where payload ->> 'mail' = 'sample_cancelled'`)
    const unknown = (await Office.post(url, input())).body
    expect((await move(Office, unknown.id, 'cancel', { reason: 'Typed twice' })).status).toBe(200)
    expect(await told('sample_cancelled')).toEqual([])
    const { id } = (await Office.post(url, input())).body
    await move(Office, id, 'send')
    expect((await move(Office, id, 'cancel', { reason: 'The style is dropped' })).status).toBe(200)
    expect(await told('sample_cancelled')).toContain(await emailOf(Agent))
  })

  it('ask the buyer of the order where who requested them has left', async () => {
    const [buyer, leaver] = [await portal.person({ type: 'Office' }), await portal.person({ type: 'Office' })]
    await portal.db.query(
      'update purchase_orders set buyer_id = $1 where id = (select purchase_order_id from po_lines where id = $2)',
      [buyer.id, line],
    )
    const { id } = (await leaver.post(url, input({ po_line_id: line }))).body
    await move(leaver, id, 'send')
    await move(Agent, id, 'query', { comment: 'Which thread?' })
    expect(await told('sample_query')).toEqual([await emailOf(leaver)])
    await portal.db.query(`update users set status = 'deactivated' where id = $1`, [leaver.id])
    await move(Agent, id, 'query', { comment: 'Which thread?' })
    expect(await told('sample_query')).toContain(await emailOf(buyer))
  })

  it('go on in another round when their type is retired', async () => {
    const [type] = await portal.make('sample-types', [
      { code: 'OLD', name_en: 'Old', sizes_rule: 'all', stage: 'production', lead_days: 5, seq: 9, status: 'active' },
    ])
    const { id } = (await Office.post(url, input({ sample_type_id: type?.id }))).body
    for (const [who, name, values] of [
      [Office, 'send', {}],
      [Agent, 'acknowledge', { promised_date: today }],
      [Agent, 'dispatch', parcel()],
      [Office, 'receive', { received_date: today, condition: 'good' }],
      [Office, 'evaluate', { result: 'rejected', fit_comments: 'Too wide' }],
    ] as const)
      expect([name, (await move(who, id, name, values)).status]).toEqual([name, 200])
    await portal.db.query(`update sample_types set status = 'retired' where id = $1`, [type?.id])
    const { status, body } = await move(Office, id, 'resubmit', { due_date: addDays(today, 9) })
    expect([status, body.status], JSON.stringify(body)).toEqual([200, 'resubmitted'])
    // A new series of it is not begun.
    expect(Object.keys((await Office.post(url, input({ sample_type_id: type?.id }))).body.errors)).toEqual([
      'sample_type_id',
    ])
  })

  it('are late on either side', async () => {
    await portal.db.query(`update sample_requests set due_date = current_date - 1 where status = 'requested'`)
    await portal.db.query(
      `update sample_requests set status = 'received', received_date = current_date - 8 where status = 'approved_with_comments'`,
    )
    const late = (await Agent.get(`${url}?is_late=true`)).total
    expect(late).toBeGreaterThan(1)
    expect((await Agent.get(`${url}?due_by_lte=${today}`)).total).toBe(late)
    expect((await Office.get(`${url}?comments_late=true`)).total).toBe(1)
    expect((await portal.otherAgent.get(`${url}?is_late=true`)).total).toBe(0)
  })

  it('end with the last order line that they are for, unless they were sent', async () => {
    const order = async (po_no: string) => {
      const [made] = await portal.make('purchase-orders', [
        draft(po_no, { status: 'issued', issued_at: '2026-11-01T00:00:00Z', ex_factory_date: addDays(today, 60) }),
      ])
      return { id: made?.id ?? 0, line: (made?.lines as { id: number }[] | undefined)?.[0]?.id ?? 0 }
    }
    const cancel = async (id: number) => {
      const { version } = (await portal.as.admin.get(`/api/purchase-orders/${id}`)).body
      const { status, body } = await Office.post(`/api/purchase-orders/${id}/moves/cancel`, {
        ...{ version, reason: 'Dropped from the range' },
      })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const ended = await order('SAMPLES-ENDS')
    const request = async (values: object) =>
      Number((await Office.post(url, input({ po_line_id: ended.line, ...values }))).body.id)
    const own = { sample_type_id: types.PPS, colourway_id: 1 }
    const ids = [
      await request(own),
      await request(own),
      await request(own),
      await request({}),
      await request({ po_line_id: null }),
    ]
    for (const id of ids.slice(1)) await move(Office, id, 'send')
    await move(Agent, ids[2] ?? 0, 'acknowledge', { promised_date: today })
    await move(Agent, ids[2] ?? 0, 'dispatch', parcel())
    const statuses = async () => Promise.all(ids.map(async (id) => (await Office.get(`${url}/${id}`)).body.status))
    expect(await statuses()).toEqual(['draft', 'requested', 'dispatched', 'requested', 'requested'])
    await cancel(ended.id)
    // The line of the first test is of the same style: what is not made for one line alone is still wanted.
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'dispatched', 'requested', 'requested'])
    const [others] = await portal.db.query<{ ids: number[] }>(
      `select array_agg(distinct purchase_order_id) as ids from po_lines where line_status = 'open'`,
    )
    for (const id of others?.ids ?? []) await cancel(id)
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'dispatched', 'cancelled', 'requested'])
  })
})
