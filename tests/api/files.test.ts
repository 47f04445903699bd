import fs from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/db/types.ts'
import { type Files, openFiles } from '#server/files/store.ts'
import { imageKinds, kindOf, plainName } from '#server/files/types.ts'
import { engines, freshDb } from '../kit/db'
import { docx, formOf, jpeg, pdf, png, webp, xlsx, zip } from '../kit/form'
import { admin, password } from './auth-app'

const secret = 'a secret of the tests, longer than thirty-two characters'
const megabyte = 1024 * 1024

describe('what a file is', () => {
  it.each([
    ['a JPEG', jpeg, 'jpeg'],
    ['a PNG', png, 'png'],
    ['a WebP', webp, 'webp'],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000'), 'gif'],
    ['a PDF', pdf, 'pdf'],
    ['a workbook', xlsx, 'xlsx'],
    ['a document', docx, 'docx'],
    ['a table in UTF-8', Buffer.from('\ufeff款号,数量\r\nTEE-1,100'), 'text'],
    ['a table in GB 18030', Buffer.from('bfeebac52cca fd c1bf'.replaceAll(' ', ''), 'hex'), 'text'],
    ['a text in Windows-1252', Buffer.from('caf\xe9 cr\xe8me', 'latin1'), 'text'],
    ['a text in UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('size,qty', 'utf16le')]), 'text'],
    ['half a PDF', Buffer.from('%PDF-1.4\n1 0 obj <<>>'), null],
    ['an archive', zip(['a.txt']), null],
    ['a workbook with macros', zip(['[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin']), null],
    ['an archive cut short', xlsx.subarray(0, 60), null],
    [
      'an archive that lies about its directory',
      Buffer.concat([xlsx.subarray(0, xlsx.length - 6), Buffer.from([255, 255, 255, 255, 0, 0])]),
      null,
    ],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), null],
    ['an ELF program', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), null],
    ['text with NUL', Buffer.from('a,b\0c'), null],
    ['nothing that makes sense', Buffer.from(Array.from({ length: 256 }, (_, at) => at)), null],
  ])('is told from the bytes of %s', (_, bytes, kind) => expect(kindOf(bytes)).toBe(kind))

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\mei\\photo.png', 'photo.png'],
    ['a\u0000b\u0007.png', 'ab.png'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['.htaccess', 'htaccess'],
    ['a"b<c>.png', 'a_b_c_.png'],
    ['', 'file'],
    ['..', 'file'],
    ['订单 7.png', '订单 7.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(196)}.png`],
  ])('is called %j by %j', (given, name) => expect(plainName(given)).toBe(name))
})

describe.each(engines)('files (%s)', (engine) => {
  let db: Db
  let folder: string
  let app: Awaited<ReturnType<typeof createApp>>
  let files: Files
  let authorization: string

  beforeAll(async () => {
    db = await freshDb(engine)
    folder = await mkdtemp(join(tmpdir(), 'files-test-'))
    app = await createApp({ db, secret, publicUrl: 'http://x', version: 'test', filesFolder: folder })
    await app.ready()
    files = app.files
    // Makes the folders, as the housekeeping of a portal does at its start.
    await files.sweep()
    await db.query(
      "insert into settings (company_name, base_currency, office_country, office_approval_limit, price_over_target_pct, price_over_last_pct, days_to_acknowledge, large_order_units, qty_tolerance_large_pct, qty_tolerance_small_pct) values ('Test', 'GBP', 'GB', 1, 0, 0, 1, 1, 1, 1)",
    )
    await admin(db, 'ada@example.test')
    const signedIn = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'ada@example.test', password },
    })
    authorization = `Bearer ${signedIn.json().data.token}`
  })
  afterAll(async () => {
    await app.close()
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  const onDisk = async (...roots: string[]) => {
    const files = []
    for (const root of roots.length > 0 ? roots : [folder])
      files.push(...(await readdir(root, { recursive: true, withFileTypes: true })))
    return files.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  }
  const rows = async () => (await db.query('select id from files')).length
  const report = { subject: 'A report', message: 'What was expected did not happen.', category: 'bug' }
  const send = async (payload: Buffer, headers: Record<string, string>) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/help-support',
      payload,
      headers: { authorization, ...headers },
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const sendFiles = async (parts: [name: string, bytes: Buffer][]) => {
    const { payload, headers } = await formOf(
      report,
      parts.map(([name, bytes]) => ({ name, bytes })),
    )
    return send(payload, headers)
  }
  let contents = 0
  /** A picture of that size as no other. */
  const padded = (size: number) => {
    const rest = Buffer.alloc(size - png.length)
    if (rest.length >= 4) rest.writeUInt32LE(++contents)
    return Buffer.concat([png, rest])
  }
  const fresh = () => padded(png.length + 4)

  describe('that come in', () => {
    it.each([
      ['one byte less than the limit', [['a.png', padded(10 * megabyte - 1)]], 200],
      ['the limit', [['a.png', padded(10 * megabyte)]], 200],
      ['one byte more', [['a.png', padded(10 * megabyte + 1)]], 413],
      [
        'one more among good ones',
        [
          ['a.png', png],
          ['b.png', padded(10 * megabyte + 1)],
        ],
        413,
      ],
      ['five', Array.from({ length: 5 }, (_, at) => [`${at}.png`, fresh()]), 200],
      ['six', Array.from({ length: 6 }, (_, at) => [`${at}.png`, png]), 413],
      ['an empty one', [['a.png', Buffer.alloc(0)]], 400],
      ['a page as a paper', [['a.pdf', Buffer.from('<html><script>alert(1)</script></html>')]], 415],
      ['a page', [['a.html', Buffer.from('<html></html>')]], 415],
      ['a drawing with a script', [['a.svg', Buffer.from('<svg onload="alert(1)"/>')]], 415],
      ['a picture that calls itself a paper', [['a.pdf', png]], 415],
      ['a picture that calls itself a program', [['a.png.exe', png]], 415],
      ['a picture without an ending', [['picture', png]], 415],
      ['a program that calls itself a picture', [['a.png', Buffer.from('MZ\x90\0\x03', 'latin1')]], 415],
      ['an archive', [['a.zip', zip(['a.txt'])]], 415],
      ['an archive as a workbook', [['a.xlsx', zip(['a.txt'])]], 415],
      [
        'a workbook with macros',
        [['a.xlsx', zip(['[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin'])]],
        415,
      ],
      ['a name with a path', [['../../a.png', fresh()]], 200],
      ['a name of 300 characters', [[`${'x'.repeat(300)}.png`, fresh()]], 200],
    ] as [string, [string, Buffer][], number][])('%s', async (_, parts, expected) => {
      const [before, stored] = [await onDisk(), await rows()]
      const { status, body } = await sendFiles(parts)
      expect(status, JSON.stringify(body).slice(0, 300)).toBe(expected)
      expect(await rows()).toBe(stored + (expected === 200 ? parts.length : 0))
      expect((await onDisk()).length).toBe(before.length + (expected === 200 ? parts.length : 0))
      expect(await readdir(join(folder, '.incoming'))).toEqual([])
    })

    it.each([
      ['no form', 'application/json', '{"subject":"A report"}', 415],
      ['no type', '', 'x', 415],
      ['plain text', 'text/plain', 'x', 415],
      ['no boundary', 'multipart/form-data', '--x\r\n\r\n--x--', 400],
      [
        'another boundary',
        'multipart/form-data; boundary=y',
        '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
        400,
      ],
      [
        'half a form',
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\nabc',
        400,
      ],
      [
        'a field given twice',
        'multipart/form-data; boundary=x',
        `${'--x\r\ncontent-disposition: form-data; name="subject"\r\n\r\nb\r\n'.repeat(2)}--x--\r\n`,
        400,
      ],
      [
        'a field called __proto__',
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nb\r\n--x--\r\n',
        400,
      ],
      [
        'a hundred fields',
        'multipart/form-data; boundary=x',
        `${Array.from({ length: 100 }, (_, at) => `--x\r\ncontent-disposition: form-data; name="f${at}"\r\n\r\nb\r\n`).join('')}--x--\r\n`,
        413,
      ],
      [
        'a field of a megabyte',
        'multipart/form-data; boundary=x',
        `--x\r\ncontent-disposition: form-data; name="message"\r\n\r\n${'b'.repeat(megabyte)}\r\n--x--\r\n`,
        413,
      ],
      ['nothing in it', 'multipart/form-data; boundary=x', '--x--\r\n', 422],
    ])('as %s', async (_, type, body, expected) => {
      const before = await onDisk()
      const answer = await send(Buffer.from(body), type ? { 'content-type': type } : {})
      expect(answer.status, JSON.stringify(answer.body)).toBe(expected)
      expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
      expect(await onDisk()).toEqual(before)
    })

    it('and are refused with their first bytes leave nothing, however late the file is opened that should take them', async () => {
      const before = await onDisk()
      // A disk in no hurry: what is refused is taken away before the file is there, unless its coming is waited for.
      const { open } = fs
      const opened: Promise<void>[] = []
      vi.spyOn(fs, 'open').mockImplementation(((...args: unknown[]) => {
        const done = args.pop() as (...answer: unknown[]) => void
        const late = new Promise<void>((resolve) => {
          const answer = (...results: unknown[]) => {
            done(...results)
            resolve()
          }
          setTimeout(() => Reflect.apply(open, fs, [...args, answer]), 200)
        })
        opened.push(late)
      }) as typeof fs.open)
      try {
        // One piece, which is too much.
        const receiving = app.files.receive(Readable.from([padded(2 * megabyte)]), 'a.png', {
          kinds: ['png'],
          max: megabyte,
        })
        await expect(receiving).rejects.toThrow()
        expect(opened.length).toBeGreaterThan(0)
        await Promise.all(opened)
      } finally {
        vi.restoreAllMocks()
      }
      expect(await onDisk()).toEqual(before)
      expect(await readdir(join(folder, '.incoming'))).toEqual([])
    })

    it('and are broken off leave nothing', async () => {
      const before = await onDisk()
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as { port: number }
      const socket = connect(port, '127.0.0.1')
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write(
        `POST /api/help-support HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-length: 9000000\r\n` +
          'content-type: multipart/form-data; boundary=x\r\n\r\n' +
          '--x\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\n',
      )
      socket.write(padded(2 * megabyte))
      await expect.poll(async () => (await readdir(join(folder, '.incoming'))).length, { timeout: 5000 }).toBe(1)
      socket.destroy()
      await expect.poll(async () => (await readdir(join(folder, '.incoming'))).length, { timeout: 5000 }).toBe(0)
      expect(await onDisk()).toEqual(before)
    })

    it('and are refused while more is under way end the answer, not the server', async () => {
      const { port } = app.server.address() as { port: number }
      const { payload, headers } = await formOf(report, [
        { name: 'a.exe', bytes: Buffer.from('MZ\x90\0') },
        { name: 'b.png', bytes: padded(9 * megabyte) },
      ])
      const answer = await fetch(`http://127.0.0.1:${port}/api/help-support`, {
        method: 'POST',
        body: payload,
        headers: { ...headers, authorization },
      })
      expect(answer.status).toBe(415)
      expect((await fetch(`http://127.0.0.1:${port}/api/auth/registration`)).status).toBe(200)
    })

    it('and are not kept by a transaction that fails leave nothing but what the sweep takes', async () => {
      const before = await onDisk()
      const { payload, headers } = await formOf({ ...report, subject: 'x' }, [{ name: 'a.png', bytes: png }])
      expect((await send(payload, headers)).status).toBe(422)
      expect(await onDisk()).toEqual(before)
    })
  })

  describe('that are kept', () => {
    const kept = async (name: string, bytes: Buffer) => {
      const upload = await files.receive(Readable.from([bytes]), name, {
        kinds: [...imageKinds, 'text', 'pdf'],
        max: megabyte,
      })
      return files.keep(db, upload, { area: 'samples', record_id: 1, slot: 'sample' }, { id: 1 })
    }

    it('are served to whoever has the address, and to nobody who made one up', async () => {
      const [first, other] = [await kept('a.png', png), await kept('b.png', png)]
      const url = files.address(first, 60)
      expect((await app.inject({ url })).statusCode).toBe(200)
      const [path = '', query = ''] = url.split('?')
      const { expires = '', signature = '' } = Object.fromEntries(new URLSearchParams(query))
      const statusOf = async (of: number | string, until: string, sign: string) =>
        (await app.inject({ url: `/api/files/${of}?expires=${until}&signature=${sign}` })).statusCode
      expect(await statusOf(other, expires, signature)).toBe(404)
      expect(await statusOf(first, String(Number(expires) + 1), signature)).toBe(404)
      expect(await statusOf(first, expires, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`)).toBe(
        404,
      )
      expect(await statusOf(first, expires, '')).toBe(404)
      expect(await statusOf('x', expires, signature)).toBe(404)
      expect(await statusOf(`0${first}`, expires, signature)).toBe(404)
      expect(await statusOf('99999999999999999999', expires, signature)).toBe(404)
      expect((await app.inject({ url: path })).statusCode).toBe(404)
      expect((await app.inject({ url: `${url}&signature=x` })).statusCode).toBe(404)
      const elsewhere = openFiles({ db, secret: `another ${secret}` })
      expect((await app.inject({ url: elsewhere.address(first, 60) })).statusCode).toBe(404)
      const over = await app.inject({ url: files.address(first, -7200) })
      expect([over.statusCode, over.json().code]).toEqual([403, 'expired'])
    })

    it('are drawn only where nothing in them can run', async () => {
      const headersOf = async (name: string, bytes: Buffer) =>
        (await app.inject({ url: files.address(await kept(name, bytes), 60) })).headers
      const page = await headersOf('page.txt', Buffer.from('<script>alert(1)</script>'))
      expect(page).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="page.txt"; filename*=UTF-8''page.txt`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      })
      expect((await headersOf('paper.pdf', pdf))['content-disposition']).toMatch(/^attachment/)
      const picture = await headersOf('订单\' "7".png', png)
      expect(picture['content-disposition']).toBe(
        `inline; filename="__' _7_.png"; filename*=UTF-8''%E8%AE%A2%E5%8D%95%27%20_7_.png`,
      )
      expect(picture['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
    })

    it('are not sent again to a browser that has them', async () => {
      const url = files.address(await kept('a.png', png), 60)
      const { etag } = (await app.inject({ url })).headers
      const again = await app.inject({ url, headers: { 'if-none-match': String(etag) } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    })

    it('have the same address for a while, so that browsers can keep them', async () => {
      const id = await kept('a.png', png)
      const addresses = new Set([1, 2, 3].map(() => files.address(id, 60)))
      expect(addresses.size).toBeLessThanOrEqual(2)
    })

    it('are listed for those who see the record, with what is wrong in a question', async () => {
      const ask = (query: string) => app.inject({ url: `/api/files?${query}`, headers: { authorization } })
      for (const [query, status] of [
        ['area=suppliers&record=999', 404],
        ['area=nothing&record=1', 400],
        ['area=suppliers&record=x', 400],
        ['area=suppliers', 400],
        ['record=1', 400],
        ['area=suppliers&record=1&slot=x', 400],
        ['area=suppliers&area=users&record=1', 400],
      ] as const)
        expect([query, (await ask(query)).statusCode]).toEqual([query, status])
    })
  })

  describe('that nobody names', () => {
    it('are swept after a day, and none that is named', async () => {
      const tomorrow = openFiles({ db, secret, folder, now: () => Date.now() + 25 * 3600_000 })
      await tomorrow.sweep()
      const upload = () => files.receive(Readable.from([fresh()]), 'a.png', { kinds: imageKinds, max: megabyte })
      await upload()
      const upkeep = await upload()
      const target = { area: 'samples', record_id: 2, slot: 'photo' }
      const id = await files.keep(db, upkeep, target, { id: 1 })
      const before = (await onDisk()).length
      expect(await files.sweep()).toBe(0)
      expect(await tomorrow.sweep()).toBe(1)
      expect((await onDisk()).length).toBe(before - 1)
      expect((await app.inject({ url: files.address(id, 60) })).statusCode).toBe(200)
      await files.remove(db, target)
      expect((await app.inject({ url: files.address(id, 60) })).statusCode).toBe(404)
      expect(await tomorrow.sweep()).toBe(1)
    })

    it('lie within the folder of the files while they come in, which may be a disk of its own, and go with the next start', async () => {
      const { path } = await files.receive(Readable.from([fresh()]), 'a.png', { kinds: imageKinds, max: megabyte })
      expect(relative(folder, path)).toMatch(/^\.incoming\/[0-9a-f]{32}$/)
      await mkdir(join(folder, 'lost+found'), { recursive: true })
      await writeFile(join(folder, 'lost+found', 'theirs'), 'x')
      const started = openFiles({ db, secret, folder, now: () => Date.now() + 25 * 3600_000 })
      await started.sweep()
      expect(await readdir(join(folder, '.incoming'))).toEqual([])
      expect(await readdir(join(folder, 'lost+found'))).toEqual(['theirs'])
      await rm(join(folder, 'lost+found'), { recursive: true })
    })

    it('go with the app where no folder was given', async () => {
      const passing = openFiles({ db, secret })
      const { path } = await passing.receive(Readable.from([png]), 'a.png', { kinds: imageKinds, max: megabyte })
      expect(await onDisk(join(path, '..'))).toHaveLength(1)
      await passing.close()
      await expect(readdir(join(path, '..'))).rejects.toThrow()
    })
  })
})
