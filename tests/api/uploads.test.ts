import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { openBucket } from '#server/files/bucket.ts'
import { openFiles } from '#server/files/store.ts'
import { engines } from '../kit/db'
import { formOf, pdfOf, png, postForm } from '../kit/form'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { startS3 } from '../kit/s3'

const megabyte = 1024 * 1024
const tus = { 'tus-resumable': '1.0.0' }

describe.each(engines)('files that come in parts (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office } = portal.as)
    Object.assign(portal.app.kit.register.get('seasons'), { artworkFiles: true })
  })
  afterAll(async () => {
    Object.assign(portal.app.kit.register.get('seasons'), { artworkFiles: undefined })
    await portal.close()
  })

  const metadata = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',')
  const start = async (person: Person, size: number, about: Record<string, string> = {}) => {
    const answer = await person.send({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...tus,
        'upload-length': String(size),
        'upload-metadata': metadata({ filename: 'art.png', area: 'seasons', record: '1', ...about }),
      },
    })
    return { status: answer.statusCode, url: String(answer.headers.location ?? ''), headers: answer.headers }
  }
  const begun = async (size: number, about: Record<string, string> = {}, person = Office) => {
    const { status, url } = await start(person, size, about)
    expect(status).toBe(201)
    return url
  }
  const patch = (person: Person, url: string, offset: number, payload: Buffer, headers = {}) =>
    person.send({
      method: 'PATCH',
      url,
      payload,
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...headers,
      },
    })
  const head = (person: Person, url: string) => person.send({ method: 'HEAD', url, headers: tus })
  const attach = async (person: Person, url: string, key = randomUUID(), fields = {}) =>
    postForm(
      person,
      '/api/files',
      await formOf({ area: 'seasons', record: '1', upload: url.split('/').at(-1) ?? '', ...fields }),
      { headers: { 'idempotency-key': key } },
    )
  /** What a person's requests carry. */
  const authorizationOf = async (person: Person) =>
    String((await person.send({ method: 'GET', url: '/api/files' })).raw.req.headers.authorization)
  const artwork = (size: number) => Buffer.concat([png, randomBytes(size - png.length)])

  it('are put together and become an attachment, once for a key', async () => {
    const bytes = artwork(3 * megabyte)
    const url = await begun(bytes.length)
    expect((await attach(Office, url)).status).toBe(409)
    for (const [from, to] of [
      [0, megabyte],
      [megabyte, 2_500_000],
      [2_500_000, bytes.length],
    ] as const) {
      const answer = await patch(Office, url, from, bytes.subarray(from, to))
      expect([answer.statusCode, answer.headers['upload-offset'], answer.headers['tus-resumable']]).toEqual([
        204,
        String(to),
        '1.0.0',
      ])
    }
    const key = randomUUID()
    const [first, again] = [await attach(Office, url, key), await attach(Office, url, key)]
    expect([first.status, again.status], JSON.stringify(first.body)).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    const [file] = first.body.filter(({ name }: { name: string }) => name === 'art.png')
    const served = await portal.nobody.send({ method: 'GET', url: file.url })
    expect(served.rawPayload.equals(bytes)).toBe(true)
    expect((await head(Office, url)).statusCode).toBe(404)
    expect((await attach(Office, url)).status).toBe(404)
  })

  it('say how far they are, and refuse a part that belongs elsewhere', async () => {
    const url = await begun(100)
    await patch(Office, url, 0, Buffer.alloc(40))
    const state = await head(Office, url)
    expect(state.headers).toMatchObject({ 'upload-offset': '40', 'upload-length': '100', 'cache-control': 'no-store' })
    expect(Date.parse(String(state.headers['upload-expires']))).toBeGreaterThan(Date.now() + 23 * 3600_000)
    for (const [offset, bytes, status] of [
      [0, 40, 409],
      [41, 10, 409],
      [40, 61, 413],
      ['x', 10, 400],
    ] as const) {
      const answer = await patch(Office, url, offset as number, Buffer.alloc(bytes))
      expect([offset, answer.statusCode]).toEqual([offset, status])
    }
    expect((await patch(Office, url, 40, Buffer.alloc(10), { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await patch(Office, url, 40, Buffer.alloc(10), { 'tus-resumable': '0.2.0' })).statusCode).toBe(412)
    expect((await head(Office, url)).headers['upload-offset']).toBe('40')
    expect((await patch(Office, url, 40, Buffer.alloc(60))).statusCode).toBe(204)
  })

  it('take one of two parts that come at the same time', async () => {
    const bytes = artwork(2 * megabyte)
    const url = await begun(bytes.length)
    const both = await Promise.all([1, 2].map(() => patch(Office, url, 0, bytes)))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect((await attach(Office, url)).status).toBe(201)
  })

  it.runIf(engine === engines[0])(
    'of 200 MB are whole after two lost connections',
    async () => {
      await portal.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = portal.app.server.address() as { port: number }
      const authorization = await authorizationOf(Office)
      const half = randomBytes(100 * megabyte - png.length)
      const bytes = Buffer.concat([png, half, half, png])
      const url = await begun(bytes.length, { filename: 'film.png' })
      const offset = async () => Number((await head(Office, url)).headers['upload-offset'])
      /** Sends what is left, and breaks off after so many bytes of it. */
      const send = async (from: number, until: number) => {
        const socket = connect(port, '127.0.0.1')
        await new Promise((resolve) => socket.once('connect', resolve))
        socket.write(
          `PATCH ${url} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ntus-resumable: 1.0.0\r\n` +
            `upload-offset: ${from}\r\ncontent-type: application/offset+octet-stream\r\n` +
            `content-length: ${bytes.length - from}\r\n\r\n`,
        )
        const answered = new Promise((resolve) => socket.once('data', (answer) => resolve(String(answer).slice(0, 12))))
        await new Promise((resolve) => socket.write(bytes.subarray(from, until), resolve))
        if (until === bytes.length) expect(await answered).toBe('HTTP/1.1 204')
        else await new Promise((resolve) => setTimeout(resolve, 200))
        socket.destroy()
      }
      let here = 0
      for (const until of [80 * megabyte, 150 * megabyte]) {
        await send(here, until)
        const before = here
        await expect.poll(offset, { timeout: 20_000 }).toBeGreaterThan(before)
        here = await offset()
        expect(here).toBeLessThanOrEqual(until)
      }
      await send(here, bytes.length)
      expect(await offset()).toBe(bytes.length)
      const { status, body } = await attach(Office, url)
      expect(status, JSON.stringify(body)).toBe(201)
      const { url: address, size } = body.find(({ name }: { name: string }) => name === 'film.png')
      expect(size).toBe(bytes.length)
      const served = await portal.nobody.send({ method: 'GET', url: address })
      expect(served.rawPayload.equals(bytes)).toBe(true)
    },
    120_000,
  )

  it('are those of the account that began them', async () => {
    const url = await begun(100)
    for (const person of [admin, portal.otherOffice, portal.as.Agent]) {
      expect((await head(person, url)).statusCode).toBe(404)
      expect((await patch(person, url, 0, Buffer.alloc(10))).statusCode).toBe(404)
      expect((await person.send({ method: 'DELETE', url, headers: tus })).statusCode).toBe(404)
    }
    expect((await attach(admin, url)).status).toBe(404)
    expect((await head(portal.nobody, url)).statusCode).toBe(401)
    expect((await Office.send({ method: 'DELETE', url, headers: tus })).statusCode).toBe(204)
    expect((await head(Office, url)).statusCode).toBe(404)
  })

  it.each([
    ['more than an artwork may have', 200 * megabyte + 1, {}, 413],
    ['more than files of other areas', 25 * megabyte + 1, { area: 'ports' }, 413],
    ['a program', 100, { filename: 'art.exe' }, 415],
    ['an archive for another area', 100, { area: 'ports', filename: 'art.zip' }, 415],
    ['an area that is none', 100, { area: '__proto__' }, 404],
    ['a record that is none', 100, { record: '9999' }, 404],
    ['a record by its name', 100, { record: 'x' }, 422],
    ['nothing', 0, {}, 422],
  ])('are refused before their bytes: %s', async (_, size, about, status) => {
    expect((await start(admin, size, about)).status).toBe(status)
  })

  it('are refused to whoever may not attach, and beyond the room of an account', async () => {
    expect((await start(portal.as.Agent, 100, { area: 'ports' })).status).toBe(403)
    const person = await portal.person({ type: 'Office' })
    for (let at = 0; at < 10; at++) expect((await start(person, 200 * megabyte)).status).toBe(201)
    expect((await start(person, 200 * megabyte)).status).toBe(429)
    const many = await portal.person({ type: 'Office' })
    for (let at = 0; at < 20; at++) expect((await start(many, 100)).status).toBe(201)
    expect((await start(many, 100)).status).toBe(429)
  })

  it('stay within the room of an account when many begin at once', async () => {
    const atOnce = async (count: number, size: number) => {
      const person = await portal.person({ type: 'Office' })
      const begun = await Promise.all(Array.from({ length: count }, () => start(person, size)))
      return begun.filter(({ status }) => status === 201).length
    }
    expect(await atOnce(30, 100)).toBe(20)
    expect(await atOnce(15, 200 * megabyte)).toBe(10)
  })

  it('are for the record that they began for, and checked like any file', async () => {
    const url = await begun(100)
    await patch(Office, url, 0, Buffer.alloc(100))
    const refused = await attach(Office, url)
    expect([refused.status, refused.body.code]).toEqual([415, 'file_type'])
    await portal.make('seasons', [{ ...seasonOf('AW27') }])
    expect((await attach(Office, url, randomUUID(), { record: '2' })).status).toBe(404)
    const both = await postForm(
      Office,
      '/api/files',
      await formOf({ area: 'seasons', record: '1', upload: url.split('/').at(-1) ?? '' }, [
        { name: 'a.png', bytes: png },
      ]),
    )
    expect(both.status).toBe(422)
    expect((await head(Office, url)).statusCode).toBe(200)
  })

  it('expire a day after their last part, with their bytes', async () => {
    const url = await begun(100)
    await patch(Office, url, 0, Buffer.alloc(50))
    const id = url.split('/').at(-1)
    const [part] = await portal.db.query<{ key: string }>('select key from upload_parts where upload_id = $1', [id])
    await portal.db.query(`update uploads set expires_at = now() - interval '1 second' where id = $1`, [id])
    expect((await head(Office, url)).statusCode).toBe(404)
    expect((await patch(Office, url, 50, Buffer.alloc(50))).statusCode).toBe(404)
    await portal.app.files.sweep()
    expect(await portal.db.query('select 1 from upload_parts where key = $1', [part?.key])).toEqual([])
  })

  it('go on in another process of the same portal', async () => {
    const bytes = artwork(2 * megabyte)
    const url = await begun(bytes.length, { filename: 'paper.pdf' })
    const paper = Buffer.concat([
      pdfOf(2),
      Buffer.alloc(2 * megabyte - pdfOf(2).length - 6, ' '),
      Buffer.from('%%EOF\n'),
    ])
    await patch(Office, url, 0, paper.subarray(0, megabyte))
    const aside = await portal.app.files.receive(Readable.from([png]), 'a.png', { kinds: ['png'], max: megabyte })
    const folder = join(aside.path, '..', '..')
    await portal.app.files.discard([aside])
    const other = await createApp({
      db: portal.db,
      secret: 'a secret of the tests, longer than thirty-two characters',
      publicUrl: 'http://x',
      version: 'test',
      filesFolder: folder,
    })
    await other.ready()
    const authorization = await authorizationOf(Office)
    const answer = await other.inject({
      method: 'PATCH',
      url,
      payload: paper.subarray(megabyte),
      headers: {
        ...tus,
        authorization,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(megabyte),
      },
    })
    expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, String(2 * megabyte)])
    await other.close()
    const { body } = await attach(Office, url)
    expect(body.find(({ name }: { name: string }) => name === 'paper.pdf')).toMatchObject({ pages: 2, scan: 'clean' })
  })

  it('are stored in a bucket part by part, and are whole in the end', async () => {
    const s3 = await startS3()
    const bucket = await openBucket(s3.config)
    const options = { db: portal.db, secret: 'x'.repeat(40), storage: bucket }
    const files = openFiles(options)
    const me = { id: portal.otherOffice.id }
    const bytes = artwork(9 * megabyte)
    const { id } = await files.uploads.create(me, { area: 'seasons', record_id: 1, name: 'a.png', size: bytes.length })
    for (const from of [0, 4 * megabyte, 8 * megabyte])
      await files.uploads.append(me, id, from, Readable.from([bytes.subarray(from, from + 4 * megabyte)]))
    expect(s3.objects.size).toBe(3)
    const whole = await files.uploads.read(me, id)
    const upload = await files.receive(whole.bytes, 'a.png', { kinds: ['png'], max: 25 * megabyte })
    expect(upload.size).toBe(bytes.length)
    await files.keep(portal.db, upload, { area: 'seasons', record_id: 1, slot: 'attachment' }, me)
    await files.settle([upload])
    await files.uploads.finish(portal.db, me, id)
    expect(s3.objects.size).toBe(4)
    const tomorrow = openFiles({ ...options, now: () => Date.now() + 25 * 3600_000 })
    await tomorrow.sweep()
    expect(s3.objects.size).toBe(1)
    await Promise.all([files.close(), tomorrow.close()])
    bucket.close()
    await s3.close()
  })
})

const seasonOf = (code: string) => ({
  code,
  name_en: code,
  season_type: 'autumn_winter',
  year: 2027,
  purchase_from: '2026-06-01',
  purchase_to: '2027-06-30',
  delivery_from: '2027-01-01',
  delivery_to: '2027-06-30',
  sales_from: '2027-02-01',
  sales_to: '2027-08-31',
  status: 'open',
})
