import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { readPdf } from '../kit/pdf'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z', ship_to_country: 'GB' }

describe.each(engines)('carton marks and price tickets of order lines (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let agent: Person
  let office: Person
  let made = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Agent: agent, Office: office } = portal.as)
    await portal.db.query(
      `update articles set unit_weight_g = 140, carton_weight_g = 900, carton_length_cm = 60, carton_width_cm = 40,
         carton_height_cm = 30, carton_indicator = 1 where id = 1`,
    )
  })
  afterAll(() => portal.close())

  /** An order of supplier 60 with one line that marks can be printed of, and a released price in Great Britain. */
  const order = async (changes: Record<string, unknown> = issued, price = 'released') => {
    made += 1
    const [{ id } = { id: 0 }] = await portal.make('purchase-orders', [
      draft(`PO-MK-${made}`, {
        lines: [
          {
            article_id: 1,
            colourway_id: 1,
            unit_price: '5.25',
            qty: 60,
            units_per_carton: 24,
            country_of_origin: 'CN',
            sizes: [{ size_id: 1, qty: 60, sku: 'KN-S', gtin: '6291041500213' }],
          },
        ],
        ...changes,
      }),
    ])
    const line = Number((await portal.as.admin.get(`/api/purchase-orders/${id}`)).body.lines[0].id)
    const [row] = await portal.make('po-line-rrps', [
      {
        po_line_id: line,
        market: 'GB',
        currency: 'GBP',
        amount: '29.99',
        status: price,
        ...(price === 'released' ? { released_at: '2026-11-02T00:00:00Z' } : {}),
      },
    ])
    return { id, line, price: row?.id }
  }
  const file = async (who: Person, url: string) => {
    const answer = await who.send({ method: 'GET', url })
    return { status: answer.statusCode, type: String(answer.headers['content-type']), content: answer.rawPayload }
  }
  const marksOf = ({ id, line }: { id: number; line: number }) => [
    `/api/po-lines/${line}/carton-marks`,
    `/api/po-lines/${line}/carton-marks.pdf`,
    `/api/po-lines/${line}/carton-marks.svg`,
    `/api/po-lines/${line}/carton-mark-file`,
    `/api/purchase-orders/${id}/carton-mark-file`,
  ]
  const ticketsOf = ({ id, line }: { id: number; line: number }) => [
    `/api/po-lines/${line}/price-tickets`,
    `/api/po-lines/${line}/price-tickets.pdf?market=GB`,
    `/api/po-lines/${line}/price-tickets.svg?market=GB`,
    `/api/po-lines/${line}/price-ticket-file`,
    `/api/purchase-orders/${id}/price-ticket-file`,
  ]

  it.each([
    ['admin', 200, 200],
    ['Office', 200, 200],
    ['Agent', 200, 200],
    // Retail prices are not for a supplier's other people.
    ['staff', 200, 403],
    ['another supplier', 404, 404],
    ['user', 403, 403],
    ['nobody', 401, 401],
  ] as const)('are answered to %s', async (name, marks, tickets) => {
    const who = name === 'another supplier' ? portal.otherAgent : name === 'nobody' ? portal.nobody : portal.as[name]
    const target = await order()
    for (const url of marksOf(target)) expect([url, (await file(who, url)).status]).toEqual([url, marks])
    for (const url of ticketsOf(target)) expect([url, (await file(who, url)).status]).toEqual([url, tickets])
  })

  it('of an order that is not issued are out of the supplier’s sight', async () => {
    const target = await order({ ship_to_country: 'GB' })
    for (const url of [...marksOf(target), ...ticketsOf(target)]) {
      expect([url, (await file(agent, url)).status]).toEqual([url, 404])
      expect([url, (await file(office, url)).status]).toEqual([url, 200])
    }
  })

  it('say what the cartons and tickets carry', async () => {
    const { line } = await order()
    expect((await agent.get(`/api/po-lines/${line}/carton-marks?carton=3`)).body).toMatchObject({
      cartons: 3,
      groups: [
        { from: 1, to: 2, units: 24, gtin: '16291041500210' },
        { from: 3, to: 3, units: 12, gtin: null },
      ],
      missing: [],
      sheets: [{ items: expect.arrayContaining([expect.objectContaining({ kind: 'barcode' })]) }],
    })
    const { status, type, content } = await file(agent, `/api/po-lines/${line}/carton-marks.pdf?from=2&to=3`)
    expect([status, type]).toEqual([200, 'application/pdf'])
    expect(readPdf(content).pages).toHaveLength(2)
    const csv = (await file(agent, `/api/po-lines/${line}/carton-mark-file`)).content.toString('utf8')
    expect(csv.trim().split('\n')).toHaveLength(4)
    const tickets = await agent.get(`/api/po-lines/${line}/price-tickets`)
    expect(tickets.body).toMatchObject({ market: 'GB', markets: ['GB'], missing: [], sheets: [{}] })
    expect((await file(agent, `/api/po-lines/${line}/price-ticket-file`)).content.toString('utf8')).toContain('£29.99')
  })

  it('with a price that is not released are refused, and the price stays in the house', async () => {
    const { id, line } = await order(issued, 'entered')
    for (const who of [office, agent]) {
      const { body } = await who.get(`/api/po-lines/${line}/price-tickets`)
      expect(body.missing).toHaveLength(1)
      expect(JSON.stringify(body)).not.toContain('29.99')
      for (const url of ticketsOf({ id, line }).slice(1))
        expect([url, (await file(who, url)).status]).toEqual([url, 409])
    }
  })

  it.each([
    ['a carton that there is not', 'carton-marks?carton=4', 400],
    ['no carton', 'carton-marks?carton=0', 400],
    ['a carton that is no number', 'carton-marks.pdf?from=first', 400],
    ['cartons the wrong way round', 'carton-marks.pdf?from=3&to=1', 400],
    ['a size of another line', 'price-tickets.pdf?market=GB&size=ZZ', 400],
    ['a market that is no country', 'price-tickets.pdf?market=constructor', 400],
    ['an unknown parameter', 'carton-marks?__proto__=1', 400],
    ['an unknown form', 'carton-mark-file?format=exe', 400],
  ])('refuse %s', async (_, path, status) => {
    const { line } = await order()
    expect((await agent.get(`/api/po-lines/${line}/${path}`)).status).toBe(status)
  })
})
