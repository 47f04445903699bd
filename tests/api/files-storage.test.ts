import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { ConfigError } from '#server/config.ts'
import type { Db } from '#server/db/types.ts'
import { type Bucket, openBucket } from '#server/files/bucket.ts'
import { UnsecuredBytes } from '#server/files/byte-store.ts'
import { folderStorage, type Storage } from '#server/files/storage.ts'
import { type Files, openFiles, type Upload } from '#server/files/store.ts'
import { freshDb } from '../kit/db'
import { formOf, png } from '../kit/form'
import { type S3, startS3 } from '../kit/s3'
import { admin, password } from './auth-app'

const secret = 'a secret of the tests, longer than thirty-two characters'
const megabyte = 1024 * 1024
const aDay = 24 * 3600_000

describe.each(['a folder', 'a bucket'])('files in %s', (kind) => {
  let db: Db
  let folder: string
  let s3: S3 | undefined
  let bucket: Bucket | undefined
  let app: FastifyInstance
  let files: Files
  let authorization: string

  beforeAll(async () => {
    db = await freshDb('embedded')
    folder = join(await mkdtemp(join(tmpdir(), 'storage-test-')), 'files')
    if (kind === 'a bucket') {
      s3 = await startS3()
      bucket = await openBucket(s3.config)
    }
    app = await createApp({ db, secret, publicUrl: 'http://x', version: 'test', filesFolder: folder, storage: bucket })
    await app.ready()
    files = app.files
    await files.sweep()
    await db.query(
      "insert into settings (company_name, base_currency, office_country, office_approval_limit, price_over_target_pct, price_over_last_pct, days_to_acknowledge, large_order_units, qty_tolerance_large_pct, qty_tolerance_small_pct) values ('Test', 'GBP', 'GB', 1, 0, 0, 1, 1, 1, 1)",
    )
    await admin(db, 'ada@example.test')
    const payload = { email: 'ada@example.test', password }
    const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
    authorization = `Bearer ${signedIn.json().data.token}`
  })
  afterEach(() => {
    if (s3) s3.fail = undefined
  })
  afterAll(async () => {
    await app.close()
    await db.close()
    bucket?.close()
    await s3?.close()
    await rm(join(folder, '..'), { recursive: true, force: true })
  })

  /** Names of all bytes that stay, and of those that are coming in. */
  const stored = async () =>
    s3
      ? [...s3.objects.keys()].sort()
      : (await readdir(folder, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
          .sort()
  const aside = () => readdir(join(folder, '.incoming'))
  const target = { area: 'samples', record_id: 1, slot: 'sample' }
  let contents = 0
  const picture = (size = png.length + 4) => {
    const rest = Buffer.alloc(size - png.length, ++contents)
    rest.writeUInt32LE(contents)
    return Buffer.concat([png, rest])
  }
  const receive = (bytes: Buffer) =>
    files.receive(Readable.from([bytes]), 'a.png', { kinds: ['png'], max: 25 * megabyte })
  const kept = async (bytes: Buffer) => {
    const upload = await receive(bytes)
    const id = await files.keep(db, upload, target, { id: 1 })
    await files.settle([upload])
    return id
  }
  const fetched = (id: number, headers: Record<string, string> = {}) =>
    app.inject({ url: files.address(id, 60), headers })

  it.each([
    ['of a few bytes', () => picture()],
    ['of thirteen megabytes, which go in parts', () => picture(13 * megabyte + 7)],
  ])('come back as they were sent: one %s', async (_, made) => {
    const bytes = made()
    const answer = await fetched(await kept(bytes))
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers['content-length']).toBe(String(bytes.length))
    expect(await aside()).toEqual([])
    expect(s3?.unfinished.size ?? 0).toBe(0)
  })

  it.each([
    ['bytes=0-9', 206, [0, 10]],
    ['bytes=100-', 206, [100, 5000]],
    ['bytes=-50', 206, [4950, 5000]],
    ['bytes=4990-9999', 206, [4990, 5000]],
    ['bytes=-9999', 206, [0, 5000]],
    ['bytes=5000-', 416, undefined],
    ['bytes=9-3', 200, [0, 5000]],
    ['bytes=0-1,5-6', 200, [0, 5000]],
    ['lines=1-2', 200, [0, 5000]],
  ] as const)('are sent in part where a part is asked for: %s', async (range, status, part) => {
    const bytes = picture(5000)
    const id = await kept(bytes)
    const answer = await fetched(id, { range, 'accept-encoding': 'gzip' })
    expect(answer.statusCode).toBe(status)
    if (!part) return expect(answer.headers['content-range']).toBe('bytes */5000')
    const [from, to] = part
    expect(answer.rawPayload.equals(bytes.subarray(from, to))).toBe(true)
    expect(answer.headers['content-range']).toBe(status === 206 ? `bytes ${from}-${to - 1}/5000` : undefined)
    const other = await fetched(id, { range, 'if-range': '"another"' })
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, 5000])
    return undefined
  })

  it('are kept once where they are the same', async () => {
    const bytes = picture()
    const before = (await stored()).length
    const ids = [await kept(bytes), await kept(bytes)]
    expect((await stored()).length).toBe(before + 1)
    for (const id of ids) expect((await fetched(id)).rawPayload.equals(bytes)).toBe(true)
  })

  it('are kept once where they came at the same time', async () => {
    const bytes = picture()
    const before = (await stored()).length
    const uploads = await Promise.all([receive(bytes), receive(bytes)])
    for (const upload of uploads) await files.keep(db, upload, target, { id: 1 })
    await files.settle(uploads)
    expect((await stored()).length).toBe(before + 1)
    expect(await aside()).toEqual([])
  })

  it('leave nothing where they are refused, too big or broken off', async () => {
    const before = await stored()
    const rules = { kinds: ['png'], max: megabyte } as const
    await expect(files.receive(Readable.from([Buffer.from('MZ')]), 'a.exe', rules)).rejects.toMatchObject({
      status: 415,
    })
    await expect(files.receive(Readable.from([picture(megabyte + 1)]), 'a.png', rules)).rejects.toMatchObject({
      status: 413,
    })
    const broken = Readable.from(
      (async function* () {
        yield picture(6 * megabyte)
        throw new Error('gone')
      })(),
    )
    await expect(files.receive(broken, 'a.png', { ...rules, max: 25 * megabyte })).rejects.toThrow('gone')
    expect([await stored(), await aside()]).toEqual([before, []])
    expect(s3?.unfinished.size ?? 0).toBe(0)
  })

  it('leave nothing where their transaction fails', async () => {
    const before = await stored()
    const uploads = [await receive(picture())]
    const failing = db.transaction(async (tx) => {
      for (const upload of uploads) await files.keep(tx, upload, target, { id: 1 })
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await files.discard(uploads)
    expect([await stored(), await aside()]).toEqual([before, []])
  })

  it('that no row names are swept after a day, those of others and those with a row never', async () => {
    const id = await kept(picture())
    const gone = await kept(picture())
    const orphan = await receive(picture())
    if (!s3) await files.keep(db, orphan, { ...target, slot: 'orphan' }, { id: 1 })
    await files.remove(db, { ...target, slot: 'orphan' })
    await db.query('delete from files where id = $1', [gone])
    s3?.objects.set('portal/README.txt', { bytes: Buffer.from('not ours'), at: 0 })
    s3?.objects.set('elsewhere/ab/abcdefabcdefabcdefabcdefabcdefab', { bytes: Buffer.from('not ours'), at: 0 })
    s3?.unfinished.set('left', { key: 'portal/cd/cdcd', parts: new Map(), at: Date.now() })
    const before = (await stored()).length
    expect(await files.sweep()).toBe(0)
    const tomorrow = openFiles({ db, secret, folder, storage: bucket, now: () => Date.now() + aDay + 3600_000 })
    // What lay aside went when the store was opened.
    expect(await tomorrow.sweep()).toBe(2)
    expect((await stored()).length).toBe(before - 2)
    expect(await aside()).toEqual([])
    expect(s3?.unfinished.size ?? 0).toBe(0)
    expect((await fetched(id)).statusCode).toBe(200)
  })

  it('go through the API, and are gone with the record’s', async () => {
    const form = await formOf({ subject: 'A report', message: 'What was expected did not happen.', category: 'bug' }, [
      { name: 'a.png', bytes: picture() },
      { name: 'b.png', bytes: picture(6 * megabyte) },
    ])
    const before = (await stored()).length
    const headers = { ...form.headers, authorization }
    const answer = await app.inject({ method: 'POST', url: '/api/help-support', payload: form.payload, headers })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await stored()).length).toBe(before + 2)
    expect(await aside()).toEqual([])
  })

  it('may be copied from a folder to a bucket as they are', async () => {
    const upload = await receive(picture())
    const other = join(folder, '..', 'other')
    const storages: Storage[] = [folderStorage(other), ...(bucket ? [bucket] : [])]
    const key = '0123456789abcdef0123456789abcdef'
    await storages.at(-1)?.put(key, upload.path)
    if (s3) expect(s3.objects.has(`portal/01/${key}`)).toBe(true)
    else expect(await readdir(join(other, '01'))).toEqual([key])
    await storages.at(-1)?.delete(key)
    await files.discard([upload])
  })
})

describe('a bucket', () => {
  let s3: S3
  let bucket: Bucket
  let db: Db
  let files: Files
  let folder: string
  beforeAll(async () => {
    db = await freshDb('embedded')
    s3 = await startS3()
    bucket = await openBucket({ ...s3.config, patience: 1500 })
    folder = join(await mkdtemp(join(tmpdir(), 'bucket-test-')), 'files')
    files = openFiles({ db, secret, folder, storage: bucket })
  })
  afterEach(() => {
    s3.fail = undefined
  })
  afterAll(async () => {
    bucket.close()
    await s3.close()
    await db.close()
    await rm(join(folder, '..'), { recursive: true, force: true })
  })
  const receive = (size: number) =>
    files.receive(Readable.from([Buffer.concat([png, Buffer.alloc(size)])]), 'a.png', {
      kinds: ['png'],
      max: 25 * megabyte,
    })

  it.each([
    ['fails', 500],
    ['does not answer', 'hang'],
  ] as const)('that %s in the middle keeps nothing, and says that it may pass', async (_, how) => {
    s3.fail = ({ url }) => (url.searchParams.get('partNumber') === '2' ? how : undefined)
    await expect(receive(12 * megabyte)).rejects.toMatchObject({ status: 503, extra: { retry_after: 10 } })
    expect([s3.objects.size, s3.unfinished.size]).toEqual([0, 0])
    expect(await readdir(join(folder, '.incoming'))).toEqual([])
  })

  it('that fails once is asked again', async () => {
    let failures = 1
    s3.fail = ({ url }) => (url.searchParams.get('partNumber') === '2' && failures-- > 0 ? 500 : undefined)
    const upload = await receive(12 * megabyte)
    expect(s3.objects.size).toBe(1)
    await files.discard([upload])
    expect(s3.objects.size).toBe(0)
  })

  it('is asked before the answer begins, so that what is missing is no half file', async () => {
    const upload = await receive(10)
    const id = await files.keep(db, upload, { area: 'samples', record_id: 1, slot: 'sample' }, { id: 1 })
    await files.settle([upload])
    s3.objects.clear()
    const query = Object.fromEntries(new URL(files.address(id, 60), 'http://x').searchParams)
    const signed = await files.signed(id, query)
    await expect(signed.read()).rejects.toMatchObject({ status: 503 })
  })

  it('is asked for nothing while a transaction waits', async () => {
    const target = { area: 'samples', record_id: 1, slot: 'x' }
    const keep = async (upload: Upload) => {
      const before = s3.requests.length
      const id = await db.transaction((tx) => files.keep(tx, upload, target, { id: 1 }))
      expect(s3.requests.slice(before)).toEqual([])
      await files.settle([upload])
      return id
    }
    await keep(await receive(20))
    // The same bytes again: whether they are there is asked before.
    s3.requests.length = 0
    const again = await receive(20)
    expect(s3.requests).toEqual([expect.stringMatching(/^HEAD /)])
    await keep(again)
    expect(s3.objects.size).toBe(1)
  })

  it('gets bytes back that it lost, with whoever brings the same', async () => {
    const target = { area: 'samples', record_id: 2, slot: 'x' }
    const upload = await receive(30)
    const id = await files.keep(db, upload, target, { id: 1 })
    await files.settle([upload])
    s3.objects.clear()
    const again = await receive(30)
    await files.keep(db, again, target, { id: 1 })
    const query = Object.fromEntries(new URL(files.address(id, 60), 'http://x').searchParams)
    await expect((await files.signed(id, query)).read()).resolves.toBeDefined()
  })

  it('is given bytes anew whose last row went while the same came in', async () => {
    const target = { area: 'samples', record_id: 3, slot: 'x' }
    const first = await receive(40)
    const id = await files.keep(db, first, target, { id: 1 })
    await files.settle([first])
    const again = await receive(40)
    await db.query('delete from files where id = $1', [id])
    await expect(db.transaction((tx) => files.keep(tx, again, target, { id: 1 }))).rejects.toBeInstanceOf(
      UnsecuredBytes,
    )
    await files.secure([again])
    const kept = await db.transaction((tx) => files.keep(tx, again, target, { id: 1 }))
    expect(kept).toBeGreaterThan(id)
  })

  it('says at the start which setting is wrong', async () => {
    expect(await bucket.check()).toBeUndefined()
    const keys = { accessKeyId: 'AKTEST', secretAccessKey: 'a secret of the tests' }
    for (const [changed, message] of [
      [{ bucket: 'nowhere' }, /^FILES_URL names the bucket nowhere/],
      [{ keys: { ...keys, accessKeyId: 'AKOTHER' } }, /^FILES_ACCESS_KEY is not known/],
      [{ keys: { ...keys, secretAccessKey: 'another secret' } }, /^FILES_SECRET_KEY does not fit/],
      [{ region: 'us-east-1' }, /^FILES_REGION is not the bucket's/],
    ] as const) {
      const wrong = await openBucket({ ...s3.config, ...changed })
      const error = await wrong.check().catch((problem: unknown) => problem)
      expect(error).toBeInstanceOf(ConfigError)
      expect((error as Error).message).toMatch(message)
      wrong.close()
    }
    s3.fail = () => 503
    expect(await bucket.check()).toMatch(/does not answer/)
  })
})
