import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import { importFields, matchHeadings } from '#server/kit/import/plan.ts'
import type { Principal } from '#server/kit/principal.ts'
import { headingsOf } from '#server/kit/read/headings.ts'
import { openWorkbook } from '#server/xlsx/read.ts'
import { readTable } from '#shared/delimited/read.ts'
import type { Area } from '#shared/kit/area.ts'
import { takesImports } from '#shared/kit/import-right.ts'
import { languages } from '#shared/kit/text.ts'
import { engines } from '../kit/db'
import { draft, openPortal, type Portal } from '../kit/portal'

describe.each(engines)('an export (%s)', (engine) => {
  let portal: Portal
  const table = (text: string) => {
    const read = readTable(new TextEncoder().encode(text))
    if (read.problem) throw new Error(read.problem.key)
    return { headings: read.headings, rows: [...read.rows()].map(({ cells }) => cells) }
  }

  beforeAll(async () => {
    portal = await openPortal(engine)
    const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
    await portal.make('purchase-orders', [
      draft('EX-1', { notes_shared: '=1+1', notes_internal: 'secret' }),
      draft('EX-2', { ...issued, notes_shared: '-5 °C, "cold"\nline two' }),
      draft('EX-3', { ...issued, supplier_id: 61 }),
    ])
    await portal.make(
      'locations',
      Array.from({ length: 1203 }, (_, at) => ({
        code: `L${at}`,
        name_en: `Location ${at}`,
        type: 'store',
        country: 'GB',
      })),
    )
  })
  afterAll(() => portal.close())

  it('is the whole filtered set in a file of its own name', async () => {
    const answer = await portal.as.Office.get('/api/locations/export?format=csv&columns=code,name_en&type=store')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="locations-\d{4}-\d\d-\d\d\.csv"$/),
    })
    expect(answer.body.startsWith('\uFEFFcode,name_en\r\nL0,Location 0\r\n')).toBe(true)
    const { rows } = table(answer.body)
    expect(new Set(rows.map(([code]) => code)).size).toBe(1203)
  })

  it('keeps to the columns asked for, leads into rows and names records by their codes', async () => {
    const columns =
      'po_no,status,supplier_id,buyer_id,lines.article_id,lines.colourway_id,lines.unit_price,lines.sizes.size_id,lines.sizes.qty'
    const { headings, rows } = table(
      (await portal.as.Office.get(`/api/purchase-orders/export?columns=${columns}&po_no=EX-1`)).body,
    )
    expect(headings).toEqual(columns.split(','))
    expect(rows).toEqual([
      ['EX-1', 'draft', 'GLG', '', 'TEE-1', 'BLK', '5.2500', 'S', '40'],
      ['EX-1', 'draft', 'GLG', '', 'TEE-1', 'BLK', '5.2500', 'M', '60'],
    ])
  })

  it('makes formulas harmless, and they come back as they were', async () => {
    const { body } = await portal.as.Office.get(
      '/api/purchase-orders/export?columns=po_no,notes_shared&po_no_in=EX-1,EX-2',
    )
    expect(body).toContain(`EX-1,'=1+1\r\n`)
    expect(table(body).rows).toEqual([
      ['EX-1', '=1+1'],
      ['EX-2', '-5 °C, "cold"\nline two'],
    ])
  })

  it('is a workbook of the same rows on request, codes as text and numbers, days and moments as such', async () => {
    const columns =
      'po_no,status,supplier_id,ex_factory_date,issued_at,notes_shared,lines.article_id,lines.unit_price,lines.sizes.qty,version'
    const { statusCode, headers, rawPayload } = await portal.as.Office.send({
      method: 'GET',
      url: `/api/purchase-orders/export?format=xlsx&columns=${columns}&po_no_in=EX-1,EX-2`,
    })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': expect.stringMatching(/^attachment; filename="purchase-orders-\d{4}-\d\d-\d\d\.xlsx"$/),
    })
    expect(headers['content-encoding']).toBeUndefined()
    const book = await openWorkbook(rawPayload)
    expect(book.sheets).toEqual(['purchase-orders'])
    const rows: string[][] = []
    for await (const { cells } of book.rows('purchase-orders')) rows.push(cells)
    expect(rows[0]).toEqual(columns.split(','))
    expect(rows.slice(1, 3)).toMatchObject([
      ['EX-1', 'draft', 'GLG', '2027-03-05', '', '=1+1', 'TEE-1', '5.25', '40', '1'],
      ['EX-1', 'draft', 'GLG', '2027-03-05', '', '=1+1', 'TEE-1', '5.25', '60', '1'],
    ])
    expect(rows[3]?.slice(0, 6)).toMatchObject([
      'EX-2',
      'issued',
      'GLG',
      '2027-03-05',
      '2026-11-01',
      '-5 °C, "cold"\nline two',
    ])
  })

  it('is refused as a workbook to whom the records are closed', async () => {
    expect((await portal.as.user.get('/api/purchase-orders/export?format=xlsx')).status).toBe(403)
    const hidden = await portal.as.Agent.get('/api/purchase-orders/export?format=xlsx&columns=notes_internal')
    expect(hidden.status).toBe(400)
  })

  it('holds no more than the list of the same person', async () => {
    const agent = await portal.as.Agent.get('/api/purchase-orders/export')
    const { headings, rows } = table(agent.body)
    expect(rows.map((cells) => cells[0])).toEqual(['EX-2'])
    expect(headings).not.toContain('notes_internal')
    const hidden = await portal.as.Agent.get('/api/purchase-orders/export?columns=po_no,notes_internal')
    expect([hidden.status, hidden.body.message]).toEqual([400, 'Unknown column: notes_internal.'])
    const target = await portal.as.Agent.get('/api/purchase-orders/export?columns=po_no,lines.target_price')
    expect(target.status).toBe(400)
    expect((await portal.as.user.get('/api/purchase-orders/export')).status).toBe(403)
    expect((await portal.nobody.get('/api/purchase-orders/export')).status).toBe(401)
  })

  it('refuses what it does not know, by name', async () => {
    const refused = async (query: string) => {
      const { status, body } = await portal.as.admin.get(`/api/purchase-orders/export?${query}`)
      return [status, Object.keys(body.errors ?? {})]
    }
    expect(await refused('columns=po_no,nothing')).toEqual([400, ['columns']])
    expect(await refused('columns=lines')).toEqual([400, ['columns']])
    expect(await refused('columns=__proto__.x')).toEqual([400, ['columns']])
    expect(await refused('columns=lines.constructor')).toEqual([400, ['columns']])
    expect(await refused('nothing=1')).toEqual([400, ['nothing']])
    expect(await refused('format=pdf')).toEqual([400, ['format']])
  })

  describe('with headings that people read', () => {
    const admin = () =>
      ({ id: portal.as.admin.id, role: 'admin', supplier_id: null, portfolio: null }) as unknown as Principal

    it.each((areas as readonly Area[]).filter((area) => !area.partOf && takesImports(area)).map(({ name }) => name))(
      'finds its own fields again when a file of %s comes back, in both languages',
      (name) => {
        const { kit } = portal.app
        const area = kit.register.get(name)
        const fields = importFields(kit, admin(), area)
        for (const language of languages) {
          const isOwn = (headings: readonly string[]) => {
            const takers = matchHeadings(kit, area, fields, headings)
            return fields.map(({ path }, index) => takers.get(index) === path)
          }
          const headings = headingsOf(fields, language, isOwn)
          expect(new Set(headings).size).toBe(headings.length)
          const takers = matchHeadings(kit, area, fields, headings)
          expect(headings.map((heading, index) => [heading, takers.get(index)])).toEqual(
            headings.map((heading, index) => [heading, fields[index]?.path]),
          )
        }
      },
    )

    it('names columns in the reader’s language and, for reading, records by their titles', async () => {
      const query =
        '/api/purchase-orders/export?columns=po_no,status,supplier_id,buyer_id,lines.unit_price&po_no=EX-1&headings=labels'
      const read = async (more: string, language: string) => {
        const { body } = await portal.as.Office.send({
          method: 'GET',
          url: query + more,
          headers: { 'accept-language': language },
        })
        return table(body)
      }
      const back = await read('', 'en')
      // Of other people's files `Buyer` is the brand, so here it says which field it is.
      expect(back.headings).toEqual(['PO number', 'Status', 'Supplier', 'Buyer (buyer_id)', 'PO line Unit price'])
      expect(back.rows[0]).toEqual(['EX-1', 'draft', 'GLG', '', '5.2500'])
      const forReading = await read('&values=labels', 'en')
      expect(forReading.headings[3]).toBe('Buyer')
      expect(forReading.rows[0]).toEqual(['EX-1', 'Draft', 'Golden Loom Garment', '', '5.2500'])
      const chinese = await read('&values=labels', 'zh')
      expect(chinese.headings[0]).toMatch(/\p{Script=Han}/u)
      expect(chinese.rows[0]?.[1]).toBe('草稿')
      expect((await portal.as.Office.get(`${query}&values=x`)).status).toBe(400)
    })

    it('says flags, countries and moments as the reader’s screen does', async () => {
      const [ticket] = await portal.db.query<{ id: number }>('select id from support_tickets order by id limit 1')
      await portal.db.query('update support_tickets set created_at = $2 where id = $1', [
        ticket?.id,
        '2026-11-29T23:05:00Z',
      ])
      const read = async (area: string, more: string, language = 'en') => {
        const answer = await portal.as.admin.send({
          method: 'GET',
          url: `/api/${area}/export?values=labels&${more}`,
          headers: { 'accept-language': language },
        })
        return { status: answer.statusCode, file: answer.rawPayload, text: answer.body }
      }
      const rows = async (...given: Parameters<typeof read>) => table((await read(...given)).text).rows
      const created = `columns=created_at&id=${ticket?.id}`
      expect(await rows('support-tickets', `${created}&zone=Asia/Shanghai`)).toEqual([['2026-11-30 07:05:00']])
      expect((await rows('support-tickets', created))[0]?.[0]).toBe('2026-11-29T23:05:00+00:00')
      expect((await read('support-tickets', `${created}&zone=Moon/Crater`)).status).toBe(400)
      const zoned = table((await read('support-tickets', `${created}&zone=Asia/Shanghai&headings=labels`)).text)
      expect(zoned.headings).toEqual([expect.stringMatching(/^\w[^(]+ \(Asia\/Shanghai\)$/)])
      const { file } = await read('support-tickets', `${created}&zone=Asia/Shanghai&format=xlsx`)
      const cells: string[][] = []
      const book = await openWorkbook(file)
      for await (const row of book.rows(book.sheets[0] ?? '')) cells.push(row.cells)
      expect(cells[1]).toEqual(['2026-11-30 07:05:00'])
      expect(await rows('locations', 'columns=country&code=DC1')).toEqual([['United Kingdom']])
      expect(await rows('locations', 'columns=country&code=DC1', 'zh')).toEqual([['英国']])
      expect(await rows('payment-terms', 'columns=code,requires_docs')).toEqual([['TT_30_70', 'No']])
      expect(await rows('payment-terms', 'columns=code,requires_docs', 'zh')).toEqual([['TT_30_70', '否']])
    })

    it('is brought back: every edited column is taken for its field', async () => {
      const { body } = await portal.as.Office.send({
        method: 'GET',
        url: '/api/purchase-orders/export?columns=id,version,po_no,notes_shared,lines.line_no,lines.unit_price&po_no=EX-1&headings=labels',
        headers: { 'accept-language': 'zh' },
      })
      expect(table(body).headings.slice(0, 2)).toEqual(['id', 'version'])
      const upload = await portal.as.Office.send({
        method: 'POST',
        url: '/api/purchase-orders/import?file_name=back.csv',
        headers: { 'content-type': 'text/csv' },
        payload: body,
      })
      expect(upload.statusCode, upload.body).toBe(201)
      expect(upload.json().settings).toMatchObject({
        bring_back: true,
        mapping: {
          po_no: { column: 2 },
          notes_shared: { column: 3 },
          'lines.line_no': { column: 4 },
          'lines.unit_price': { column: 5 },
        },
      })
    })
  })
})
