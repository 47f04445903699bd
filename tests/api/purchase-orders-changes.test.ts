import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

describe.each(engines)('changes of orders that are out (%s)', (engine) => {
  let portal: Portal
  let numbers = 0
  beforeAll(async () => {
    portal = await openPortal(engine)
  })
  afterAll(() => portal.close())

  /** An order before the supplier, as the person asking sees it. */
  const issued = async (status = 'issued', more: object = {}) => {
    const state = { status, issued_at: '2026-11-02T09:00:00Z', buyer_id: portal.as.Office.id, ...more }
    const [order] = await portal.make('purchase-orders', [draft(`CHG-${++numbers}`, state)])
    return (await portal.as.admin.get(`/api/purchase-orders/${order?.id}`)).body
  }
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  type Any = any
  const move = (who: Person, order: Any, name: string, inputs: object = {}) =>
    who.post(`/api/purchase-orders/${order.id}/moves/${name}`, { version: order.version, ...inputs })
  const price = (order: Any, new_value: string) => ({ po_line_id: order.lines[0].id, field: 'unit_price', new_value })
  const units = (order: Any, size: number, new_value: string) => ({
    po_line_id: order.lines[0].id,
    size_id: order.lines[0].sizes[size].size_id,
    field: 'qty',
    new_value,
  })
  const date = (order: Any, new_value: string) => ({
    po_line_id: order.lines[0].id,
    field: 'ex_factory_date',
    new_value,
  })
  const wish = (...items: object[]) => ({ reason_code: 'capacity', comment: 'The mill is late.', items })
  const { office, admin, agent } = {
    office: () => portal.as.Office,
    admin: () => portal.as.admin,
    agent: () => portal.as.Agent,
  }

  it('are proposed by the supplier, accepted by the office, and make a revision', async () => {
    const order = await issued()
    const proposed = (await move(agent(), order, 'propose_change', wish(date(order, '2027-03-12')))).body
    expect(proposed).toMatchObject({ status: 'change_proposed', change_awaits: 'buyer', revision_no: 0 })
    expect(proposed.changes).toHaveLength(1)
    expect(proposed.changes[0]).toMatchObject({
      initiated_by: 'supplier',
      outcome: 'proposed',
      reason_code: 'capacity',
    })
    expect(proposed.changes[0].items[0]).toMatchObject({ old_value: '2027-03-05', new_value: '2027-03-12' })
    const accepted = (await move(office(), proposed, 'accept_change')).body
    expect(accepted).toMatchObject({ status: 'confirmed', revision_no: 1, change_awaits: null })
    expect(accepted.ex_factory_date).toBe('2027-03-12')
    expect(accepted.lines[0]).toMatchObject({ ex_factory_date: '2027-03-12', promised_ex_factory_date: '2027-03-12' })
    expect(accepted.changes[0]).toMatchObject({ outcome: 'applied', applied_revision: 1 })
    const mails = await portal.db.query<{ payload: { mail: string } }>('select payload from outbox order by id')
    expect(mails.map(({ payload }) => payload.mail)).toContain('po_change_proposed')
  })

  it('that raise the price are an administrator’s to accept', async () => {
    const order = await issued()
    const proposed = (await move(agent(), order, 'propose_change', wish(price(order, '5.60')))).body
    const refused = await move(office(), proposed, 'accept_change')
    expect([refused.status, refused.body.code]).toEqual([409, 'guard'])
    expect((await move(admin(), proposed, 'accept_change')).body).toMatchObject({ status: 'confirmed', revision_no: 1 })
  })

  it('never go below what is booked, say nothing new, or name what is not there', async () => {
    const order = await issued()
    await portal.db.query('update po_line_sizes set booked_qty = 30 where po_line_id = $1', [order.lines[0].id])
    for (const [items, field] of [
      [[units(order, 0, '29')], 'items.0.new_value'],
      [[price(order, '5.25')], 'items'],
      [[{ ...price(order, '5'), po_line_id: 999_999 }], 'items.0.po_line_id'],
      [[{ ...price(order, '5'), surprise: 1 }], 'items.0.surprise'],
      [[{ ...price(order, '5'), old_value: '1' }], 'items.0.old_value'],
      [[], 'items'],
    ] as const) {
      const { status, body } = await move(agent(), order, 'propose_change', wish(...items))
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    }
    expect((await agent().get(`/api/purchase-orders/${order.id}`)).body).toMatchObject({
      status: 'issued',
      changes: [],
    })
  })

  const twoLines = {
    lines: [
      { article_id: 1, colourway_id: 1, unit_price: '5.25', sizes: [{ size_id: 1, qty: 40 }] },
      { article_id: 2, colourway_id: 3, unit_price: '6.00', sizes: [{ size_id: 2, qty: 60 }] },
    ],
  }
  const drop = (order: Any, at = 0) => ({
    po_line_id: order.lines[at].id,
    size_id: order.lines[at].sizes[0].size_id,
    field: 'qty',
    new_value: '0',
  })

  it('are refused when they are made where they could never be accepted, as acceptance would refuse them', async () => {
    const order = await issued('confirmed')
    const tooEarly = { po_line_id: order.lines[0].id, field: 'ship_window_end', new_value: '2027-02-01' }
    for (const [items, field] of [
      [[units(order, 0, '0'), units(order, 1, '0')], 'items.1.new_value'],
      [[tooEarly], 'items.0.new_value'],
    ] as const)
      for (const who of [office(), agent()]) {
        const { status, body } = await move(who, order, 'request_change', wish(...items))
        expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
      }
    expect((await office().get(`/api/purchase-orders/${order.id}`)).body.changes).toEqual([])
  })

  it('drop a line: it is cancelled, out of the totals, and the rest goes on', async () => {
    const order = await issued('confirmed', twoLines)
    expect(order).toMatchObject({ total_qty: 100, total_value: '570.00', line_count: 2 })
    const changed = (await move(office(), order, 'request_change', wish(drop(order)))).body
    expect(changed).toMatchObject({ status: 'confirmed', change_awaits: 'supplier', total_qty: 100 })
    const dropped = (await move(agent(), changed, 'accept_request')).body
    expect(dropped).toMatchObject({
      status: 'confirmed',
      revision_no: 1,
      total_qty: 60,
      total_value: '360.00',
      line_count: 1,
    })
    expect(dropped.lines[0]).toMatchObject({ line_status: 'cancelled', qty: 40, balance_qty: 0, delivery_risk: null })
    expect(dropped.lines[1]).toMatchObject({ line_status: 'open', qty: 60 })
    const { status, body } = await move(office(), dropped, 'request_change', wish(drop(dropped, 1)))
    expect([status, body.errors['items.0.new_value'][0]]).toEqual([422, expect.stringContaining('must stay open')])
  })

  it('drop no line of which goods are packed meanwhile', async () => {
    const order = await issued('confirmed', twoLines)
    const changed = (await move(agent(), order, 'request_change', wish(drop(order)))).body
    await portal.db.query('update po_lines set packed_qty = 5 where id = $1', [order.lines[0].id])
    const { status, body } = await move(office(), changed, 'accept_request')
    expect([status, body.errors['items.0.new_value'][0]]).toEqual([422, expect.stringContaining('packed')])
  })

  it('are refused with a comment: the order is issued again and the clock starts anew', async () => {
    const order = await issued('issued', { ack_due_date: '2026-11-05' })
    const proposed = (await move(agent(), order, 'propose_change', wish(date(order, '2027-03-12')))).body
    expect((await move(office(), proposed, 'refuse_change')).status).toBe(422)
    const refused = (await move(office(), proposed, 'refuse_change', { comment: 'We need the date.' })).body
    expect(refused).toMatchObject({ status: 'issued', revision_no: 0, ex_factory_date: '2027-03-05' })
    expect(refused.ack_due_date > '2026-11-05').toBe(true)
    expect(refused.changes[0]).toMatchObject({ outcome: 'refused', answer_comment: 'We need the date.' })
  })

  it('are withdrawn by who proposed them, and by nobody else', async () => {
    const order = await issued()
    const proposed = (await move(agent(), order, 'propose_change', wish(date(order, '2027-03-12')))).body
    expect((await move(office(), proposed, 'withdraw_change')).status).toBe(403)
    expect((await move(portal.otherAgent, proposed, 'withdraw_change')).status).toBe(404)
    expect((await move(agent(), proposed, 'withdraw_change')).body).toMatchObject({ status: 'issued' })
  })

  it('are countered with the office’s own values', async () => {
    const order = await issued()
    const proposed = (await move(agent(), order, 'propose_change', wish(date(order, '2027-03-18')))).body
    const inputs = { comment: 'Half way.', items: [date(order, '2027-03-10')] }
    const countered = (await move(office(), proposed, 'counter', inputs)).body
    expect(countered).toMatchObject({ status: 'issued', revision_no: 1, ex_factory_date: '2027-03-10' })
    expect(countered.changes.map(({ outcome, initiated_by }: Any) => [initiated_by, outcome])).toEqual([
      ['supplier', 'refused'],
      ['buyer', 'applied'],
    ])
  })

  it('of the office go before the supplier at once while nothing grows beyond the limits', async () => {
    const order = await issued('declined')
    const revised = (await move(office(), order, 'revise', wish(units(order, 0, '44'), price(order, '5.00')))).body
    expect(revised).toMatchObject({ status: 'issued', revision_no: 1, total_qty: 104, total_value: '520.00' })
  })

  it('of the office that grow beyond the limits are approved by other eyes first', async () => {
    const order = await issued()
    const waiting = (await move(office(), order, 'revise', wish(price(order, '5.60')))).body
    expect(waiting).toMatchObject({ status: 'issued', revision_no: 0, change_awaits: null })
    expect(waiting.lines[0]).toMatchObject({
      status: 'pending',
      approval_reasons: ['price_raised'],
      unit_price: '5.2500',
    })
    const seen = (await agent().get(`/api/purchase-orders/${order.id}`)).body
    expect(seen.changes).toEqual([])
    expect((await agent().get('/api/po-changes?outcome=in_approval')).body).toEqual([])
    const line = waiting.lines[0]
    const decision = await office().post(`/api/po-lines/${line.id}/moves/approve`, { version: line.version })
    expect(decision.status).toBe(409)
    const approved = await portal.otherOffice.post(`/api/po-lines/${line.id}/moves/approve`, { version: line.version })
    expect(approved.status).toBe(200)
    const after = (await agent().get(`/api/purchase-orders/${order.id}`)).body
    expect(after).toMatchObject({ status: 'issued', revision_no: 1 })
    expect(after.lines[0].unit_price).toBe('5.6000')
  })

  it('of the office that lift an order above the limit of Office are approved by an administrator', async () => {
    const order = await issued()
    const waiting = (await move(office(), order, 'revise', wish(price(order, '251.00')))).body
    const { id, version } = waiting.lines[0]
    const seen = (await portal.otherOffice.get(`/api/po-lines/${id}`)).body
    expect(seen.moves.find(({ name }: Any) => name === 'approve')).toMatchObject({ allowed: false })
    expect((await portal.otherOffice.post(`/api/po-lines/${id}/moves/approve`, { version })).status).toBe(409)
    expect((await admin().post(`/api/po-lines/${id}/moves/approve`, { version })).status).toBe(200)
    expect((await admin().get(`/api/purchase-orders/${order.id}`)).body.total_value).toBe('25100.00')
  })

  it('of the supplier that lift an order above the limit of Office are accepted by an administrator', async () => {
    const order = await issued('confirmed')
    const wanted = (await move(agent(), order, 'request_change', wish(units(order, 0, '9000')))).body
    expect((await move(office(), wanted, 'accept_request')).status).toBe(409)
    expect((await move(admin(), wanted, 'accept_request')).body.total_qty).toBeGreaterThan(9000)
  })

  it('of the office add up: small steps beyond the limit are approved too', async () => {
    const order = await issued()
    const first = (await move(office(), order, 'revise', wish(units(order, 0, '49')))).body
    expect(first).toMatchObject({ revision_no: 1, total_qty: 109 })
    const second = (await move(office(), first, 'revise', wish(units(order, 0, '58')))).body
    expect(second).toMatchObject({ revision_no: 1, lines: [{ status: 'pending', approval_reasons: ['qty_raised'] }] })
    const { id, version } = second.lines[0]
    await portal.otherOffice.post(`/api/po-lines/${id}/moves/approve`, { version })
    const approved = (await office().get(`/api/purchase-orders/${order.id}`)).body
    expect(approved).toMatchObject({ revision_no: 2, total_qty: 118 })
    // From what was approved, ten percent are free again; going down and back up is no growth.
    const less = (await move(office(), approved, 'revise', wish(units(order, 0, '8')))).body
    expect((await move(office(), less, 'revise', wish(units(order, 0, '69')))).body).toMatchObject({
      revision_no: 4,
      total_qty: 129,
    })
  })

  it('that are open keep an order from being closed', async () => {
    const order = await issued('confirmed')
    const asked = (await move(office(), order, 'request_change', wish(price(order, '5.10')))).body
    const closed = await move(office(), asked, 'short_close', { reason: 'No more is needed.' })
    expect([closed.status, closed.body.message]).toEqual([409, expect.stringContaining('change')])
    const withdrawn = (await move(office(), asked, 'withdraw_request')).body
    expect((await move(office(), withdrawn, 'short_close', { reason: 'No more is needed.' })).status).toBe(200)
  })

  it('that wait for approval end when the order is recalled', async () => {
    const order = await issued()
    const waiting = (await move(office(), order, 'revise', wish(price(order, '5.60')))).body
    const recalled = (await move(office(), waiting, 'recall')).body
    expect(recalled).toMatchObject({ status: 'approved', issued_at: null, change_awaits: null })
    expect(recalled.changes[0].outcome).toBe('withdrawn')
    expect(recalled.lines[0].status).toBe('approved')
  })

  it('of the office that approvers refuse leave the old bargain', async () => {
    const order = await issued('declined')
    const waiting = (await move(office(), order, 'revise', wish(units(order, 0, '400')))).body
    expect(waiting.status).toBe('declined')
    const line = waiting.lines[0]
    await admin().post(`/api/po-lines/${line.id}/moves/reject`, { version: line.version, comment: 'Too many.' })
    const after = (await admin().get(`/api/purchase-orders/${order.id}`)).body
    expect(after).toMatchObject({ status: 'declined', revision_no: 0, total_qty: 100 })
    expect(after.lines[0].status).toBe('approved')
    expect(after.changes[0]).toMatchObject({ outcome: 'refused', answer_comment: 'Too many.' })
  })

  it('of a confirmed order are asked for by either side and answered by the other', async () => {
    const order = await issued('confirmed')
    const changed = (await move(agent(), order, 'request_change', wish(date(order, '2027-03-15')))).body
    expect(changed).toMatchObject({ status: 'confirmed', change_awaits: 'buyer' })
    expect((await move(agent(), changed, 'accept_request')).status).toBe(409)
    expect((await move(office(), changed, 'request_change', wish(price(order, '5')))).status).toBe(409)
    const accepted = (await move(office(), changed, 'accept_request')).body
    expect(accepted).toMatchObject({ status: 'confirmed', revision_no: 1, ex_factory_date: '2027-03-15' })
    const back = (await move(office(), accepted, 'request_change', wish(price(order, '5.10')))).body
    expect(back.change_awaits).toBe('supplier')
    expect((await move(agent(), back, 'accept_request')).body).toMatchObject({ revision_no: 2 })
  })

  it('that the order has left behind are refused', async () => {
    const order = await issued('confirmed')
    const changed = (await move(agent(), order, 'request_change', wish(price(order, '5')))).body
    await portal.db.query("update po_lines set unit_price = '5.10' where id = $1", [order.lines[0].id])
    const stale = await move(office(), changed, 'accept_request')
    expect([stale.status, stale.body.message]).toEqual([409, expect.stringContaining('changed since')])
    expect((await move(agent(), changed, 'withdraw_request')).body).toMatchObject({ change_awaits: null })
  })

  it('take effect once, whoever clicks twice', async () => {
    const order = await issued()
    const proposed = (await move(agent(), order, 'propose_change', wish(date(order, '2027-03-12')))).body
    const answers = await Promise.all([1, 2, 3].map(() => move(office(), proposed, 'accept_change')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await admin().get(`/api/purchase-orders/${order.id}`)).body.revision_no).toBe(1)
  })

  it('are no way around: nobody writes them with the order, staff do not see them', async () => {
    const made = await office().post('/api/purchase-orders', draft('CHG-X', { changes: [] }))
    expect([made.status, Object.keys(made.body.errors)]).toEqual([422, ['changes']])
    const order = await issued()
    await move(agent(), order, 'propose_change', wish(price(order, '5')))
    expect((await portal.as.staff.get(`/api/purchase-orders/${order.id}`)).body).not.toHaveProperty('changes')
    expect((await portal.as.staff.get('/api/po-changes')).status).toBe(403)
    expect((await portal.otherAgent.get('/api/po-changes')).body).toEqual([])
  })

  it('are what a late promise has to become', async () => {
    const order = await issued()
    const line = (await agent().get(`/api/po-lines/${order.lines[0].id}`)).body
    const promised = await agent().patch(`/api/po-lines/${line.id}`, {
      version: line.version,
      promised_ex_factory_date: '2027-03-09',
    })
    expect(promised.status).toBe(200)
    const now = (await agent().get(`/api/purchase-orders/${order.id}`)).body
    expect((await move(agent(), now, 'acknowledge')).status).toBe(409)
  })

  it('are all that is agreed: a late promise that was not asked for falls with the acceptance', async () => {
    const order = await issued()
    const [{ id, version }] = order.lines
    await agent().patch(`/api/po-lines/${id}`, { version, promised_ex_factory_date: '2027-03-09' })
    const promised = (await agent().get(`/api/purchase-orders/${order.id}`)).body
    expect([order.later_lines, promised.later_lines]).toEqual([0, 1])
    const proposed = (await move(agent(), promised, 'propose_change', wish(units(order, 0, '35')))).body
    const { status, lines } = (await move(office(), proposed, 'accept_change')).body
    expect([status, lines[0].qty]).toEqual(['confirmed', 95])
    expect(lines[0]).toMatchObject({
      ex_factory_date: '2027-03-05',
      promised_ex_factory_date: '2027-03-05',
      forecast_ex_factory_date: '2027-03-05',
    })
  })
})
