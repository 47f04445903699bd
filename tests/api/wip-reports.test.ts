import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveryStatuses } from '#server/seeds/delivery-statuses.ts'
import { addDays, daysBetween, today } from '#shared/base/dates.ts'
import { engines } from '../kit/db'
import { committed, previewed, uploaded } from '../kit/imports'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { orders } from './orders-kit'

describe.each(engines)('reports of production (%s)', (engine) => {
  let portal: Portal
  let Office: Person
  let Agent: Person
  let staff: Person
  const day = today('Asia/Shanghai')

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Office, Agent, staff } = portal.as)
    await portal.make('delivery-statuses', deliveryStatuses)
  })
  afterAll(() => portal.close())

  /** A confirmed order of 100 units of one line. */
  const confirmed = async () => {
    const order = await orders(portal).at('confirmed', { qty_tolerance_over_pct: '5' })
    const line = order.lines[0].id as number
    return {
      order,
      line,
      lineNow: async () => (await Office.get(`/api/po-lines/${line}`)).body,
      orderNow: async () => (await Office.get(`/api/purchase-orders/${order.id}`)).body,
      tell: (person: Person, stage: string, cumulative_qty: number, more: object = {}) =>
        person.post('/api/wip-reports', { po_line_id: line, report_date: day, stage, cumulative_qty, ...more }),
    }
  }

  it('are made by the supplier’s people and move the line and its order', async () => {
    const { tell, lineNow, orderNow } = await confirmed()
    const first = await tell(staff, 'material_in_house', 100, { report_date: addDays(day, -3) })
    expect([first.status, first.body]).toEqual([
      201,
      expect.objectContaining({ cumulative_qty: 100, daily_qty: 100, supplier_id: 60, reporter_id: staff.id }),
    ])
    expect(await lineNow()).toMatchObject({ wip_stage: 'material_in_house', production_status: 'not_started' })
    await tell(staff, 'cutting', 40, { report_date: addDays(day, -2) })
    const { body } = await tell(Agent, 'cutting', 90)
    expect(body).toMatchObject({ daily_qty: 50 })
    expect(await lineNow()).toMatchObject({
      wip_stage: 'cutting',
      wip_qty: 90,
      wip_reported_on: day,
      production_status: 'in_production',
      packed_qty: 0,
    })
    expect(await orderNow()).toMatchObject({ production_status: 'in_production' })
    await tell(Agent, 'packing', 100)
    expect(await lineNow()).toMatchObject({ wip_stage: 'packing', packed_qty: 100, production_status: 'finished' })
    expect(await orderNow()).toMatchObject({ production_status: 'finished' })
  })

  it('never shrink unsaid', async () => {
    const { tell, lineNow } = await confirmed()
    await tell(Agent, 'cutting', 80, { report_date: addDays(day, -1) })
    const refused = await tell(Agent, 'cutting', 70)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { cumulative_qty: ['Fewer than the 80 reported before. If this is correct, enter the reason'] },
    ])
    expect(await lineNow()).toMatchObject({ wip_qty: 80 })
    const corrected = await tell(Agent, 'cutting', 70, { correction_reason: 'Ten were counted twice' })
    expect([corrected.status, corrected.body.daily_qty]).toEqual([201, -10])
    expect(await lineNow()).toMatchObject({ wip_qty: 70 })
    const { body: history } = await Office.get(`/api/wip-reports/${corrected.body.id}/history`)
    expect(JSON.stringify(history)).toContain('Ten were counted twice')
  })

  it('count one figure a stage, factory and day', async () => {
    const { tell } = await confirmed()
    await tell(staff, 'sewing', 20)
    expect((await tell(Agent, 'sewing', 30)).body.errors).toEqual({
      report_date: ['This day already has a report: 20. Edit that report'],
    })
    // Two phones at once: one of them comes second.
    const both = await Promise.all([tell(staff, 'packing', 5), tell(Agent, 'packing', 6)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  it('are refused for tomorrow’s tomorrow, beyond the tolerance and for lines that are not made', async () => {
    const { tell } = await confirmed()
    expect((await tell(Agent, 'cutting', 1, { report_date: addDays(day, 2) })).body.errors).toEqual({
      report_date: ['This date is in the future'],
    })
    expect((await tell(Agent, 'cutting', 106)).body.errors).toEqual({
      cumulative_qty: ['At most 105 can be made of this line'],
    })
    const draft = await orders(portal).at('approved')
    const report = { po_line_id: draft.lines[0].id, report_date: day, stage: 'cutting', cumulative_qty: 1 }
    expect((await Office.post('/api/wip-reports', report)).body.errors).toEqual({
      po_line_id: ['This line is not in production: its order has not been issued, or the line is closed'],
    })
    // To the supplier the line is not there at all.
    expect((await Agent.post('/api/wip-reports', report)).body.errors).toHaveProperty('po_line_id')
  })

  it('are locked for the supplier after two days and corrected by the office', async () => {
    const { tell, lineNow } = await confirmed()
    const { body: report } = await tell(staff, 'cutting', 50)
    const edit = async (person: Person, values: object) => {
      const { version } = (await Office.get(`/api/wip-reports/${report.id}`)).body
      return person.patch(`/api/wip-reports/${report.id}`, { version, ...values })
    }
    expect((await edit(staff, { cumulative_qty: 55 })).status).toBe(200)
    expect(await lineNow()).toMatchObject({ wip_qty: 55 })
    await portal.db.query(`update wip_reports set created_at = now() - interval '49 hours' where id = $1`, [report.id])
    for (const person of [staff, Agent]) {
      expect((await edit(person, { cumulative_qty: 60 })).body.errors).toHaveProperty('cumulative_qty')
      expect((await person.get(`/api/wip-reports/${report.id}`)).body.editable).toEqual([])
    }
    expect((await edit(Office, { cumulative_qty: 60 })).status).toBe(200)
    expect(await lineNow()).toMatchObject({ wip_qty: 60 })
    const { version } = (await Office.get(`/api/wip-reports/${report.id}`)).body
    expect((await Agent.delete(`/api/wip-reports/${report.id}`, { version })).status).toBe(403)
    expect((await Office.delete(`/api/wip-reports/${report.id}`, { version })).status).toBe(200)
    expect(await lineNow()).toMatchObject({ wip_stage: null, wip_qty: null, production_status: 'not_started' })
  })

  it('are no business of another supplier', async () => {
    const { tell, line } = await confirmed()
    const { body: report } = await tell(Agent, 'cutting', 10)
    const foreign = portal.otherAgent
    expect((await tell(foreign, 'sewing', 5)).body.errors).toHaveProperty('po_line_id')
    expect((await foreign.get(`/api/wip-reports/${report.id}`)).status).toBe(404)
    expect((await foreign.patch(`/api/wip-reports/${report.id}`, { version: 1, cumulative_qty: 11 })).status).toBe(404)
    expect((await foreign.get(`/api/wip-reports/progress?lines=${line}`)).body.lines).toEqual([])
    expect((await foreign.get('/api/wip-reports/board?from=2027-02-22&to=2027-03-14')).body.lines).toEqual([])
    expect((await portal.as.user.get('/api/wip-reports/board?from=2027-02-22&to=2027-03-14')).status).toBe(403)
  })

  it('stand on the board by the week that a line is due', async () => {
    const { tell, line, order } = await confirmed()
    await tell(Agent, 'cutting', 60)
    await tell(Agent, 'sewing', 25)
    const board = async (query: string, person = Agent) => {
      const { status, body } = await person.get(`/api/wip-reports/board?${query}`)
      return status === 200 ? body.lines.find(({ id }: { id: number }) => id === line) : status
    }
    expect(await board('from=2027-03-01&to=2027-03-07')).toMatchObject({
      line_title: `${order.po_no} / 10`,
      article_no: 'TEE-1',
      qty: 100,
      most: 105,
      stages: { cutting: 60, sewing: 25 },
    })
    expect(await board('from=2027-03-08&to=2027-03-14')).toBeUndefined()
    expect(await board('from=2027-03-08&to=2027-03-14&late=1')).toBeUndefined()
    await portal.db.query(`update po_lines set ex_factory_date = $2::date - 3 where id = $1`, [line, today()])
    await portal.db.query('update po_line_sizes set booked_qty = qty where po_line_id = $1', [line])
    expect(await board('from=2027-03-08&to=2027-03-14&late=1')).toMatchObject({ id: line, goods_state: 'unpacked' })
    await portal.db.query(`update po_lines set ex_factory_date = '2027-03-05' where id = $1`, [line])
    expect(await board(`from=2027-03-01&to=2027-03-07&q=${order.po_no}`)).toMatchObject({ id: line })
    expect(await board('from=2027-03-01&to=2027-03-07&q=no-such')).toBeUndefined()
    expect(await board('from=2027-03-01&to=2027-03-07&supplier_id=61', Office)).toBeUndefined()
    for (const query of [
      '',
      'from=2027-03-01',
      'from=2027-03-02&to=2027-03-01',
      'from=2027-01-01&to=2028-01-01',
      'from=x&to=y',
    ])
      expect([query, await board(query)]).toEqual([query, 400])
    expect(await board('from=2027-03-01&to=2027-03-07&nothing=1')).toBe(400)
    // The same holds for every route with a text in its address.
    for (const url of [
      '/api/wip-reports/board?from=2027-03-01&to=2027-03-07&q=a%00b',
      '/api/tna-tasks/plan?q=a%00b',
      '/api/bookings/bookable?q=a%00b',
    ]) {
      const { status, body } = await Office.get(url)
      expect([url, status, Object.keys(body.errors ?? {})]).toEqual([url, 400, ['q']])
    }
    await tell(Agent, 'packing', 100)
    expect(await board('from=2027-03-08&to=2027-03-14&late=1')).toBeUndefined()
  })

  it('say when goods left: forecast, slip, status and risk follow, and come back when it was a mistake', async () => {
    const { tell, line, lineNow, orderNow } = await confirmed()
    await portal.db.query('update po_line_sizes set booked_qty = qty where po_line_id = $1', [line])
    const planned = addDays(day, -6)
    await portal.db.query(
      `update po_lines set ex_factory_date = $2, forecast_ex_factory_date = $2, promised_ex_factory_date = $2 where id = $1`,
      [line, planned],
    )
    await tell(Agent, 'ex_factory', 40, { report_date: addDays(day, -4) })
    expect(await lineNow()).toMatchObject({
      goods_state: 'unpacked',
      actual_ex_factory_date: null,
      delivery_risk: 'red',
      delivery_risk_reasons: ['ex_factory_passed', 'forecast_after_ex_factory', 'requirement_open'],
      slip_days: daysBetween(planned, today()),
    })
    const { body: last } = await tell(Agent, 'ex_factory', 100, { report_date: addDays(day, -2) })
    const left = await lineNow()
    expect(left).toMatchObject({
      goods_state: 'left',
      actual_ex_factory_date: addDays(day, -2),
      forecast_ex_factory_date: addDays(day, -2),
      slip_days: 4,
      production_status: 'finished',
      delivery_risk_reasons: ['forecast_after_ex_factory'],
    })
    expect(left.delivery_status_id).toBe(deliveryStatuses.findIndex(({ code }) => code === 'ex_factory') + 1)
    expect(await orderNow()).toMatchObject({ slip_days: 4, forecast_ex_factory_date: addDays(day, -2) })
    const forecast = await Agent.patch(`/api/po-lines/${line}`, {
      version: left.version,
      forecast_ex_factory_date: addDays(day, 3),
    })
    expect([forecast.status, forecast.body.errors]).toEqual([
      422,
      { 'lines.0.forecast_ex_factory_date': [expect.stringContaining('left the factory')] },
    ])
    await Office.delete(`/api/wip-reports/${last.id}`, { version: last.version })
    expect(await lineNow()).toMatchObject({
      goods_state: 'unpacked',
      actual_ex_factory_date: null,
      forecast_ex_factory_date: planned,
      delivery_risk: 'red',
    })
  })

  it('of several factories add up', async () => {
    const { tell, lineNow } = await confirmed()
    const made = await portal.make(
      'factories',
      ['North Hall', 'South Hall'].map((name_en) => ({
        name_en,
        country: 'CN',
        status: 'approved',
        suppliers: [{ supplier_id: 60 }],
      })),
    )
    const [north, south] = made.map(({ id }) => id)
    await tell(Agent, 'cutting', 60, { factory_id: north })
    await tell(Agent, 'cutting', 45, { factory_id: south })
    expect(await lineNow()).toMatchObject({ wip_qty: 105 })
    expect((await tell(Agent, 'sewing', 70, { factory_id: north })).status).toBe(201)
    expect((await tell(Agent, 'sewing', 36, { factory_id: south })).body.errors).toEqual({
      cumulative_qty: ['Together with the 70 of other factories, this exceeds the 105 that can be made'],
    })
  })

  it('of several factories come in one file, each to its own', async () => {
    const { tell, line, lineNow } = await confirmed()
    const made = await portal.make(
      'factories',
      ['East Hall', 'West Hall'].map((name_en) => ({
        name_en,
        country: 'CN',
        status: 'approved',
        suppliers: [{ supplier_id: 60 }],
      })),
    )
    const [east, west] = made.map(({ id }) => id)
    const { body: told } = await tell(Agent, 'cutting', 20, { factory_id: east })
    const { line_title } = await lineNow()
    const file = [
      'Order line,Report date,Stage,Cumulative,Factory',
      ...[`East Hall`, 'West Hall'].map((hall, at) => `${line_title},${day},Cutting,${[30, 45][at]},${hall}`),
    ].join('\n')
    const { url } = await uploaded(Agent, 'wip-reports', file)
    expect((await previewed(Agent, url)).status).toBe('checked')
    await committed(Agent, url)
    const { body } = await Office.get(`/api/wip-reports?po_line_id=${line}&_sort=id`)
    expect(
      body.map(({ id, factory_id, cumulative_qty }: Record<string, number>) => [
        id === told.id,
        factory_id,
        cumulative_qty,
      ]),
    ).toEqual([
      [true, east, 30],
      [false, west, 45],
    ])
  })

  it('without a factory go on with the one that has reported on the stage, also when the line has another by now', async () => {
    const { tell, line, lineNow } = await confirmed()
    const made = await portal.make(
      'factories',
      ['First Hall', 'Second Hall'].map((name_en) => ({
        name_en,
        country: 'CN',
        status: 'approved',
        suppliers: [{ supplier_id: 60 }],
      })),
    )
    const [first, second] = made.map(({ id }) => id)
    const isMadeBy = (factory: number | undefined) =>
      portal.db.query('update po_lines set factory_id = $2 where id = $1', [line, factory])
    await isMadeBy(first)
    await tell(Agent, 'cutting', 40, { report_date: addDays(day, -1) })
    await isMadeBy(second)
    expect((await tell(Agent, 'cutting', 60)).body).toMatchObject({ factory_id: first, daily_qty: 20 })
    expect(await lineNow()).toMatchObject({ wip_qty: 60 })
    // A stage that nobody reported on is the line's factory's.
    expect((await tell(Agent, 'sewing', 10)).body.factory_id).toBe(second)
  })

  it('that were a mistake take the packed units with them', async () => {
    const { tell, lineNow } = await confirmed()
    await tell(Agent, 'cutting', 100)
    const { body: packed } = await tell(Agent, 'packing', 100)
    expect(await lineNow()).toMatchObject({ packed_qty: 100, production_status: 'finished' })
    expect((await Office.delete(`/api/wip-reports/${packed.id}`, { version: packed.version })).status).toBe(200)
    expect(await lineNow()).toMatchObject({ packed_qty: 0, production_status: 'in_production', wip_stage: 'cutting' })
  })
})
