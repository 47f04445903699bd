import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/server/app'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const orderBook = [
  'buyer,style,due_date,po,po_qty,packed_qty',
  'RTS,S700612,2021/1/8,185021243,14,14',
  'MUM,AF694,2021/1/10,124126446,5076,5139',
  'OTY,665679_FA21,2021/1/12,110348997,237,239',
  'MMT,AW31100029144/B,2021/1/18,150580317,15,15',
  'RTS,S700612,2021/1/18,179458835,39,53',
].join('\n')

const orderMapping = {
  house_brand_id: { column: 0 },
  'lines.article_id': { column: 1 },
  ex_factory_date: { column: 2 },
  po_no: { column: 3 },
  'lines.qty': { column: 4 },
  'lines.packed_qty': { column: 5 },
  supplier_id: { value: 60 },
}

describe.each(engines)('an import (%s)', (engine) => {
  let portal: Portal
  let office: Person
  beforeAll(async () => {
    portal = await openPortal(engine)
    office = portal.as.Office
  })
  afterAll(() => portal.close())

  it('takes an order book from elsewhere', async () => {
    const up = await upload(office, 'purchase-orders', orderBook)
    expect(up.status).toBe(201)
    const url = `/api/purchase-orders/import/${up.body.id}`
    expect(up.body.columns[2]).toMatchObject({ heading: 'due_date', samples: ['2021/1/8', '2021/1/10', '2021/1/12', '2021/1/18'] })
    await office.patch(url, { mapping: orderMapping })
    const first = await preview(office, url)
    expect(first.counts).toMatchObject({ new: 0, rejected: 5 })
    expect(first.missing).toMatchObject([
      { path: 'house_brand_id', count: 4, creatable: true },
      { path: 'lines.article_id', count: 4, creatable: true },
    ])
    await office.patch(url, { create_missing: ['house_brand_id', 'lines.article_id'], options: { status: 'issued' } })
    const second = await preview(office, url)
    expect((await office.get(`${url}/rows?outcome=rejected`)).body).toEqual([])
    expect(second.counts).toMatchObject({ new: 5, rejected: 0 })
    expect((await office.get('/api/house-brands?code=RTS')).body).toEqual([])
    const done = await commit(office, url)
    expect(done.counts).toMatchObject({ new: 5, written: 5 })
    const [order] = (await office.get('/api/purchase-orders?po_no=185021243')).body
    expect(order).toMatchObject({ status: 'issued', supplier_id: 60, ex_factory_date: '2021-01-08', total_qty: 14 })
    expect((await office.get('/api/house-brands?code=RTS')).body).toMatchObject([{ status: 'active', name_en: 'RTS' }])
    expect((await office.get(`/api/purchase-orders/${order.id}`)).body.lines).toMatchObject([
      { qty: 14, packed_qty: 14, article: { title: 'S700612' } },
    ])
  })
})

export const upload = async (person: Person, area: string, body: string | Buffer, name = 'file.csv') => {
  const answer = await person.send({
    method: 'POST',
    url: `/api/${area}/import?file_name=${encodeURIComponent(name)}`,
    headers: { 'content-type': 'text/csv' },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.json() }
}

const settled = async (person: Person, url: string) => {
  for (;;) {
    const { body } = await person.get(url)
    if (!['checking', 'writing'].includes(body.status)) return body
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const preview = async (person: Person, url: string) => {
  const started = await person.post(`${url}/preview`)
  expect([200, 202], JSON.stringify(started.body)).toContain(started.status)
  return settled(person, url)
}

const commit = async (person: Person, url: string) => {
  const started = await person.post(`${url}/commit`, {}, { 'idempotency-key': crypto.randomUUID() })
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  return settled(person, url)
}
void createApp
void draft
