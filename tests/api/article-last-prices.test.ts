import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'
import { orders } from './orders-kit'

describe.each(engines)('what an article cost last (%s)', (engine) => {
  let portal: Portal
  let book: ReturnType<typeof orders>

  beforeAll(async () => {
    portal = await openPortal(engine)
    book = orders(portal)
  })
  afterAll(() => portal.close())

  const [first] = (draft('SHAPE').lines as Record<string, unknown>[]) ?? []
  const article = Number(first?.article_id)
  const at = (ids: unknown) => `/api/articles/last-prices?ids=${ids}`
  const known = async (person: Person = portal.as.Office) => (await person.get(at(article))).body[article]
  const priced = (status: string, unit_price: string, changes: Record<string, unknown> = {}) =>
    book.at(status, { ...changes, lines: [{ ...first, unit_price }] })
  /** Orders of one day follow each other by their moment. */
  const issuedOn = (id: number, moment: string) =>
    portal.db.query('update purchase_orders set issued_at = $2 where id = $1', [id, moment])

  it('is nothing before an order of it went out', async () => {
    await priced('draft', '9.10')
    await priced('approved', '9.20')
    expect(await known()).toBeUndefined()
  })

  it('is the price of the order that went out last, with currency, day, order and supplier', async () => {
    const newer = await priced('issued', '4.25')
    await issuedOn(newer.id, '2026-06-02T10:00:00Z')
    const older = await priced('confirmed', '3.75')
    await issuedOn(older.id, '2026-03-01T10:00:00Z')
    const expected = {
      price: '4.2500',
      currency: 'GBP',
      date: '2026-06-02',
      order: { id: newer.id, title: newer.po_no },
      supplier: { id: 60, title: expect.any(String) },
    }
    expect(await known()).toEqual(expected)
    expect(await known(portal.as.admin)).toEqual(expected)
  })

  it('forgets orders that were recalled or cancelled, samples and what was free', async () => {
    const { admin, Office } = portal.as
    const recalled = await priced('issued', '7.10')
    await issuedOn(recalled.id, '2026-07-01T10:00:00Z')
    expect(await known()).toMatchObject({ price: '7.1000' })
    expect((await book.step(admin, await book.now(recalled), 'recall', { comment: 'Wrong' })).status).toBe(200)
    expect(await known()).toMatchObject({ price: '4.2500' })

    const cancelled = await priced('confirmed', '7.20')
    await issuedOn(cancelled.id, '2026-07-02T10:00:00Z')
    expect(await known()).toMatchObject({ price: '7.2000' })
    const answer = await book.step(admin, await book.now(cancelled), 'cancel', { reason: 'Not needed' })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(await known()).toMatchObject({ price: '4.2500' })

    const sample = await priced('issued', '7.30', { order_type: 'sample' })
    await issuedOn(sample.id, '2026-07-03T10:00:00Z')
    const line = (await book.now(sample)).lines[0]
    expect(line.unit_price).toBe('7.3000')
    const free = await priced('issued', '7.40')
    await issuedOn(free.id, '2026-07-04T10:00:00Z')
    await portal.db.query('update po_lines set unit_price = 0 where purchase_order_id = $1', [free.id])
    expect((await Office.get(at(article))).body[article]).toMatchObject({ price: '4.2500' })
  })

  it('is the office’s own: nobody else is told, not even of an own order', async () => {
    const { Agent, staff, user, superAdmin } = portal.as
    for (const person of [Agent, staff, user, superAdmin, portal.otherAgent]) {
      const answer = await person.get(at(article))
      expect(answer.status).toBe(403)
      expect(JSON.stringify(answer.body)).not.toContain('4.25')
    }
    expect((await portal.nobody.get(at(article))).status).toBe(401)
  })

  it('is asked for by up to a hundred ids and by nothing else', async () => {
    const { Office } = portal.as
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
    expect((await Office.get(at(hundred.join()))).status).toBe(200)
    expect((await Office.get(at([...hundred, 101].join()))).status).toBe(400)
    for (const ids of ['', 'x', '1,', '1;2']) expect((await Office.get(at(encodeURIComponent(ids)))).status).toBe(400)
    expect((await Office.get(`${at(1)}&more=1`)).status).toBe(400)
  })
})
