import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#shared/base/dates.ts'
import { readinessKinds } from '#shared/trade/readiness.ts'
import { engines } from '../kit/db'
import { draft, licensed, openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/bookings'
const today = new Date().toISOString().slice(0, 10)
const ready = addDays(today, 20)
/** Settings are remembered for a second. */
const settingsRead = () => sleep(1100)

describe.each(engines)('bookings (%s)', (engine) => {
  let portal: Portal
  let Office: Person
  let Agent: Person
  let numbers = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Office, Agent } = portal.as)
    await portal.make('factories', [
      {
        id: 1,
        factory_code: 'GLG-1',
        name_en: 'Golden Loom Ningbo',
        country: 'CN',
        city: 'Ningbo',
        address: '1 Mill Road',
        status: 'approved',
        ...licensed,
        suppliers: [{ supplier_id: 60, relationship: 'owned' }],
      },
    ])
    const kinds = readinessKinds.map((kind) => `${kind}_requirement = 'ignore'`)
    await portal.db.query(`update settings set ${kinds.join(', ')}`)
    await settingsRead()
  }, 120_000)
  afterAll(() => portal.close())

  /** A confirmed order with one line of 40 and 60 units, whose cartons hold 20. */
  const order = async (changes: object = {}, line: object = {}) => {
    numbers += 1
    const usual = draft(`BOOK-${numbers}`)
    const [made] = await portal.make('purchase-orders', [
      {
        ...usual,
        status: 'confirmed',
        issued_at: '2026-11-01T00:00:00Z',
        ship_window_start: addDays(today, 10),
        ship_window_end: addDays(today, 30),
        ex_factory_date: addDays(today, 25),
        qty_tolerance_over_pct: '5',
        qty_tolerance_under_pct: '5',
        port_of_loading_id: 1,
        lines: [{ ...(usual.lines as object[])[0], units_per_carton: 20, pack_type: 'solid', ...line }],
        ...changes,
      },
    ])
    const [row] = await portal.db.query<{ id: number }>('select id from po_lines where purchase_order_id = $1', [
      made?.id,
    ])
    return { id: made?.id ?? 0, line: row?.id ?? 0 }
  }

  const measures = { length_cm: '60', width_cm: '40', height_cm: '30', gross_kg: '8.5', net_kg: '7.2' }
  /** A booking of whole cartons of one line. */
  const input = (line: number, [small, large]: [number, number] = [40, 60], values: object = {}) => ({
    load_type: 'lcl',
    factory_id: 1,
    cargo_ready_date: ready,
    requested_etd: addDays(ready, 5),
    goods_description: "Women's knitted pullovers, 100% cotton",
    exception_reason: 'Agreed with the buyer.',
    lines: [
      {
        po_line_id: line,
        sizes: [
          { size_id: 1, qty: small },
          { size_id: 2, qty: large },
        ],
      },
    ],
    cartons: [
      ...(small > 0
        ? [{ first_no: 1, last_no: 1, po_line_id: line, size_id: 1, units_per_carton: small, ...measures }]
        : []),
      ...(large > 0
        ? [{ first_no: 2, last_no: 2, po_line_id: line, size_id: 2, units_per_carton: large, ...measures }]
        : []),
    ],
    ...values,
  })
  const make = async (body: object, who = Agent) => {
    const answer = await who.post(url, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body as { id: number; version: number } & Record<string, unknown>
  }
  const move = async (who: Person, id: number, name: string, values: object = {}) => {
    const { version } = (await Office.get(`${url}/${id}`)).body
    return who.post(`${url}/${id}/moves/${name}`, { version, ...values })
  }
  const units = async (line: number) => {
    const [row] = await portal.db.query<Record<string, unknown>>(
      `select l.booked_qty, l.taken_qty, l.shipped_qty, l.received_qty, l.actual_ex_factory_date::text as left_on, l.goods_state,
         o.shipping_status, (select json_agg(json_build_array(s.booked_qty, s.shipped_qty) order by s.size_id)
           from po_line_sizes s where s.po_line_id = l.id) as sizes
       from po_lines l join purchase_orders o on o.id = l.purchase_order_id where l.id = $1`,
      [line],
    )
    return row
  }
  const errorsOf = async (answer: Promise<{ body: { errors?: object } }>) =>
    Object.keys((await answer).body.errors ?? {}).sort()

  it('take lane, titles and sums from their order lines', async () => {
    const { line } = await order()
    const body = await make(input(line))
    expect(body).toMatchObject({
      status: 'draft',
      supplier_id: 60,
      incoterm: 'FOB',
      transport_mode: 'sea',
      port_of_loading_id: 1,
      cartons_qty: 2,
      pieces_qty: 100,
      gross_kg: '17.000',
      volume_m3: '0.1440',
      chargeable: '0.144',
      exceptions: [],
    })
    expect(body.booking_no).toMatch(/^BK-\d{4}-\d{6}$/)
    expect((await portal.otherAgent.get(`${url}/${body.id}`)).status).toBe(404)
    expect((await portal.otherAgent.get(url)).total).toBe(0)
    expect((await portal.as.staff.get(`${url}/${body.id}`)).status).toBe(200)
    expect((await portal.as.user.get(url)).status).toBe(403)
  })

  it('refuse lines of another lane, of another supplier and of orders that are not confirmed', async () => {
    const first = await order()
    const far = await order({ incoterm: 'FCA', incoterm_place: 'Ningbo' })
    const theirs = await order({ supplier_id: 61 })
    const open = await order({ status: 'issued' })
    const lines = (...ids: number[]) => ids.map((po_line_id) => ({ po_line_id, sizes: [{ size_id: 1, qty: 1 }] }))
    const errors = (...ids: number[]) => errorsOf(Agent.post(url, { load_type: 'lcl', lines: lines(...ids) }))
    expect(await errors(first.line, far.line)).toEqual(['lines.1.po_line_id'])
    expect(await errors(theirs.line)).toEqual(['lines.0.po_line_id'])
    expect(await errors(open.line)).toEqual(['lines.0.po_line_id'])
    expect(await errors(first.line, first.line)).toEqual(['lines.1.po_line_id'])
    expect(await errors()).toEqual(['lines'])
    expect(
      await errorsOf(
        Agent.post(url, { load_type: 'lcl', lines: [{ po_line_id: first.line, sizes: [{ size_id: 3, qty: 1 }] }] }),
      ),
    ).toEqual(['lines.0.sizes.0.size_id'])
  })

  it('keep an unfinished draft, and say at each field what is missing when it is submitted', async () => {
    const { line } = await order()
    const body = await make({ load_type: 'lcl', lines: [{ po_line_id: line, sizes: [{ size_id: 1, qty: 10 }] }] })
    expect(await errorsOf(move(Agent, body.id, 'submit'))).toEqual([
      'cargo_ready_date',
      'cartons',
      'exception_reason',
      'factory_id',
      'goods_description',
      'part_shipment',
      'requested_etd',
    ])
    expect((await Agent.get(`${url}/${body.id}`)).body.status).toBe('draft')
    const past = await make(
      input(line, [40, 60], { cargo_ready_date: addDays(today, -1), requested_etd: addDays(today, -3) }),
    )
    expect(await errorsOf(move(Agent, past.id, 'submit'))).toEqual(['cargo_ready_date', 'requested_etd'])
    const short = await make(
      input(line, [40, 60], {
        cartons: [{ first_no: 1, last_no: 1, po_line_id: line, size_id: 1, units_per_carton: 40 }],
      }),
    )
    expect(await errorsOf(move(Agent, short.id, 'submit'))).toEqual(['cartons', 'cartons.0.length_cm'])
  })

  it('count on their orders from the submission until they are rejected, returned or cancelled', async () => {
    const { line } = await order()
    const { id } = await make(input(line))
    expect(await units(line)).toMatchObject({ booked_qty: 0, shipping_status: 'not_booked' })
    expect((await move(Agent, id, 'submit')).status).toBe(200)
    expect(await units(line)).toMatchObject({
      booked_qty: 100,
      sizes: [
        [40, 0],
        [60, 0],
      ],
      shipping_status: 'booked',
    })
    expect((await move(Office, id, 'return', { comment: 'Later, please.' })).body.status).toBe('returned')
    expect(await units(line)).toMatchObject({ booked_qty: 0, shipping_status: 'not_booked' })
    const { version } = (await Agent.get(`${url}/${id}`)).body
    expect((await Agent.patch(`${url}/${id}`, { version, remarks: 'Ready earlier.' })).status).toBe(200)
    expect((await move(Agent, id, 'submit')).status).toBe(200)
    const again = (await Agent.get(`${url}/${id}`)).body.version
    expect((await Agent.patch(`${url}/${id}`, { version: again, remarks: 'No.' })).status).toBe(422)
    expect((await move(Agent, id, 'request_cancel', { reason: 'Lost the fabric.' })).status).toBe(200)
    expect(await units(line)).toMatchObject({ booked_qty: 100 })
    expect((await move(Office, id, 'refuse_cancel', { comment: 'No.' })).body.status).toBe('submitted')
    expect((await move(Agent, id, 'request_cancel', { reason: 'Lost the fabric.' })).status).toBe(200)
    expect((await move(Office, id, 'approve_cancel')).body.status).toBe('cancelled')
    expect(await units(line)).toMatchObject({
      booked_qty: 0,
      sizes: [
        [0, 0],
        [0, 0],
      ],
      shipping_status: 'not_booked',
    })
  })

  it('never take more of a size than its order tolerates, also when two people book at once', async () => {
    const { line } = await order()
    const over = await make(input(line, [43, 60]))
    expect(await errorsOf(move(Agent, over.id, 'submit'))).toEqual(['lines.0.sizes.0.qty'])
    const bookings = await Promise.all([1, 2, 3].map(() => make(input(line, [40, 60]))))
    const answers = await Promise.all(bookings.map(({ id }, index) => move(index === 1 ? Office : Agent, id, 'submit')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(await units(line)).toMatchObject({
      booked_qty: 100,
      sizes: [
        [40, 0],
        [60, 0],
      ],
    })
    // What is left within the tolerance: 42 and 63.
    const rest = await make(input(line, [2, 3]))
    expect((await move(Agent, rest.id, 'submit')).body).toMatchObject({ status: 'submitted', exceptions: ['qty_over'] })
    expect(await units(line)).toMatchObject({ booked_qty: 105 })
  })

  it('are submitted once, however often it is asked for', async () => {
    const { line } = await order()
    const { id, version } = await make(input(line))
    const answers = await Promise.all([1, 2, 3, 4].map(() => Agent.post(`${url}/${id}/moves/submit`, { version })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await units(line)).toMatchObject({ booked_qty: 100 })
  })

  it('say why they are not as ordered, and leave some of it to administrators', async () => {
    const { line } = await order()
    const late = await make(
      input(line, [40, 60], { cargo_ready_date: addDays(today, 33), requested_etd: addDays(today, 40) }),
    )
    expect(late).toMatchObject({ exceptions: ['late'], needs_admin: false })
    const { line: other } = await order()
    const odd = await make(
      input(other, [40, 60], {
        load_type: 'air',
        cargo_ready_date: addDays(today, 38),
        requested_etd: addDays(today, 40),
      }),
    )
    expect(odd).toMatchObject({ exceptions: ['very_late', 'mode_change'], needs_admin: true, chargeable: '24.000' })
    expect((await move(Agent, odd.id, 'submit')).status).toBe(200)
    expect((await move(Office, odd.id, 'approve')).status).toBe(409)
    expect((await move(portal.as.admin, odd.id, 'approve')).body.status).toBe('approved')
    const { version } = (await Agent.get(`${url}/${late.id}`)).body
    await Agent.patch(`${url}/${late.id}`, { version, exception_reason: '' })
    expect(await errorsOf(move(Agent, late.id, 'submit'))).toEqual(['exception_reason'])
  })

  it('wait for requirements that a booking must not go without', async () => {
    const { line } = await order()
    await portal.db.query(`update po_lines set specification_readiness = 'missing' where id = $1`, [line])
    await portal.db.query(`update settings set specification_requirement = 'warn'`)
    await settingsRead()
    const { id } = await make(input(line))
    expect((await Agent.get(`${url}/${id}`)).body.exceptions).toEqual(['readiness'])
    await portal.db.query(`update settings set specification_requirement = 'block'`)
    await settingsRead()
    expect(await errorsOf(move(Agent, id, 'submit'))).toEqual(['lines.0.po_line_id'])
    const { body } = await Agent.get(`${url}/bookable?q=BOOK-${numbers}`)
    expect(body.lines).toMatchObject([{ id: line, blocking: ['specification'] }])
    await portal.db.query(`update settings set specification_requirement = 'ignore'`)
    await settingsRead()
    expect((await move(Agent, id, 'submit')).status).toBe(200)
  })

  it('are not submitted or approved while their order is on hold', async () => {
    const { id: held, line } = await order()
    const { id } = await make(input(line))
    expect((await move(Agent, id, 'submit')).status).toBe(200)
    await portal.db.query('update purchase_orders set on_hold = true where id = $1', [held])
    expect((await move(Office, id, 'approve')).status).toBe(409)
    await portal.db.query('update purchase_orders set on_hold = false where id = $1', [held])
    expect((await move(Office, id, 'approve')).status).toBe(200)
  })

  it('are not submitted with a line that was cancelled or closed since it was chosen', async () => {
    for (const line_status of ['cancelled', 'short_closed', 'closed']) {
      const { line } = await order()
      const { id } = await make(input(line))
      await portal.db.query('update po_lines set line_status = $2 where id = $1', [line, line_status])
      const answer = await move(Agent, id, 'submit')
      expect([line_status, answer.status]).toEqual([line_status, 422])
      expect(Object.keys(answer.body.errors)).toEqual(['lines.0.po_line_id'])
    }
  })

  it('go from the carrier over the instruction to the arrival, and fill order, line and plan', async () => {
    const { line } = await order()
    const { id } = await make(input(line, [40, 60], { load_type: 'fcl' }))
    await move(Agent, id, 'submit')
    await move(Office, id, 'approve')
    const [vessel] = await portal.make('vessels', [{ name: `CORAL ${numbers}`, carrier: 'Meridian' }])
    const [voyage] = await portal.make('voyages', [
      {
        vessel_id: vessel?.id,
        voyage_no: '214W',
        port_of_loading_id: 1,
        port_of_discharge_id: 1,
        etd: addDays(ready, 6),
        eta: addDays(ready, 36),
        si_cutoff: `${addDays(ready, 3)}T04:00:00Z`,
      },
    ])
    expect(await errorsOf(move(Office, id, 'confirm_carrier'))).toEqual(['carrier'])
    expect(
      await errorsOf(move(Office, id, 'confirm_carrier', { voyage_id: voyage?.id, etd: addDays(ready, -1) })),
    ).toEqual(['si_cutoff'])
    expect((await move(Office, id, 'confirm_carrier', { voyage_id: voyage?.id })).body).toMatchObject({
      status: 'confirmed',
      carrier: 'Meridian',
      vessel: `CORAL ${numbers}`,
      etd: addDays(ready, 6),
    })
    expect(await errorsOf(move(Agent, id, 'submit_si', { bl_release: 'telex' }))).toEqual([
      'cartons.0.container_no',
      'containers',
    ])
    const { version, cartons, containers } = (await Agent.get(`${url}/${id}`)).body
    expect(containers).toEqual([])
    const box = (container_no: string) => ({ container_no, type: '20GP', seal_no: 'S1', vgm_kg: '4200' })
    const loaded = cartons.map(
      ({ id, first_no, last_no, po_line_id, size_id, units_per_carton, ...row }: Record<string, unknown>) => ({
        ...{ id, first_no, last_no, po_line_id, size_id, units_per_carton },
        ...Object.fromEntries(Object.keys(measures).map((name) => [name, row[name]])),
        container_no: 'csq u305438-3',
      }),
    )
    const edit = (values: object) => Agent.patch(`${url}/${id}`, { version, cartons: loaded, ...values })
    expect(await errorsOf(edit({ containers: [box('CSQU3054384')] }))).toEqual(['containers.0.container_no'])
    const edited = await edit({ containers: [box('csq u305438-3')] })
    expect(edited.body.containers).toMatchObject([{ container_no: 'CSQU3054383', cartons_qty: 2, gross_kg: '17.000' }])
    expect(edited.body.cartons.map((row: { sscc_serial: number }) => row.sscc_serial)).toEqual(
      cartons.map((row: { sscc_serial: number }) => row.sscc_serial),
    )
    expect((await move(Agent, id, 'submit_si', { bl_release: 'telex' })).body.status).toBe('si_submitted')
    expect((await move(Office, id, 'return_si', { comment: 'Seal?' })).body.status).toBe('confirmed')
    await move(Agent, id, 'submit_si', { bl_release: 'telex' })
    expect((await move(Office, id, 'accept_si')).body.status).toBe('si_accepted')
    expect(await errorsOf(move(Office, id, 'receive_cargo', { cargo_received_on: addDays(today, 5) }))).toEqual([
      'cargo_received_on',
    ])
    expect((await move(Office, id, 'receive_cargo', { cargo_received_on: today })).status).toBe(200)
    expect(await units(line)).toMatchObject({ taken_qty: 100, shipped_qty: 0, left_on: today, goods_state: 'left' })
    expect(await errorsOf(move(Office, id, 'ship', { atd: today, eta: addDays(today, 30) }))).toEqual(['hbl_no'])
    expect(
      await errorsOf(move(Office, id, 'ship', { atd: addDays(today, -1), eta: addDays(today, 30), hbl_no: 'H1' })),
    ).toEqual(['atd'])
    expect((await move(Office, id, 'ship', { atd: today, eta: addDays(today, 30), hbl_no: 'H1' })).status).toBe(200)
    expect(await units(line)).toMatchObject({
      shipped_qty: 100,
      sizes: [
        [40, 40],
        [60, 60],
      ],
      shipping_status: 'shipped',
    })
    expect((await move(Agent, id, 'arrive', { ata: today })).status).toBe(403)
    expect((await move(Office, id, 'arrive', { ata: today })).body.status).toBe('arrived')
    expect((await move(Office, id, 'close')).body.status).toBe('closed')
    expect((await move(portal.as.admin, id, 'cancel', { reason: 'No.' })).status).toBe(409)
  })

  /** A booking that has space on a ship. */
  const confirmed = async (terms: object = {}) => {
    const { line } = await order()
    const { id } = await make(input(line))
    await move(Agent, id, 'submit')
    await move(Office, id, 'approve')
    const usual = { carrier: 'Meridian', vessel: 'CORAL', etd: addDays(ready, 6), eta: addDays(ready, 36) }
    const answer = await move(Office, id, 'confirm_carrier', { ...usual, ...terms })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return id
  }

  it('wait for an instruction until its cut-off is missed, without one until the day of the ship is over', async () => {
    const id = await confirmed()
    const isLate = async (columns: string) => {
      await portal.db.query(`update bookings set ${columns} where id = $1`, [id])
      return (await Office.get(`${url}?instruction_late=true&id=${id}`)).body.length === 1
    }
    expect(await isLate('etd = current_date')).toBe(false)
    expect(await isLate('etd = current_date - 1')).toBe(true)
    expect(await isLate("etd = current_date + 1, cy_cutoff = now() - interval '1 minute'")).toBe(true)
    expect(await isLate("si_cutoff = now() + interval '1 hour'")).toBe(false)
  })

  it('sail this week unless they were cancelled', async () => {
    const id = await confirmed()
    const etd = addDays(ready, 6)
    const sails = async () => (await Office.get(`${url}?sails_in_gte=${etd}&sails_in_lte=${etd}&id=${id}`)).body.length
    expect(await sails()).toBe(1)
    expect((await move(portal.as.admin, id, 'cancel', { reason: 'No.' })).status).toBe(200)
    expect(await sails()).toBe(0)
  })

  it('give each carton a code of its own, also where a returned booking is packed otherwise', async () => {
    const { line } = await order()
    const run = (first_no: number, last_no: number, size_id: number, units_per_carton: number) => ({
      ...{ first_no, last_no, po_line_id: line, size_id, units_per_carton },
      ...measures,
    })
    const { id } = await make(input(line, [40, 60], { cartons: [run(1, 2, 1, 20), run(3, 4, 2, 30)] }))
    await move(Agent, id, 'submit')
    await move(Office, id, 'return', { comment: 'Smaller cartons.' })
    const { version, cartons } = (await Agent.get(`${url}/${id}`)).body
    const [small, large] = cartons as { id: number }[]
    const smaller = [
      { id: small?.id, ...run(1, 4, 1, 10) },
      { id: large?.id, ...run(5, 6, 2, 30) },
    ]
    expect((await Agent.patch(`${url}/${id}`, { version, cartons: smaller })).status).toBe(200)
    expect((await move(Agent, id, 'submit')).status).toBe(200)
    const rows = (await Agent.get(`${url}/${id}`)).body.cartons as Record<
      'first_no' | 'last_no' | 'sscc_serial',
      number
    >[]
    const serials = rows.flatMap(({ first_no, last_no, sscc_serial }) =>
      Array.from({ length: last_no - first_no + 1 }, (_, at) => sscc_serial + at),
    )
    expect(new Set(serials).size).toBe(6)
  })

  it('take codes for as many cartons as there are pieces, whatever numbers are typed', async () => {
    const id = await confirmed()
    const { version, cartons, lines } = (await Agent.get(`${url}/${id}`)).body
    const last = async () => {
      const [row] = await portal.db.query<{ value: number }>("select value from counters where name = 'SSCC'")
      return Number(row?.value)
    }
    const before = await last()
    const [{ po_line_id }] = lines
    const row = { first_no: 1, last_no: 900_000, po_line_id, size_id: 1, units_per_carton: 1 }
    const typed = await Agent.patch(`${url}/${id}`, { version, cartons: [{ ...row, ...measures }] })
    expect([typed.status, await last()]).toEqual([200, before])
    const right = cartons.map(({ size_id, first_no, last_no, units_per_carton }: Record<string, number>) => ({
      ...{ first_no, last_no, po_line_id, size_id, units_per_carton },
      ...measures,
    }))
    await Agent.patch(`${url}/${id}`, { version: typed.body.version, cartons: right })
    expect((await move(Agent, id, 'submit_si', { bl_release: 'telex' })).status).toBe(200)
    expect(await last()).toBe(before + 2)
  })

  it('tell the supplier the cut-off by the clock of the port', async () => {
    await portal.db.query('delete from outbox')
    await confirmed({ si_cutoff: `${addDays(ready, 3)}T22:30:00Z` })
    const [mail] = await portal.db.query<{ payload: { params: Record<string, string> } }>(
      "select payload from outbox where kind = 'mail' and payload ->> 'mail' = 'booking_confirmed'",
    )
    const day = Number(addDays(ready, 4).slice(8))
    expect(mail?.payload.params.cutoff).toMatch(new RegExp(`^${day} .*06:30 GMT\\+8$`))
  })

  it('take vessel, dates and cut-offs of another voyage, unless the office says others', async () => {
    const [first, second] = await portal.make('vessels', [
      { name: 'CORAL EAST', carrier: 'Meridian' },
      { name: 'CORAL WEST', carrier: 'Meridian' },
    ])
    const ports = { port_of_loading_id: 1, port_of_discharge_id: 1 }
    const [east, west] = await portal.make('voyages', [
      {
        ...{ vessel_id: first?.id, voyage_no: '1E', ...ports, etd: addDays(ready, 6), eta: addDays(ready, 36) },
        ...{ si_cutoff: `${addDays(ready, 3)}T04:00:00Z`, cy_cutoff: `${addDays(ready, 4)}T04:00:00Z` },
      },
      {
        ...{ vessel_id: second?.id, voyage_no: '2W', ...ports, etd: addDays(ready, 9), eta: addDays(ready, 39) },
        si_cutoff: `${addDays(ready, 6)}T04:00:00Z`,
      },
    ])
    const id = await confirmed({ voyage_id: east?.id, vessel: null, carrier: null, etd: null, eta: null })
    const { body: now } = await Office.get(`${url}/${id}`)
    // The dialog begins with what the booking has.
    const asked = [
      ...['forwarder', 'carrier', 'vessel', 'voyage_no', 'so_no', 'etd', 'eta'],
      ...['cfs_cutoff', 'cy_cutoff', 'si_cutoff', 'vgm_cutoff'],
    ]
    const shown = Object.fromEntries(asked.map((name) => [name, now[name]]))
    const answer = await move(Office, id, 'change_carrier', { ...shown, voyage_id: west?.id, eta: addDays(ready, 41) })
    expect([answer.status, answer.body.errors]).toEqual([200, undefined])
    expect(answer.body).toMatchObject({
      vessel: 'CORAL WEST',
      voyage_no: '2W',
      etd: addDays(ready, 9),
      cy_cutoff: null,
    })
    expect(answer.body.eta).toBe(addDays(ready, 41))
    expect(answer.body.si_cutoff.slice(0, 10)).toBe(addDays(ready, 6))
    // The same ship, an hour later.
    const later = { ...Object.fromEntries(asked.map((name) => [name, answer.body[name]])), voyage_id: west?.id }
    expect((await move(Office, id, 'change_carrier', { ...later, vessel: 'CORAL SOUTH' })).body).toMatchObject({
      vessel: 'CORAL SOUTH',
      etd: addDays(ready, 9),
    })
  })

  it('follow the dates of their voyage, except where the office said others', async () => {
    const [vessel] = await portal.make('vessels', [{ name: 'CORAL NORTH', carrier: 'Meridian' }])
    const [voyage] = await portal.make('voyages', [
      {
        ...{ vessel_id: vessel?.id, voyage_no: '3N', port_of_loading_id: 1, port_of_discharge_id: 2 },
        ...{ etd: addDays(ready, 6), eta: addDays(ready, 36), si_cutoff: `${addDays(ready, 3)}T04:00:00Z` },
      },
    ])
    const terms = { voyage_id: voyage?.id, vessel: null, carrier: null, etd: null, eta: null }
    const plain = await confirmed(terms)
    const typed = await confirmed({ ...terms, eta: addDays(ready, 50) })
    const aboard = await confirmed(terms)
    await portal.db.query("update bookings set status = 'shipped', atd = current_date where id = $1", [aboard])
    await portal.db.query('delete from outbox')
    const change = async (values: object) => {
      const { version } = (await Office.get(`/api/voyages/${voyage?.id}`)).body
      const answer = await Office.patch(`/api/voyages/${voyage?.id}`, { version, ...values })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    const late = { etd: addDays(ready, 9), eta: addDays(ready, 40) }
    const cutOffs = { si_cutoff: `${addDays(ready, 6)}T04:00:00Z`, cy_cutoff: `${addDays(ready, 7)}T04:00:00Z` }
    await change({ ...late, ...cutOffs })
    const read = async (id: number) => (await Office.get(`${url}/${id}`)).body
    const now = await read(plain)
    expect(now).toMatchObject({ ...late, vessel: 'CORAL NORTH' })
    expect([now.si_cutoff.slice(0, 10), now.cy_cutoff.slice(0, 10)]).toEqual([addDays(ready, 6), addDays(ready, 7)])
    expect(await read(typed)).toMatchObject({ etd: late.etd, eta: addDays(ready, 50) })
    // What has left keeps its departure; its arrival is still to come.
    expect(await read(aboard)).toMatchObject({ etd: addDays(ready, 6), eta: late.eta, cy_cutoff: null })
    const [{ changes }] = (await Office.get(`${url}/${plain}/history`)).body
    expect(changes.map(({ field }: { field: string }) => field)).toContain('etd')
    const [mail] = await portal.db.query<{ payload: { digest: { count: number } } }>(
      "select payload from outbox where kind = 'mail' and payload ->> 'mail' = 'booking_confirmed'",
    )
    // One more beside the first.
    expect(mail?.payload.digest.count).toBe(1)
    // A date of its own that the ship has overtaken gives way.
    await change({ etd: addDays(ready, 52), eta: addDays(ready, 80) })
    expect(await read(typed)).toMatchObject({ etd: addDays(ready, 52), eta: addDays(ready, 80) })
    await change({ service: 'AEX 9' })
    expect((await read(plain)).version).toBe(now.version + 1)
  })

  it('offer lines in their scope with what may still be booked', async () => {
    const { line } = await order()
    const theirs = await order({ supplier_id: 61 })
    const offered = async (who: Person, query = '') =>
      (await who.get(`${url}/bookable?${query}`)).body.lines as { id: number; sizes: { elsewhere: number }[] }[]
    const ids = async (who: Person, query = '') => (await offered(who, query)).map(({ id }) => id)
    expect(await ids(Agent)).toContain(line)
    expect(await ids(Agent)).not.toContain(theirs.line)
    expect(await ids(Agent, 'supplier_id=61')).toEqual([])
    expect(await ids(Office, 'supplier_id=61')).toContain(theirs.line)
    expect(await ids(Office, 'supplier_id=61')).not.toContain(line)
    expect(await ids(Agent, 'q=%25')).toEqual([])
    const { id } = await make(input(line, [40, 0], { part_shipment: true }))
    await move(Agent, id, 'submit')
    expect((await offered(Agent)).find((row) => row.id === line)?.sizes.map(({ elsewhere }) => elsewhere)).toEqual([
      40, 0,
    ])
    expect((await offered(Agent, `booking_id=${id}`))[0]).toMatchObject({
      id: line,
      sizes: [{ elsewhere: 0 }, { elsewhere: 0 }],
    })
    expect(await ids(portal.otherAgent, `booking_id=${id}`)).not.toContain(line)
    expect((await portal.as.user.get(`${url}/bookable`)).status).toBe(403)
    expect((await Agent.get(`${url}/bookable?q=${'x'.repeat(90)}`)).status).toBe(400)
  })

  it('read packing lists with the faults of their rows', async () => {
    const { line } = await order()
    const send = async (who: Person, text: string, lines = String(line)) => {
      const answer = await who.send({
        method: 'POST',
        url: `${url}/packing-list?lines=${lines}`,
        headers: { 'content-type': 'text/csv' },
        payload: text,
      })
      return { status: answer.statusCode, body: answer.json() }
    }
    const head = 'Carton,PO,Size,Pcs/ctn,Measurement,GW,NW\n'
    const good = await send(
      Agent,
      `${head}1-2,BOOK-${numbers},S,20,60x40x30,8.5,7.2\n3-5,BOOK-${numbers},M,20,60x40x30,8.5,7.2\n`,
    )
    expect(good.body).toMatchObject({ count: 2, faults: [] })
    expect(good.body.rows).toMatchObject([
      { first_no: 1, last_no: 2, po_line_id: line, size_id: 1, units_per_carton: 20, length_cm: '60', gross_kg: '8.5' },
      { first_no: 3, last_no: 5, size_id: 2 },
    ])
    const bad = await send(
      Agent,
      `${head}1,NO-SUCH,S,20,,,\n2,BOOK-${numbers},XXL,20,,,\n3,BOOK-${numbers},S,many,60x40,,\n`,
    )
    expect(bad.body.faults.map(({ line, heading }: { line: number; heading: string }) => [line, heading])).toEqual([
      [2, 'PO'],
      [3, 'Size'],
      [4, 'Measurement'],
      [4, 'Pcs/ctn'],
    ])
    expect((await send(portal.otherAgent, head)).status).toBe(404)
    expect((await send(Agent, head)).status).toBe(422)
    expect((await send(Agent, `${head}1`, '1;drop')).status).toBe(400)
  })
})
