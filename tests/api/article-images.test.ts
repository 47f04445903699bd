import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { type FormPart, formOf, jpeg, picturePair as pair, pdf, pictureOf, png, postForm, webp } from '../kit/form'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

describe.each(engines)('pictures of articles (%s)', (engine) => {
  let portal: Portal
  let Office: Person
  let Agent: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Office, Agent } = portal.as)
    const made = await Office.post('/api/purchase-orders', draft('PO-PICTURES'))
    await portal.db.query(`update purchase_orders set issued_at = now(), status = 'issued' where id = $1`, [
      made.body.id,
    ])
  })
  afterAll(() => portal.close())

  interface Image {
    id: number
    name: string
    is_cover: boolean
    colourway_id: number | null
    url: string
    thumb: string
  }
  const at = (article: number) => `/api/articles/${article}/images`
  const list = async (person: Person, article = 1) => (await person.get(at(article))).body as Image[]
  const add = async (person: Person, parts: FormPart[], article = 1, fields = {}, headers = {}) =>
    postForm(person, at(article), await formOf(fields, parts), { headers })
  const fetched = (url: string) => portal.nobody.send({ method: 'GET', url })

  it('come with a small copy, the first one as the cover', async () => {
    const first = await add(Office, [
      ...pair('front.png'),
      { name: 'back.jpg', bytes: pictureOf(jpeg) },
      { name: 's.webp', bytes: webp },
    ])
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    const images = await list(Office)
    expect(images).toMatchObject([
      { name: 'front.png', is_cover: true, colourway_id: null },
      { name: 'back.jpg', is_cover: false },
    ])
    expect((await fetched(images[0]?.url ?? '')).headers['content-type']).toBe('image/png')
    expect((await fetched(images[0]?.thumb ?? '')).headers['content-type']).toBe('image/webp')
    const [latest] = (await Office.get('/api/articles/1/history')).body
    expect(latest).toMatchObject({ action: 'file_added', changes: [{ new: 'back.jpg' }] })
  })

  it('are sent once, however often the same request comes', async () => {
    const parts = pair('once.png')
    const headers = { 'idempotency-key': randomUUID() }
    await add(Office, parts, 2, {}, headers)
    await add(Office, parts, 2, {}, headers)
    expect(await list(Office, 2)).toHaveLength(1)
  })

  it('are for a colour of their article, and one of them is the cover', async () => {
    const [, second] = await list(Office)
    const url = `${at(1)}/${second?.id}`
    expect((await Office.patch(url, { colourway_id: 3 })).status).toBe(422)
    await Office.patch(url, { colourway_id: 1 })
    const { body } = await Office.patch(url, { is_cover: true })
    expect(body).toMatchObject([{ id: second?.id, is_cover: true, colourway_id: 1 }, { is_cover: false }])
    expect((await Office.patch(url, { colourway_id: null })).body[0]).toMatchObject({ colourway_id: null })
  })

  it('are seen by the supplier of an order with the article and by no other, and changed by neither', async () => {
    const [cover] = await list(Agent)
    expect(cover?.name).toBe('back.jpg')
    expect((await fetched(cover?.url ?? '')).statusCode).toBe(200)
    expect((await Agent.get('/api/articles/covers?ids=1,2')).body).toEqual({
      1: expect.stringContaining('/api/files/'),
    })
    expect((await portal.otherAgent.get(at(1))).status).toBe(404)
    expect((await portal.otherAgent.get('/api/articles/covers?ids=1,2')).body).toEqual({})
    expect((await add(Agent, pair('mine.png'))).status).toBe(403)
    expect((await Agent.patch(`${at(1)}/${cover?.id}`, { is_cover: true })).status).toBe(403)
    expect((await Agent.delete(`${at(1)}/${cover?.id}`)).status).toBe(403)
    expect((await portal.as.user.get('/api/articles/covers?ids=1')).body).toEqual({})
    expect((await portal.nobody.get(at(1))).status).toBe(401)
  })

  it('go to no address that the reader may not open any more', async () => {
    const [cover] = await list(Agent)
    await portal.db.query(`update users set status = 'deactivated' where id = $1`, [Agent.id])
    expect((await fetched(cover?.thumb ?? '')).statusCode).toBe(404)
    await portal.db.query(`update users set status = 'active' where id = $1`, [Agent.id])
    expect((await fetched(cover?.thumb ?? '')).statusCode).toBe(200)
  })

  it.each([
    ['a paper', [{ name: 'a.pdf', bytes: pdf }, ...pair('x.png').slice(1)], 415],
    ['one without its small copy', pair('x.png').slice(0, 1), 422],
    ['a small copy that is large', pair('x.png', png, Buffer.concat([webp, Buffer.alloc(210_000)])), 422],
    ['nothing', [], 422],
  ] as [string, FormPart[], number][])('are refused: %s', async (_, parts, status) => {
    const before = await list(Office)
    expect((await add(Office, parts)).status).toBe(status)
    expect(await list(Office)).toHaveLength(before.length)
  })

  it('when removed take their small copy along, and another becomes the cover', async () => {
    const [cover, other] = await list(Office)
    expect((await Office.delete(`${at(1)}/${cover?.id}`)).body).toMatchObject([{ id: other?.id, is_cover: true }])
    const [left] = await portal.db.query(
      `select count(*)::int as count from files where slot in ('image', 'thumb') and record_id = 1`,
    )
    expect(left).toEqual({ count: 2 })
    expect((await fetched(cover?.thumb ?? '')).statusCode).toBe(404)
    expect((await Office.delete(`${at(1)}/${cover?.id}`)).status).toBe(404)
  })

  it('answer bad requests with what is wrong', async () => {
    expect((await Office.get('/api/articles/covers?ids=1,x')).status).toBe(400)
    expect((await Office.get('/api/articles/covers?ids=1&more=1')).status).toBe(400)
    expect((await Office.get('/api/articles/99999/images')).status).toBe(404)
    expect((await Office.patch(`${at(1)}/1`, { name: 'x' })).status).toBe(422)
  })
})
