import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtures } from '#areas/containers/fixtures.ts'
import { system } from '#server/kit/principal.ts'
import { addDays } from '#shared/base/dates.ts'
import { containerCheckDigit } from '#shared/standards/container-number.ts'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'
import { workbookOf } from '../kit/workbook'

const url = '/api/containers'
const today = new Date().toISOString().slice(0, 10)

interface Line {
  id: number
  po_line_id: number
  supplier_id: number
  sizes: { id: number; size_id: number; expected_qty: number; received_qty: number | null }[]
}

describe.each(engines)('containers (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person
  let serial = 100_000
  let orders = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent } = portal.as)
  }, 120_000)
  afterAll(() => portal.close())

  const number = () => {
    serial += 1
    const body = `TSTU${String(serial).padStart(6, '0')}`
    return `${body}${containerCheckDigit(body)}`
  }
  const orderLine = async (supplier_id: number) => {
    orders += 1
    const po_no = `BOXED-${orders}`
    await portal.make('purchase-orders', [
      draft(po_no, { supplier_id, status: 'confirmed', issued_at: '2026-11-01T00:00:00Z' }),
    ])
    const [row] = await portal.db.query<{ id: number }>(
      'select l.id from po_lines l join purchase_orders o on o.id = l.purchase_order_id where o.po_no = $1',
      [po_no],
    )
    return Number(row?.id)
  }
  /** A booking with a line of 40 S and 60 M, packed in ten cartons, as its shipping instruction says. */
  const booking = async (values: Record<string, unknown> = {}, supplier_id = 60) => {
    const po_line_id = await orderLine(supplier_id)
    const { boxes = [], ...others } = values
    const [made] = await portal.make('bookings', [
      {
        ...{ booking_no: `BK-${po_line_id}`, supplier_id, load_type: 'fcl', status: 'si_submitted' },
        ...{ port_of_loading_id: 1, port_of_discharge_id: 2, ship_to_location_id: 1 },
        ...{ carrier: 'MSC', vessel: 'AMBRA', voyage_no: '612W', etd: addDays(today, 5), eta: addDays(today, 35) },
        cargo_ready_date: today,
        goods_description: 'Knitted garments of cotton',
        lines: [
          {
            po_line_id,
            sizes: [
              { size_id: 1, qty: 40 },
              { size_id: 2, qty: 60 },
            ],
          },
        ],
        cartons: [
          { first_no: 1, last_no: 4, po_line_id, size_id: 1, units_per_carton: 10 },
          { first_no: 5, last_no: 10, po_line_id, size_id: 2, units_per_carton: 10 },
        ],
        containers: (boxes as string[]).map((container_no) => ({ container_no, type: '40HC', seal_no: 'S1' })),
        ...others,
      },
    ])
    return Number(made?.id)
  }
  const write = (id: number, values: Record<string, unknown>) =>
    portal.app.kit.write(system, 'edit', (work) => portal.app.kit.repository('bookings').edit(work, id, values))
  /** The portal sets the status of a booking: what its own moves do belongs to bookings. */
  const setStatus = async (id: number, status: string, values: Record<string, unknown> = {}) => {
    await portal.app.kit.write(system, 'edit', async (work) => {
      const names = Object.keys(values)
      await work.tx.query(
        `update bookings set status = $2${names.map((name, at) => `, ${name} = $${at + 3}`).join('')} where id = $1`,
        [id, status, ...Object.values(values)],
      )
      const [after] = await portal.app.kit.repository('bookings').find(work.tx, system, [id])
      const before = { ...after, status: 'before' }
      for (const { follow } of portal.app.kit.followers('bookings'))
        await follow(work, [{ before, after: after as never }])
    })
  }
  const read = async (id: number, who = Office) => (await who.get(`${url}/${id}`)).body
  const find = async (container_no: string) => (await Office.get(`${url}?container_no=${container_no}`)).body
  const move = async (id: number, name: string, values: object = {}, who = Office) => {
    const { version } = await read(id)
    return who.post(`${url}/${id}/moves/${name}`, { version, ...values })
  }
  const step = async (id: number, name: string, values: object = {}, who = Office) => {
    const { status, body } = await move(id, name, values, who)
    expect([name, status], JSON.stringify(body)).toEqual([name, 200])
    return body
  }
  /** A container of the booking, on its way to the state `at_dc`. */
  const atCentre = async (id: number) => {
    await step(id, 'arrive_port', { ata: today, last_free_day: addDays(today, 5) })
    await step(id, 'clear_customs', { cleared_on: today })
    await step(id, 'gate_out', { gated_out_on: today })
    await step(id, 'arrive_dc', { arrived_dc_on: today })
    await step(id, 'start_unloading', { seal_check: 'intact' })
  }
  const counted = (lines: Line[], qtys: number[], damaged: number[] = []) => ({
    lines: lines.map(({ id, sizes }) => ({
      id,
      sizes: sizes.map((size, index) => ({
        id: size.id,
        received_qty: qtys[index] ?? size.expected_qty,
        damaged_qty: damaged[index] ?? 0,
      })),
    })),
  })
  const shippedBox = async (values: Record<string, unknown> = {}) => {
    const no = number()
    const id = await booking({ boxes: [no], ...values })
    await setStatus(id, 'si_accepted')
    await setStatus(id, 'shipped', { atd: today })
    const [container] = await find(no)
    return { no, booking: id, container }
  }

  it('are made by the shipping instruction, sail and arrive with their booking', async () => {
    const no = number()
    const id = await booking({ boxes: [no] })
    expect(await find(no)).toEqual([])
    await setStatus(id, 'si_accepted')
    const [made] = await find(no)
    expect(made).toMatchObject({ status: 'planned', vessel: 'AMBRA', voyage_no: '612W', expected_qty: 100 })
    const whole = await read(made.id)
    expect(whole.lines.map((line: Line) => line.sizes.map(({ expected_qty }) => expected_qty))).toEqual([[40, 60]])
    expect([whole.expected_cartons, whole.lines[0].expected_cartons]).toEqual([10, 10])
    await setStatus(id, 'cargo_received', { cargo_received_on: today })
    expect((await read(made.id)).status).toBe('loaded')
    await setStatus(id, 'shipped', { atd: today })
    expect(await read(made.id)).toMatchObject({ status: 'on_water', atd: today })
    await step(made.id, 'arrive_port', { ata: today })
    const { body } = await Office.get(`/api/bookings/${id}`)
    expect([body.status, body.ata]).toEqual(['arrived', today])
  })

  it('are not made of a number in which nothing is packed', async () => {
    const [full, none] = [number(), number()]
    const id = await booking({ boxes: [full, none] })
    await portal.db.query('update booking_cartons set container_no = $2 where booking_id = $1', [id, full])
    await setStatus(id, 'si_accepted')
    expect([(await find(full)).length, await find(none)]).toEqual([1, []])
  })

  it('are sent and counted once each where a booking has several', async () => {
    const [one, two] = [number(), number()]
    const id = await booking({ boxes: [one, two] })
    await portal.db.query(
      `update booking_cartons set container_no = case when first_no = 1 then $2 else $3 end where booking_id = $1`,
      [id, one, two],
    )
    await setStatus(id, 'si_accepted')
    const [[first], [second]] = [await find(one), await find(two)]
    expect([first.expected_qty, second.expected_qty]).toEqual([40, 60])
    await setStatus(id, 'shipped', { atd: today })
    for (const container of [first, second]) {
      await atCentre(container.id)
      const { version, lines } = await read(container.id)
      expect((await Office.patch(`${url}/${container.id}`, { version, ...counted(lines, []) })).status).toBe(200)
      const isFirst = container === first
      expect((await Office.get(`/api/bookings/${id}`)).body.status).toBe(isFirst ? 'shipped' : 'arrived')
      await step(container.id, 'receive', { received_on: today })
      const { body } = await Office.get(`/api/bookings/${id}`)
      expect(body.lines[0].received_qty).toBe(isFirst ? 40 : 100)
      expect(body.lines[0].received_on).toBe(today)
      expect(body.lines[0].sizes.map((size: { received_qty: number }) => size.received_qty)).toEqual(
        isFirst ? [40, null] : [40, 60],
      )
      expect(body.status).toBe(isFirst ? 'shipped' : 'closed')
      // Its order line knows what has arrived.
      if (!isFirst)
        expect(
          await portal.db.query(
            `select l.received_qty as line, array_agg(z.received_qty order by z.size_id) as sizes
             from po_lines l join po_line_sizes z on z.po_line_id = l.id where l.id = $1 group by l.id`,
            [body.lines[0].po_line_id],
          ),
        ).toEqual([{ line: 100, sizes: [40, 60] }])
    }
  })

  it('add up on their booking when two arrive, or are received, at the same time', async () => {
    const boxes = [number(), number()]
    const id = await booking({ boxes })
    await portal.db.query(
      `update booking_cartons set container_no = case when first_no = 1 then $2 else $3 end where booking_id = $1`,
      [id, ...boxes],
    )
    await setStatus(id, 'si_accepted')
    await setStatus(id, 'shipped', { atd: today })
    const ids: number[] = []
    for (const no of boxes) ids.push((await find(no))[0].id)
    await Promise.all(ids.map((box) => step(box, 'arrive_port', { ata: today })))
    expect((await Office.get(`/api/bookings/${id}`)).body.status).toBe('arrived')
    for (const box of ids) {
      await step(box, 'clear_customs', { cleared_on: today })
      await step(box, 'gate_out', { gated_out_on: today })
      await step(box, 'arrive_dc', { arrived_dc_on: today })
      await step(box, 'start_unloading', { seal_check: 'intact' })
      const { version, lines } = await read(box)
      expect((await Office.patch(`${url}/${box}`, { version, ...counted(lines, []) })).status).toBe(200)
    }
    await Promise.all(ids.map((box) => step(box, 'receive', { received_on: today })))
    const { body } = await Office.get(`/api/bookings/${id}`)
    expect([body.status, body.lines[0].received_qty]).toEqual(['closed', 100])
  })

  it('take back a receipt that is counted again', async () => {
    const { container, booking: id } = await shippedBox()
    await atCentre(container.id)
    const { version, lines } = await read(container.id)
    await Office.patch(`${url}/${container.id}`, { version, ...counted(lines, [40, 60]) })
    // Another container of the booking is not there yet, so the booking stays open.
    await step(container.id, 'receive', { received_on: today })
    expect((await move(container.id, 'recount', { reason: 'A pallet was missed' })).status).toBe(403)
    await step(container.id, 'recount', { reason: 'A pallet was missed' }, admin)
    const { body } = await Office.get(`/api/bookings/${id}`)
    expect(body.lines[0].received_qty).toBeNull()
  })

  it('of consignments without a box have no number, and need none', async () => {
    const id = await booking({ load_type: 'lcl', boxes: [] })
    await setStatus(id, 'si_accepted')
    const { body } = await Office.get(`${url}?booking=${id}`)
    expect(body).toMatchObject([{ type: 'LCL', container_no: null, expected_qty: 100 }])
    expect(body[0].container_title).toMatch(/^LCL BK-/)
    await setStatus(id, 'shipped', { atd: today })
    const box = body[0].id
    await atCentre(box)
    const { version, lines } = await read(box)
    await Office.patch(`${url}/${box}`, { version, ...counted(lines, []) })
    await step(box, 'receive', { received_on: today })
    expect((await move(box, 'return_empty', { empty_returned_on: today })).status).toBe(409)
    expect((await move(box, 'close')).status).toBe(403)
    await step(box, 'close', {}, admin)
  })

  it('of consignments in the same box of a forwarder share its number and its milestones', async () => {
    const no = number()
    const consignment = async (values: object = {}) => {
      const id = await booking({ load_type: 'lcl', ...values })
      await setStatus(id, 'si_accepted')
      const [{ id: box, version }] = (await Office.get(`${url}?booking=${id}`)).body
      return { box, answer: await Office.patch(`${url}/${box}`, { version, container_no: no }) }
    }
    const [one, two] = [await consignment(), await consignment()]
    expect([one.answer.status, two.answer.status], JSON.stringify(two.answer.body)).toEqual([200, 200])
    const elsewhere = await consignment({ vessel: 'BELLA' })
    expect([elsewhere.answer.status, Object.keys(elsewhere.answer.body.errors)]).toEqual([422, ['container_no']])
    expect((await Office.post(url, { container_no: no, vessel: 'AMBRA', voyage_no: '612W' })).status).toBe(422)
    // One that became a full container would be there twice.
    const { version } = await read(one.box)
    expect((await Office.patch(`${url}/${one.box}`, { version, type: '40HC' })).status).toBe(422)
    const events = [{ source: 'MSC', id: `${no} 1`, container_no: no, type: 'departed', kind: 'actual', at: today }]
    const send = async () => (await Office.post(`${url}/events`, { events })).body.results
    expect(await send()).toMatchObject([{ result: 'recorded' }])
    for (const { box } of [one, two]) expect(await read(box)).toMatchObject({ status: 'on_water', atd: today })
    expect(await send()).toMatchObject([{ result: 'known' }])
  })

  it.runIf(engine === 'postgres')('keep the goods that come into them while another booking is written', async () => {
    const no = number()
    const [one, two] = [await booking({ boxes: [no] }), await booking({ boxes: [no] })]
    await setStatus(one, 'si_accepted')
    const [box] = await find(no)
    let commit = () => {}
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    const coming = portal.app.kit.write(system, 'edit', async (work) => {
      await work.tx.query(`update bookings set status = 'si_accepted' where id = $1`, [two])
      const [after] = await portal.app.kit.repository('bookings').find(work.tx, system, [two])
      for (const { follow } of portal.app.kit.followers('bookings'))
        await follow(work, [{ before: { ...after, status: 'before' }, after: after as never }])
      await held
    })
    await setTimeout(300)
    const written = write(one, { carrier: 'CMA' })
    await setTimeout(300)
    commit()
    await Promise.all([coming, written])
    const { lines, carrier } = await read(box.id)
    expect([lines.length, carrier]).toEqual([2, 'CMA'])
  })

  it('of several suppliers show each of them its own goods', async () => {
    const no = number()
    const [mine, theirs] = [await booking({ boxes: [no] }, 60), await booking({ boxes: [no] }, 61)]
    await setStatus(mine, 'si_accepted')
    await setStatus(theirs, 'si_accepted')
    const boxes = await find(no)
    expect(boxes).toHaveLength(1)
    const whole = await read(boxes[0].id)
    expect(whole.lines.map(({ supplier_id }: Line) => supplier_id).toSorted()).toEqual([60, 61])
    expect(whole.expected_qty).toBe(200)
    for (const [who, own, foreign, other] of [
      [Agent, 60, theirs, 'Pearl River'],
      [portal.otherAgent, 61, mine, 'Golden Loom'],
    ] as const) {
      const { status, body } = await who.get(`${url}/${whole.id}`)
      expect(status).toBe(200)
      expect(body.lines.map(({ supplier_id }: Line) => supplier_id)).toEqual([own])
      for (const hidden of ['expected_qty', 'received_qty', 'discrepancy', 'mbl_no', 'damage_notes'])
        expect(body, hidden).not.toHaveProperty(hidden)
      expect(JSON.stringify(body)).not.toContain(other)
      expect(body.events.length).toBeGreaterThan(0)
      expect(body.events[0]).not.toHaveProperty('noted_by')
      // Nor does a filter tell what else is in the box.
      expect((await who.get(`${url}?booking=${foreign}`)).body).toEqual([])
      expect((await who.get(`${url}?supplier=${own === 60 ? 61 : 60}`)).status).toBe(400)
      const rows = (await who.get('/api/container-lines')).body
      expect(new Set(rows.map(({ supplier_id }: Line) => supplier_id))).toEqual(new Set([own]))
      expect((await who.patch(`${url}/${whole.id}`, { version: body.version, dock: '1' })).status).toBe(403)
      expect((await who.get(`${url}/${whole.id}/cartons`)).status).toBe(403)
    }
    expect((await portal.as.staff.get(url)).status).toBe(403)
    const alone = await booking({ boxes: [number()] }, 61)
    await setStatus(alone, 'si_accepted')
    const [other] = (await Office.get(`${url}?booking=${alone}`)).body
    expect((await Agent.get(`${url}/${other.id}`)).status).toBe(404)
    // Their goods leave the box with their booking.
    await setStatus(theirs, 'cancelled')
    const after = await read(whole.id)
    expect([after.status, after.lines.map(({ supplier_id }: Line) => supplier_id)]).toEqual(['planned', [60]])
    await setStatus(mine, 'cancelled')
    expect((await read(whole.id)).status).toBe('cancelled')
  })

  it('that the office made before they were on a voyage take the goods of their booking', async () => {
    const no = number()
    const appointment_at = `${addDays(today, 40)}T09:00:00.000Z`
    const { body } = await Office.post(url, { container_no: no, location_id: 1, appointment_at })
    const id = await booking({ boxes: [no] })
    await setStatus(id, 'si_accepted')
    expect(await read(body.id)).toMatchObject({ vessel: 'AMBRA', voyage_no: '612W', expected_qty: 100 })
  })

  it('are not deleted while they hold goods of a booking', async () => {
    const no = number()
    await setStatus(await booking({ boxes: [no] }), 'si_accepted')
    const [{ id, version }] = await find(no)
    const answer = await admin.delete(`${url}/${id}`, { version })
    expect([answer.status, (await read(id)).expected_qty]).toEqual([409, 100])
    const { body: empty } = await Office.post(url, { container_no: number() })
    expect((await admin.delete(`${url}/${empty.id}`, { version: empty.version })).status).toBe(200)
  })

  it('are on one voyage at a time', async () => {
    const { no } = await shippedBox()
    const again = await booking({ boxes: [no], voyage_no: '700W' })
    await expect(setStatus(again, 'si_accepted')).rejects.toMatchObject({ status: 409, code: 'container_open' })
    const { status, body } = await Office.post(url, { container_no: no, type: '40HC' })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['container_no']])
  })

  it('have a number with its check digit, unless an administrator says the box is the shipper’s own', async () => {
    const make = (who: Person, values: object) => who.post(url, { type: '40HC', ...values })
    const wrong = `${number().slice(0, 10)}`
    const bad = `${wrong}${(containerCheckDigit(wrong) + 1) % 10}`
    for (const container_no of [bad, 'TBJA7176445', 'ABC', null])
      expect([container_no, (await make(Office, { container_no })).status]).toEqual([container_no, 422])
    const spaced = number()
    const typed = `${spaced.slice(0, 4).toLowerCase()} ${spaced.slice(4, 10)}-${spaced.slice(10)}`
    expect((await make(Office, { container_no: typed })).body.container_no).toBe(spaced)
    expect((await make(Office, { container_no: bad, shipper_owned: true })).status).toBe(422)
    const { status, body } = await make(Office, fixtures[0] ?? {})
    expect(status, JSON.stringify(body)).toBe(201)
    expect((await make(admin, { container_no: bad, shipper_owned: true })).status).toBe(201)
    expect((await make(Office, { container_no: number(), lines: [{ sizes: [] }] })).status).toBe(422)
  })

  it('differ from what was expected, and the supplier is told of its own', async () => {
    const { container } = await shippedBox()
    await atCentre(container.id)
    expect((await move(container.id, 'receive', { received_on: today })).status).toBe(409)
    const { version, lines } = await read(container.id)
    const more = await Office.patch(`${url}/${container.id}`, { version, ...counted(lines, [1, 60], [2, 0]) })
    expect([more.status, Object.keys(more.body.errors)]).toEqual([422, ['lines.0.sizes.0.damaged_qty']])
    const saved = await Office.patch(`${url}/${container.id}`, { version, ...counted(lines, [37, 62], [5, 0]) })
    expect(saved.body).toMatchObject({ short_qty: 3, over_qty: 2, damaged_qty: 5 })
    await portal.db.query(`delete from outbox where kind = 'mail'`)
    await step(container.id, 'receive', { received_on: today })
    expect((await read(container.id)).discrepancy).toEqual(['over', 'short', 'damaged'])
    const found = async (filter: string) =>
      (await Office.get(`${url}?${filter}`)).body.map(({ id }: { id: number }) => id)
    expect(await found('has_discrepancy=true')).toContain(container.id)
    const mails = await portal.db.query<{ payload: { mail: string; to: string; params: Record<string, unknown> } }>(
      `select payload from outbox where kind = 'mail'`,
    )
    expect(mails.map(({ payload }) => payload.mail)).toEqual(['container_discrepancy'])
    expect(mails[0]?.payload.params).toMatchObject({ short: 3, over: 2, damaged: 5 })
    // A receipt as expected tells nobody.
    expect(await found('has_discrepancy=false')).not.toContain(container.id)
  })

  it('are received once by two people at the same time', async () => {
    const { container } = await shippedBox()
    await atCentre(container.id)
    const { version, lines } = await read(container.id)
    const both = await Promise.all(
      [Office, portal.otherOffice].map((who, index) =>
        who.patch(`${url}/${container.id}`, { version, ...counted(lines, [40 - index, 60]) }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const now = await read(container.id)
    const receipts = await Promise.all(
      [Office, portal.otherOffice].map((who) =>
        who.post(`${url}/${container.id}/moves/receive`, { version: now.version, received_on: today }),
      ),
    )
    expect(receipts.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(receipts.find(({ status }) => status === 409)?.body.code).toBe('illegal_move')
  })

  it('are counted only while they are unloaded', async () => {
    const { container } = await shippedBox()
    const { version, lines } = await read(container.id)
    expect((await Office.patch(`${url}/${container.id}`, { version, ...counted(lines, []) })).status).toBe(422)
    expect((await Office.patch(`${url}/${container.id}`, { version, lines: [] })).status).toBe(422)
  })

  it('have as many appointments in an hour as there are docks', async () => {
    await portal.db.query('update locations set dock_capacity = 1 where id = 1')
    const [one, two] = [await shippedBox(), await shippedBox()]
    const at = `${addDays(today, 3)}T09:15:00.000Z`
    const book = async (id: number, appointment_at: string, who = Office) => {
      const { version } = await read(id)
      return who.patch(`${url}/${id}`, { version, appointment_at })
    }
    const both = await Promise.all([book(one.container.id, at), book(two.container.id, at, portal.otherOffice)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const late = both[0]?.status === 422 ? one.container.id : two.container.id
    expect((await book(late, `${addDays(today, 3)}T09:59:00.000Z`)).body.errors).toHaveProperty('appointment_at')
    expect((await book(late, `${addDays(today, 3)}T10:00:00.000Z`)).status).toBe(200)
    expect((await book(late, `${addDays(today, -3)}T10:00:00.000Z`)).status).toBe(422)
    await portal.db.query('update locations set dock_capacity = null where id = 1')
  })

  it('cost from the day after their free time', async () => {
    const { container } = await shippedBox()
    await step(container.id, 'arrive_port', { ata: today, last_free_day: today })
    const isIn = async (filter: string) =>
      (await Office.get(`${url}?${filter}`)).body.some(({ id }: { id: number }) => id === container.id)
    expect(await isIn('demurrage=true')).toBe(false)
    await portal.db.query('update containers set last_free_day = current_date - 1 where id = $1', [container.id])
    expect(await isIn('demurrage=true')).toBe(true)
    const { version } = await read(container.id)
    await Office.patch(`${url}/${container.id}`, { version, detention_free_days: 7 })
    await step(container.id, 'clear_customs', { cleared_on: today })
    expect((await step(container.id, 'gate_out', { gated_out_on: today })).empty_return_due).toBe(addDays(today, 7))
    expect(await isIn('demurrage=true')).toBe(false)
    expect(await isIn('detention=true')).toBe(false)
    await portal.db.query('update containers set empty_return_due = current_date - 1 where id = $1', [container.id])
    expect(await isIn('detention=true')).toBe(true)
  })

  describe('events', () => {
    let at = 0
    const event = (container_no: string, type: string, kind: string, day: string, more: object = {}) => {
      at += 1
      return { source: 'MSC', id: `E${at}`, container_no, type, kind, at: day, ...more }
    }
    const send = async (events: object[], who = Office) => who.post(`${url}/events`, { events })

    it('are taken once, move dates and make the next moves', async () => {
      const { no, container } = await shippedBox()
      const eta = addDays(today, 20)
      const events = [
        event(no, 'arrived_port', 'estimated', eta, { place: 'Felixstowe' }),
        event('TSTU9999990', 'arrived_port', 'actual', today),
        // By the clock of the place.
        event(no, 'arrived_port', 'actual', `${today}T00:30:00+09:00`),
        event(no, 'gated_out', 'actual', today),
      ]
      const first = await send(events)
      expect(first.status, JSON.stringify(first.body)).toBe(200)
      expect(first.body.results.map(({ result }: { result: string }) => result)).toEqual([
        'recorded',
        'unknown_container',
        'recorded',
        'recorded',
      ])
      const now = await read(container.id)
      // The gate-out waits for the clearance.
      expect([now.status, now.ata, now.eta, now.gated_out_on]).toEqual(['arrived_port', today, eta, null])
      const again = await send(events)
      expect(again.body.results.map(({ result }: { result: string }) => result)).toEqual([
        'known',
        'unknown_container',
        'known',
        'known',
      ])
      expect((await read(container.id)).events).toHaveLength(now.events.length)
      await send([event(no, 'customs_cleared', 'actual', today)])
      expect((await read(container.id)).status).toBe('gated_out')
      // A late report moves nothing back.
      await send([event(no, 'customs_hold', 'actual', today), event(no, 'arrived_port', 'actual', addDays(today, -1))])
      expect(await read(container.id)).toMatchObject({ status: 'gated_out', ata: addDays(today, -1) })
    })

    it('say what they wait for', async () => {
      const no = number()
      await setStatus(await booking({ boxes: [no] }), 'si_accepted')
      const { body } = await send([event(no, 'loaded', 'actual', today), event(no, 'arrived_port', 'actual', today)])
      expect(body.results.map(({ result, message }: Record<string, string>) => [result, message])).toEqual([
        ['recorded', undefined],
        ['recorded', 'The container moves on once this is known: Departed.'],
      ])
      const late = await send([event(no, 'departed', 'actual', today)])
      expect(late.body.results[0].message).toBeUndefined()
      expect((await find(no))[0]).toMatchObject({ status: 'arrived_port', ata: today })
    })

    it('are refused as facts that have not happened yet', async () => {
      const { no, container } = await shippedBox()
      const { body } = await send([
        event(no, 'arrived_port', 'actual', addDays(today, 30)),
        event(no, 'arrived_port', 'estimated', addDays(today, 31)),
      ])
      expect(body.results.map(({ result }: { result: string }) => result)).toEqual(['refused', 'recorded'])
      expect(body.results[0].message).toBe('This date is in the future.')
      expect(await read(container.id)).toMatchObject({ status: 'on_water', ata: null, eta: addDays(today, 31) })
    })

    it('are taken over by a booking that is marked as shipped after them', async () => {
      const no = number()
      const id = await booking({ boxes: [no] })
      await setStatus(id, 'si_accepted')
      await setStatus(id, 'cargo_received', { cargo_received_on: today })
      await send([event(no, 'departed', 'actual', today), event(no, 'arrived_port', 'actual', today)])
      expect((await find(no))[0]).toMatchObject({ status: 'arrived_port', ata: today })
      await setStatus(id, 'shipped', { atd: today })
      expect((await Office.get(`/api/bookings/${id}`)).body).toMatchObject({ status: 'arrived', ata: today })
    })

    it('are taken once from two senders at the same time', async () => {
      const { no, container } = await shippedBox()
      const events = [event(no, 'arrived_port', 'actual', today)]
      const both = await Promise.all([send(events), send(events, admin)])
      expect(both.map(({ body }) => body.results[0].result).toSorted()).toEqual(['known', 'recorded'])
      const { events: rows } = await read(container.id)
      expect(rows.filter(({ source }: { source: string }) => source === 'MSC')).toHaveLength(1)
    })

    it('are refused from suppliers, for nothing and in the wrong shape', async () => {
      const good = event('TSTU9999990', 'arrived_port', 'actual', today)
      expect((await send([good], Agent)).status).toBe(403)
      for (const wrong of [
        [],
        [{ ...good, type: 'received' }],
        [{ ...good, kind: 'sure' }],
        [{ ...good, at: '2026-02-30' }],
        [{ ...good, at: 'soon' }],
        [{ ...good, more: 1 }],
        [{ ...good, id: ' ' }],
        Array.from({ length: 501 }, () => good),
      ])
        expect((await send(wrong)).status).toBe(422)
    })

    it('are read from a file, which may be a workbook, with the faults of its rows', async () => {
      const readFile = async (payload: string | Buffer, who = Office) => {
        const headers = { 'content-type': 'application/octet-stream' }
        const answer = await who.send({ method: 'POST', url: `${url}/events/read`, headers, payload })
        return { status: answer.statusCode, body: answer.json() }
      }
      const columns = {
        source: 'text',
        id: 'text',
        container_no: 'text',
        type: 'text',
        kind: 'text',
        at: 'date',
      } as const
      const { no, container } = await shippedBox()
      const book = await workbookOf(columns, [
        ['MSC', 'F1', no, 'Arrived port', 'ACT', today],
        ['MSC', 'F2', no, 'sunk', 'actual', today],
      ])
      const { status, body } = await readFile(book)
      expect([status, body.count, body.events]).toEqual([
        200,
        2,
        [
          {
            ...{
              source: 'MSC',
              id: 'F1',
              container_no: no,
              type: 'arrived_port',
              kind: 'actual',
              at: today,
              place: null,
            },
          },
        ],
      ])
      expect(body.faults).toEqual([{ line: 3, text: 'Unknown type sunk' }])
      expect((await send(body.events)).body.results).toMatchObject([{ result: 'recorded' }])
      expect((await read(container.id)).status).toBe('arrived_port')
      const refusals = [
        ['source,id\nMSC,F3\n', 'The file lacks these columns: container_no, type, kind, at'],
        [`${Object.keys(columns).join()}\n`, /row/],
        [`${Object.keys(columns).join()}\n${'MSC,F4,X,departed,actual,2026-01-01\n'.repeat(10_001)}`, /10,?000 rows/],
        [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /./],
      ] as const
      for (const [file, message] of refusals) {
        const answer = await readFile(file as string)
        expect([answer.status, answer.body.message]).toEqual([
          422,
          message instanceof RegExp ? expect.stringMatching(message) : message,
        ])
      }
      expect((await readFile('x', Agent)).status).toBe(403)
    })
  })

  it('tell what is in which carton', async () => {
    const { container } = await shippedBox()
    const { status, body } = await Office.get(`${url}/${container.id}/cartons`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ prefix: null, blind: false })
    expect(
      body.cartons.map((carton: Record<string, number>) => [carton.first_no, carton.last_no, carton.units_per_carton]),
    ).toEqual([
      [1, 4, 10],
      [5, 10, 10],
    ])
    expect((await Office.get(`${url}/999999/cartons`)).status).toBe(404)
  })

  it('keep the number and seal that the office corrected, when their booking goes on', async () => {
    const [wrong, right] = [number(), number()]
    const id = await booking({ boxes: [wrong] })
    await portal.db.query('update booking_cartons set container_no = $2 where booking_id = $1', [id, wrong])
    await setStatus(id, 'si_accepted')
    const [made] = await find(wrong)
    const { version } = await read(made.id)
    expect((await Office.patch(`${url}/${made.id}`, { version, container_no: right, seal_no: 'S2' })).status).toBe(200)
    await setStatus(id, 'cargo_received', { cargo_received_on: today })
    expect(await find(wrong)).toEqual([])
    expect((await find(right))[0]).toMatchObject({ id: made.id, status: 'loaded', seal_no: 'S2', expected_qty: 100 })
    expect((await Office.get(`${url}/${made.id}/cartons`)).body.cartons).toHaveLength(2)
  })

  it('follow a booking that sails on another ship', async () => {
    const no = number()
    const id = await booking({ boxes: [no] })
    await setStatus(id, 'si_accepted')
    await write(id, { vessel: 'BELLA', voyage_no: '613W', eta: addDays(today, 44) })
    const [container] = await find(no)
    expect(container).toMatchObject({ vessel: 'BELLA', voyage_no: '613W', eta: addDays(today, 44) })
    const { events } = await read(container.id)
    expect(
      events
        .map(({ type, kind, day }: Record<string, string>) => [type, kind, day])
        .filter(([type]: string[]) => type === 'arrived_port'),
    ).toEqual([
      ['arrived_port', 'planned', addDays(today, 35)],
      ['arrived_port', 'estimated', addDays(today, 44)],
    ])
  })

  it('tell their booking when they are expected, unless the office said another day', async () => {
    const [one, two] = [number(), number()]
    const id = await booking({ boxes: [one, two] })
    for (const [no, half] of [
      [one, 'first_no = 1'],
      [two, 'first_no = 5'],
    ])
      await portal.db.query(`update booking_cartons set container_no = $2 where booking_id = $1 and ${half}`, [id, no])
    await setStatus(id, 'si_accepted')
    const datesOf = async () => {
      const { etd, eta } = (await Office.get(`/api/bookings/${id}`)).body
      const boxes = await Promise.all([one, two].map(async (no) => (await find(no))[0].eta))
      return [etd, eta, ...boxes]
    }
    const redate = async (no: string, values: object) => {
      const [{ id: box }] = await find(no)
      const { version } = await read(box)
      expect((await Office.patch(`${url}/${box}`, { version, ...values })).status).toBe(200)
    }
    const [etd, eta] = [addDays(today, 5), addDays(today, 35)]
    await redate(one, { eta: addDays(today, 39) })
    expect(await datesOf()).toEqual([etd, addDays(today, 39), addDays(today, 39), eta])
    // It arrives with the last of them.
    await redate(two, { eta: addDays(today, 37), etd: addDays(today, 7) })
    expect(await datesOf()).toEqual([addDays(today, 7), addDays(today, 39), addDays(today, 39), addDays(today, 37)])
    await redate(one, { eta: addDays(today, 36) })
    expect((await datesOf())[1]).toBe(addDays(today, 37))
    await portal.db.query('update bookings set eta = $2 where id = $1', [id, addDays(today, 60)])
    await redate(one, { eta: addDays(today, 41) })
    expect((await datesOf())[1]).toBe(addDays(today, 60))
  })
})
