import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleDay } from '#server/jobs/daily.ts'
import { system } from '#server/kit/principal.ts'
import { deliveryStatuses } from '#server/seeds/delivery-statuses.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { engines } from '../kit/db'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { orders, step, twoLines } from './orders-kit'

describe.each(engines)('worklists over order lines (%s)', (engine) => {
  let portal: Portal
  let life: ReturnType<typeof orders>
  const codes = new Map<string, number>()

  beforeAll(async () => {
    portal = await openPortal(engine)
    life = orders(portal)
    for (const { id, code } of await portal.make('delivery-statuses', deliveryStatuses)) codes.set(String(code), id)
  })
  afterAll(() => portal.close())

  const lineNow = async (id: number) => (await portal.as.admin.get(`/api/po-lines/${id}`)).body
  const change = async (who: Person, id: number, values: object) =>
    who.patch(`/api/po-lines/${id}`, { version: (await lineNow(id)).version, ...values })
  const say = (who: Person, id: number, code: string, more: object = {}) =>
    change(who, id, { delivery_status_id: codes.get(code), ...more })
  const wrongs = ({ status, body }: { status: number; body: { errors?: Record<string, string[]> } }) => [
    status,
    Object.keys(body.errors ?? {}),
  ]

  describe('the delivery status', () => {
    it('begins when the order is issued, goes on when it is acknowledged and ends with it', async () => {
      const issued = await life.at('issued')
      const id = issued.lines[0].id
      expect((await lineNow(id)).delivery_status).toMatchObject({ title: 'Awaiting acknowledgement' })
      await step(portal.as.Agent, await life.now(issued), 'acknowledge')
      expect(await lineNow(id)).toMatchObject({
        delivery_status_id: codes.get('confirmed'),
        delivery_stage: 'pre_production',
      })
      await step(portal.as.Office, await life.now(issued), 'cancel', { reason: 'Not wanted' })
      expect(await lineNow(id)).toMatchObject({ delivery_status_id: codes.get('cancelled'), delivery_risk: null })
    })

    it('is none when the supplier declines, and the turn of the day gives none', async () => {
      const issued = await life.at('issued')
      const id = issued.lines[0].id
      await step(portal.as.Agent, await life.now(issued), 'decline', { reason: 'No capacity' })
      expect(await lineNow(id)).toMatchObject({ delivery_status_id: null, delivery_stage: null, delivery_risk: null })
      await settleDay(portal.app.kit)
      expect(await lineNow(id)).toMatchObject({ delivery_status_id: null, delivery_risk: null })
    })

    it('has none before that', async () => {
      const { lines } = await life.at('approved')
      expect(await lineNow(lines[0].id)).toMatchObject({ delivery_status_id: null, delivery_risk: null })
    })

    it('is moved forward by the supplier until the goods are packed, not back and no further', async () => {
      const { Agent } = portal.as
      const { lines } = await life.at('confirmed')
      const id = lines[0].id
      expect((await say(Agent, id, 'materials')).status).toBe(200)
      expect((await say(Agent, id, 'packed')).body.delivery_stage).toBe('ready')
      expect(wrongs(await say(Agent, id, 'materials', { delivery_comment: 'A slip' }))).toEqual([
        422,
        ['lines.0.delivery_status_id'],
      ])
      expect(wrongs(await say(Agent, id, 'on_board'))).toEqual([422, ['lines.0.delivery_status_id']])
      expect((await say(portal.otherAgent, id, 'packed')).status).toBe(404)
    })

    it('is moved forward by the supplier’s staff too, which says nothing else of a line', async () => {
      const { staff, user } = portal.as
      const issued = await life.at('issued')
      expect(wrongs(await say(staff, issued.lines[0].id, 'materials'))).toEqual([422, ['lines.0.delivery_status_id']])
      const { id: order, lines } = await life.at('confirmed')
      const id = lines[0].id
      expect((await staff.get(`/api/po-lines/${id}`)).body.editable).toEqual(['delivery_status_id'])
      expect((await say(staff, id, 'in_production')).body.delivery_stage).toBe('production')
      expect((await staff.get(`/api/po-lines/${id}`)).body.delivery_status.title).toBe('In production')
      expect(wrongs(await say(staff, id, 'materials'))).toEqual([422, ['lines.0.delivery_status_id']])
      for (const code of ['booked', 'cargo_received', 'on_board', 'delivered', 'short_closed'])
        expect([code, ...wrongs(await say(staff, id, code))]).toEqual([code, 422, ['lines.0.delivery_status_id']])
      for (const values of [
        { forecast_ex_factory_date: '2027-03-12' },
        { promised_ex_factory_date: '2027-03-12' },
        { late_reason: 'capacity' },
        { delivery_comment: 'Said by staff' },
        { supplier_style_ref: 'S-1' },
        { qty: 1 },
        { unit_price: '1.0000' },
      ])
        expect(wrongs(await change(staff, id, values))).toEqual([422, Object.keys(values)])
      expect((await staff.patch(`/api/purchase-orders/${order}`, { version: 1, notes_shared: 'x' })).status).toBe(403)
      expect((await say(user, id, 'packed')).status).toBe(403)
      const foreign = await portal.person({ type: 'staff', supplier_id: 61 })
      expect((await say(foreign, id, 'packed')).status).toBe(404)
      const unbound = await portal.person({ type: 'staff' })
      expect((await say(unbound, id, 'packed')).status).toBe(404)
      expect((await lineNow(id)).delivery_stage).toBe('production')
    })

    it('is moved for many lines at once by staff, each answered for itself', async () => {
      const { staff, Agent } = portal.as
      const { lines } = await life.at('confirmed', { lines: twoLines() })
      await say(Agent, lines[1].id, 'packed')
      const rows = await Promise.all(
        lines.map(async ({ id }: { id: number }) => ({ id, version: (await lineNow(id)).version })),
      )
      const bulk = (values: object) => staff.patch('/api/po-lines/bulk', { values, rows })
      const { body } = await bulk({ delivery_status_id: codes.get('in_production') })
      expect(body.results.map(({ ok, status }: { ok: boolean; status: number }) => [ok, status])).toEqual([
        [true, 200],
        [false, 422],
      ])
      expect(wrongs(await bulk({ late_reason: 'capacity' }))).toEqual([422, ['late_reason']])
    })

    it('is taken back by the office with a comment, never before the facts, and not ahead of them', async () => {
      const { Office, Agent } = portal.as
      const order = await life.at('confirmed')
      const id = order.lines[0].id
      await say(Agent, id, 'in_production')
      expect(wrongs(await say(Office, id, 'materials'))).toEqual([422, ['lines.0.delivery_comment']])
      expect((await say(Office, id, 'materials', { delivery_comment: 'Cut too early' })).status).toBe(200)
      expect(wrongs(await say(Office, id, 'on_board'))).toEqual([422, ['lines.0.delivery_status_id']])
      expect((await change(Office, id, { packed_qty: 40 })).body.delivery_stage).toBe('production')
      expect(wrongs(await say(Office, id, 'materials', { delivery_comment: 'Again' }))).toEqual([
        422,
        ['lines.0.delivery_status_id'],
      ])
      expect((await change(Office, id, { packed_qty: 100 })).body.delivery_status_id).toBe(codes.get('packed'))
    })

    it('keeps what the portal sets by itself in the library', async () => {
      const { admin, Office } = portal.as
      const url = `/api/delivery-statuses/${codes.get('confirmed')}`
      expect((await admin.delete(url, { version: 1 })).status).toBe(409)
      expect((await admin.post(`${url}/moves/archive`, { version: 1 })).status).toBe(409)
      expect((await Office.patch(url, { version: 1, name_en: 'Agreed' })).status).toBe(403)
      expect((await admin.patch(url, { version: 1, stage: 'closed' })).body.stage).not.toBe('closed')
    })
  })

  describe('the risk', () => {
    it('follows the forecast, and asks why once it is past the ship window', async () => {
      const { Agent } = portal.as
      const { lines } = await life.at('confirmed')
      const id = lines[0].id
      expect((await lineNow(id)).delivery_risk).toBe('green')
      expect((await change(Agent, id, { forecast_ex_factory_date: '2027-03-12' })).body).toMatchObject({
        delivery_risk: 'amber',
        delivery_risk_reasons: ['forecast_after_ex_factory'],
      })
      expect(wrongs(await change(Agent, id, { forecast_ex_factory_date: '2027-03-25' }))).toEqual([
        422,
        ['lines.0.late_reason'],
      ])
      expect(wrongs(await change(Agent, id, { forecast_ex_factory_date: addDays(today(), -1) }))).toEqual([
        422,
        ['lines.0.forecast_ex_factory_date'],
      ])
      const late = await change(Agent, id, { forecast_ex_factory_date: '2027-03-25', late_reason: 'material_late' })
      expect(late.body).toMatchObject({ delivery_risk: 'red', slip_days: 20, late_reason: 'material_late' })
      const mended = await change(Agent, id, { forecast_ex_factory_date: '2027-03-05' })
      expect(mended.body).toMatchObject({ delivery_risk: 'green', delivery_risk_reasons: [], late_reason: null })
    })

    it('turns with the day, without anybody writing', async () => {
      const { lines, id: order } = await life.at('confirmed')
      const { id, version } = lines[0]
      const { db } = portal
      await db.query(`update po_lines set ex_factory_date = current_date - 1 where id = $1`, [id])
      await settleDay(portal.app.kit)
      expect(await lineNow(id)).toMatchObject({
        delivery_risk: 'red',
        delivery_risk_reasons: ['ex_factory_passed', 'forecast_after_ex_factory', 'requirement_open'],
        version,
      })
      await db.query(`update purchase_orders set status = 'issued', ack_due_date = current_date - 6 where id = $1`, [
        order,
      ])
      await settleDay(portal.app.kit)
      expect((await lineNow(id)).delivery_risk_reasons).toContain('ack_overdue')
    })

    it('is found for lines that came before there were statuses', async () => {
      const { lines } = await life.at('issued')
      const before = await lineNow(lines[0].id)
      await portal.db.query(
        `update po_lines set delivery_status_id = null, delivery_stage = null, delivery_risk = null where id = $1`,
        [before.id],
      )
      await settleDay(portal.app.kit)
      const { delivery_status_id, delivery_stage, delivery_risk } = before
      expect(await lineNow(before.id)).toMatchObject({ delivery_status_id, delivery_stage, delivery_risk })
    })
  })

  describe('season, brand and category', () => {
    it('are said to want a look: missing, outside the window, other than the article’s', async () => {
      const { lines } = await life.at('draft', {
        season_id: null,
        order_date: '2026-05-01',
        lines: twoLines({ season_id: 1 }, { house_brand_id: null }),
      })
      expect((await lineNow(lines[0].id)).season_warning).toBe('outside_window')
      const { admin, Agent } = portal.as
      const [brand] = await portal.make('house-brands', [{ code: 'LIC', name_en: 'Licensed', status: 'active' }])
      const changed = await change(admin, lines[0].id, { house_brand_id: brand?.id })
      expect(changed.body.brand_warning).toBe('differs')
      expect((await Agent.get('/api/po-lines?season_warning=missing')).status).toBe(400)
    })

    it('follow their libraries', async () => {
      const { admin } = portal.as
      const [brand] = await portal.make('house-brands', [{ code: 'LIX', name_en: 'Lent', status: 'active' }])
      const { lines } = await life.at('draft', { house_brand_id: brand?.id })
      expect((await lineNow(lines[0].id)).brand_warning).toBe('differs')
      const url = `/api/house-brands/${brand?.id}`
      await admin.patch(url, { version: 1, licence_expiry: '2027-03-01' })
      expect((await lineNow(lines[0].id)).brand_warning).toBe('licence_expired')
      await admin.patch(url, { version: 2, licence_expiry: '2027-12-31' })
      expect((await lineNow(lines[0].id)).brand_warning).toBe('differs')
    })

    it('follow the tree: a category is no leaf while another lies below it', async () => {
      const { lines } = await life.at('draft')
      const warning = async () => (await lineNow(lines[0].id)).category_warning
      const [below] = await portal.make('product-categories', [{ code: 'TEE-LONG', name_en: 'Long', parent_id: 2 }])
      expect(await warning()).toBe('not_leaf')
      const url = `/api/product-categories/${below?.id}`
      expect((await portal.as.admin.post(`${url}/moves/archive`, { version: 1 })).status).toBe(200)
      expect(await warning()).toBeNull()
      expect((await portal.as.admin.post(`${url}/moves/restore`, { version: 2 })).status).toBe(200)
      expect(await warning()).toBe('not_leaf')
      expect((await portal.as.admin.delete(url, { version: 3 })).status).toBe(200)
      expect(await warning()).toBeNull()
    })

    it('go back with a write of their library that fails', async () => {
      const { lines } = await life.at('draft')
      const write = portal.app.kit.write(system, 'edit', async (work) => {
        await portal.app.kit
          .repository('product-categories')
          .create(work, [{ code: 'TEE-TORN', name_en: 'Torn', parent_id: 2 }])
        const [inside] = await work.tx.query<{ category_warning: string }>(
          'select category_warning from po_lines where id = $1',
          [lines[0].id],
        )
        expect(inside?.category_warning).toBe('not_leaf')
        throw new Error('torn')
      })
      await expect(write).rejects.toThrow('torn')
      expect((await lineNow(lines[0].id)).category_warning).toBeNull()
    })

    it('are put right in orders that are out, many at once, with a result for each', async () => {
      const { Office } = portal.as
      const issued = await life.at('issued')
      const closed = await life.at('pending_approval')
      const [brand] = await portal.make('house-brands', [{ code: 'LIY', name_en: 'Other', status: 'active' }])
      const rows = [issued, closed].map(({ lines: [{ id, version }] }) => ({ id, version }))
      const { body } = await Office.patch('/api/po-lines/bulk', { rows, values: { house_brand_id: brand?.id } })
      expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false])
      expect(await lineNow(rows[0]?.id ?? 0)).toMatchObject({ house_brand_id: brand?.id, brand_warning: 'differs' })
    })

    it('let goods leave after the licence of their brand only with a word of the administrator', async () => {
      const { admin, Office } = portal.as
      const [brand] = await portal.make('house-brands', [
        { code: 'LIZ', name_en: 'Ending', status: 'active', licence_expiry: '2027-03-01' },
      ])
      const order = await life.at('draft', { house_brand_id: brand?.id })
      expect((await step(Office, order, 'submit')).status).toBe(422)
      expect(wrongs(await step(admin, order, 'submit'))).toEqual([422, ['comment']])
      expect((await step(admin, order, 'submit', { comment: 'Extension is signed' })).body.status).toBe(
        'pending_approval',
      )
    })
  })

  describe('a worklist', () => {
    it('is asked for by buyer and supplier of the order, by those who know them', async () => {
      const { Office, Agent } = portal.as
      const order = await life.at('confirmed')
      const mine = await Office.get(`/api/po-lines?buyer_id=${order.buyer_id}&purchase_order_id=${order.id}`)
      expect(mine.body, JSON.stringify(mine.body)).toHaveLength(1)
      expect((await Office.get(`/api/po-lines?supplier_id=61&purchase_order_id=${order.id}`)).body).toEqual([])
      expect((await Agent.get('/api/po-lines?buyer_id=1')).status).toBe(400)
    })

    it('has views of its own beside the area’s', async () => {
      const { Office, staff } = portal.as
      const view = { area: 'delivery-worklist', name: 'Late ones', state: {} }
      expect((await Office.post('/api/views', view)).status).toBe(201)
      const names = async (area: string) =>
        (await Office.get(`/api/views?area=${area}`)).body.map(({ name }: { name: string }) => name)
      expect(await names('delivery-worklist')).toEqual(['Late ones'])
      expect(await names('po-lines')).toEqual([])
      expect((await staff.get('/api/views?area=delivery-worklist')).body).toEqual([])
      expect((await staff.get('/api/views?area=season-worklist')).status).toBe(403)
    })
  })
})
