import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '#shared/base/dates.ts'
import { roles } from '#shared/kit/roles.ts'
import { engines } from '../kit/db'
import { docx, type FormPart, formOf, jpeg, pdf, png, postForm, xlsx } from '../kit/form'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { bodyOf, openPost, publicUrl } from '../kit/post'

const report = {
  subject: 'The total is wrong',
  message: 'The total of PO-60 does not match its lines.',
  category: 'bug',
  page: '/apps/purchase_order/7',
}

describe.each(engines)('support tickets (%s)', (engine) => {
  let portal: Portal
  let post: Awaited<ReturnType<typeof openPost>>
  let admin: Person
  let Agent: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    post = await openPost(portal.db)
    ;({ admin, Agent } = portal.as)
  })
  afterAll(async () => {
    await post.stop()
    await portal.close()
  })

  const send = async (
    person: Person,
    changes: Record<string, string> = {},
    files: readonly FormPart[] = [],
    headers = {},
  ) => postForm(person, '/api/help-support', await formOf({ ...report, ...changes }, files), { headers })
  const made = async (person: Person, files: readonly FormPart[] = []) => {
    const { status, body } = await send(person, {}, files)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.id as number
  }
  const read = async (person: Person, id: number) => (await person.get(`/api/support-tickets/${id}`)).body
  const move = async (person: Person, id: number, name: string, inputs: object = {}) => {
    const { version } = await read(admin, id)
    return person.post(`/api/support-tickets/${id}/moves/${name}`, { version, ...inputs })
  }
  const filesOf = (person: Person, id: number) => person.get(`/api/files?area=support-tickets&record=${id}`)

  it('are made of a form with files, numbered by the year', async () => {
    const files = [
      { name: 'screen.png', bytes: png },
      { name: 'photo.JPEG', bytes: jpeg },
      { name: 'order.pdf', bytes: pdf },
      { name: 'lines.csv', bytes: '款号,数量\nTEE-1,100\n' },
      { name: 'lines.xlsx', bytes: xlsx },
    ]
    const { status, body } = await send(Agent, {}, files, { 'user-agent': 'Factory phone' })
    expect([status, body.data.ticket_no]).toEqual([200, expect.stringMatching(`^ST-${today().slice(0, 4)}-\\d{6}$`)])
    expect(body.message).toContain(body.data.ticket_no)
    expect(await read(admin, body.data.id)).toMatchObject({
      ...report,
      ticket_no: body.data.ticket_no,
      browser: 'Factory phone',
      status: 'open',
      reporter_id: Agent.id,
      reporter: { id: Agent.id, title: expect.stringMatching(/^Kim/) },
    })
    const second = await send(Agent)
    expect(Number(second.body.data.ticket_no.slice(-6))).toBe(Number(body.data.ticket_no.slice(-6)) + 1)
    const listed = (await filesOf(Agent, body.data.id)).body as { name: string; url: string; type: string }[]
    expect(listed.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
    for (const [at, { url, name }] of listed.entries()) {
      const served = await portal.app.inject({ url })
      expect(served.statusCode).toBe(200)
      expect(served.rawPayload.equals(Buffer.from(files[at]?.bytes ?? ''))).toBe(true)
      expect(served.headers['x-content-type-options']).toBe('nosniff')
      expect(served.headers['content-security-policy']).toContain('sandbox')
      expect(served.headers['content-disposition']).toContain(/png|jpeg/i.test(name) ? 'inline' : 'attachment')
    }
  })

  it('are told to the administrators by mail, in their language', async () => {
    const chinese = await portal.person({ type: 'admin', language: 'zh', email: 'guan@example.test' })
    const id = await made(Agent)
    const [mail] = (await post.to('guan@example.test')).slice(-1)
    expect(mail).toMatchObject({ mail: 'ticket_new', language: 'zh' })
    expect(mail && bodyOf(mail)).toContain(`${publicUrl}/apps/support_tickets/${id}`)
    expect(mail && bodyOf(mail)).toContain(report.message)
    const before = (await post.to('guan@example.test')).length
    await made(chinese)
    expect(await post.to('guan@example.test')).toHaveLength(before)
  })

  it('are answered, opened again with what is missing, answered again and closed', async () => {
    const person = await portal.person({ type: 'staff', supplier_id: 61, language: 'zh', email: 'zhang@example.test' })
    const id = await made(person)
    const answered = await move(admin, id, 'answer', { answer: 'It is right now.' })
    expect(answered.body).toMatchObject({
      status: 'answered',
      answer: 'It is right now.',
      answered_by: admin.id,
      answered_at: expect.any(String),
    })
    const [mail] = await post.to('zhang@example.test')
    expect(mail).toMatchObject({ mail: 'ticket_answered', language: 'zh' })
    expect(mail && bodyOf(mail)).toContain('It is right now.')
    const again = await move(person, id, 'reopen', { follow_up: 'Not on the second page.' })
    expect(again.body).toMatchObject({
      status: 'open',
      follow_up: 'Not on the second page.',
      answer: 'It is right now.',
    })
    expect((await move(admin, id, 'answer', { answer: 'There too.' })).status).toBe(200)
    expect((await move(person, id, 'close')).body.status).toBe('closed')
    expect((await move(person, id, 'reopen', { follow_up: '' })).body.errors).toHaveProperty('follow_up')
    expect((await move(person, id, 'reopen', { follow_up: 'Once more.' })).body.status).toBe('open')
    expect((await move(admin, id, 'close', { comment: 'Same as ST-1' })).body.status).toBe('closed')
    expect((await post.to('zhang@example.test')).map((mail) => mail.mail)).toEqual([
      'ticket_answered',
      'ticket_answered',
      'ticket_closed',
    ])
    const history = (await person.get(`/api/support-tickets/${id}/history`)).body as { action: string }[]
    expect(history.map(({ action }) => action)).toEqual([
      'close',
      'reopen',
      'close',
      'answer',
      'reopen',
      'answer',
      'create',
    ])
    expect(JSON.stringify(history)).toContain('It is right now.')
  })

  it.each(roles)('%s sees and does with them what is theirs', async (role) => {
    const [ownTicket, foreign] = [
      await made(portal.as[role], [{ name: 'a.png', bytes: png }]),
      await made(portal.otherAgent, [{ name: 'b.png', bytes: png }]),
    ]
    const person = portal.as[role]
    const all = role === 'admin'
    const listed = ((await person.get('/api/support-tickets?_end=100')).body as { id: number }[]).map(({ id }) => id)
    expect(listed).toContain(ownTicket)
    expect(listed.includes(foreign)).toBe(all)
    expect((await person.get(`/api/support-tickets/${foreign}`)).status).toBe(all ? 200 : 404)
    expect((await filesOf(person, ownTicket)).body).toHaveLength(1)
    expect((await filesOf(person, foreign)).status).toBe(all ? 200 : 404)
    const tickets = (await person.get(`/api/support-tickets?reporter_id=${portal.otherAgent.id}`)).body
    expect(tickets.length > 0).toBe(all)
    expect((await move(person, foreign, 'close')).status).toBe(all ? 200 : 404)
    expect((await move(person, ownTicket, 'answer', { answer: 'Because.' })).status).toBe(all ? 200 : 403)
    expect((await move(person, ownTicket, 'close')).status).toBe(200)
    expect((await person.patch(`/api/support-tickets/${ownTicket}`, { version: 2, subject: 'Other' })).status).toBe(403)
    expect((await person.delete(`/api/support-tickets/${ownTicket}`, { version: 2 })).status).toBe(403)
  })

  it('are nobody’s who is not signed in', async () => {
    expect((await send(portal.nobody)).status).toBe(401)
    expect((await portal.nobody.get('/api/files?area=support-tickets&record=1')).status).toBe(401)
  })

  it('say by field what is missing', async () => {
    const errorsOf = async (changes: Record<string, string>) => {
      const { status, body } = await send(Agent, changes)
      return [status, Object.keys(body.errors)]
    }
    expect(await errorsOf({ subject: 'ab' })).toEqual([422, ['subject']])
    expect(await errorsOf({ subject: 'x'.repeat(201) })).toEqual([422, ['subject']])
    expect(await errorsOf({ subject: 'a\u0000bcd' })).toEqual([422, ['subject']])
    expect(await errorsOf({ message: 'too short' })).toEqual([422, ['message']])
    expect(await errorsOf({ message: 'x'.repeat(5001) })).toEqual([422, ['message']])
    expect(await errorsOf({ category: 'praise' })).toEqual([422, ['category']])
    expect(await errorsOf({ page: 'https://evil.example/' })).toEqual([422, ['page']])
    expect(await errorsOf({ page: '//evil.example/' })).toEqual([422, ['page']])
    expect(await errorsOf({ status: 'closed' })).toEqual([422, ['status']])
    expect(await errorsOf({ reporter_id: '1' })).toEqual([422, ['reporter_id']])
    expect((await send(Agent, { page: '' })).status).toBe(200)
  })

  it('are long enough in fewer characters of Chinese', async () => {
    expect((await send(Agent, { subject: '订舱', message: '页面打不开' })).status).toBe(200)
    expect((await send(Agent, { subject: '舱', message: '页面打不开' })).status).toBe(422)
  })

  it('are one for a key that is sent twice, files and all', async () => {
    const key = { 'idempotency-key': 'a-key-of-its-own' }
    const files = [{ name: 'a.docx', bytes: docx }]
    const first = await send(Agent, {}, files, key)
    expect((await send(Agent, {}, files, key)).body).toEqual(first.body)
    expect((await filesOf(Agent, first.body.data.id)).body).toHaveLength(1)
    expect((await send(Agent, { subject: 'Another one' }, files, key)).status).toBe(422)
    expect((await send(Agent, {}, [{ name: 'a.docx', bytes: xlsx }], key)).status).toBe(415)
    const twins = await Promise.all(
      Array.from({ length: 5 }, () => send(Agent, {}, files, { 'idempotency-key': 'another-key' })),
    )
    expect(new Set(twins.map(({ status, body }) => `${status} ${body.data?.id}`)).size).toBe(1)
  })

  it('are sixty an hour from one person at most', async () => {
    const person = await portal.person({ type: 'user' })
    await portal.db.query(
      `insert into sign_in_failures (account, address, moments) values ('request ticket', $1, array_fill(now(), array[60]))`,
      [`#${person.id}`],
    )
    expect(await send(person)).toMatchObject({ status: 429, body: { code: 'too_many' } })
  })

  it('keep the language of the reader in the answer', async () => {
    const { body } = await send(Agent, {}, [], { 'accept-language': 'zh' })
    expect(body.message).toMatch(/^谢谢/)
  })
})
