import { PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDossierWorker } from '#server/dossier/worker.ts'
import { startHousekeeping } from '#server/jobs/housekeeping.ts'
import type { Dossier } from '#shared/kit/wire/dossier.ts'
import { engines } from '../kit/db'
import { formOf, pdfOf, png, postForm } from '../kit/form'
import { readPdf } from '../kit/pdf'
import { draft, licensed, openPortal, type Person, type Portal } from '../kit/portal'

const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#c00"/></svg>'

describe.each(engines)('dossiers (%s)', { timeout: 240_000 }, (engine) => {
  let portal: Portal
  let office: Person
  let agent: Person
  let staff: Person
  let order: { id: number; po_no: string; lines: { id: number; line_title: string }[] }

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Office: office, Agent: agent, staff } = portal.as)
    const line = (colourway_id: number) => ({ article_id: 1, colourway_id, unit_price: '5.25', qty: 100 })
    const [made] = await portal.make('purchase-orders', [
      draft('PO-DOSSIER-1', { lines: [line(1), line(2)], ...issued }),
    ])
    order = (await office.get(`/api/purchase-orders/${made?.id}`)).body
    const lines = order.lines.map(({ id }) => id)
    const [spec] = await portal.make('specifications', [
      { spec_id: 'SP-90001', spec_type: 'packing', name_en: 'Packing', applies_to: 'everything', status: 'active' },
    ])
    const [artwork] = await portal.make('artworks', [
      { artwork_code: 'AW-90001', artwork_type: 'hangtag', name_en: 'Swing/ticket', status: 'draft' },
    ])
    await attach('specifications', Number(spec?.id), [
      ['packing list.csv', 'a,b\n1,2\n'],
      ['plan.pdf', pdfOf(3)],
    ])
    await attach('artworks', Number(artwork?.id), [
      ['front.svg', svg],
      ['back.pdf', pdfOf(2)],
      ['look.png', png],
    ])
    await portal.db.query(`update artworks set status = 'released' where id = $1`, [artwork?.id])
    for (const [area, values, of] of [
      ['spec-allocations', { specification_id: spec?.id }, lines],
      ['artwork-allocations', { artwork_id: artwork?.id }, lines.slice(0, 1)],
    ] as const) {
      const { body } = await office.post(`/api/${area}/allocate`, { lines: of, values })
      expect(
        body.results.every(({ ok }: { ok: boolean }) => ok),
        JSON.stringify(body),
      ).toBe(true)
    }
    await withFactory(lines[0] ?? 0)
    const { version } = (await office.get(`/api/po-lines/${lines[0]}`)).body
    const documents = { version, added_requirements: ['attachments_test_report'], removed_requirements: [] }
    const said = await office.post(`/api/po-lines/${lines[0]}/moves/set_requirements`, documents)
    expect(said.status, JSON.stringify(said.body)).toBe(200)
  }, 120_000)
  afterAll(() => portal.close())

  const attach = async (area: string, record: number, files: (readonly [string, string | Buffer])[]) => {
    const form = await formOf(
      { area, record: String(record), visibility: 'shared' },
      files.map(([name, bytes]) => ({ name, bytes })),
    )
    const { status, body } = await postForm(office, '/api/files', form)
    expect(status, JSON.stringify(body)).toBe(201)
  }
  /** A factory of the line with a certificate that covers its ex-factory date. */
  const withFactory = async (po_line_id: number) => {
    const [factory] = await portal.make('factories', [
      { name_en: 'Mill one', country: 'CN', status: 'approved', ...licensed, suppliers: [{ supplier_id: 60 }] },
    ])
    const [program] = await portal.make('standard-programs', [
      { code: 'T_CERT', name_en: 'Test certificate', kind: 'social', scheme: 'report', scope: 'factory' },
    ])
    const [audit] = await portal.make('factory-accreditations', [
      {
        factory_id: factory?.id,
        standard_program_id: program?.id,
        audit_type: 'self_assessment',
        audit_date: '2026-06-01',
        valid_from: '2026-06-01',
        valid_to: '2028-06-01',
        status: 'valid',
      },
    ])
    await attach('factory-accreditations', Number(audit?.id), [['audit.pdf', pdfOf(1)]])
    await portal.make('factory-allocations', [
      { po_line_id, factory_id: factory?.id, process_stage: 'main', qty: 100, status: 'approved' },
    ])
  }

  const request = (person: Person, changes: object = {}) =>
    person.post('/api/dossiers', {
      ...{ area: 'purchase-orders', ids: [order.id], form: 'zip', language: 'en' },
      ...changes,
    })
  const ended = async (person: Person, id: number): Promise<Dossier> =>
    vi.waitFor(
      async () => {
        const { body } = await person.get(`/api/dossiers/${id}`)
        expect(['ready', 'failed'], JSON.stringify(body)).toContain(body.status)
        return body
      },
      { timeout: 200_000, interval: 250 },
    )
  const made = async (person: Person, changes: object = {}): Promise<Dossier> => {
    const { status, body } = await request(person, changes)
    expect(status, JSON.stringify(body)).toBe(202)
    const dossier = await ended(person, body.id)
    expect(dossier.problem).toBeNull()
    return dossier
  }
  const fetched = async ({ url }: Pick<Dossier, 'url'>) => {
    const answer = await portal.nobody.send({ method: 'GET', url: url ?? '' })
    expect(answer.statusCode).toBe(200)
    return answer
  }
  const unpacked = async (dossier: Dossier) => unzipSync(new Uint8Array((await fetched(dossier)).rawPayload))
  const textOf = (files: Record<string, Uint8Array>, path: string) => readPdf(Buffer.from(files[path] ?? [])).text

  it('is an archive by order, line and kind, with an index that says what is missing', async () => {
    const dossier = await made(agent)
    expect(dossier).toMatchObject({ title: order.po_no, percent: 100, name: `${order.po_no} dossier.zip` })
    const answer = await fetched(dossier)
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' })
    expect(answer.headers['content-disposition']).toContain('attachment')
    const files = await unpacked(dossier)
    const paths = Object.keys(files)
    expect(paths[0]).toBe('00 Index.pdf')
    expect(paths).toEqual(
      expect.arrayContaining([
        `${order.po_no}/${order.po_no}.pdf`,
        // Both lines have it, so it is there once.
        expect.stringMatching(/^PO-DOSSIER-1\/Several lines\/4 Specifications\/SP-90001.*\/packing list\.csv$/),
        expect.stringMatching(/^PO-DOSSIER-1\/Several lines\/4 Specifications\/SP-90001.*\/SP-90001-v1\.pdf$/),
        expect.stringMatching(/^PO-DOSSIER-1\/10 .*\/5 Artwork\/AW-90001.*Swing-ticket\/front\.svg$/),
        expect.stringMatching(/^PO-DOSSIER-1\/10 .*\/6 Certificates\/AU-.*\/audit\.pdf$/),
        expect.stringMatching(/^PO-DOSSIER-1\/20 .*line sheet\.pdf$/),
      ]),
    )
    expect(paths.filter((path) => path.endsWith('packing list.csv'))).toHaveLength(1)
    const csv = paths.find((path) => path.endsWith('.csv')) ?? ''
    expect(strFromU8(files[csv] ?? new Uint8Array())).toBe('a,b\n1,2\n')
    const index = textOf(files, '00 Index.pdf')
    expect(index).toContain('Missing, not approved or left out')
    expect(index).toContain('Not approved: Allocated')
    expect(index).toContain('Missing: ')
    expect(index).toContain('Missing: Test report')
    expect(index).toContain('Composition')
    const sheet = textOf(files, paths.find((path) => path.endsWith(' 10 line sheet.pdf')) ?? '')
    expect(sheet).toContain('SP-90001')
    expect(sheet).toContain('Test certificate')
  })

  it('is one PDF with pages of every document, bookmarks, and the names of what has no pages', async () => {
    const dossier = await made(agent, { form: 'pdf' })
    const { rawPayload, headers } = await fetched(dossier)
    expect(headers['content-type']).toBe('application/pdf')
    const book = await PDFDocument.load(rawPayload)
    const titles: string[] = []
    const walk = (entry: PDFDict | undefined) => {
      for (let next = entry; next; next = next.lookupMaybe(PDFName.of('Next'), PDFDict)) {
        titles.push(next.lookup(PDFName.of('Title'), PDFHexString).decodeText())
        walk(next.lookupMaybe(PDFName.of('First'), PDFDict))
      }
    }
    walk(book.catalog.lookup(PDFName.of('Outlines'), PDFDict).lookup(PDFName.of('First'), PDFDict))
    expect(titles).toEqual(
      expect.arrayContaining([
        'Dossier',
        order.po_no,
        `${order.lines[1]?.line_title}`,
        'plan.pdf',
        'back.pdf',
        'look.png',
      ]),
    )
    expect(titles).not.toContain('packing list.csv')
    // The order, two line sheets, the specification's paper and 3 pages, artwork of 2 pages and a picture, an audit, an index.
    expect(book.getPageCount()).toBeGreaterThanOrEqual(12)
    const widths = book.getPages().map((page) => Math.round(page.getWidth()))
    expect(widths).toEqual(expect.arrayContaining([200, 201, 202, 595]))
  })

  it('is given to nobody else, and about nothing that one does not see', async () => {
    for (const person of [portal.otherAgent, portal.as.user, portal.as.superAdmin])
      expect([403, 404]).toContain((await request(person)).status)
    expect((await request(portal.otherAgent)).status).toBe(404)
    expect((await request(agent, { ids: [order.id, 999_999] })).status).toBe(404)
    expect((await request(portal.otherAgent, { area: 'po-lines', ids: [order.lines[0]?.id] })).status).toBe(404)
    const dossier = await made(agent, { area: 'po-lines', ids: [order.lines[0]?.id] })
    expect(dossier.title).toBe(order.lines[0]?.line_title)
    for (const person of [office, staff, portal.otherAgent]) {
      expect((await person.get(`/api/dossiers/${dossier.id}`)).status).toBe(404)
      expect((await person.delete(`/api/dossiers/${dossier.id}`)).status).toBe(404)
      expect((await person.get('/api/dossiers')).body).not.toContainEqual(expect.objectContaining({ id: dossier.id }))
    }
    // The address names its reader, who cannot be exchanged.
    const url = String(dossier.url).replace(/reader=\d+/, `reader=${portal.otherAgent.id}`)
    expect((await portal.nobody.send({ method: 'GET', url })).statusCode).toBe(404)
    for (const bad of [{ ids: [] }, { ids: ['1'] }, { form: 'rar' }, { area: 'users' }, { more: 1 }, { ids: [1.5] }])
      expect((await request(agent, bad)).status).toBe(422)
  })

  it('has the prices and the kinds of documents that its requester may see', async () => {
    const prices = async (person: Person) => {
      const files = await unpacked(await made(person, { language: 'both' }))
      const text = textOf(files, `${order.po_no}/${order.po_no}.pdf`)
      return { isPriced: text.includes('5.25'), paths: Object.keys(files) }
    }
    const [ofAgent, ofStaff] = [await prices(agent), await prices(staff)]
    expect([ofAgent.isPriced, ofStaff.isPriced]).toEqual([true, false])
    expect(ofAgent.paths.some((path) => path.includes('6 Certificates 6 认证证书'))).toBe(true)
    // Staff read no accreditations, and are not told that one were missing.
    expect(ofStaff.paths.some((path) => path.includes('认证证书'))).toBe(false)
  })

  it('is refused once the account has other rights, and when the order is out of sight', async () => {
    const reader = await portal.person({ type: 'Agent', supplier_id: 60 })
    const wish = { area: 'po-lines', ids: [order.lines[1]?.id] }
    const { id, url } = await made(reader, wish)
    const address = { method: 'GET', url: url ?? '' } as const
    const statusOf = async () => (await portal.nobody.send(address)).statusCode
    await portal.db.query(`update purchase_orders set status = 'draft', issued_at = null where id = $1`, [order.id])
    expect(await statusOf()).toBe(403)
    expect((await reader.get(`/api/dossiers/${id}`)).body).toMatchObject({
      url: null,
      problem: expect.stringContaining('no longer see'),
    })
    expect((await request(reader, wish)).status).toBe(404)
    await portal.db.query(`update purchase_orders set status = 'issued', issued_at = now() where id = $1`, [order.id])
    expect(await statusOf()).toBe(200)
    for (const [values, status] of [
      ['supplier_id = 61', 403],
      ['supplier_id = 60', 200],
      [`type = 'staff'`, 403],
      [`type = 'Agent', status = 'suspended'`, 404],
    ] as const) {
      await portal.db.query(`update users set ${values} where id = $1`, [reader.id])
      expect(await statusOf(), values).toBe(status)
    }
  })

  it('is one for the same request, also of two at once, until it is wanted anew', async () => {
    const wish = { area: 'po-lines', ids: order.lines.map(({ id }) => id) }
    const [first, second] = await Promise.all([
      request(office, wish),
      request(office, { ...wish, ids: wish.ids.toReversed() }),
    ])
    expect(first.body.id).toBe(second.body.id)
    const { id } = await ended(office, first.body.id)
    expect((await request(office, wish)).body.id).toBe(id)
    const { body } = await request(office, { ...wish, anew: true })
    expect(body.id).not.toBe(id)
    await ended(office, body.id)
    expect((await office.get(`/api/dossiers/${id}`)).status).toBe(404)
  })

  it('has names that no system trips over', async () => {
    const hostile = ['../../../evil.csv', 'CON.csv', '女装\u202eexe.csv', 'A.csv', 'a.csv', `${'x'.repeat(190)}.csv`]
    await attach(
      'po-lines',
      order.lines[1]?.id ?? 0,
      hostile.map((_, at) => [`file ${at}.csv`, `file,${at}`] as const),
    )
    for (const [at, name] of hostile.entries())
      await portal.db.query(`update files set name = $1 where name = $2`, [name, `file ${at}.csv`])
    const paths = Object.keys(
      await unpacked(await made(office, { area: 'po-lines', ids: [order.lines[1]?.id], language: 'en' })),
    )
    const others = paths.filter((path) => path.includes('10 Other files'))
    expect(others).toHaveLength(hostile.length)
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
    for (const path of paths) {
      expect(path.length).toBeLessThan(240)
      expect(path).not.toMatch(/(^|\/)\.\.?(\/|$)|\\|:|^\/|\u202e/)
    }
    expect(others).toEqual(
      expect.arrayContaining([expect.stringContaining('女装exe.csv'), expect.stringMatching(/_CON\.csv$/)]),
    )
  })

  it('goes on after the process that made it has ended, and ends when it is cancelled', async () => {
    const waiting = async (person: Person) => {
      const [row] = await portal.db.query<{ id: number }>(
        `insert into dossiers (owner_id, area, record_ids, form, language, request, title, status, lease_until, watched_at)
         values ($1, 'purchase-orders', $2, 'zip', 'en', $3, 'X', 'making', now() + interval '1 hour', now() - interval '1 hour')
         returning id`,
        [person.id, [order.id], String(Math.random())],
      )
      return row?.id ?? 0
    }
    const kept = await waiting(staff)
    const cancelled = await waiting(staff)
    // Whoever holds the lease makes it: nobody else does meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await staff.get(`/api/dossiers/${kept}`)).body.status).toBe('making')
    expect((await staff.delete(`/api/dossiers/${cancelled}`)).status).toBe(200)
    await portal.db.query(
      "update dossiers set watched_at = now() - interval '1 hour', lease_until = now() - interval '1 second' where id = $1",
      [kept],
    )
    const worker = createDossierWorker({ kit: portal.app.kit, files: portal.app.files }, portal.app.log)
    await worker.start()
    await vi.waitFor(
      async () => {
        const [row] = await portal.db.query('select status from dossiers where id = $1', [kept])
        expect(row?.status).toBe('ready')
      },
      { timeout: 30_000, interval: 100 },
    )
    await worker.stop()
    expect((await staff.get(`/api/dossiers/${cancelled}`)).status).toBe(404)
    // Nobody watched: a mail tells.
    const mails = await portal.db.query(`select 1 from outbox where payload ->> 'mail' = 'dossier_ready'`)
    expect(mails).toHaveLength(1)
  })

  it('is limited in number, and deleted with its file when its time is over', async () => {
    const [dossier] = (await staff.get('/api/dossiers')).body as Dossier[]
    const bytes = await portal.db.query<{ id: number }>(
      'select f.id from files f join dossiers d on d.file_id = f.id where d.id = $1',
      [dossier?.id],
    )
    expect(bytes).toHaveLength(1)
    await portal.db.query(`update dossiers set expires_at = now() - interval '1 minute' where id = $1`, [dossier?.id])
    expect((await staff.get(`/api/dossiers/${dossier?.id}`)).status).toBe(404)
    expect((await portal.nobody.send({ method: 'GET', url: dossier?.url ?? '' })).statusCode).toBe(404)
    await startHousekeeping(portal.db, portal.app.log, portal.app.files)()
    expect(await portal.db.query('select 1 from files where id = $1', [bytes[0]?.id])).toEqual([])
    await portal.db.query(
      `insert into dossiers (owner_id, area, record_ids, form, language, request, title, status, lease_until)
       select $1, 'purchase-orders', '{1}', 'zip', 'en', n::text, 'X', 'making', now() + interval '1 hour' from generate_series(1, 3) n`,
      [staff.id],
    )
    expect((await request(staff, { form: 'pdf' })).status).toBe(429)
    await portal.db.query('delete from dossiers where owner_id = $1', [staff.id])
  })

  it('says what is wrong where it cannot be made', async () => {
    const [row] = await portal.db.query<{ id: number }>(
      `insert into dossiers (owner_id, area, record_ids, form, language, request, title)
       values ($1, 'purchase-orders', $2, 'zip', 'en', 'foreign', 'X') returning id`,
      [portal.otherAgent.id, [order.id]],
    )
    const worker = createDossierWorker({ kit: portal.app.kit, files: portal.app.files }, portal.app.log)
    await worker.start()
    const dossier = await ended(portal.otherAgent, row?.id ?? 0)
    await worker.stop()
    expect(dossier).toMatchObject({ status: 'failed', url: null, problem: expect.stringContaining('no longer see') })
  })
})
