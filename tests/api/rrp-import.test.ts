import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confinedOffice } from '../kit/confined'
import { engines } from '../kit/db'
import { committed, previewed, upload, uploaded } from '../kit/imports'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'
import { askForPrices } from './retail-prices-kit'

const area = '/api/po-line-rrps'
const columns =
  'id,version,po_line_id,market,rrp_title,status,amount,currency,tax_included,effective_from,deviation_reason,imu_pct'

describe.each(engines)('retail prices that were edited in a spreadsheet (%s)', (engine) => {
  let portal: Portal
  let orders = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    await askForPrices(portal, { every_line: true })
  }, 240_000)
  afterAll(() => portal.close())

  const order = async (changes: Record<string, unknown> = {}) => {
    orders += 1
    const { status, body } = await portal.as.Office.post('/api/purchase-orders', draft(`SHEET-${orders}`, changes))
    expect([status, body.errors]).toEqual([201, undefined])
    return body
  }
  /** The prices of orders as the export that is meant to come back has them: a row for each line and market. */
  const exported = async (person: Person, ...made: { id: number }[]): Promise<Row[]> => {
    const query = made.map(({ id }) => `purchase_order_id=${id}`).join('&')
    const { body } = await person.get(`${area}/export?columns=${columns}&${query}`)
    const [head = '', ...lines] = String(body).replace('\uFEFF', '').trimEnd().split('\r\n')
    const headings = head.split(',')
    return lines
      .map((line) => Object.fromEntries(line.split(',').map((cell, at) => [headings[at] ?? '', cell])))
      .sort((a, b) => String(a.market).localeCompare(String(b.market)))
  }
  const file = (rows: readonly Row[]) => {
    const headings = Object.keys(rows[0] ?? {})
    return [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))]
      .map((cells) => cells.join(','))
      .join('\r\n')
  }
  const brought = async (person: Person, rows: readonly Row[]) => {
    const { url, record } = await uploaded(person, 'po-line-rrps', file(rows))
    expect([record.questions, record.settings.bring_back]).toEqual([{}, true])
    return { url, checked: await previewed(person, url) }
  }
  const rowsOf = async (url: string): Promise<ImportedRow[]> => (await portal.as.Office.get(`${url}/rows`)).body
  const priceNow = async (row: Row | undefined) => (await portal.as.Office.get(`${area}/${row?.id}`)).body

  it('a row for each line and market: unchanged, nothing is to be done', async () => {
    const rows = await exported(portal.as.Office, await order())
    expect(rows.map(({ po_line_id, market, amount, currency }) => [po_line_id, market, amount, currency])).toEqual([
      ['SHEET-1 / 10', 'DE', '', 'EUR'],
      ['SHEET-1 / 10', 'GB', '', 'GBP'],
    ])
    const { url, checked } = await brought(portal.as.Office, rows)
    expect(checked.counts).toMatchObject({ new: 0, changed: 0, unchanged: 2, rejected: 0 })
    expect((await portal.as.Office.post(`${url}/commit`)).status).toBe(409)
  })

  it('shows old and new, writes nothing until it is told to, and then enters the prices', async () => {
    const [de, gb] = await exported(portal.as.Office, await order())
    const { url, checked } = await brought(portal.as.Office, [
      { ...de, amount: '34.95', deviation_reason: 'Sheet' },
      { ...gb, amount: '29.99', deviation_reason: 'Sheet', effective_from: '2027-04-01' },
    ])
    expect(checked.counts).toMatchObject({ changed: 2, rejected: 0 })
    expect((await rowsOf(url))[1]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'amount', old: null, new: '29.99' },
        { field: 'effective_from', old: null, new: '2027-04-01' },
      ]),
    )
    expect(await priceNow(gb)).toMatchObject({ amount: null, status: 'required', version: 1 })
    expect((await committed(portal.as.Office, url)).counts).toMatchObject({ written: 2, rejected: 0 })
    expect(await priceNow(de)).toMatchObject({ amount: '34.95', status: 'entered' })
    const now = await priceNow(gb)
    expect(now).toMatchObject({ amount: '29.99', status: 'entered', entered_by: portal.as.Office.id, imu_pct: '73.7' })
    const ownDecision = await portal.as.Office.post(`${area}/${now.id}/moves/approve`, { version: now.version })
    expect([ownDecision.status, ownDecision.body.code]).toEqual([409, 'guard'])
    expect((await portal.as.Office.get(`${area}/${now.id}/history`)).body[0]).toMatchObject({ action: 'import' })
  })

  it('takes an emptied price out again', async () => {
    const [, gb] = await exported(portal.as.Office, await order())
    const once = await brought(portal.as.Office, [{ ...gb, amount: '29.99', deviation_reason: 'Sheet' }])
    await committed(portal.as.Office, once.url)
    const { version, status } = await priceNow(gb)
    expect(status).toBe('entered')
    const again = await brought(portal.as.Office, [
      { ...gb, version: String(version), amount: '', deviation_reason: 'Sheet' },
    ])
    expect((await rowsOf(again.url))[0]?.changes).toEqual([{ field: 'amount', old: '29.99', new: null }])
    await committed(portal.as.Office, again.url)
    expect(await priceNow(gb)).toMatchObject({ amount: null, status: 'required' })
  })

  it('says by row what is worth a look, and stops nothing by it', async () => {
    const [, gb] = await exported(portal.as.Office, await order({ season_id: null }))
    const { url } = await brought(portal.as.Office, [{ ...gb, amount: '12.47' }])
    const [row] = await rowsOf(url)
    expect([row?.outcome, row?.remarks]).toEqual([
      'changed',
      expect.arrayContaining([
        'Below 2.5 times the landed cost of GBP 6.56.',
        'Not on a price point (.00 .50 .90 .95 .99).',
        'IMU 36.8%, less than the category’s minimum of 60%.',
      ]),
    ])
    expect((await committed(portal.as.Office, url)).counts).toMatchObject({ written: 1 })
  })

  it('holds the same goods against each other as the file would have them, however far apart their rows stand', async () => {
    const lines = Array.from({ length: 60 }, () => ({ article_id: 3, colourway_id: 4, qty: 10, unit_price: '5' }))
    const [first, other] = [await order({ lines }), await order({ lines: lines.slice(0, 1) })]
    const rows = (await exported(portal.as.Office, first, other)).filter(({ market }) => market === 'GB')
    expect(rows).toHaveLength(61)
    const same = await brought(
      portal.as.Office,
      rows.map((row) => ({ ...row, amount: '39' })),
    )
    expect(same.checked.counts).toMatchObject({ changed: 61, rejected: 0 })
    expect((await rowsOf(same.url)).flatMap(({ remarks }) => remarks)).toEqual([])
    const apart = await brought(
      portal.as.Office,
      rows.map((row, at) => ({ ...row, amount: at === 60 ? '42.00' : '39.00' })),
    )
    const last = (await portal.as.Office.get(`${apart.url}/rows?_start=60&_end=61`)).body[0]
    expect(last).toMatchObject({ outcome: 'changed', remarks: [expect.stringContaining('has GBP 39.00 for the same')] })
    const reasoned = await brought(
      portal.as.Office,
      rows.map((row, at) => ({ ...row, amount: at === 60 ? '42.00' : '39.00', deviation_reason: 'Gift edition' })),
    )
    expect((await rowsOf(reasoned.url)).flatMap(({ remarks }) => remarks)).toEqual([])
  })

  it('tells who is confined to a portfolio that there is another price, and whose only within it', async () => {
    const lines = [{ article_id: 3, colourway_id: 4, qty: 10, unit_price: '5' }]
    const [mine, theirs] = [await order({ lines }), await order({ lines, supplier_id: 61 })]
    const [, hidden] = await exported(portal.as.Office, theirs)
    const entered = await portal.as.Office.patch(`${area}/${hidden?.id}`, {
      version: Number(hidden?.version),
      amount: '42.00',
    })
    expect(entered.status).toBe(200)
    const confined = await confinedOffice(portal, [60])
    const [, row] = await exported(confined, mine)
    const remarks = async (who: Person) => {
      const { url } = await brought(who, [{ ...row, amount: '39.00' }])
      return ((await who.get(`${url}/rows`)).body as ImportedRow[])[0]?.remarks
    }
    expect(await remarks(portal.as.Office)).toEqual([expect.stringContaining(`${hidden?.rrp_title} has GBP 42.00`)])
    expect(await remarks(confined)).toEqual([
      expect.stringMatching(/^The same article and colour has a different price/),
    ])
  })

  it('tells by row and column what cannot be', async () => {
    const { Office, admin } = portal.as
    const [de, gb] = await exported(Office, await order())
    const [agreed, foreign] = await exported(Office, await order())
    const [gone] = await exported(Office, await order())
    const price = await priceNow(agreed)
    const entered = await Office.post(`${area}/${price.id}/moves/enter`, {
      version: price.version,
      amount: '29.99',
      deviation_reason: 'Agreed',
    })
    const approved = await admin.post(`${area}/${price.id}/moves/approve`, { version: entered.body.version })
    expect(approved.body.status).toBe('approved')
    await admin.patch(`${area}/${foreign?.id}`, { version: Number(foreign?.version), amount: '19.99' })
    const { url, checked } = await brought(Office, [
      { ...de, amount: 'soon' },
      { ...gb, amount: '29.995' },
      {
        ...agreed,
        version: String(approved.body.version),
        amount: '31.00',
        currency: 'EUR',
        deviation_reason: 'Agreed',
      },
      { ...foreign, amount: '24.99' },
      { ...gone, id: '999999' },
    ])
    expect(checked.counts).toMatchObject({ changed: 0, rejected: 5 })
    const faults = (await rowsOf(url)).flatMap(({ errors }) => errors)
    expect(faults.sort((a, b) => a.line - b.line).map(({ line, field, message }) => [line, field, message])).toEqual([
      [2, 'amount', expect.stringContaining('soon')],
      [3, 'amount', 'At most 2 decimals in GBP'],
      [4, 'amount', 'This cannot be changed now (Approved)'],
      [5, null, expect.stringContaining('after the export')],
      [6, null, expect.stringContaining('was deleted')],
    ])
    expect((await Office.post(`${url}/commit`)).status).toBe(409)
    expect(await priceNow(agreed)).toMatchObject({ amount: '29.99', status: 'approved' })
    expect(await priceNow(gb)).toMatchObject({ amount: null, version: 1 })
  })

  it('also asks for prices that nobody asked for yet, by order line and market', async () => {
    await order({ order_type: 'sample', po_no: 'SHEET-NEW' })
    const { url, record } = await uploaded(
      portal.as.Office,
      'po-line-rrps',
      'po_line_id,market,amount\nSHEET-NEW / 10,GB,12.50\nSHEET-NEW / 99,GB,12.50',
    )
    expect(record.questions).toEqual({})
    expect((await previewed(portal.as.Office, url)).counts).toMatchObject({ new: 1, rejected: 1 })
    expect(await rowsOf(url)).toMatchObject([
      { outcome: 'new', remarks: expect.arrayContaining(['Below 2.5 times the landed cost of GBP 6.56.']) },
      { outcome: 'rejected', errors: [{ line: 3, field: 'po_line_id', message: expect.stringContaining('/ 99') }] },
    ])
    await committed(portal.as.Office, url)
    expect((await portal.as.Office.get(`${area}?q=SHEET-NEW`)).body).toMatchObject([{ amount: '12.50', market: 'GB' }])
  })

  it('is not for those who set no prices', async () => {
    for (const person of [portal.as.Agent, portal.as.staff, portal.as.user])
      expect((await upload(person, 'po-line-rrps', 'id,version,amount\n1,1,1')).status).toBe(403)
  })
})

type Row = Record<string, string>

interface ImportedRow {
  outcome: string
  remarks: string[]
  errors: { line: number; field: string | null; message: string }[]
  changes: { field: string; old: unknown; new: unknown }[]
}
