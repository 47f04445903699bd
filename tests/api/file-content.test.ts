import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openExaminer } from '#server/files/content/examiner.ts'
import { zipLimits } from '#server/files/content/zip.ts'
import { openFiles } from '#server/files/store.ts'
import { startFileJobs } from '#server/jobs/files.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { engines } from '../kit/db'
import { type FormPart, formOf, jpeg, pdf, pdfOf, pictureOf, png, postForm, webp, xlsx, zip } from '../kit/form'
import { openPortal, type Person, type Portal } from '../kit/portal'

const megabyte = 1024 * 1024
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

const svg = (content: string, more = '') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${more} viewBox="0 0 40 20">${content}</svg>`
const label =
  svg(`<style>.a{fill:url(#g)}</style><defs><linearGradient id="g"><stop offset="0" stop-color="#147"/></linearGradient>
  </defs><rect class="a" width="40" height="20"/><use href="#g"/>
  <image href="data:image/png;base64,${png.toString('base64')}" width="1" height="1"/>
  <metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>`)
const bomb = (levels: number) =>
  `<!DOCTYPE svg [<!ENTITY a0 "ha">${Array.from({ length: levels }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')}]>
  <svg xmlns="http://www.w3.org/2000/svg"><text>&a${levels};</text></svg>`

/** The head of a PNG that says it has so many pixels, and no more. */
const pngOf = (width: number, height: number) => {
  const head = Buffer.from(png)
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  // The head's own sum, which readers check.
  head.writeUInt32BE(crc32(head.subarray(12, 29)), 29)
  return head
}
const crc32 = (bytes: Buffer) => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

/** An archive with one file that is `content`, and says so or something else. */
const zipOf = (name: string, content: Buffer, says: { size?: number; flags?: number; mode?: number } = {}) => {
  const packed = deflateRawSync(content)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(says.flags ?? 0, 8)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(says.size ?? content.length, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(((says.mode ?? 0) << 16) >>> 0, 38)
  const at = head.length + name.length + packed.length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([head, Buffer.from(name), packed, entry, Buffer.from(name), end])
}

describe.each(engines)('what is in a file (%s)', (engine) => {
  let portal: Portal
  let Office: Person
  beforeAll(async () => {
    portal = await openPortal(engine)
    Office = portal.as.Office
    Object.assign(portal.app.kit.register.get('seasons'), { artworkFiles: true })
  })
  afterAll(async () => {
    Object.assign(portal.app.kit.register.get('seasons'), { artworkFiles: undefined })
    await portal.close()
  })

  const add = async (parts: FormPart[], fields = {}, person = Office) =>
    postForm(person, '/api/files', await formOf({ area: 'seasons', record: '1', ...fields }, parts))
  const list = async (person = Office, area = 'seasons') =>
    (await person.get(`/api/files?area=${area}&record=1`)).body as Attachment[]
  const named = (files: Attachment[], name: string) => files.find((file) => file.name === name) as Attachment
  const fetched = (url: string) => portal.nobody.send({ method: 'GET', url })

  describe('is refused with a sentence', () => {
    it.each([
      ['a script', 'a.svg', svg('<script>alert(1)</script>'), /contains a script\./],
      ['a script in another namespace', 'a.svg', svg('<x:script xmlns:x="http://x.test/">1</x:script>'), /a script\./],
      ['an event', 'a.svg', svg('<rect/>', 'onload="alert(1)"'), /the attribute onload/],
      ['an event inside', 'a.svg', svg('<g><path ONCLICK="x()"/></g>'), /the attribute ONCLICK/],
      ['a page', 'a.svg', svg('<foreignObject><p/></foreignObject>'), /the element <foreignObject>/],
      ['HTML', 'a.svg', svg('<p xmlns="http://www.w3.org/1999/xhtml"/>'), /the element <p>/],
      ['an animation of addresses', 'a.svg', svg('<animate attributeName="href"/>'), /the element <animate>/],
      [
        'a picture from elsewhere',
        'a.svg',
        svg('<image xlink:href="http://x.test/a.png"/>'),
        /outside the file \(http/,
      ],
      ['a drawing from elsewhere', 'a.svg', svg('<use href="b.svg#x"/>'), /outside the file \(b\.svg#x\)/],
      ['a page as a picture', 'a.svg', svg('<image href="data:text/html,x"/>'), /outside the file/],
      ['an address that runs', 'a.svg', svg('<a href="javascript:alert(1)"><g/></a>'), /outside the file/],
      ['a sheet from elsewhere', 'a.svg', svg('<style>@import "//x.test/a.css";</style>'), /\(@import\)/],
      ['a hidden address', 'a.svg', svg('<style>g{fill:u\\72l(/**/"//x.test/")}</style>'), /outside the file/],
      ['an address in a value', 'a.svg', svg('<rect style="filter:url(http://x.test/#f)"/>'), /outside the file/],
      ['another base', 'a.svg', svg('<g xml:base="http://x.test/"/>'), /outside the file/],
      [
        'a style sheet',
        'a.svg',
        `<?xml-stylesheet href="a.xsl"?>${svg('')}`.replace('<?xml version="1.0"?>', ''),
        /outside the file/,
      ],
      ['entities that grow', 'a.svg', bomb(9), /document type \(DOCTYPE\)/],
      ['an entity from a file', 'a.svg', '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg/>', /DOCTYPE/],
      ['no drawing', 'a.svg', '<html><body/></html>', /read as an SVG/],
      ['a broken drawing', 'a.svg', svg('<g>'), /read as an SVG/],
      ['a deep drawing', 'a.svg', svg('<g>'.repeat(300) + '</g>'.repeat(300)), /too complex/],
      ['a PDF in name', 'a.pdf', '%PDF-1.7\n<html>\n%%EOF\n', /read as a PDF/],
      ['a PDF without pages', 'a.pdf', pdfOf(0), /read as a PDF/],
      ['artwork that is no PDF', 'a.ai', '%PDF-1.7\n%%EOF\n', /read as a PDF/],
      ['a picture of 2500 million pixels', 'a.png', pngOf(50_000, 50_000), /50000 × 50000 pixels.*100 million/],
      ['half a head of a picture', 'a.jpg', jpeg.subarray(0, 40), /read as a picture/],
      [
        'an archive that grows',
        'a.zip',
        zipOf('a.txt', Buffer.alloc(8 * megabyte), { size: 10 }),
        /too large when unpacked/,
      ],
      [
        'an archive that says it grows',
        'a.zip',
        zipOf('a', Buffer.alloc(9), { size: 2 * 1024 * megabyte }),
        /too large when unpacked/,
      ],
      [
        'an archive that leads out',
        'a.zip',
        zipOf('../../a.txt', Buffer.from('x')),
        /leads out of the archive: \.\.\/\.\.\/a/,
      ],
      ['an archive with a root', 'a.zip', zipOf('/etc/cron.d/a', Buffer.from('x')), /leads out of the archive/],
      ['an archive with a drive', 'a.zip', zipOf('C:\\a', Buffer.from('x')), /leads out of the archive/],
      [
        'an archive with a link',
        'a.zip',
        zipOf('a', Buffer.from('/etc'), { mode: 0xa1ff }),
        /leads out of the archive/,
      ],
      ['an archive with a password', 'a.zip', zipOf('a', Buffer.from('x'), { flags: 1 }), /protected by a password/],
      [
        'an archive of too many',
        'a.zip',
        zip(Array.from({ length: zipLimits.entries + 1 }, (_, at) => `${at}`)),
        /too many files/,
      ],
      ['an archive of nothing', 'a.zip', zip([]), /read as a ZIP archive|supported type/],
    ] as [string, string, string | Buffer, RegExp][])('%s', async (_, name, bytes, sentence) => {
      const before = (await list()).length
      const { status, body } = await add([{ name, bytes }])
      expect([415, 422]).toContain(status)
      expect(body.message).toMatch(sentence)
      expect(body.message).toContain(name)
      expect(await list()).toHaveLength(before)
    })

    it('in the language of who sends it', async () => {
      const { payload, headers } = await formOf({ area: 'seasons', record: '1' }, [
        { name: 'a.svg', bytes: svg('<script/>') },
      ])
      const answer = await Office.send({
        method: 'POST',
        url: '/api/files',
        payload,
        headers: { ...headers, 'accept-language': 'zh' },
      })
      expect(answer.json().message).toMatch(/含有脚本/)
    })

    it('where an area takes no artwork', async () => {
      for (const [name, bytes] of [
        ['a.svg', label],
        ['a.zip', zipOf('a', Buffer.from('x'))],
        ['a.eps', '%!PS-Adobe-3.0 EPSF-3.0\n'],
      ] as const)
        expect((await add([{ name, bytes }], { area: 'ports' })).status).toBe(415)
    })
  })

  it('is accepted where it is safe: artwork of every kind', async () => {
    const { status, body } = await add([
      { name: 'label.svg', bytes: label },
      { name: 'art.ai', bytes: pdf },
      { name: 'old.ai', bytes: '%!PS-Adobe-3.0\n%%Creator: x\n' },
      { name: 'print.eps', bytes: '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\n' },
      { name: 'pack.zip', bytes: zipOf('fonts/a.txt', Buffer.alloc(megabyte)) },
      { name: 'lines.xlsx', bytes: xlsx },
      { name: 'paper.pdf', bytes: pdfOf(7) },
    ])
    expect(status, JSON.stringify(body)).toBe(201)
    expect(named(body, 'paper.pdf').pages).toBe(7)
    const served = await fetched(named(body, 'label.svg').url)
    expect(served.headers['content-disposition']).toMatch(/^attachment/)
    expect(served.headers['content-security-policy']).toContain('sandbox')
  })

  it('has pictures soon after, for whoever sees the file, gone with it', async () => {
    const { body } = await add(
      [
        { name: 'photo.png', bytes: pictureOf(png) },
        { name: 'two.pdf', bytes: pdfOf(2) },
        { name: 'drawing.svg', bytes: label.replace('#147', '#258') },
        { name: 'plain.csv', bytes: 'a,b' },
      ],
      { visibility: 'internal' },
    )
    expect(named(body, 'photo.png')).toMatchObject({ thumb: null, preview: null, scan: 'clean' })
    const jobs = await startFileJobs(portal.db, portal.app.files, portal.app.log)
    await expect
      .poll(async () => (await portal.db.query('select 1 from file_jobs')).length, { timeout: 20_000 })
      .toBe(0)
    await jobs.stop()
    const files = await list()
    for (const name of ['photo.png', 'two.pdf', 'drawing.svg']) {
      const { thumb, preview } = named(files, name)
      for (const url of [thumb, preview]) {
        const served = await fetched(url ?? '')
        expect([name, served.statusCode, served.headers['content-type']]).toEqual([name, 200, 'image/webp'])
      }
    }
    expect(named(files, 'plain.csv').thumb).toBeNull()
    const photo = named(files, 'photo.png')
    const reader = await portal.person({ type: 'Office' })
    const theirs = named(await list(reader), 'photo.png').thumb ?? ''
    expect((await fetched(theirs)).statusCode).toBe(200)
    expect((await fetched(theirs.replace(`reader=${reader.id}`, `reader=${Office.id}`))).statusCode).toBe(404)
    await portal.db.query(`update users set type = 'Agent', supplier_id = 60 where id = $1`, [reader.id])
    expect((await fetched(theirs)).statusCode).toBe(404)
    await portal.as.admin.delete(`/api/files/${photo.id}`)
    expect((await fetched(photo.thumb ?? '')).statusCode).toBe(404)
    expect(await portal.db.query('select 1 from files where source_id = $1', [photo.id])).toEqual([])
  })

  it('that cannot be drawn leaves the file without pictures, and nothing waiting', async () => {
    const broken = Buffer.concat([webp.subarray(0, 30), Buffer.alloc(200, 7)])
    await portal.db.query('delete from file_jobs')
    const { status, body } = await add([{ name: 'broken.webp', bytes: broken }])
    expect(status, JSON.stringify(body)).toBe(201)
    const jobs = await startFileJobs(portal.db, portal.app.files, { warn: () => {} })
    for (let attempt = 1; attempt <= 3; attempt++) {
      await expect
        .poll(
          async () => {
            const [job] = await portal.db.query<{ attempts: number; waits: boolean }>(
              'select attempts, due_at > now() + make_interval(secs => 5) and last_error is not null as waits from file_jobs',
            )
            return !job || (job.attempts === attempt && job.waits)
          },
          { timeout: 10_000 },
        )
        .toBe(true)
      await portal.db.query('update file_jobs set due_at = now()')
      jobs.poke()
    }
    await expect.poll(async () => portal.db.query('select 1 from file_jobs'), { timeout: 10_000 }).toEqual([])
    await jobs.stop()
    expect(named(await list(), 'broken.webp')).toMatchObject({ thumb: null, scan: 'clean' })
  })

  it('is read in a process that a file may end, and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'examiner-'))
    const path = join(folder, 'a.png')
    await writeFile(path, png)
    const hasty = openExaminer({ longest: 1 })
    await expect(hasty.examine(path, 'png')).rejects.toThrow(/too long/)
    hasty.close()
    const small = openExaminer({ mostMemory: 1 })
    const large = join(folder, 'a.zip')
    await writeFile(large, zipOf('a', Buffer.alloc(400 * megabyte)))
    await expect(small.examine(large, 'zip')).rejects.toThrow(/too much memory/)
    small.close()
    await rm(folder, { recursive: true })
  })
})

describe('the process that reads files', () => {
  it('is replaced where it ended without work, and the next file is none the worse', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'examiner-'))
    const script = join(folder, 'examiner.mjs')
    await writeFile(script, "process.on('message', ({ id }) => process.send({ id, done: 3 }))")
    const processes: ChildProcess[] = []
    const start = () => {
      const started = fork(script)
      processes.push(started)
      return started
    }
    const examiner = openExaminer({ start })
    expect(await examiner.pages('a', 'pdf', 'b')).toBe(3)
    expect(await examiner.pages('a', 'pdf', 'b')).toBe(3)
    expect(processes).toHaveLength(1)
    processes[0]?.kill('SIGKILL')
    await once(processes[0] as ChildProcess, 'exit')
    expect(await examiner.pages('a', 'pdf', 'b')).toBe(3)
    expect(processes).toHaveLength(2)
    examiner.close()
    await rm(folder, { recursive: true })
  })
})

describe('the scan of files', () => {
  let portal: Portal
  let folder: string
  let files: ReturnType<typeof openFiles>
  beforeAll(async () => {
    portal = await openPortal(engines[0] ?? 'embedded')
    folder = await mkdtemp(join(tmpdir(), 'scan-'))
    const scanner = join(folder, 'scanner')
    await writeFile(
      scanner,
      '#!/bin/sh\nfor file; do :; done\ngrep -q EICAR "$file" && { echo "Eicar FOUND"; exit 1; }\ngrep -q TROUBLE "$file" && exit 2\nexit 0\n',
    )
    await chmod(scanner, 0o700)
    files = openFiles({
      db: portal.db,
      secret: 'a secret of the tests, longer than thirty-two characters',
      folder: join(folder, 'files'),
      scan: [scanner, '--no-summary'],
    })
    // The portal of this test has the scanner.
    Object.assign(portal.app.files, files)
  })
  afterAll(async () => {
    await portal.close()
    await rm(folder, { recursive: true, force: true })
  })

  const add = async (name: string, bytes: string | Buffer, person = portal.as.Office) =>
    (
      await postForm(
        person,
        '/api/files',
        await formOf({ area: 'factories', record: '1', visibility: 'shared' }, [{ name, bytes }]),
      )
    ).body as Attachment[]
  const list = async (person: Person) => (await person.get('/api/files?area=factories&record=1')).body as Attachment[]
  const status = async (url: string) => {
    const answer = await portal.nobody.send({ method: 'GET', url })
    return [answer.statusCode, answer.statusCode === 200 ? '' : answer.json().code]
  }

  it('keeps new files closed until they are clean, and refused ones for ever', async () => {
    await portal.make('factories', [{ name_en: 'Mill', country: 'CN', suppliers: [{ supplier_id: 60 }] }])
    const { Agent, Office, staff } = portal.as
    await add('clean.csv', 'a,b', Agent)
    await add('virus.csv', eicar, Agent)
    const waiting = await add('trouble.csv', 'TROUBLE', Agent)
    expect(waiting.map(({ scan, thumb }) => [scan, thumb])).toEqual(Array(3).fill(['waiting', null]))
    for (const { url } of [...waiting, ...(await list(Office))])
      expect(await status(url)).toEqual([409, 'file_waiting'])
    const warnings: unknown[] = []
    const jobs = await startFileJobs(portal.db, portal.app.files, {
      warn: (...given: unknown[]) => warnings.push(given),
    })
    await expect
      .poll(async () => (await list(Agent)).map(({ name, scan }) => `${name} ${scan}`).sort(), { timeout: 20_000 })
      .toEqual(['clean.csv clean', 'trouble.csv waiting', 'virus.csv refused'])
    await expect
      .poll(async () => (await portal.db.query<{ e: string }>('select last_error as e from file_jobs'))[0]?.e, {
        timeout: 10_000,
      })
      .toMatch(/ended with 2/)
    await jobs.stop()
    expect(JSON.stringify(warnings)).toContain('Eicar FOUND')
    const seen = await list(Agent)
    const url = (name: string) => seen.find((file) => file.name === name)?.url ?? ''
    expect(await status(url('clean.csv'))).toEqual([200, ''])
    expect(await status(url('virus.csv'))).toEqual([403, 'file_refused'])
    expect(await status(url('trouble.csv'))).toEqual([409, 'file_waiting'])
    // Who sent it and the office know; others of the company have nothing to do with it.
    const names = async (person: Person) => (await list(person)).map(({ name }) => name)
    expect(await names(Office)).toContain('virus.csv')
    expect(await names(staff)).toEqual(expect.not.arrayContaining(['virus.csv']))
  })

  it('opens files that waited when there is no scanner any more', async () => {
    const [file] = (await list(portal.as.Office)).filter(({ scan }) => scan === 'waiting')
    const without = openFiles({ db: portal.db, secret: 'x'.repeat(40), folder: join(folder, 'files') })
    await without.check(file?.id ?? 0)
    expect((await list(portal.as.Office)).find(({ id }) => id === file?.id)?.scan).toBe('clean')
    await without.close()
  })
})
