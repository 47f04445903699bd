import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { columnSql, createTable } from '#server/db/ddl.ts'
import { deliveryStatuses } from '#server/seeds/delivery-statuses.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { engines } from '../kit/db'
import { draft, licensed, openPortal, type Person, type Portal } from '../kit/portal'
import { poLines, washAllocations, washGuides } from './second-kind'

vi.mock('#areas/index.ts', async (original) => {
  const { areas } = await original<typeof import('#areas/index.ts')>()
  const { createRegister } = await import('#shared/kit/area.ts')
  const { withSecondKind } = await import('./second-kind')
  const all = withSecondKind(areas)
  return { areas: all, register: createRegister(all) }
})
vi.mock('#server/areas.ts', async (original) => {
  const known = await original<typeof import('#server/areas.ts')>()
  const { secondServers } = await import('./second-kind')
  return { ...known, areaServers: new Map([...known.areaServers, ...(await secondServers())]) }
})

const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
const line = (colourway_id: number, qty: number) => ({
  article_id: 1,
  colourway_id,
  unit_price: '5.25',
  qty,
  sizes: [{ size_id: 1, qty }],
})

describe.each(engines)('the engine of allocations over a second kind (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let admin: Person
  let office: Person
  let agent: Person
  let staff: Person
  let made = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office: office, Agent: agent, staff } = portal.as)
    const columns = ['wash_guide_id', 'wash_readiness'].map((name) => {
      const field = poLines.fields[name]
      if (!field) throw new Error(`no field ${name}`)
      return `alter table po_lines add column ${columnSql(poLines, name, field)}`
    })
    for (const statement of [createTable(washGuides as never), createTable(washAllocations as never), ...columns])
      for (const sql of statement.split(';\n')) await portal.db.query(sql)
    await portal.make('delivery-statuses', deliveryStatuses)
  })
  afterAll(() => portal.close())

  const guide = async (status = 'active') => {
    made += 1
    const [record] = await portal.make('wash-guides', [
      { code: `C-${made}`, name_en: `Guide ${made}`, wording: 'Wash at 30 °C', status },
    ])
    return record?.id ?? 0
  }
  /** An order of supplier 60 that is out, with two lines. */
  const order = async (changes: Record<string, unknown> = {}) => {
    made += 1
    const lines = [line(1, 100), line(2, 80)]
    const [record] = await portal.make('purchase-orders', [draft(`PO-WASH-${made}`, { lines, ...issued, ...changes })])
    const { body } = await admin.get(`/api/purchase-orders/${record?.id}`)
    return { id: Number(record?.id), lines: (body.lines as { id: number }[]).map(({ id }) => id) as [number, number] }
  }
  const allocate = (who: Person, body: object) => who.post('/api/wash-allocations/allocate', body)
  const lineNow = async (id: number) => (await admin.get(`/api/po-lines/${id}`)).body
  const oneNow = async (id: number) => (await admin.get(`/api/wash-allocations/${id}`)).body
  const move = async (who: Person, id: number, name: string, inputs: object = {}) =>
    who.post(`/api/wash-allocations/${id}/moves/${name}`, { version: (await oneNow(id)).version, ...inputs })
  const show = (id: number, kind = 'photo') =>
    portal.db.query(
      `insert into files (key, name, type, size, sha256, area, record_id, slot, kind, visibility, supplier_id)
       values ($2, 'label.png', 'image/png', 1, 'x', 'wash-allocations', $1, 'attachment', $3, 'shared', 60)`,
      [id, `${kind} of ${id}`, kind],
    )
  /** A guide on the first line of an order of its own. */
  const allocated = async () => {
    const [care, { id, lines }] = [await guide(), await order()]
    const { body } = await allocate(office, { lines: [lines[0]], values: { wash_guide_id: care } })
    expect(body.results[0].ok, JSON.stringify(body)).toBe(true)
    return { care, order: id, line: lines[0], id: Number(body.results[0].id) }
  }
  const approved = async () => {
    const allocation = await allocated()
    await show(allocation.id)
    for (const [who, name] of [
      [agent, 'submit_evidence'],
      [office, 'approve'],
    ] as const)
      expect([name, (await move(who, allocation.id, name)).status]).toEqual([name, 200])
    return allocation
  }

  it('gives one record to all lines of an order, which the supplier then has before it', async () => {
    const { id, lines } = await order()
    expect(await lineNow(lines[0])).toMatchObject({ wash_readiness: 'missing', readiness: 'missing' })
    const care = await guide()
    const trial = await allocate(office, { order: id, trial: true, values: { wash_guide_id: care } })
    expect(trial.body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true])
    expect((await office.get(`/api/wash-allocations?purchase_order_id=${id}`)).body).toEqual([])
    const { body } = await allocate(office, { order: id, values: { wash_guide_id: care, due_date: '2027-01-15' } })
    for (const { id: created } of body.results)
      expect(await oneNow(created)).toMatchObject({
        status: 'allocated',
        round: 1,
        library_version: 1,
        due_date: '2027-01-15',
        supplier_id: 60,
        requested_by: office.id,
      })
    expect(await lineNow(lines[1])).toMatchObject({ wash_readiness: 'in_progress', wash_guide_id: null })
    expect((await agent.get(`/api/wash-allocations?purchase_order_id=${id}`)).total).toBe(2)
    expect((await portal.otherAgent.get(`/api/wash-allocations?purchase_order_id=${id}`)).body).toEqual([])
    const twice = await allocate(office, { order: id, values: { wash_guide_id: care } })
    expect(twice.body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, false])
    for (const who of [agent, staff]) expect((await allocate(who, { order: id, values: {} })).status).toBe(403)
  })

  it('refuses a record that is not in use, and a line that is over', async () => {
    const { id, lines } = await order()
    for (const state of ['draft', 'retired']) {
      const { body } = await allocate(office, { lines: [lines[0]], values: { wash_guide_id: await guide(state) } })
      expect([body.results[0].ok, Object.keys(body.results[0].errors)]).toEqual([false, ['wash_guide_id']])
    }
    await portal.db.query(`update po_lines set line_status = 'closed' where id = $1`, [lines[0]])
    const { body } = await allocate(office, { order: id, values: { wash_guide_id: await guide() } })
    expect(body.results.map(({ po_line_id }: { po_line_id: number }) => po_line_id)).toEqual([lines[1]])
  })

  it('is acknowledged, shown, sent back, shown again and approved, each by who may', async () => {
    const { care, line, id } = await allocated()
    expect((await move(portal.otherAgent, id, 'acknowledge')).status).toBe(404)
    expect((await move(office, id, 'acknowledge')).status).toBe(403)
    expect((await move(office, id, 'approve')).status).toBe(409)
    expect((await move(agent, id, 'acknowledge', { comment: 'Seen' })).body).toMatchObject({
      status: 'acknowledged',
      responded_by: agent.id,
    })
    expect((await move(staff, id, 'submit_evidence')).body.code).toBe('guard')
    await show(id, 'certificate')
    expect((await move(staff, id, 'submit_evidence')).body.code).toBe('guard')
    await show(id)
    expect((await move(staff, id, 'submit_evidence')).body).toMatchObject({
      status: 'submitted',
      responded_by: staff.id,
    })
    expect((await move(agent, id, 'approve')).status).toBe(403)
    expect((await move(office, id, 'reject')).body.errors).toHaveProperty('comment')
    expect((await move(office, id, 'reject', { comment: 'The label is upside down' })).status).toBe(200)
    expect(await lineNow(line)).toMatchObject({ wash_readiness: 'rejected', readiness: 'rejected' })
    expect((await move(staff, id, 'resubmit')).status).toBe(403)
    expect((await move(agent, id, 'resubmit', { comment: 'Turned round' })).body).toMatchObject({
      status: 'submitted',
      round: 2,
      verified_by: null,
      decision_comment: 'The label is upside down',
    })
    expect(await lineNow(line)).toMatchObject({ wash_readiness: 'in_progress', wash_guide_id: null })
    expect((await move(office, id, 'approve')).body).toMatchObject({ status: 'approved', verified_by: office.id })
    expect(await lineNow(line)).toMatchObject({ wash_readiness: 'ok', wash_guide_id: care })
  })

  it('is waived by an administrator alone, who says why', async () => {
    const { line, id } = await allocated()
    expect((await move(office, id, 'waive', { reason: 'Not needed' })).status).toBe(403)
    expect((await move(admin, id, 'waive')).body.errors).toHaveProperty('reason')
    expect((await move(admin, id, 'waive', { reason: 'No label on scarves' })).body).toMatchObject({
      status: 'waived',
      waiver_reason: 'No label on scarves',
    })
    expect(await lineNow(line)).toMatchObject({ wash_readiness: 'waived' })
    expect((await move(office, id, 'cancel', { reason: 'Another' })).status).toBe(409)
  })

  it('is called off with a reason, after shipment by an administrator alone', async () => {
    const { line, id } = await approved()
    await portal.db.query('update po_lines set shipped_qty = 10 where id = $1', [line])
    expect((await move(office, id, 'cancel', { reason: 'Another' })).body.code).toBe('guard')
    expect((await move(admin, id, 'cancel', { reason: 'Another' })).body).toMatchObject({ status: 'cancelled' })
    expect(await lineNow(line)).toMatchObject({ wash_readiness: 'missing', wash_guide_id: null })
  })

  describe('a new version of the record', () => {
    const edit = async (id: number, values: object) => {
      const { version } = (await admin.get(`/api/wash-guides/${id}`)).body
      const saved = await office.patch(`/api/wash-guides/${id}`, { version, ...values })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    }

    it('outdates what was approved of the earlier one; the office keeps that with a reason', async () => {
      const { care, line, id } = await approved()
      const open = await order()
      await allocate(office, { lines: [open.lines[0]], values: { wash_guide_id: care } })
      await edit(care, { wording: 'Wash at 40 °C' })
      expect(await oneNow(id)).toMatchObject({ status: 'outdated', library_version: 1 })
      expect(await lineNow(line)).toMatchObject({ wash_readiness: 'in_progress' })
      const { body: waiting } = await office.get(`/api/wash-allocations?po_line_id=${open.lines[0]}`)
      expect(waiting).toMatchObject([{ status: 'allocated' }])
      const { body: entries } = await office.get(`/api/wash-allocations/${id}/history`)
      expect(entries[0]).toMatchObject({ action: 'outdate', from_status: 'approved', to_status: 'outdated' })
      expect((await move(office, id, 'outdate')).status).toBe(403)
      expect((await move(agent, id, 'keep', { reason: 'x' })).status).toBe(403)
      expect((await move(office, id, 'keep')).body.errors).toHaveProperty('reason')
      expect((await move(office, id, 'keep', { reason: 'Labels are sewn in' })).body).toMatchObject({
        status: 'approved',
        library_version: 1,
        decision_comment: 'Labels are sewn in',
      })
      expect(await lineNow(line)).toMatchObject({ wash_readiness: 'ok', wash_guide_id: care })
    })

    it('or gives it out anew, to be answered from the beginning', async () => {
      const { care, line, id } = await approved()
      await edit(care, { wording: 'Wash by hand' })
      expect((await move(office, id, 'reallocate')).body).toMatchObject({
        status: 'allocated',
        library_version: 2,
        round: 2,
        responded_at: null,
        verified_at: null,
      })
      expect((await move(agent, id, 'submit_evidence')).status).toBe(200)
      expect((await move(office, id, 'approve')).status).toBe(200)
      expect(await lineNow(line)).toMatchObject({ wash_readiness: 'ok' })
    })

    it('is none when the record only changes its state, or nothing is said of it', async () => {
      const { care, id } = await approved()
      await edit(care, { wording: 'Wash at 30 °C' })
      const { version } = (await admin.get(`/api/wash-guides/${care}`)).body
      expect((await office.post(`/api/wash-guides/${care}/moves/retire`, { version })).status).toBe(200)
      expect(await oneNow(id)).toMatchObject({ status: 'approved' })
    })

    it('leaves lines alone that are over', async () => {
      const { care, line, id } = await approved()
      await portal.db.query(`update po_lines set line_status = 'closed' where id = $1`, [line])
      await edit(care, { wording: 'Dry clean only' })
      expect(await oneNow(id)).toMatchObject({ status: 'approved' })
    })
  })

  it('puts another record in the place of the one that a line has', async () => {
    const { line, id } = await approved()
    const other = await guide()
    const wish = { lines: [line], replace: true, values: { wash_guide_id: other } }
    const { body } = await allocate(office, wish)
    expect([await oneNow(id), await oneNow(body.results[0].id)]).toMatchObject([
      { status: 'replaced' },
      { status: 'allocated', replaces_id: id },
    ])
    expect(await lineNow(line)).toMatchObject({ wash_readiness: 'in_progress', wash_guide_id: null })
  })

  it('is not done with while one of several is open, or the newest was sent back', async () => {
    const { line } = await approved()
    const { body } = await allocate(office, { lines: [line], values: { wash_guide_id: await guide() } })
    const second = body.results[0].id
    expect(await lineNow(line)).toMatchObject({ wash_readiness: 'in_progress' })
    await show(second)
    await move(agent, second, 'submit_evidence')
    await move(office, second, 'reject', { comment: 'Not this one' })
    expect(await lineNow(line)).toMatchObject({ wash_readiness: 'rejected' })
    await move(office, second, 'cancel', { reason: 'One is enough' })
    expect(await lineNow(line)).toMatchObject({ wash_readiness: 'ok' })
  })

  it('copies what the article had in the supplier’s last order, and says where there was none', async () => {
    const { care, order: earlier } = await approved()
    await portal.db.query(`update purchase_orders set order_date = '2027-06-01' where id = $1`, [earlier])
    const { id } = await order({ order_date: '2026-11-02' })
    const { body } = await office.post('/api/wash-allocations/copy-last', { order: id })
    expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true])
    const { body: copies } = await office.get(`/api/wash-allocations?purchase_order_id=${id}`)
    expect(copies.map((copy: { status: string; wash_guide_id: number }) => [copy.status, copy.wash_guide_id])).toEqual([
      ['allocated', care],
      ['allocated', care],
    ])
    const fresh = await order({ lines: [{ ...line(3, 10), article_id: 2 }] })
    const none = await office.post('/api/wash-allocations/copy-last', { order: fresh.id })
    expect(none.body.results).toMatchObject([{ ok: false, code: 'guard' }])
  })

  it('counts beside the other kinds: the worst says how far a line is, and puts its delivery at risk', async () => {
    const soon = addDays(today(), 10)
    const dates = {
      ex_factory_date: soon,
      ship_window_start: soon,
      ship_window_end: addDays(soon, 20),
      ack_due_date: soon,
    }
    const { lines } = await order(dates)
    // The other kinds that the portal has are done.
    await portal.db.query(
      `update po_lines set fibre_readiness = 'ok', care_readiness = 'ok', specification_readiness = 'ok',
         artwork_readiness = 'ok' where id = $1`,
      [lines[0]],
    )
    const [factory] = await portal.make('factories', [
      {
        factory_code: 'F-WASH',
        name_en: 'Works',
        country: 'CN',
        status: 'approved',
        ...licensed,
        suppliers: [{ supplier_id: 60 }],
      },
    ])
    const given = await office.post('/api/factory-allocations', { po_line_id: lines[0], factory_id: factory?.id })
    expect(given.status, JSON.stringify(given.body)).toBe(201)
    expect(await lineNow(lines[0])).toMatchObject({
      factory_readiness: 'ok',
      wash_readiness: 'missing',
      readiness: 'missing',
      delivery_risk_reasons: ['requirement_open'],
    })
    const { body } = await allocate(office, { lines: [lines[0]], values: { wash_guide_id: await guide() } })
    await show(body.results[0].id)
    await move(agent, body.results[0].id, 'submit_evidence')
    await move(office, body.results[0].id, 'approve')
    expect(await lineNow(lines[0])).toMatchObject({
      readiness: 'ok',
      delivery_risk: 'green',
      delivery_risk_reasons: [],
    })
  })
})
