import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleDay } from '#server/jobs/daily.ts'
import { confinedOffice } from '../kit/confined'
import { engines } from '../kit/db'
import { committed, previewed, upload, uploaded } from '../kit/imports'
import { draft, licensed, openPortal, type Person, type Portal } from '../kit/portal'

const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
const line = (colourway_id: number, qty: number) => ({
  article_id: 1,
  colourway_id,
  unit_price: '5.25',
  qty,
  sizes: [{ size_id: 1, qty }],
})
const factory = (factory_code: string, supplier_id: number, more: object = {}) => ({
  factory_code,
  name_en: `Works ${factory_code}`,
  country: 'CN',
  status: 'approved',
  capacity_per_month: 1000,
  moq: 50,
  ...licensed,
  suppliers: [{ supplier_id }],
  ...more,
})

describe.each(engines)('factories of order lines (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let office: Person
  let agent: Person
  let ownFactory: number
  let second: number
  let foreign: number
  let suspended: number
  let conditional: number
  let made = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    office = portal.as.Office
    agent = portal.as.Agent
    const rows = await portal.make('factories', [
      factory('F-OWN', 60),
      factory('F-TWO', 60, { country: 'VN', capacity_per_month: 150 }),
      factory('F-FOREIGN', 61),
      factory('F-SUSP', 60, { status: 'suspended' }),
      factory('F-COND', 60, { status: 'conditional', conditional_until: '2027-03-04' }),
    ])
    ;[ownFactory, second, foreign, suspended, conditional] = rows.map(({ id }) => id) as [
      number,
      number,
      number,
      number,
      number,
    ]
  })
  afterAll(() => portal.close())

  /** An order of supplier 60 with two lines of 100 and 80 units, out at the supplier unless said otherwise. */
  const order = async (changes: Record<string, unknown> = issued) => {
    made += 1
    const lines = [line(1, 100), line(2, 80)]
    const [{ id } = { id: 0 }] = await portal.make('purchase-orders', [draft(`PO-FA-${made}`, { lines, ...changes })])
    const { body } = await portal.as.admin.get(`/api/purchase-orders/${id}`)
    return { id, lines: (body.lines as { id: number }[]).map((line) => line.id) as [number, number] }
  }
  const allocate = (who: Person, body: object) => who.post('/api/factory-allocations/allocate', body)
  const lineNow = async (id: number) => (await portal.as.admin.get(`/api/po-lines/${id}`)).body
  const oneNow = async (id: number) => (await portal.as.admin.get(`/api/factory-allocations/${id}`)).body
  const move = async (who: Person, id: number, name: string, inputs: object = {}) =>
    who.post(`/api/factory-allocations/${id}/moves/${name}`, { version: (await oneNow(id)).version, ...inputs })

  it('are allocated to all lines of an order by the office, and the lines take over factory and country', async () => {
    const { id, lines } = await order()
    expect(await lineNow(lines[0])).toMatchObject({ factory_readiness: 'missing', readiness: 'missing' })
    const { status, body } = await allocate(office, { order: id, values: { factory_id: ownFactory } })
    expect([status, body.results.map(({ ok }: { ok: boolean }) => ok)]).toEqual([200, [true, true]])
    for (const [index, qty] of [100, 80].entries()) {
      expect(await oneNow(body.results[index].id)).toMatchObject({
        status: 'approved',
        qty,
        process_stage: 'main',
        end_date: '2027-03-05',
        supplier_id: 60,
        library_version: 1,
        round: 1,
      })
      expect(await lineNow(lines[index] ?? 0)).toMatchObject({
        factory_id: ownFactory,
        country_of_origin: 'CN',
        factory_readiness: 'ok',
        // Its composition and its care instruction are missing still.
        readiness: 'missing',
      })
    }
  })

  it('are tried first without anything being written', async () => {
    const { id, lines } = await order()
    const trial = { order: id, trial: true, values: { factory_id: second, end_date: '2027-08-20' } }
    const { body } = await allocate(office, trial)
    expect(body.results[0]).toMatchObject({ po_line_id: lines[0], ok: true })
    expect(body.results[0].warnings).toEqual(['The end is after the ex-factory date (5 Mar 2027).'])
    // The second line of the same trial finds the month filled by the first.
    expect(body.results[1].warnings.join()).toContain('180 units in 2027-08, 30 more than its 150')
    expect((await office.get(`/api/factory-allocations?purchase_order_id=${id}`)).body).toEqual([])
  })

  it('warn of a month over capacity with the figures, and mark it until it is not', async () => {
    const { lines } = await order()
    const values = { factory_id: second, end_date: '2027-09-10' }
    const first = await allocate(office, { lines: [lines[0]], values })
    expect(first.body.results[0].warnings.join()).not.toContain('units in 2027-09')
    const over = await allocate(office, { lines: [lines[1]], values })
    expect(over.body.results[0].warnings.join()).toContain('180 units in 2027-09')
    expect(await oneNow(first.body.results[0].id)).toMatchObject({ over_capacity: true })
    const { body } = await office.get('/api/factory-allocations/capacity?from=2027-09&months=1')
    expect(body.factories.find(({ id }: { id: number }) => id === second)).toMatchObject({
      capacity_per_month: 150,
      months: [{ month: '2027-09', units: 180, lines: 2 }],
    })
    expect((await agent.get('/api/factory-allocations/capacity?from=2027-09')).status).toBe(403)
    expect((await office.get('/api/factory-allocations/capacity?from=soon')).status).toBe(400)
    const known = (await office.get(`/api/factories/${second}`)).body
    await office.patch(`/api/factories/${second}`, { version: known.version, capacity_per_month: 500 })
    expect(await oneNow(first.body.results[0].id)).toMatchObject({ over_capacity: false })
    const again = (await office.get(`/api/factories/${second}`)).body
    await office.patch(`/api/factories/${second}`, { version: again.version, capacity_per_month: 150 })
    expect(await oneNow(first.body.results[0].id)).toMatchObject({ over_capacity: true })
    await move(office, over.body.results[0].id, 'cancel', { reason: 'Too much for one month' })
    expect(await oneNow(first.body.results[0].id)).toMatchObject({ over_capacity: false })
  })

  it('are not over capacity any more once another line of the month is called off', async () => {
    const values = { factory_id: second, end_date: '2027-12-10' }
    const [kept, dropped] = [await order(), await order()]
    const { body } = await allocate(office, { lines: [kept.lines[0]], values })
    await allocate(office, { lines: [dropped.lines[0]], values })
    expect(await oneNow(body.results[0].id)).toMatchObject({ over_capacity: true })
    const { version } = (await office.get(`/api/purchase-orders/${dropped.id}`)).body
    const gone = await office.post(`/api/purchase-orders/${dropped.id}/moves/cancel`, { version, reason: 'Dropped' })
    expect(gone.status).toBe(200)
    expect(await oneNow(body.results[0].id)).toMatchObject({ over_capacity: false })
  })

  it('are not over capacity any more once another draft of the month is deleted, or shortened', async () => {
    const values = { factory_id: second, end_date: '2028-02-10' }
    const [kept, shorter, deleted] = [await order(), await order({}), await order({})]
    const { body } = await allocate(office, { lines: [kept.lines[0]], values })
    const isOver = async () => (await oneNow(body.results[0].id)).over_capacity
    await allocate(office, { lines: [shorter.lines[1]], values })
    expect(await isOver()).toBe(true)
    const known = (await office.get(`/api/purchase-orders/${shorter.id}`)).body
    const left = { id: known.lines[0].id, article_id: 1, colourway_id: 1, qty: 100, sizes: [{ size_id: 1, qty: 100 }] }
    const edited = await office.patch(`/api/purchase-orders/${shorter.id}`, { version: known.version, lines: [left] })
    expect(edited.status, JSON.stringify(edited.body)).toBe(200)
    expect(await isOver()).toBe(false)
    await allocate(office, { lines: [deleted.lines[0]], values })
    expect(await isOver()).toBe(true)
    const { version } = (await office.get(`/api/purchase-orders/${deleted.id}`)).body
    expect((await office.delete(`/api/purchase-orders/${deleted.id}`, { version })).status).toBe(200)
    expect(await isOver()).toBe(false)
  })

  it('tell an account with a portfolio that a month is over capacity, but no number of orders out of its sight', async () => {
    const [shared] = await portal.make('factories', [
      factory('F-SHARED', 60, { capacity_per_month: 150, suppliers: [{ supplier_id: 60 }, { supplier_id: 61 }] }),
    ])
    const theirs = await order({ ...issued, supplier_id: 61 })
    const values = { factory_id: shared?.id, end_date: '2027-10-10' }
    await allocate(office, { lines: [theirs.lines[0]], values })
    const confined = await confinedOffice(portal, [60])
    const month = async (who: Person) => {
      const { body } = await who.get('/api/factory-allocations/capacity?from=2027-10&months=1')
      return body.factories.find(({ id }: { id: number }) => id === shared?.id).months
    }
    expect(await month(office)).toEqual([{ month: '2027-10', units: 100, lines: 1, is_over: false }])
    expect(await month(confined)).toEqual([])
    const ownOrder = await order()
    const { body } = await allocate(confined, { lines: [ownOrder.lines[1]], values })
    expect(body.results[0].warnings).toContain(
      'With orders of suppliers outside your portfolio, Works F-SHARED would make more than its 150 units a month in 2027-10.',
    )
    expect(body.results[0].warnings.join()).not.toMatch(/\b(100|180|30)\b/)
    const seen = (await confined.get(`/api/factory-allocations/${body.results[0].id}`)).body
    expect(seen.over_capacity).toBe(true)
    expect(await month(confined)).toEqual([{ month: '2027-10', units: 80, lines: 1, is_over: true }])
    expect(await month(office)).toEqual([{ month: '2027-10', units: 180, lines: 2, is_over: true }])
  })

  it('are offered where they work for the suppliers of all lines and may be used', async () => {
    const [both] = await portal.make('factories', [
      factory('F-BOTH', 60, { suppliers: [{ supplier_id: 60 }, { supplier_id: 61 }] }),
    ])
    const [mine, theirs] = [await order(), await order({ ...issued, supplier_id: 61 })]
    const offered = async (who: Person, query: string) => {
      const { status, body } = await who.get(`/api/factory-allocations/candidates?${query}`)
      expect([query, status]).toEqual([query, 200])
      return body as { suppliers: number; ids: number[] }
    }
    const offer = await offered(office, `lines=${mine.lines.join(',')}`)
    expect(offer.suppliers).toBe(1)
    expect(offer.ids).toEqual(expect.arrayContaining([ownFactory, second, conditional, both?.id]))
    for (const none of [foreign, suspended]) expect(offer.ids).not.toContain(none)
    expect((await offered(office, `order=${theirs.id}`)).ids).toContain(foreign)
    const several = await offered(office, `lines=${mine.lines[0]},${theirs.lines[0]}`)
    expect(several.suppliers).toBe(2)
    expect(several.ids).toContain(both?.id)
    for (const none of [ownFactory, foreign]) expect(several.ids).not.toContain(none)
    // An administrator may say why another may make it, and still not one that works for others only.
    const all = await offered(portal.as.admin, `order=${mine.id}`)
    expect(all.ids).toContain(suspended)
    expect(all.ids).not.toContain(foreign)
    // Lines out of sight count for nothing.
    expect((await offered(agent, `lines=${mine.lines[0]},${theirs.lines[0]}`)).suppliers).toBe(1)
    // What is offered is taken, but for a standing that ends before the goods leave.
    for (const id of offer.ids.filter((offered) => offered !== conditional)) {
      const { body } = await allocate(office, { lines: [mine.lines[0]], trial: true, values: { factory_id: id } })
      expect([id, body.results[0].ok]).toEqual([id, true])
    }
    const url = '/api/factory-allocations/candidates'
    for (const query of [`order=${theirs.id}`, `lines=${theirs.lines[0]}`, 'lines=999999'])
      expect([query, (await agent.get(`${url}?${query}`)).status]).toEqual([query, 404])
    // More than a list may be asked for by their numbers are not named.
    const many = Array.from({ length: 101 }, (_, at) => factory(`F-MANY-${at}`, 61))
    await portal.make('factories', many)
    expect(await offered(office, `lines=${theirs.lines[0]}`)).toEqual({ suppliers: 1, ids: null })
    const hidden = await allocate(agent, { lines: [theirs.lines[0]], trial: true, values: { factory_id: ownFactory } })
    expect(hidden.body.results[0]).toMatchObject({ ok: false, status: 404, line_title: null })
    expect((await portal.as.staff.get(`${url}?order=${mine.id}`)).status).toBe(403)
    expect((await office.get(url)).status).toBe(422)
    expect((await office.get(`${url}?lines=soon`)).status).toBe(422)
  })

  it('share a line out between them, told while less and refused when more', async () => {
    const { lines } = await order()
    const part = await allocate(office, { lines: [lines[0]], values: { factory_id: ownFactory, qty: 60 } })
    expect(part.body.results[0].warnings.join()).toContain('40 units of the line still have no factory')
    expect(await lineNow(lines[0])).toMatchObject({ factory_id: ownFactory, factory_readiness: 'in_progress' })
    const more = await allocate(office, { lines: [lines[0]], values: { factory_id: second, qty: 41 } })
    expect(more.body.results[0]).toMatchObject({ ok: false, status: 422 })
    expect(more.body.results[0].errors.qty.join()).toContain('Only 40 of the line’s 100 units')
    // Another stage stands beside the making.
    const wash = { factory_id: second, process_stage: 'washing', qty: 100 }
    expect((await allocate(office, { lines: [lines[0]], values: wash })).body.results[0].ok).toBe(true)
    const rest = await allocate(office, { lines: [lines[0]], values: { factory_id: second } })
    expect(await oneNow(rest.body.results[0].id)).toMatchObject({ qty: 40 })
    expect(await lineNow(lines[0])).toMatchObject({ factory_id: ownFactory, factory_readiness: 'ok' })
    const none = await allocate(office, { lines: [lines[0]], values: { factory_id: conditional, qty: 1 } })
    expect(none.body.results[0].errors.qty.join()).toContain('All units of the line are already allocated')
  })

  it('have all units that are left where the units are emptied', async () => {
    const { lines } = await order()
    const { body } = await allocate(office, { lines: [lines[0]], values: { factory_id: ownFactory, qty: 60 } })
    const { id, version } = await oneNow(body.results[0].id)
    const emptied = await office.patch(`/api/factory-allocations/${id}`, { version, qty: null })
    expect([emptied.status, emptied.body.qty]).toEqual([200, 100])
    expect(await lineNow(lines[0])).toMatchObject({ factory_readiness: 'ok' })
  })

  it('work for whom a draft is written to: another supplier is refused, and what else is allocated follows it', async () => {
    const { id, lines } = await order({})
    const { body } = await allocate(office, { order: id, values: { factory_id: ownFactory } })
    await office.post('/api/fibre-allocations/allocate', { order: id, values: {} })
    const change = async (supplier_id: number) =>
      office.patch(`/api/purchase-orders/${id}`, {
        version: (await office.get(`/api/purchase-orders/${id}`)).body.version,
        supplier_id,
      })
    const refused = await change(61)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { supplier_id: [expect.stringContaining('Works F-OWN')] },
    ])
    for (const { id } of body.results) await move(office, id, 'cancel', { reason: 'Another supplier makes it' })
    expect((await change(61)).status).toBe(200)
    const { body: compositions } = await office.get(`/api/fibre-allocations?po_line_id=${lines[0]}`)
    expect(compositions.map(({ supplier_id }: { supplier_id: number }) => supplier_id)).toEqual([61])
  })

  it('must work for the supplier and be approved until the goods leave, unless an administrator says why', async () => {
    const { lines } = await order()
    const errors = async (who: Person, values: object) =>
      (await allocate(who, { lines: [lines[0]], values })).body.results[0].errors
    expect((await errors(office, { factory_id: foreign })).factory_id.join()).toContain('does not work for this')
    expect((await errors(office, { factory_id: suspended })).factory_id.join()).toContain('ask an administrator')
    expect((await errors(office, { factory_id: conditional })).factory_id.join()).toContain('until 4 Mar 2027')
    expect((await errors(portal.as.admin, { factory_id: suspended })).factory_id.join()).toContain('enter a reason')
    expect(await errors(office, { factory_id: suspended, override_reason: 'x' })).toHaveProperty('override_reason')
    const override = { factory_id: suspended, override_reason: 'Last lot of a running order' }
    const done = await allocate(portal.as.admin, { lines: [lines[0]], values: override })
    expect(done.body.results[0].ok).toBe(true)
    const seen = (await agent.get(`/api/factory-allocations/${done.body.results[0].id}`)).body
    expect(seen).not.toHaveProperty('override_reason')
    expect(seen).not.toHaveProperty('over_capacity')
  })

  it('have a business licence that holds, unless an administrator says why or the settings only point it out', async () => {
    const [expired] = await portal.make('factories', [factory('F-EXP', 60, { business_licence_expiry: '2026-01-31' })])
    const { lines } = await order()
    const values = { factory_id: expired?.id }
    const trial = async (who: Person, body: object = values) =>
      (await allocate(who, { lines: [lines[0]], trial: true, values: body })).body.results[0]
    const offered = async (who: Person) =>
      (await who.get(`/api/factory-allocations/candidates?lines=${lines[0]}`)).body.ids as number[]
    for (const who of [office, agent]) {
      expect((await trial(who)).errors.factory_id.join()).toContain('F-EXP expired on 31 Jan 2026')
      expect(await offered(who)).not.toContain(expired?.id)
    }
    expect((await allocate(office, { lines: [lines[0]], values })).body.results[0]).toMatchObject({ status: 422 })
    const exception = { ...values, override_reason: 'The renewed licence is being printed' }
    expect((await trial(portal.as.admin, exception)).ok).toBe(true)
    expect(await offered(portal.as.admin)).toContain(expired?.id)
    const set = async (licence_requirement: string) => {
      const [settings] = (await portal.as.admin.get('/api/settings')).body
      await portal.as.admin.patch(`/api/settings/${settings.id}`, { version: settings.version, licence_requirement })
    }
    await set('warn')
    expect(await trial(office)).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('expired on 31 Jan 2026')],
    })
    expect(await offered(office)).toContain(expired?.id)
    await set('block')
  })

  it('are marked once the licence of theirs has lapsed, until it holds again', async () => {
    const [renewing] = await portal.make('factories', [factory('F-RENEW', 60)])
    const { lines } = await order()
    const { body } = await allocate(office, { lines: [lines[0]], values: { factory_id: renewing?.id } })
    const { id } = body.results[0]
    expect(await oneNow(id)).toMatchObject({ licence_lapsed: false })
    const edit = async (values: object) => {
      const { body: now } = await office.get(`/api/factories/${renewing?.id}`)
      expect((await office.patch(`/api/factories/${renewing?.id}`, { version: now.version, ...values })).status).toBe(
        200,
      )
    }
    await edit({ business_licence_expiry: '2026-01-31' })
    expect(await oneNow(id)).toMatchObject({ licence_lapsed: true, status: 'approved' })
    expect((await agent.get(`/api/factory-allocations/${id}`)).body).not.toHaveProperty('licence_lapsed')
    await edit({ business_licence_expiry: '2031-01-31' })
    expect(await oneNow(id)).toMatchObject({ licence_lapsed: false })
    await portal.db.query(`update factories set business_licence_expiry = current_date - 1 where id = $1`, [
      renewing?.id,
    ])
    await settleDay(portal.app.kit)
    expect(await oneNow(id)).toMatchObject({ licence_lapsed: true })
  })

  it('are proposed by the agent and decided by the office, round after round', async () => {
    const { lines } = await order()
    const { body } = await allocate(agent, { lines: [lines[0]], values: { factory_id: ownFactory } })
    const id = body.results[0].id
    expect(await oneNow(id)).toMatchObject({ status: 'proposed', round: 1 })
    expect(await lineNow(lines[0])).toMatchObject({ factory_id: null, factory_readiness: 'in_progress' })
    expect((await move(agent, id, 'approve')).status).toBe(403)
    expect((await move(portal.otherAgent, id, 'withdraw')).status).toBe(404)
    expect((await move(office, id, 'reject')).body.errors).toHaveProperty('comment')
    expect((await move(office, id, 'reject', { comment: 'Too far from the port' })).status).toBe(200)
    expect(await lineNow(lines[0])).toMatchObject({ factory_readiness: 'rejected' })
    expect((await move(agent, id, 'resubmit', { comment: 'They ship by barge' })).body).toMatchObject({
      status: 'proposed',
      round: 2,
      decision_comment: 'Too far from the port',
    })
    expect((await move(office, id, 'approve')).body).toMatchObject({ status: 'approved', verified_by: office.id })
    expect(await lineNow(lines[0])).toMatchObject({ factory_id: ownFactory, factory_readiness: 'ok' })
  })

  it('are approved for no more than the units of a line, also by two people at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { lines } = await order()
      const proposals = await Promise.all(
        [ownFactory, second].map((factory_id) =>
          allocate(agent, { lines: [lines[0]], values: { factory_id, end_date: '2027-02-20' } }),
        ),
      )
      const ids = proposals.map(({ body }) => body.results[0].id as number)
      const answers = await Promise.all([
        move(office, ids[0] ?? 0, 'approve'),
        move(portal.otherOffice, ids[1] ?? 0, 'approve'),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  it('are replaced by what takes their place, when that is agreed', async () => {
    const { id, lines } = await order()
    const all = await allocate(office, { order: id, values: { factory_id: ownFactory } })
    const [held] = all.body.results as { id: number }[]
    const wish = { lines: [lines[0]], replace: true, values: { factory_id: second, end_date: '2027-02-10' } }
    const { body } = await allocate(agent, wish)
    expect(body.results[0].ok).toBe(true)
    expect(await oneNow(held?.id ?? 0)).toMatchObject({ status: 'approved' })
    expect((await move(office, body.results[0].id, 'approve')).status).toBe(200)
    expect(await oneNow(held?.id ?? 0)).toMatchObject({ status: 'replaced' })
    expect(await lineNow(lines[0])).toMatchObject({ factory_id: second, country_of_origin: 'VN' })
    expect(await lineNow(lines[1])).toMatchObject({ factory_id: ownFactory, country_of_origin: 'CN' })
  })

  it('put an approved line before its approvers again when the goods are made elsewhere', async () => {
    const { id, lines } = await order({ status: 'approved' })
    await portal.db.query(`update po_lines set status = 'approved' where purchase_order_id = $1`, [id])
    await allocate(office, { order: id, values: { factory_id: ownFactory } })
    // The first factory of a line changes nothing that was agreed.
    expect(await lineNow(lines[0])).toMatchObject({ status: 'approved' })
    await allocate(office, { lines: [lines[0]], replace: true, values: { factory_id: second, end_date: '2027-02-12' } })
    expect(await lineNow(lines[0])).toMatchObject({
      status: 'pending',
      approval_round: 1,
      approval_reasons: ['factory_changed'],
    })
    const { body } = await office.get(`/api/purchase-orders/${id}`)
    expect(body.status).toBe('pending_approval')
    const requestedLine = await lineNow(lines[0])
    await portal.otherOffice.post(`/api/po-lines/${lines[0]}/moves/approve`, { version: requestedLine.version })
    expect((await office.get(`/api/purchase-orders/${id}`)).body.status).toBe('approved')
  })

  it('are what an approver looks for, where the settings say so, and the fewest units that they take', async () => {
    const { body: settings } = await portal.as.admin.get('/api/settings/1')
    const on = await portal.as.admin.patch('/api/settings/1', {
      version: settings.version,
      approval_needs_factory: true,
    })
    expect(on.status).toBe(200)
    const { id, lines } = await order({ order_type: 'bulk', buyer_id: office.id })
    await portal.make('factories', [factory('F-BIG', 60, { moq: 500 })])
    const { body: factories } = await office.get('/api/factories?factory_code=F-BIG')
    await allocate(office, { lines: [lines[1]], values: { factory_id: factories[0].id } })
    const { body: document } = await office.get(`/api/purchase-orders/${id}`)
    const submitted = await office.post(`/api/purchase-orders/${id}/moves/submit`, { version: document.version })
    expect([submitted.status, submitted.body.errors]).toEqual([200, undefined])
    expect((await lineNow(lines[0])).approval_reasons).toContain('factory_not_allocated')
    expect((await lineNow(lines[1])).approval_reasons).toContain('moq_not_met')
    await portal.as.admin.patch('/api/settings/1', { version: on.body.version, approval_needs_factory: false })
  })

  it('are copied from the last order of the article, shared out alike', async () => {
    const earlier = await order({ ...issued, order_date: '2026-12-01' })
    await allocate(office, { lines: [earlier.lines[0]], values: { factory_id: ownFactory, qty: 75 } })
    await allocate(office, {
      lines: [earlier.lines[0]],
      values: { factory_id: second, qty: 25, end_date: '2027-01-20' },
    })
    // The newest line of the article is the one that counts.
    await portal.db.query('update po_lines set line_status = $2 where id = $1', [earlier.lines[1], 'open'])
    const laterOrder = await order({ ...issued, order_date: '2026-12-10' })
    const { body } = await office.post('/api/factory-allocations/copy-last', { lines: [laterOrder.lines[1]] })
    expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true])
    const { body: copies } = await office.get(`/api/factory-allocations?po_line_id=${laterOrder.lines[1]}&_sort=id`)
    expect(copies.map((copy: { factory_id: number; qty: number }) => [copy.factory_id, copy.qty])).toEqual([
      [ownFactory, 60],
      [second, 20],
    ])
    await portal.make('articles', [
      {
        article_no: 'TEE-NEW',
        name_en: 'New tee',
        house_brand_id: 1,
        season_id: 1,
        product_category_id: 2,
        size_scale_id: 1,
        status: 'active',
        colourways: [],
      },
    ])
    const [{ id: fresh } = { id: 0 }] = await portal.db.query<{ id: number }>(
      `select id from articles where article_no = 'TEE-NEW'`,
    )
    const lines = [{ article_id: fresh, qty: 5, unit_price: '1', sizes: [{ size_id: 1, qty: 5 }] }]
    const first = await order({ ...issued, lines })
    const none = await office.post('/api/factory-allocations/copy-last', { order: first.id })
    expect(none.body.results[0]).toMatchObject({ ok: false, status: 409 })
    expect(none.body.results[0].message).toContain('No earlier order')
  })

  it('stay as they are once a line is over, and a cancelled line asks for none', async () => {
    const { id, lines } = await order()
    const { body } = await office.get(`/api/purchase-orders/${id}`)
    await office.post(`/api/purchase-orders/${id}/moves/cancel`, { version: body.version, reason: 'Programme dropped' })
    expect(await lineNow(lines[0])).toMatchObject({ factory_readiness: 'not_required', readiness: 'not_required' })
    const closed = await allocate(office, { lines: [lines[0]], values: { factory_id: ownFactory } })
    expect(closed.body.results[0].errors.po_line_id.join()).toContain('closed or cancelled')
    expect((await allocate(office, { order: id, values: { factory_id: ownFactory } })).status).toBe(409)
  })

  it('follow the quantity of their line: more units are told as open', async () => {
    const { id, lines } = await order({})
    await allocate(office, { order: id, values: { factory_id: ownFactory } })
    const { body } = await office.get(`/api/purchase-orders/${id}`)
    const grown = body.lines.map((orderLine: { id: number; sizes: { id: number }[] }, index: number) => {
      const qty = index === 0 ? 130 : 80
      return { id: orderLine.id, ...line(index + 1, qty), sizes: [{ id: orderLine.sizes[0]?.id, size_id: 1, qty }] }
    })
    const saved = await office.patch(`/api/purchase-orders/${id}`, { version: body.version, lines: grown })
    expect([saved.status, saved.body.errors]).toEqual([200, undefined])
    expect(await lineNow(lines[0])).toMatchObject({ qty: 130, factory_readiness: 'in_progress' })
    expect(await lineNow(lines[1])).toMatchObject({ factory_readiness: 'ok' })
  })

  it('are nobody else’s business: another supplier finds neither the line nor what stands on it', async () => {
    const { id, lines } = await order()
    const { body } = await allocate(office, { order: id, values: { factory_id: ownFactory } })
    const other = await allocate(portal.otherAgent, { lines: [lines[0]], values: { factory_id: foreign } })
    expect(other.body.results[0].ok).toBe(false)
    expect(JSON.stringify(other.body)).not.toContain('PO-FA')
    // Nor whether its article was made somewhere before, nor how many factories share it.
    for (const [command, body] of [
      ['copy-last', {}],
      ['allocate', { values: { factory_id: foreign }, replace: true }],
    ] as const)
      for (const trial of [true, false]) {
        const request = { lines: [lines[0], 999_999], trial, ...body }
        const { results } = (await portal.otherAgent.post(`/api/factory-allocations/${command}`, request)).body
        const [hidden, absent] = results.map(({ po_line_id: _line, ...result }: { po_line_id: number }) => result)
        expect([command, hidden.status, hidden]).toEqual([command, 404, absent])
      }
    expect((await allocate(portal.otherAgent, { order: id, values: { factory_id: foreign } })).status).toBe(404)
    expect((await portal.otherAgent.get(`/api/factory-allocations/${body.results[0].id}`)).status).toBe(404)
    expect((await portal.otherAgent.get(`/api/factory-allocations?purchase_order_id=${id}`)).body).toEqual([])
    expect((await portal.as.staff.get(`/api/factory-allocations?purchase_order_id=${id}`)).body).toHaveLength(2)
    expect((await allocate(portal.as.staff, { order: id, values: { factory_id: ownFactory } })).status).toBe(403)
    expect((await allocate(portal.as.user, { order: id, values: { factory_id: ownFactory } })).status).toBe(403)
    // An order that is not out yet is not there for the agent.
    const hidden = await order({})
    expect((await allocate(agent, { order: hidden.id, values: { factory_id: ownFactory } })).status).toBe(404)
  })

  it('happen once for one key', async () => {
    const { id } = await order()
    const send = () =>
      office.post(
        '/api/factory-allocations/allocate',
        { order: id, values: { factory_id: ownFactory } },
        { 'idempotency-key': `once-${id}` },
      )
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect((await office.get(`/api/factory-allocations?purchase_order_id=${id}`)).total).toBe(2)
  })

  it('come from a file: approved from the office, proposals from an agent, of factories that may be allocated', async () => {
    const { lines } = await order()
    const titles = await Promise.all(lines.map(async (id) => (await lineNow(id)).line_title))
    const fileOf = (...rows: string[][]) =>
      `po_line_id,factory_id,process_stage,qty\n${rows.map(([line, factory, qty]) => [line, factory, 'main', qty].join()).join('\n')}\n`
    const { url } = await uploaded(
      office,
      'factory-allocations',
      fileOf([titles[0], 'F-OWN', '100'], [titles[1], 'F-SUSP', '80'], [titles[1], 'F-FOREIGN', '80']),
    )
    expect((await previewed(office, url)).counts).toMatchObject({ new: 1, rejected: 2 })
    expect((await committed(office, url)).counts).toMatchObject({ written: 1 })
    expect(await lineNow(lines[0])).toMatchObject({ factory_id: ownFactory, factory_readiness: 'ok' })

    // What an agent may not see is as unknown as what does not exist.
    const theirs = await uploaded(
      agent,
      'factory-allocations',
      fileOf([titles[1], 'F-OWN', '80'], [titles[1], 'F-FOREIGN', '80'], [titles[1], 'F-NONE', '80']),
    )
    expect((await previewed(agent, theirs.url)).counts).toMatchObject({ new: 1, rejected: 2 })
    expect((await committed(agent, theirs.url)).counts).toMatchObject({ written: 1 })
    const [proposal] = (await portal.as.admin.get(`/api/factory-allocations?po_line_id=${lines[1]}`)).body
    expect(proposal).toMatchObject({ factory_id: ownFactory, status: 'proposed', requested_by: agent.id })
    expect((await upload(portal.as.staff, 'factory-allocations', fileOf([titles[1], 'F-OWN', '80']))).status).toBe(403)
  })
})
