import { afterEach, describe, expect, it, vi } from 'vitest'
import { register } from '#areas/index.ts'
import { cellReader } from '#server/kit/import/cells.ts'
import { mergedInput } from '#server/kit/import/documents.ts'
import { documentFields, fieldAt, levelsOf, naming } from '#server/kit/import/paths.ts'
import type { PlannedLevel } from '#server/kit/import/plan.ts'

const orders = register.get('purchase-orders')
const all = () => true

describe('columns of a document', () => {
  it('are named by their way through the rows', () => {
    const paths = documentFields(register, orders, all).map(({ path }) => path)
    expect(paths).toContain('po_no')
    expect(paths).toContain('lines.article_id')
    expect(paths).toContain('lines.sizes.qty')
    expect(paths).not.toContain('lines.purchase_order_id')
  })

  it('are found by their path, and only where they may be read', () => {
    expect(fieldAt(register, orders, 'lines.sizes.qty', all)).toMatchObject({ name: 'qty', within: ['lines', 'sizes'] })
    expect(fieldAt(register, orders, 'status', all)).toMatchObject({ name: 'status' })
    for (const path of [
      'lines',
      'lines.',
      'lines.nothing',
      'po_no.x',
      '__proto__',
      'constructor',
      'lines.sizes.po_line_id',
      '',
    ])
      expect([path, fieldAt(register, orders, path, all)]).toEqual([path, undefined])
    expect(fieldAt(register, orders, 'lines.qty', (_, name) => name !== 'lines')).toBeUndefined()
  })

  it('lead into rows within rows, but not into two kinds side by side', () => {
    const levels = levelsOf(register, orders, [{ within: ['lines'] }, { within: [] }, { within: ['lines', 'sizes'] }])
    expect(levels?.map(({ prefix }) => prefix)).toEqual(['lines.', 'lines.sizes.'])
    expect(levelsOf(register, orders, [{ within: ['lines'] }, { within: ['others'] }])).toBeNull()
    expect(levelsOf(register, orders, [])).toEqual([])
  })

  it('name records by their business key', () => {
    expect(
      ['suppliers', 'ports', 'users', 'colourways', 'sizes', 'po-line-sizes'].map((name) => naming(register.get(name))),
    ).toEqual(['code', 'code', 'email', 'code', 'label', 'sku'])
  })
})

describe('a cell', () => {
  afterEach(() => vi.unstubAllEnvs())

  const read = (path: string, text: string, forms = {}, area = orders) => {
    const field = fieldAt(register, area, path, all)
    if (!field) throw new Error(path)
    const { value, problem } = cellReader(field, forms)(text) as { value?: unknown; problem?: { key: string } }
    return problem ? problem.key : value
  }

  it('becomes what the API takes', () => {
    expect(read('po_no', ' ab-12 ')).toBe('AB-12')
    expect(read('lines.qty', '1,200', { number: 'comma_point' })).toBe(1200)
    expect(read('lines.unit_price', '€ 3,50', { number: 'point_comma' })).toBe('3.50')
    expect(read('ex_factory_date', '12.3.2027', { date: 'dmy' })).toBe('2027-03-12')
    expect(read('ship_to_country', '中国')).toBe('CN')
    expect(read('currency', 'usd')).toBe('USD')
    // A record may have it from before.
    expect(read('currency', 'bgn')).toBe('BGN')
    expect(read('transport_mode', 'Sea-Air')).toBe('sea_air')
    expect(read('incoterm', 'fob')).toBe('FOB')
    expect(read('supplier_id', ' Golden Loom ')).toBe('Golden Loom')
  })

  it('with an error of a spreadsheet is no value, of a text neither', () => {
    for (const path of ['notes_internal', 'supplier_id', 'lines.qty'])
      expect(read(path, ' #N/A ')).toBe('import.error_value')
    expect(read('notes_internal', '#1 of 3')).toBe('#1 of 3')
  })

  it('lists choices by labels that have a separator in them', () => {
    const requirements = register.get('document-requirements')
    const methods = (text: string) => read('payment_methods', text, {}, requirements)
    expect(methods('Letter of credit (L/C)')).toEqual(['LC'])
    expect(methods('Open account (O/A), TT / Documents against payment (D/P);CAD')).toEqual(['TT', 'DP', 'OA', 'CAD'])
    expect(methods('TT/LC/,')).toEqual(['TT', 'LC'])
    expect(methods('TT, Letter of credit (L/D)')).toBe('import.not_choice')
  })

  it('with a moment is one of UTC without a zone, wherever the server stands', () => {
    const bookings = register.get('bookings')
    vi.stubEnv('TZ', 'Asia/Shanghai')
    for (const text of ['2027-03-12 17:00', '2027-03-12T17:00', '2027-03-12T17:00:00.000', '2027-03-12T18:00+01:00'])
      expect([text, read('cy_cutoff', text, {}, bookings)]).toEqual([text, '2027-03-12T17:00:00.000Z'])
  })

  it('that cannot be read says so', () => {
    expect(read('lines.qty', '12.5')).toBe('import.not_whole')
    expect(read('lines.unit_price', 'tbc')).toBe('import.not_number')
    expect(read('ex_factory_date', '2027-13-01')).toBe('import.not_date')
    expect(read('currency', 'US Dollar')).toBe('import.not_currency')
    expect(read('ship_to_country', 'Ruritania')).toBe('import.not_country')
    expect(read('transport_mode', 'by balloon')).toBe('import.not_choice')
  })
})

describe('a document that stands', () => {
  const level = (key: string[]): PlannedLevel[] => [
    { name: 'lines', area: register.get('po-lines'), prefix: 'lines.', key, apart: [], handed: [] },
  ]
  const stored = {
    id: 1,
    lines: [
      { id: 11, line_no: 10, article_id: 1, colourway_id: 1, qty: 5 },
      { id: 12, line_no: 20, article_id: 1, colourway_id: 2, qty: 6 },
    ],
  }

  it('keeps the rows that the file does not name', () => {
    const { values } = mergedInput(stored, { lines: [{ line_no: 20, qty: 9 }] }, level(['line_no']))
    expect(values.lines).toEqual([
      { id: 12, article_id: 1, line_no: 20, qty: 9 },
      { id: 11, article_id: 1, qty: 5 },
    ])
  })

  it('takes a row that it does not have for a new one', () => {
    const { values, unclear } = mergedInput(
      stored,
      { lines: [{ line_no: 30, article_id: 2, qty: 1 }] },
      level(['line_no']),
    )
    expect([unclear, (values.lines as object[]).length]).toEqual([undefined, 3])
  })

  it('tells deliveries of one thing apart by their dates, and guesses none', () => {
    const [way] = level(['article_id', 'colourway_id'])
    const split = [{ ...(way as PlannedLevel), apart: ['ex_factory_date'] }]
    const row = (ex_factory_date: string | null, qty: number) => ({
      article_id: 1,
      colourway_id: 1,
      ex_factory_date,
      qty,
    })
    const order = { id: 1, lines: [{ id: 11, ...row('2027-03-10', 5) }] }
    const merged = (record: object, ...lines: object[]) => mergedInput(record as { id: number }, { lines }, split)
    const ids = ({ values }: ReturnType<typeof mergedInput>) => (values.lines as { id?: number }[]).map(({ id }) => id)
    // The only delivery is the one that is meant, whatever its date.
    expect(ids(merged(order, row('2027-04-10', 5)))).toEqual([11])
    expect(ids(merged(order, row('2027-03-10', 5), row('2027-04-10', 6)))).toEqual([11, undefined])
    expect(merged(order, row('2027-03-12', 5), row('2027-04-10', 6)).unclear).toBe('lines.0.article_id')
    const two = { id: 1, lines: [...order.lines, { id: 12, ...row('2027-04-10', 6) }] }
    expect(ids(merged(two, row('2027-04-10', 9)))).toEqual([12, 11])
    expect(merged(two, row('2027-05-10', 9)).unclear).toBe('lines.0.article_id')
  })

  it('does not guess which of two rows is meant', () => {
    expect(
      mergedInput(stored, { lines: [{ article_id: 1, qty: 9 }] }, level(['article_id', 'colourway_id'])).unclear,
    ).toBe('lines.0.article_id')
    expect(mergedInput(stored, { lines: [{ qty: 9 }] }, level([])).unclear).toBe('lines.0')
    expect(
      mergedInput({ id: 1, lines: stored.lines.slice(1) }, { lines: [{ qty: 9 }] }, level([])).unclear,
    ).toBeUndefined()
  })
})
