import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Db } from '#server/db/types.ts'
import { startHousekeeping } from '#server/jobs/housekeeping.ts'
import { createMailer, mailHandler, queueMail } from '#server/jobs/mail.ts'
import { backoff, enqueue, startOutbox } from '#server/jobs/outbox.ts'
import { errors } from '#server/plugins/errors.ts'
import { keyOf, once } from '#server/plugins/idempotency.ts'
import { json } from '#server/plugins/json.ts'
import { engines, freshDb } from '../kit/db'

vi.mock('nodemailer', { spy: true })

const silent = { info: () => {}, warn: () => {}, error: () => {} }

describe.each([...engines])('what follows a commit on %s', (engine) => {
  let db: Db
  beforeAll(async () => {
    db = await freshDb(engine)
  })
  afterAll(() => db.close())

  const jobs = (kind: string) =>
    db.query<{ attempts: number; done_at: string | null; last_error: string | null }>(
      'select attempts, done_at, last_error from outbox where kind = $1 order by id',
      [kind],
    )

  it('is done once the transaction commits, and not when it rolls back', async () => {
    const seen: unknown[] = []
    const outbox = await startOutbox(db, { greet: async (payload) => void seen.push(payload) }, silent)
    await db
      .transaction(async (tx) => {
        await enqueue(tx, 'greet', { to: 'nobody' })
        throw new Error('on second thought')
      })
      .catch(() => {})
    await db.transaction((tx) => enqueue(tx, 'greet', { to: 'Mei' }))
    await expect.poll(() => seen, { timeout: 2000 }).toEqual([{ to: 'Mei' }])
    await expect.poll(async () => (await jobs('greet'))[0]?.done_at, { timeout: 2000 }).toBeTruthy()
    await outbox.stop()
  })

  it('is tried again after a failure, later each time', async () => {
    let tries = 0
    const handler = async () => {
      if (++tries === 1) throw new Error('the post is on strike')
    }
    const outbox = await startOutbox(db, { strike: handler }, silent)
    await db.transaction((tx) => enqueue(tx, 'strike', {}))
    await expect.poll(async () => (await jobs('strike'))[0]?.last_error, { timeout: 2000 }).toMatch(/on strike/)
    expect(tries).toBe(1)
    await db.query("update outbox set due_at = now() where kind = 'strike'")
    outbox.poke()
    await expect.poll(async () => (await jobs('strike'))[0]?.done_at, { timeout: 2000 }).toBeTruthy()
    expect(tries).toBe(2)
    await outbox.stop()
    expect([1, 2, 3, 8, 9, 12].map(backoff)).toEqual([15, 30, 60, 1920, 3600, 3600])
  })

  it('waits for no other that takes long, and is nobody else’s meanwhile', async () => {
    const begun: unknown[] = []
    const ends: (() => void)[] = []
    const done: unknown[] = []
    const handlers = {
      slow: (payload: unknown) => {
        begun.push(payload)
        return new Promise<void>((resolve) => ends.push(resolve))
      },
      quick: async (payload: unknown) => void done.push(payload),
    }
    const lease = { seconds: 0.3, most: 60 }
    const workers = [
      await startOutbox(db, handlers, silent, lease),
      await startOutbox(db, handlers, silent, lease),
    ] as const
    await db.transaction(async (tx) => {
      for (let count = 0; count < 3; count++) await enqueue(tx, 'slow', count)
      for (let count = 0; count < 40; count++) await enqueue(tx, 'quick', count)
    })
    await expect.poll(() => done.length, { timeout: 5000 }).toBe(40)
    // Longer than a lease.
    await new Promise((resolve) => setTimeout(resolve, 800))
    for (const { poke } of workers) poke()
    await expect.poll(async () => (await jobs('slow')).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
    for (const end of ends) end()
    await expect.poll(async () => (await jobs('slow')).every(({ done_at }) => done_at), { timeout: 2000 }).toBe(true)
    for (const { stop } of workers) await stop()
    expect(begun.sort()).toEqual([0, 1, 2])
  })

  it('is left for a person after twelve failures', async () => {
    const outbox = await startOutbox(db, { hopeless: () => Promise.reject(new Error('no')) }, silent)
    await db.query("insert into outbox (kind, payload, attempts) values ('hopeless', '{}', 12)")
    outbox.poke()
    await db.transaction((tx) => enqueue(tx, 'hopeless', {}))
    await expect.poll(async () => (await jobs('hopeless'))[1]?.last_error, { timeout: 2000 }).toBeTruthy()
    expect((await jobs('hopeless'))[0]).toMatchObject({ attempts: 12, done_at: null })
    await outbox.stop()
  })

  it('is shared by several processes, each job for one of them', async () => {
    const seen: unknown[] = []
    const share = { share: async (payload: unknown) => void seen.push(payload) }
    const workers = await Promise.all([1, 2, 3].map(() => startOutbox(db, share, silent)))
    await db.transaction(async (tx) => {
      for (let count = 0; count < 60; count++) await enqueue(tx, 'share', count)
    })
    await expect.poll(() => seen.length, { timeout: 5000 }).toBe(60)
    expect(new Set(seen).size).toBe(60)
    for (const worker of workers) await worker.stop()
  })

  it('writes mails as files in the language of the reader where no mail server is set', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mail-'))
    const mail = mailHandler(createMailer({ folder, publicUrl: 'https://portal.example.test', log: silent }))
    const outbox = await startOutbox(db, { mail }, silent)
    const params = { name: 'Mei\r\nBcc: all@example.test' }
    await db.transaction((tx) =>
      queueMail(tx, { mail: 'password_changed', to: 'a@x.test, b@x.test', language: 'en', params }),
    )
    await db.transaction((tx) => queueMail(tx, { mail: 'password_changed', to: 'lin@x.test', language: 'zh', params }))
    await expect.poll(() => readdir(folder), { timeout: 3000 }).toHaveLength(2)
    await outbox.stop()
    const [first = '', second = ''] = await Promise.all(
      (await readdir(folder)).sort().map((file) => readFile(join(folder, file), 'utf8')),
    )
    const [head = '', body = ''] = first.split('\r\n\r\n')
    expect(head).toMatch(/^Subject: Your password was changed\r$/m)
    expect(head).toMatch(/^Message-ID: <outbox-\d+@portal.example.test>\r$/m)
    expect(head).not.toMatch(/^(Bcc|Cc):/m)
    expect(head).not.toMatch(/^To: .*a@x\.test, b@x\.test/m)
    expect(body).toContain('Hello Mei')
    const subject = /^Subject: =\?UTF-8\?B\?([^?]+)/m.exec(second)?.[1] ?? ''
    expect(Buffer.from(subject, 'base64').toString()).toContain('您的密码')
    await rm(folder, { recursive: true })
  })

  it('sends mails from the address that is set', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mail-'))
    const options = { folder, publicUrl: 'https://portal.example.test', log: silent }
    const mail = { mail: 'password_changed', to: 'a@x.test', language: 'en', params: { name: 'Mei' } } as const
    await createMailer(options)(mail, 1)
    await createMailer({ ...options, from: 'orders@retail.example' })(mail, 2)
    const senders = (await readdir(folder)).sort().map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      return /^From: (.*)\r$/m.exec(text)?.[1]
    })
    expect(await Promise.all(senders)).toEqual([
      'Supplier Portal <portal@portal.example.test>',
      'Supplier Portal <orders@retail.example>',
    ])
    await rm(folder, { recursive: true })
  })

  it('gives a mail server up that says nothing, long before another process would take the job', () => {
    const url = 'smtp://user:secret@127.0.0.1:2525'
    createMailer({ url, folder: 'none', publicUrl: 'https://portal.example.test', log: silent })
    const transport = vi.mocked(createTransport).mock.results.at(-1)?.value
    const { host, ...patience } = transport.options as Record<string, number | string>
    expect(host).toBe('127.0.0.1')
    for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout'])
      expect([name, Number(patience[name]) <= 30_000]).toEqual([name, true])
  })

  it('is swept when it is old', async () => {
    await db.query("update outbox set done_at = now() - interval '31 days' where kind = 'share'")
    await db.query("insert into sign_in_failures values ('x', 'y', array[now() - interval '2 hours'])")
    await startHousekeeping(db, silent)()
    expect(await jobs('share')).toEqual([])
    expect(await db.query('select 1 from sign_in_failures')).toEqual([])
  })
})

describe.each([...engines])('an Idempotency-Key on %s', (engine) => {
  let db: Db
  const app = fastify()
  beforeAll(async () => {
    db = await freshDb(engine)
    await db.script('create table things (id bigint generated always as identity, name text unique)')
    errors(app)
    json(app)
    app.post('/things', async (request, reply) => {
      const { name } = request.body as { name: string }
      const answer = await once(db, keyOf(request, { id: 7 }), async (tx) => {
        const [row] = await tx.query('insert into things (name) values ($1) returning id, name', [name])
        return { status: 201, body: row }
      })
      return reply.code(answer.status).send('body' in answer ? answer.body : answer.text)
    })
  })
  afterAll(async () => {
    await app.close()
    await db.close()
  })

  const post = (key: string, name: string | null) =>
    app.inject({ method: 'POST', url: '/things', payload: { name }, headers: { 'idempotency-key': key } })
  const named = (name: string) => db.query('select 1 from things where name = $1', [name])

  it('gives twenty at the same time one effect and one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('k1', 'one')))
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(201)
    expect(await named('one')).toHaveLength(1)
  })

  it('answers the same later, and 422 for another payload', async () => {
    const first = await post('k2', 'two')
    expect((await post('k2', 'two')).body).toBe(first.body)
    expect((await post('k2', 'three')).statusCode).toBe(422)
    expect(await named('three')).toHaveLength(0)
  })

  it('stays free after a refusal', async () => {
    expect((await post('k3', 'two')).statusCode).toBe(409)
    expect((await post('k3', 'four')).statusCode).toBe(201)
  })

  it('is forgotten after a day', async () => {
    await post('k4', 'five')
    await db.query("update idempotency_keys set created_at = now() - interval '25 hours'")
    expect((await post('k4', 'six')).statusCode).toBe(201)
  })

  it('and what was sent cannot be guessed from the table', async () => {
    await post('a-secret-key', 'a-secret-name')
    const rows = JSON.stringify(await db.query('select key, route, payload_hash from idempotency_keys'))
    expect(rows).not.toContain('a-secret')
    expect(rows).not.toContain(createHash('sha256').update('{"name":"a-secret-name"}').digest('base64url'))
  })

  it('is 1 to 200 visible characters', async () => {
    for (const key of [' ', 'x'.repeat(201), 'a b']) expect((await post(key, 'seven')).statusCode).toBe(400)
  })
})
