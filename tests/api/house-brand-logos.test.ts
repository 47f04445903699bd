import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { type FormPart, formOf, jpeg, picturePair as pair, pdf, postForm } from '../kit/form'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { orders } from './orders-kit'

describe.each(engines)('the logo of a house brand (%s)', (engine) => {
  let portal: Portal
  let Office: Person
  let Agent: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Office, Agent } = portal.as)
    await orders(portal).at('issued', { house_brand_id: 1 })
  })
  afterAll(() => portal.close())

  const url = '/api/house-brands/1/logo'
  const set = async (person: Person, parts: FormPart[], headers = {}, at = url) =>
    postForm(person, at, await formOf({}, parts), { headers })
  const logo = async (person: Person) => (await person.get(url)).body.logo
  const fetched = (address: string) => portal.nobody.send({ method: 'GET', url: address })

  it('is set with a small copy, and replaced by the next one', async () => {
    expect(await logo(Office)).toBeNull()
    const first = await set(Office, pair('mark.png'))
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    expect(first.body.logo).toMatchObject({ name: 'mark.png' })
    await set(Office, pair('new.jpg', jpeg))
    const { name, url: large, thumb } = await logo(Office)
    expect([
      name,
      (await fetched(large)).headers['content-type'],
      (await fetched(thumb)).headers['content-type'],
    ]).toEqual(['new.jpg', 'image/jpeg', 'image/webp'])
    expect(await portal.db.query(`select 1 from files where area = 'house-brands'`)).toHaveLength(2)
    const history = (await Office.get('/api/house-brands/1/history')).body
    expect(history[0]).toMatchObject({ action: 'file_added', changes: [{ new: 'new.jpg' }] })
  })

  it('is at its address no longer than its reader may sign in', async () => {
    const person = await portal.person({ type: 'Office' })
    const { url: large, thumb } = await logo(person)
    expect((await fetched(large)).statusCode).toBe(200)
    await portal.db.query(`update users set status = 'suspended' where id = $1`, [person.id])
    expect([(await fetched(large)).statusCode, (await fetched(thumb)).statusCode]).toEqual([404, 404])
  })

  it('is sent once, however often the same request comes', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const parts = pair('once.png')
    const [first, again] = [await set(Office, parts, headers), await set(Office, parts, headers)]
    expect([first.status, again.status, again.body.logo.name]).toEqual([201, 201, 'once.png'])
    const history = (await Office.get('/api/house-brands/1/history')).body
    const entries = history.filter(({ changes }: { changes: { new: unknown }[] }) => changes[0]?.new === 'once.png')
    expect(entries).toHaveLength(1)
  })

  it('is seen by all who see the brand, on their orders, and changed by the office alone', async () => {
    expect((await portal.otherAgent.get(url)).status).toBe(404)
    expect((await portal.otherAgent.get('/api/house-brands/covers?ids=1,99')).body).toEqual({})
    for (const person of [Agent, portal.as.staff]) {
      const seen = await logo(person)
      expect((await fetched(seen.thumb)).statusCode).toBe(200)
      expect((await person.get('/api/house-brands/covers?ids=1,99')).body).toEqual({
        1: expect.stringContaining('/api/files/'),
      })
      expect((await set(person, pair('mine.png'))).status).toBe(403)
      expect((await person.delete(url)).status).toBe(403)
    }
    expect((await portal.nobody.get(url)).status).toBe(401)
    expect((await Agent.get('/api/house-brands/covers?ids=x')).status).toBe(400)
    expect((await Agent.get('/api/house-brands/covers?ids=1&all=1')).status).toBe(400)
    expect((await Office.get('/api/house-brands/99/logo')).status).toBe(404)
  })

  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  it.each([
    ['a drawing, which may carry scripts', [{ name: 'a.svg', bytes: drawing }, ...pair('x.png').slice(1)], 415],
    ['a drawing that is called a picture', [{ name: 'a.png', bytes: drawing }, ...pair('x.png').slice(1)], 415],
    ['a paper', [{ name: 'a.pdf', bytes: pdf }, ...pair('x.png').slice(1)], 415],
    ['one without its small copy', pair('x.png').slice(0, 1), 422],
    ['two at once', [...pair('x.png'), ...pair('y.png')], 413],
    ['nothing', [], 422],
  ] as [string, FormPart[], number][])('is refused: %s', async (_, parts, status) => {
    const before = await logo(Office)
    const refused = await set(Office, parts)
    expect(refused.status, JSON.stringify(refused.body)).toBe(status)
    expect((await logo(Office)).name).toBe(before.name)
  })

  it('goes when it is removed, and with its brand', async () => {
    expect((await Office.delete(url)).body).toEqual({ logo: null })
    expect(await logo(Agent)).toBeNull()
    expect((await Office.get('/api/house-brands/covers?ids=1')).body).toEqual({})
    expect((await Office.delete(url)).status).toBe(200)
  })
})
