import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkbook } from '../../src/server/xlsx/read'
import { readTable } from '../../src/shared/delimited/read'
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
    expect([hidden.status, hidden.body.message]).toEqual([400, 'There is no column notes_internal.'])
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
})
