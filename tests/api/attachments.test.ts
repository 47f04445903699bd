import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#shared/kit/roles.ts'
import { engines } from '../kit/db'
import { docx, type FormPart, formOf, jpeg, pdf, png, postForm, webp, xlsx, zip } from '../kit/form'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const megabyte = 1024 * 1024

describe.each(engines)('attachments (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person
  let order: number
  let contents = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent } = portal.as)
    const made = await Office.post('/api/purchase-orders', draft('PO-7001'))
    order = made.body.id
    let { body } = made
    for (const [person, move] of [
      [Office, 'submit'],
      [admin, 'approve'],
      [admin, 'issue'],
    ] as const)
      body = (await person.post(`/api/purchase-orders/${order}/moves/${move}`, { version: body.version })).body
    expect(body.status).toBe('issued')
  })
  afterAll(() => portal.close())

  /** A picture as no other one, so that it is stored anew. */
  const picture = (size = png.length + 4) => {
    const rest = Buffer.alloc(size - png.length)
    rest.writeUInt32LE(++contents)
    return Buffer.concat([png, rest])
  }
  const add = async (person: Person, fields: Record<string, string> = {}, parts?: FormPart[], headers = {}) => {
    const about = { area: 'purchase-orders', record: String(order), ...fields }
    return postForm(person, '/api/files', await formOf(about, parts ?? [{ name: 'a.png', bytes: picture() }]), {
      headers,
    })
  }
  const list = (person: Person, record = order, area = 'purchase-orders') =>
    person.get(`/api/files?area=${area}&record=${record}`)
  /** Adds one and answers it as the person sees it. */
  const added = async (person: Person, fields: Record<string, string> = {}, name = `${++contents}.png`) => {
    const { status, body } = await add(person, fields, [{ name, bytes: picture() }])
    expect(status, JSON.stringify(body)).toBe(201)
    return (body as File[]).find((file) => file.name === name) as File
  }
  const fetched = (url: string) => portal.nobody.send({ method: 'GET', url })
  const history = async (person: Person, record = order) =>
    (await person.get(`/api/purchase-orders/${record}/history`)).body as {
      action: string
      changes: { old: unknown; new: unknown }[]
    }[]
  const names = async (person: Person) => ((await list(person)).body as File[]).map(({ name }) => name)

  interface File {
    id: number
    name: string
    series: number
    version_no: number
    visibility: string
    kind: string | null
    description: string | null
    url: string
    may: Record<'change' | 'share' | 'replace' | 'remove', boolean>
  }

  describe('that come in', () => {
    it('are told by their content, listed with who and what, and served as they were', async () => {
      const parts = [
        { name: 'paper.pdf', bytes: pdf },
        { name: 'photo.JPG', bytes: jpeg },
        { name: 'label.webp', bytes: webp },
        { name: 'lines.xlsx', bytes: xlsx },
        { name: '说明.docx', bytes: docx },
        { name: 'sizes.csv', bytes: '尺码,数量\nM,120\n' },
      ]
      const { status, body } = await add(Office, { kind: 'tech_pack', visibility: 'internal' }, parts)
      expect(status, JSON.stringify(body)).toBe(201)
      expect(body.map(({ name }: File) => name).sort()).toEqual(parts.map(({ name }) => name).sort())
      const paper = body.find(({ name }: File) => name === 'paper.pdf')
      expect(paper).toMatchObject({
        type: 'application/pdf',
        size: pdf.length,
        kind: 'tech_pack',
        visibility: 'internal',
        version_no: 1,
        created_by: { id: Office.id, title: expect.stringContaining('Kim') },
        may: { change: true, share: true, replace: true, remove: true },
      })
      expect(Object.keys(paper)).not.toContain('sha256')
      expect((await fetched(paper.url)).rawPayload.equals(pdf)).toBe(true)
    })

    it.each([
      ['the limit', [['a.png', () => picture(25 * megabyte)]], 201],
      ['one byte more', [['a.png', () => picture(25 * megabyte + 1)]], 413],
      [
        'a good one and one too large',
        [
          ['a.png', () => picture()],
          ['b.png', () => picture(25 * megabyte + 1)],
        ],
        413,
      ],
      ['twenty', Array.from({ length: 20 }, (_, at) => [`${at}.png`, () => picture()]), 201],
      ['twenty-one', Array.from({ length: 21 }, (_, at) => [`${at}.png`, () => picture()]), 413],
      ['an empty one', [['a.pdf', () => Buffer.alloc(0)]], 400],
      ['a GIF', [['a.gif', () => Buffer.from('GIF89a\u0001\u0000')]], 415],
      ['a plain text', [['a.txt', () => Buffer.from('words')]], 415],
      ['a page as a table', [['a.html', () => Buffer.from('<html></html>')]], 415],
      ['a picture that calls itself a paper', [['a.pdf', () => png]], 415],
      ['a program that calls itself a picture', [['a.png', () => Buffer.from('MZ\x90\0\x03', 'latin1')]], 415],
      ['an archive as a workbook', [['a.xlsx', () => zip(['a.txt'])]], 415],
      ['none', [], 422],
    ] as [string, [string, () => Buffer][], number][])('%s', async (_, parts, expected) => {
      const before = [await rows(), (await onDisk()).length]
      const { status, body } = await add(
        Office,
        {},
        parts.map(([name, bytes]) => ({ name, bytes: bytes() })),
      )
      expect(status, JSON.stringify(body).slice(0, 300)).toBe(expected)
      const more = expected === 201 ? parts.length : 0
      expect([await rows(), (await onDisk()).length]).toEqual(before.map((count) => count + more))
    })

    it('are refused before they are sent where nobody may add them', async () => {
      await portal.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = portal.app.server.address() as { port: number }
      const { headers } = (await portal.otherAgent.send({ method: 'GET', url: '/api/files' })).raw.req
      const head = (await formOf({ area: 'purchase-orders', record: String(order) }, [{ name: 'a.png', bytes: png }]))
        .payload
      // Cut within the file: it never ends, and the answer comes all the same.
      const boundary = head.toString('latin1').split('\r\n')[0]?.slice(2)
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1')
        socket.setTimeout(10_000, () => reject(new Error('no answer')))
        socket.on('error', reject)
        socket.on('data', (data) => {
          socket.destroy()
          resolve(data.toString('latin1'))
        })
        socket.write(
          `POST /api/files HTTP/1.1\r\nhost: x\r\nauthorization: ${headers.authorization}\r\ncontent-length: 9000000\r\n` +
            `content-type: multipart/form-data; boundary=${boundary}\r\n\r\n`,
        )
        socket.write(head.subarray(0, head.length - 60))
      })
      expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    })

    it('say what is wrong in the form', async () => {
      for (const [fields, status] of [
        [{ area: 'nothing' }, 404],
        [{ record: '999999' }, 404],
        [{ record: 'x' }, 422],
        [{ kind: 'x' }, 422],
        [{ visibility: 'public' }, 422],
        [{ slot: 'photo' }, 422],
        [{ supersedes: '999999' }, 404],
        [{ description: 'x'.repeat(501) }, 422],
      ] as [Record<string, string>, number][])
        expect([fields, (await add(Office, fields)).status]).toEqual([fields, status])
    })

    it('are bounded in number and bytes for each account, whatever they are', async () => {
      const sender = await portal.person({ type: 'Office' })
      await added(sender, {}, 'bound.png')
      await portal.db.query('update files set size = $2 where created_by = $1', [sender.id, 2 ** 31 - 100])
      const photo = await formOf({}, [{ name: 'me.png', bytes: picture() }], 'photo')
      for (const refused of [await add(sender), await postForm(sender, '/api/auth/photo', photo)])
        expect([refused.status, refused.body.code, refused.body.message]).toEqual([
          429,
          'too_many',
          expect.stringContaining('2048 MB'),
        ])
      await portal.db.query(`update files set created_at = now() - interval '25 hours' where created_by = $1`, [
        sender.id,
      ])
      expect((await add(sender)).status).toBe(201)
      await portal.db.query(
        `update sign_in_failures set moments = array(select now() from generate_series(1, 600))
         where account = 'request upload' and address = $1`,
        [`#${sender.id}`],
      )
      expect((await add(sender)).status).toBe(429)
    })

    it('come once for one intention', async () => {
      const bytes = picture()
      const headers = { 'idempotency-key': `attach-${contents}` }
      const before = await rows()
      const [first, other] = await Promise.all(
        [1, 2].map(() => add(Office, {}, [{ name: 'once.png', bytes }], headers)),
      )
      const again = await add(Office, {}, [{ name: 'once.png', bytes }], headers)
      expect([first?.status, other?.status, again.status]).toEqual([201, 201, 201])
      expect(await rows()).toBe(before + 1)
    })

    it('are stored once where the content is the same, and stay until the last is gone', async () => {
      const bytes = picture()
      const before = (await onDisk()).length
      const { body } = await add(Office, {}, [
        { name: 'same-1.png', bytes },
        { name: 'same-2.png', bytes },
      ])
      expect((await onDisk()).length).toBe(before + 1)
      const [first, other] = (body as File[]).filter(({ name }) => name.startsWith('same-'))
      expect((await admin.delete(`/api/files/${first?.id}`)).status).toBe(200)
      expect((await fetched(first?.url ?? '')).statusCode).toBe(404)
      expect((await fetched(other?.url ?? '')).rawPayload.equals(bytes)).toBe(true)
    })
  })

  describe('for several records at once', () => {
    const orders = async (count: number) => {
      const made = await portal.make(
        'purchase-orders',
        Array.from({ length: count }, () =>
          draft(`PO-ALL-${++contents}`, { status: 'issued', issued_at: '2026-11-01' }),
        ),
      )
      return made.map(({ id }) => Number(id))
    }
    const filesOf = async (ids: readonly number[], person = Agent) =>
      Promise.all(ids.map(async (id) => ((await list(person, id)).body as File[]).map(({ name }) => name)))

    it('are stored once, and each record tells of them', async () => {
      const ids = await orders(3)
      const sent = { key: crypto.randomUUID(), bytes: picture() }
      const send = () =>
        add(Agent, { record: [...ids, ids[0]].join() }, [{ name: 'proof.png', bytes: sent.bytes }], {
          'idempotency-key': sent.key,
        })
      const answer = await send()
      expect([answer.status, answer.body.length]).toEqual([201, 1])
      expect((await send()).body).toEqual(answer.body)
      expect(await filesOf(ids)).toEqual([['proof.png'], ['proof.png'], ['proof.png']])
      expect((await history(Office, ids[2])).filter(({ action }) => action === 'file_added')).toHaveLength(1)
      const rows = await portal.db.query<{ key: string }>(
        "select distinct key from files where record_id = any($1::bigint[]) and slot = 'attachment'",
        [ids],
      )
      expect(rows).toHaveLength(1)
      // The pictures are drawn once, and taken over by the others.
      const files = await portal.db.query<{ id: number }>(
        "select id from files where record_id = any($1::bigint[]) and slot = 'attachment' order by id",
        [ids],
      )
      const pictures = async () =>
        (
          await portal.db.query<{ slot: string; name: string }>(
            `select slot, name from files where source_id = any($1::bigint[]) order by slot, id`,
            [files.map(({ id }) => id)],
          )
        ).map(({ slot, name }) => `${slot} ${name}`)
      const [drawn, ...others] = files
      await portal.app.files.check(drawn?.id ?? 0)
      await portal.db.query("update files set name = 'drawn.webp' where source_id = $1", [drawn?.id])
      for (const { id } of others) await portal.app.files.check(id)
      const all = ['attachment_preview', 'attachment_thumb'].flatMap((slot) => Array(3).fill(`${slot} drawn.webp`))
      expect(await pictures()).toEqual(all)
      // Once more, as after a crash between the pictures and the end of the job.
      await portal.app.files.check(others[0]?.id ?? 0)
      expect(await pictures()).toHaveLength(6)
    })

    it('reach none of them where one is not seen, or too many are named', async () => {
      const ids = await orders(2)
      const [foreign] = await portal.make('purchase-orders', [draft(`PO-ALL-${++contents}`, { supplier_id: 61 })])
      for (const [record, status] of [
        [[...ids, foreign?.id].join(), 404],
        [Array.from({ length: 201 }, (_, at) => at + 1).join(), 422],
        [`${ids.join()},`, 422],
        [`${ids[0]},x`, 422],
        [`${ids[0]},${'9'.repeat(15)}`, 404],
      ] as const)
        expect((await add(Agent, { record })).status, record).toBe(status)
      expect(await filesOf(ids)).toEqual([[], []])
      const file = await added(Agent, { record: String(ids[0]) })
      expect((await add(Agent, { record: ids.join(), supersedes: String(file.id) })).status).toBe(404)
      expect((await filesOf(ids)).map(({ length }) => length)).toEqual([1, 0])
    })
  })

  describe('that are seen', () => {
    it('by the office where they are internal, and by the supplier where they are shared', async () => {
      const secret = await added(Office, { visibility: 'internal' })
      const open = await added(Office, { visibility: 'shared' })
      expect(await names(admin)).toEqual(expect.arrayContaining([secret.name, open.name]))
      expect(await names(Agent)).toContain(open.name)
      expect(await names(Agent)).not.toContain(secret.name)
      expect((await add(Agent, { visibility: 'internal' })).status).toBe(403)
      expect((await Agent.patch(`/api/files/${secret.id}`, { description: 'x' })).status).toBe(404)
      expect((await Agent.delete(`/api/files/${secret.id}`)).status).toBe(404)
      expect((await add(Agent, { supersedes: String(secret.id) })).status).toBe(404)
      const entries = JSON.stringify(await history(Agent))
      expect(entries).toContain(open.name)
      expect(entries).not.toContain(secret.name)
      expect(JSON.stringify(await history(Office))).toContain(secret.name)
    })

    it('by nobody of another supplier, whatever they ask', async () => {
      const file = await added(Office, { visibility: 'shared' })
      expect((await list(portal.otherAgent)).status).toBe(404)
      expect((await add(portal.otherAgent)).status).toBe(404)
      expect((await portal.otherAgent.patch(`/api/files/${file.id}`, { name: 'x' })).status).toBe(404)
      expect((await portal.otherAgent.delete(`/api/files/${file.id}`)).status).toBe(404)
      expect((await portal.nobody.get(`/api/files?area=purchase-orders&record=${order}`)).status).toBe(401)
      expect((await portal.nobody.delete(`/api/files/${file.id}`)).status).toBe(401)
    })

    it('by their own company and the office alone where others see the record too', async () => {
      const [factory] = await portal.make('factories', [
        { name_en: 'Two Rivers Works', country: 'CN', suppliers: [{ supplier_id: 60 }, { supplier_id: 61 }] },
      ])
      const target = { area: 'factories', record: String(factory?.id) }
      const price = await added(Agent, target)
      const general = await added(Office, { ...target, visibility: 'shared' })
      const seen = async (person: Person) =>
        ((await list(person, factory?.id, 'factories')).body as File[]).map(({ id }) => id)
      expect((await seen(Office)).sort()).toEqual([price.id, general.id].sort())
      expect((await seen(portal.as.staff)).sort()).toEqual([price.id, general.id].sort())
      expect(await seen(portal.otherAgent)).toEqual([general.id])
      const entries = JSON.stringify((await portal.otherAgent.get(`/api/factories/${factory?.id}/history`)).body)
      expect(entries).toContain(general.name)
      expect(entries).not.toContain(price.name)
    })

    it('with a pin of the office, which each supplier answers for itself', async () => {
      const [factory] = await portal.make('factories', [
        { name_en: 'Five Rivers Works', country: 'CN', suppliers: [{ supplier_id: 60 }, { supplier_id: 61 }] },
      ])
      const record = factory?.id ?? 0
      const file = await added(Office, { area: 'factories', record: String(record), visibility: 'shared' })
      const pins = `/api/files/${file.id}/pins`
      const asked = await Office.post(pins, { x: 0, y: 0, body: 'Who sews here?', visibility: 'shared' })
      const answers = `${pins}/${asked.body[0].id}/answers`
      const own = await Agent.post(answers, { body: 'We do.' })
      const [, answer] = own.body[0].comments
      expect((await portal.otherAgent.post(answers, { body: 'So do we.' })).status).toBe(201)
      await Office.post(answers, { body: 'Thank you both.' })
      const said = async (person: Person) =>
        (await person.get(`/api/files/pins?area=factories&record=${record}`)).body[0].comments.map(
          ({ body }: { body: string }) => body,
        )
      expect(await said(Office)).toEqual(['Who sews here?', 'We do.', 'So do we.', 'Thank you both.'])
      expect(await said(portal.as.staff)).toEqual(['Who sews here?', 'We do.', 'Thank you both.'])
      expect(await said(portal.otherAgent)).toEqual(['Who sews here?', 'So do we.', 'Thank you both.'])
      const comment = `${pins}/${asked.body[0].id}/comments/${answer.id}`
      expect((await portal.otherAgent.patch(comment, { version: 1, body: 'x' })).status).toBe(404)
      expect((await portal.otherAgent.delete(comment, { version: 1 })).status).toBe(404)
      expect((await Agent.patch(comment, { version: 1, body: 'We do, since May.' })).status).toBe(200)
      const told = async (person: Person) => (await person.get(`/api/factories/${record}/history`)).body
      const byAgent = ({ actor }: { actor: { id: number } }) => actor.id === Agent.id
      expect((await told(Agent)).filter(byAgent)).toHaveLength(2)
      expect((await told(portal.otherAgent)).filter(byAgent)).toEqual([])
    })

    it('of a library by everybody, and come from those alone who edit it', async () => {
      const ports = { area: 'ports', record: '1' }
      const general = await added(Office, { ...ports, visibility: 'shared' })
      for (const role of ['Agent', 'staff', 'user', 'superAdmin'] as const) {
        const { status, body } = await add(portal.as[role], ports)
        expect([role, status, body.code]).toEqual([role, 403, 'forbidden'])
        const [seen] = (await list(portal.as[role], 1, 'ports')).body as File[]
        expect([role, seen?.id, seen?.may.replace]).toEqual([role, general.id, false])
      }
      // Brought before the right was asked for: its owner gives it no new version either.
      await portal.db.query('update files set created_by = $2 where id = $1', [general.id, portal.as.user.id])
      expect((await add(portal.as.user, { ...ports, supersedes: String(general.id) })).status).toBe(403)
    })

    it('of a ticket by its reporter, who may add to it', async () => {
      const { user } = portal.as
      const ticket = { subject: 'A report', message: 'It did not open.', category: 'bug' }
      const { body } = await postForm(user, '/api/help-support', await formOf(ticket))
      const target = { area: 'support-tickets', record: String(body.data.id) }
      expect((await add(user, target)).status).toBe(201)
      expect((await list(user, body.data.id, 'support-tickets')).body).toHaveLength(1)
    })

    it.each(roles)('as %s only with the record', async (role) => {
      const person = portal.as[role]
      const record = (await person.get(`/api/purchase-orders/${order}`)).status
      const files = (await list(person)).status
      expect([record === 200, files]).toEqual([files === 200, files === 200 ? 200 : 404])
      expect((await add(person)).status).toBe(files === 200 ? 201 : 404)
    })

    it('as long as the reader may: not after a change of supplier, of visibility, or of the account', async () => {
      const shared = await added(Office, { visibility: 'shared' })
      const reader = await portal.person({ type: 'Agent', supplier_id: 60 })
      const url = async () => ((await list(reader)).body as File[]).find(({ id }) => id === shared.id)?.url ?? ''
      const address = await url()
      const status = async () => (await fetched(address)).statusCode
      expect(await status()).toBe(200)
      await Office.patch(`/api/files/${shared.id}`, { visibility: 'internal' })
      expect(await status()).toBe(404)
      await Office.patch(`/api/files/${shared.id}`, { visibility: 'shared' })
      expect(await status()).toBe(200)
      await portal.db.query('update users set supplier_id = 61 where id = $1', [reader.id])
      expect(await status()).toBe(404)
      await portal.db.query(`update users set supplier_id = 60, status = 'suspended' where id = $1`, [reader.id])
      expect(await status()).toBe(404)
    })

    it('by an address that is for one reader, and no other', async () => {
      const file = await added(Office, { visibility: 'internal' })
      expect((await fetched(file.url)).statusCode).toBe(200)
      expect((await fetched(file.url.replace(`reader=${Office.id}`, `reader=${Agent.id}`))).statusCode).toBe(404)
      expect((await fetched(file.url.replace(/&reader=\d+/, ''))).statusCode).toBe(404)
      expect((await fetched(file.url.replace(/reader=\d+/, 'reader=x'))).statusCode).toBe(404)
      // Signed by us, but for nobody: an attachment is not handed out to whoever comes.
      expect((await fetched(portal.app.files.address(file.id, 60))).statusCode).toBe(404)
    })

    it('in the page only as a picture or, where it is asked for, as a paper', async () => {
      const { body } = await add(Office, {}, [
        { name: 'look.pdf', bytes: pdf },
        { name: 'look.csv', bytes: '<script>alert(1)</script>' },
      ])
      const [paper, table] = ['look.pdf', 'look.csv'].map((name) => (body as File[]).find((file) => file.name === name))
      const headersOf = async (url = '') => (await fetched(url)).headers
      const drawn = await headersOf(`${paper?.url}&view=1`)
      expect(drawn['content-disposition']).toMatch(/^inline/)
      expect(drawn['x-frame-options']).toBe('SAMEORIGIN')
      expect(drawn['content-security-policy']).toContain("frame-ancestors 'self'")
      expect((await headersOf(paper?.url))['content-disposition']).toMatch(/^attachment/)
      const saved = await headersOf(`${table?.url}&view=1`)
      expect(saved['content-disposition']).toMatch(/^attachment/)
      expect(saved['content-security-policy']).toContain('sandbox')
      expect(saved['x-frame-options']).toBe('DENY')
    })
  })

  describe('that follow one another', () => {
    it('stand as versions of one, for the same eyes, each to be had', async () => {
      const first = await added(Office, { visibility: 'internal', kind: 'contract' }, 'contract-a.png')
      const second = await added(admin, { supersedes: String(first.id) }, 'contract-b.png')
      expect(second).toMatchObject({ series: first.id, version_no: 2, visibility: 'internal', kind: 'contract' })
      const all = ((await list(Office)).body as File[]).filter(({ series }) => series === first.id)
      expect(all.map(({ version_no, may }) => [version_no, may.replace])).toEqual([
        [2, true],
        [1, false],
      ])
      expect((await fetched(all[1]?.url ?? '')).statusCode).toBe(200)
      const stale = await add(Office, { supersedes: String(first.id) })
      expect([stale.status, stale.body.code]).toEqual([409, 'superseded'])
      const parts = [1, 2].map((at) => ({ name: `${at}.png`, bytes: picture() }))
      expect((await add(Office, { supersedes: String(second.id) }, parts)).status).toBe(422)
      const [entry] = await history(Office)
      expect(entry).toMatchObject({ action: 'file_version', changes: [{ new: 'contract-b.png (2)' }] })
      await Office.patch(`/api/files/${second.id}`, { visibility: 'shared' })
      expect(await names(Agent)).toEqual(expect.arrayContaining(['contract-a.png', 'contract-b.png']))
    })

    it('one at a time', async () => {
      const first = await added(Office)
      const both = await Promise.all([1, 2].map(() => add(Office, { supersedes: String(first.id) })))
      expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    })

    it('and are the supplier’s own where the supplier sends them', async () => {
      const theirs = await added(Office, { visibility: 'shared' })
      expect((await add(Agent, { supersedes: String(theirs.id) })).status).toBe(403)
      const ownFile = await added(Agent)
      expect((await add(portal.as.staff, { supersedes: String(ownFile.id) })).status).toBe(201)
    })
  })

  describe('that are changed', () => {
    it('keep the ending of their name, and tell what they were called', async () => {
      const file = await added(Office)
      const { status, body } = await Office.patch(`/api/files/${file.id}`, {
        name: 'Wash label',
        description: 'For the back neck',
        kind: 'artwork',
      })
      expect(status).toBe(200)
      expect(body.find(({ id }: File) => id === file.id)).toMatchObject({
        name: 'Wash label.png',
        description: 'For the back neck',
        kind: 'artwork',
      })
      expect((await history(Office))[0]).toMatchObject({
        action: 'file_changed',
        changes: [{ old: file.name, new: 'Wash label.png' }],
      })
      for (const bad of [{ name: ' ' }, { kind: 'x' }, { visibility: 'public' }, { size: 1 }])
        expect((await Office.patch(`/api/files/${file.id}`, bad)).status).toBe(422)
    })

    it('by whoever brought them, and shared by the office alone', async () => {
      const [ownFile, others] = [await added(Agent), await added(Office, { visibility: 'shared' })]
      expect((await Agent.patch(`/api/files/${ownFile.id}`, { description: 'Ours' })).status).toBe(200)
      expect((await Agent.patch(`/api/files/${ownFile.id}`, { visibility: 'internal' })).status).toBe(403)
      expect((await Agent.patch(`/api/files/${others.id}`, { description: 'Not ours' })).status).toBe(403)
      const lasting = ((await list(Agent)).body as File[]).find(({ id }) => id === others.id)
      expect(lasting?.may).toEqual({ change: false, share: false, replace: false, remove: false })
    })

    it('are removed by their owner within the day, by an administrator always, and it is told', async () => {
      const [ownFile, old, others] = [
        await added(Agent),
        await added(Agent),
        await added(Office, { visibility: 'shared' }),
      ]
      await portal.db.query(`update files set created_at = now() - interval '25 hours' where id = $1`, [old.id])
      expect((await Agent.delete(`/api/files/${ownFile.id}`)).status).toBe(200)
      expect((await history(Agent))[0]).toMatchObject({ action: 'file_removed', changes: [{ new: ownFile.name }] })
      expect((await Agent.delete(`/api/files/${ownFile.id}`)).status).toBe(404)
      expect((await Agent.delete(`/api/files/${old.id}`)).status).toBe(403)
      expect((await Agent.delete(`/api/files/${others.id}`)).status).toBe(403)
      expect((await Office.delete(`/api/files/${old.id}`)).status).toBe(403)
      expect((await admin.delete(`/api/files/${old.id}`)).status).toBe(200)
      expect((await fetched(old.url)).statusCode).toBe(404)
    })

    it('are no photo of an account', async () => {
      const photo = await formOf({}, [{ name: 'me.png', bytes: picture() }], 'photo')
      expect((await postForm(Office, '/api/auth/photo', photo)).status).toBe(200)
      const [row] = await portal.db.query<{ id: number }>(
        `select id from files where slot = 'photo' and record_id = $1`,
        [Office.id],
      )
      expect((await admin.delete(`/api/files/${row?.id}`)).status).toBe(404)
      expect((await admin.patch(`/api/files/${row?.id}`, { name: 'x' })).status).toBe(404)
      expect((await list(admin, Office.id, 'users')).body).toEqual([])
    })

    it('go with their record', async () => {
      const made = await Office.post('/api/purchase-orders', draft('PO-7002'))
      const kept = await added(Office)
      await add(Office, { record: String(made.body.id) })
      const gone = async () =>
        (
          await portal.db.query('select 1 from files where record_id = $1 and area = $2', [
            made.body.id,
            'purchase-orders',
          ])
        ).length
      expect(await gone()).toBe(1)
      const removed = await admin.delete(`/api/purchase-orders/${made.body.id}`, { version: made.body.version })
      expect(removed.status, JSON.stringify(removed.body)).toBeLessThan(300)
      await portal.app.files.sweep()
      expect(await gone()).toBe(0)
      expect((await fetched(kept.url)).statusCode).toBe(200)
    })
  })

  const rows = async () => (await portal.db.query('select 1 from files')).length
  const onDisk = async () => {
    const { path } = await portal.app.files.receive(Readable.from([png]), 'a.png', { kinds: ['png'], max: megabyte })
    const root = join(path, '..', '..')
    await portal.app.files.discard([{ name: '', type: '', size: 0, sha256: '', pages: null, path }])
    return (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  }
})
