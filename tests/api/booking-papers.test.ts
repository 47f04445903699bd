import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sscc } from '#shared/standards/sscc.ts'
import { engines } from '../kit/db'
import { readPdf } from '../kit/pdf'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

describe.each(engines)('the papers of a booking (%s)', (engine) => {
  let portal: Portal
  let id: number
  let empty: number
  let thousands: number
  let ids: number[]

  beforeAll(async () => {
    portal = await openPortal(engine)
    const lane = { port_of_loading_id: 1, port_of_discharge_id: 2, status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
    const [order, large] = await portal.make('purchase-orders', [
      draft('PO-PAPERS', lane),
      draft('PO-LARGE', {
        ...lane,
        lines: [{ article_id: 1, colourway_id: 2, qty: 2001, unit_price: '5', sizes: [{ size_id: 1, qty: 2001 }] }],
      }),
    ])
    const lineOf = (record: typeof order) => (record?.lines as { id: number }[] | undefined)?.[0]?.id
    const measures = { length_cm: '60', width_cm: '40', height_cm: '30', gross_kg: '9.5', net_kg: '8.25' }
    const line = { po_line_id: lineOf(order), purchase_order_id: order?.id, article_id: 1, colourway_id: 1 }
    const lines = [
      {
        ...{ ...line, qty: 100 },
        sizes: [
          { size_id: 1, qty: 40 },
          { size_id: 2, qty: 60 },
        ],
      },
    ]
    const run = (first_no: number, last_no: number, size_id: number) => ({
      ...{ first_no, last_no, size_id, po_line_id: line.po_line_id, units_per_carton: 20, ...measures },
    })
    const many = lineOf(large)
    const made = await portal.make('bookings', [
      {
        ...{ lines, cartons: [run(1, 2, 1), run(3, 5, 2)], notify_party: 'Harbour Agents Ltd' },
        ...{ dangerous_goods: true, dangerous_class: '9', goods_description: 'Ladies jersey tees of cotton' },
        containers: [{ container_no: 'CSQU3054383', type: '40HC', seal_no: 'SL-77', vgm_kg: '4100' }],
      },
      { lines },
      {
        lines: [{ po_line_id: many, purchase_order_id: large?.id, article_id: 1, sizes: [{ size_id: 1, qty: 2001 }] }],
        cartons: [{ first_no: 1, last_no: 2001, po_line_id: many, size_id: 1, units_per_carton: 1 }],
      },
    ])
    ids = made.map((booking) => booking.id)
    // What the portal and the office add later.
    for (const [at, booking] of ids.entries())
      await portal.db.query(`update bookings set booking_no = $2, supplier_id = 60 where id = $1`, [
        ...[booking, `BK-PAPER-${at + 1}`],
      ])
    await portal.db.query(
      `update bookings set status = 'submitted', transport_mode = 'sea', incoterm = 'FOB', incoterm_place = 'Shanghai',
         port_of_loading_id = 1, port_of_discharge_id = 2, ship_to_location_id = 1, ship_to_country = 'GB',
         carrier = 'Blue Line', vessel = 'Ocean Loom', voyage_no = '27W', si_cutoff = '2027-03-05T08:00:00Z',
         exceptions = '{late,readiness}', exception_reason = 'Dyehouse closed for a week',
         status_before_cancel = 'a secret state'
       where id = $1`,
      [ids[0]],
    )
    await portal.db.query(
      `update booking_cartons set sscc_serial = case first_no when 1 then 7 else 9 end where booking_id = $1`,
      [ids[0]],
    )
    ;[id, empty, thousands] = ids as [number, number, number]
  }, 120_000)
  afterAll(() => portal.close())

  const get = (who: Person, path: string, headers = {}) =>
    who.send({ method: 'GET', url: `/api/bookings/${path}`, headers })
  const pdf = async (who: Person, path: string, headers = {}) => {
    const answer = await get(who, path, headers)
    expect([path, answer.statusCode]).toEqual([path, 200])
    return { name: String(answer.headers['content-disposition']), ...readPdf(answer.rawPayload) }
  }

  it('are a booking form with parties, lane, cut-offs by the clock of the port, goods and exceptions', async () => {
    const { text, name, title } = await pdf(portal.as.Office, `${id}/pdf?language=en`)
    for (const expected of [
      ...['Booking form', 'BK-PAPER-1 · Submitted', 'Golden Loom Garment', 'Harbour Agents Ltd', 'Test Retail Ltd'],
      ...['FOB Shanghai', 'Felixstowe', 'Ocean Loom', '5 Mar 2027, 16:00 GMT+8', 'After the ship window'],
      ...['Requirements open', 'Dyehouse closed for a week', '9 Miscellaneous', 'CSQU3054383', 'SL-77', '4,100'],
      ...['Ladies jersey tees of cotton', 'PO-PAPERS', 'Black'],
    ])
      expect(text).toContain(expected)
    expect(text).not.toContain('a secret state')
    expect(title).toBe('Booking form BK-PAPER-1 · Submitted')
    expect(name).toBe('attachment; filename="BK-PAPER-1-en.pdf"')
  })

  it('are in Chinese, or in both languages, as one asks', async () => {
    const chinese = await pdf(portal.as.Agent, `${id}/pdf?language=zh`)
    expect(chinese.text).toContain('订舱单')
    expect(chinese.text).not.toContain('Booking form')
    expect((await pdf(portal.as.Agent, `${id}/pdf?language=both`)).text).toContain('Booking form 订舱单')
    const both = await pdf(portal.as.Agent, `${id}/packing-list.pdf?language=both`)
    expect(both.text).toContain('Packing list 装箱单')
    expect(both.name).toBe('attachment; filename="BK-PAPER-1-packing-list-en-zh.pdf"')
    const asked = await pdf(portal.as.Agent, `${id}/packing-list.pdf`, { 'accept-language': 'zh-CN' })
    expect(asked.text).toContain('装箱单')
  })

  it('are a packing list whose cartons add up by line and size and in total', async () => {
    const { text, pages } = await pdf(portal.as.Agent, `${id}/packing-list.pdf?language=en`)
    for (const expected of ['1–2', '3–5', '60 × 40 × 30', '9.5 / 8.25', 'PO-PAPERS', 'By order line and size'])
      expect(text).toContain(expected)
    // 5 × 0.072 m³, 5 × 9.5 kg, 5 × 8.25 kg.
    expect(text).toContain('Total: 5 cartons · 100 units · 47.5 kg gross · 41.25 kg net · 0.36 m³')
    const cells = pages.flat()
    for (const units of ['40', '60', '100']) expect(cells).toContain(units)
    expect((await pdf(portal.as.Agent, `${empty}/packing-list.pdf?language=en`)).text).toContain(
      'There are no cartons yet.',
    )
  })

  it('are labels with a shipping container code each, once the settings have a company prefix', async () => {
    const plain = await pdf(portal.as.Agent, `${id}/labels.pdf`)
    expect(plain.text).not.toContain('(00)')
    expect(plain.text).not.toContain('GS1')
    const told = await pdf(portal.as.Office, `${id}/labels.pdf`)
    expect(told.text).toContain('the GS1 company prefix is missing')
    const [settings] = (await portal.as.admin.get('/api/settings')).body
    const change = { version: settings.version, gs1_company_prefix: '0614141' }
    expect((await portal.as.admin.patch(`/api/settings/${settings.id}`, change)).status).toBe(200)
    const coded = await pdf(portal.as.Agent, `${id}/labels.pdf`)
    expect(coded.pages.length).toBe(5)
    // Serials 7 and 8 of the first run, 9 to 11 of the second.
    for (const [at, page] of coded.pages.entries()) {
      expect(page).toContain(`(00) ${sscc('0614141', 7 + at)}`)
      expect(page).toContain(`Carton ${at + 1} of 5`)
    }
    for (const expected of ['Golden Loom Garment', 'Daventry', 'PO-PAPERS', 'Black', '20 pcs', '9.5 / 8.25 kg'])
      expect(coded.text).toContain(expected)
    expect(coded.name).toBe('attachment; filename="carton-labels-BK-PAPER-1-1-a6.pdf"')
    const sheet = await pdf(portal.as.Agent, `${id}/labels.pdf?format=a4&from=2`)
    expect(sheet.pages.length).toBe(1)
    expect(sheet.pages[0]?.filter((text) => text.startsWith('(00) '))).toHaveLength(4)
  })

  it('are labels of a range of carton numbers', async () => {
    const { pages } = await pdf(portal.as.Agent, `${id}/labels.pdf?from=2&to=3`)
    expect(pages.map((page) => page.find((text) => text.startsWith('Carton ')))).toEqual([
      'Carton 2 of 5',
      'Carton 3 of 5',
    ])
    for (const [path, status] of [
      [`${id}/labels.pdf?from=6`, 400],
      [`${id}/labels.pdf?from=3&to=2`, 400],
      [`${id}/labels.pdf?from=0`, 400],
      [`${id}/labels.pdf?format=letter`, 400],
      [`${id}/labels.pdf?ids=1`, 400],
      [`${empty}/labels.pdf`, 409],
    ] as const)
      expect([path, (await get(portal.as.Office, path)).statusCode]).toEqual([path, status])
  })

  it('are refused where the labels are too many for one file', async () => {
    const { statusCode, body } = await get(portal.as.Office, `${thousands}/labels.pdf`)
    expect([statusCode, JSON.parse(body).errors]).toEqual([
      400,
      { to: ['More than 2000 labels. Print them in several files.'] },
    ])
    expect((await pdf(portal.as.Office, `${thousands}/labels.pdf?to=2000`)).pages.length).toBe(2000)
    expect((await pdf(portal.as.Office, `${thousands}/labels.pdf?from=2001`)).text).toContain('Carton 2001 of 2001')
  }, 120_000)

  it.each(['pdf', 'packing-list.pdf', 'labels.pdf'])('are for those who see the booking: %s', async (paper) => {
    const statusOf = async (who: Person, of: number | string = id) => (await get(who, `${of}/${paper}`)).statusCode
    for (const who of [portal.as.admin, portal.as.Office, portal.as.Agent, portal.as.staff])
      expect(await statusOf(who)).toBe(200)
    expect(await statusOf(portal.otherAgent)).toBe(404)
    expect(await statusOf(portal.as.Agent, 999_999)).toBe(404)
    expect(await statusOf(portal.as.user)).toBe(403)
    expect(await statusOf(portal.nobody)).toBe(401)
    expect(await statusOf(portal.as.Office, 'x')).toBe(400)
    const fr = paper === 'labels.pdf' ? 'format=fr' : 'language=fr'
    expect((await get(portal.as.Office, `${id}/${paper}?${fr}`)).statusCode).toBe(400)
  })
})
