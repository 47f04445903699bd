import { describe, expect, it } from 'vitest'
import { type FlatShape, flatten, nest, recordOf, sourceOf } from '#shared/delimited/flat.ts'
import { seeded } from './random'

const shape: FlatShape = {
  key: ['po_no'],
  columns: ['po_no', 'supplier', 'note'],
  levels: [
    { name: 'lines', key: ['line_no'], columns: ['line_no', 'article'] },
    { name: 'sizes', key: ['size'], columns: ['size', 'qty'] },
  ],
}
const columns = ['po_no', 'supplier', 'note', 'lines.line_no', 'lines.article', 'lines.sizes.size', 'lines.sizes.qty']
const rows = (...table: (string | null)[][]) =>
  table.map((cells, index) => ({
    line: index + 2,
    values: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? null])),
  }))
const nested = (...table: (string | null)[][]) => {
  const { documents, problems } = nest(rows(...table), shape)
  return { records: documents.map((document) => recordOf(document, shape.levels)), problems, documents }
}

describe('flat rows', () => {
  it('become documents, wherever the rows of one stand', () => {
    const { records, problems } = nested(
      ['P1', 'S60', null, '1', 'A', 'S', '10'],
      ['P2', 'S61', 'x', '1', 'B', 'M', '5'],
      ['P1', 'S60', 'later', '2', 'C', 'S', '7'],
      ['P1', null, null, '1', null, 'M', '20'],
    )
    expect(problems).toEqual([])
    expect(records).toEqual([
      {
        po_no: 'P1',
        supplier: 'S60',
        note: 'later',
        lines: [
          {
            line_no: '1',
            article: 'A',
            sizes: [
              { size: 'S', qty: '10' },
              { size: 'M', qty: '20' },
            ],
          },
          { line_no: '2', article: 'C', sizes: [{ size: 'S', qty: '7' }] },
        ],
      },
      {
        po_no: 'P2',
        supplier: 'S61',
        note: 'x',
        lines: [{ line_no: '1', article: 'B', sizes: [{ size: 'M', qty: '5' }] }],
      },
    ])
  })

  it('may say the document alone, or a line without sizes', () => {
    const { records, problems } = nested(['P1', 'S60'], ['P1', '', '', '1', 'A'], ['P2', 'S60'])
    expect(problems).toEqual([])
    expect(records).toEqual([
      { po_no: 'P1', supplier: 'S60', lines: [{ line_no: '1', article: 'A', sizes: [] }] },
      { po_no: 'P2', supplier: 'S60', lines: [] },
    ])
  })

  it('are rows of their own where they say no key of the level', () => {
    const { records, problems } = nested(['P1', 'S60', null, null, 'A'], ['P1', 'S60', null, null, 'A'])
    expect(problems).toEqual([])
    expect(records[0]?.lines).toEqual([
      { article: 'A', sizes: [] },
      { article: 'A', sizes: [] },
    ])
  })

  it('that disagree are named with both values', () => {
    const { problems } = nested(['P1', 'S60', null, '1', 'A', 'S', '1'], ['P1', 'S61', null, '1', 'B', 'M', '1'])
    expect(problems).toEqual([
      {
        line: 3,
        column: 'supplier',
        text: { key: 'delimited.disagrees', params: { value: 'S61', first: 'S60', line: 2 } },
      },
      {
        line: 3,
        column: 'lines.article',
        text: { key: 'delimited.disagrees', params: { value: 'B', first: 'A', line: 2 } },
      },
    ])
  })

  it('without a key, and those that say the same again, are problems', () => {
    const { problems, records } = nested(
      ['', 'S60'],
      ['P1', 'S60', null, '1', 'A', 'S', '1'],
      ['P1', 'S60', null, '1', 'A', 'S', '1'],
      ['P2', 'S60'],
      ['P2', 'S60'],
    )
    expect(problems).toEqual([
      { line: 2, column: 'po_no', text: { key: 'delimited.key_missing' } },
      { line: 4, column: 'lines.sizes.size', text: { key: 'delimited.repeated', params: { line: 3 } } },
      { line: 6, column: 'po_no', text: { key: 'delimited.repeated', params: { line: 5 } } },
    ])
    expect(records).toHaveLength(2)
  })

  it('are found again behind a path of the document', () => {
    const { documents } = nested(
      ['P1', 'S60', null, '1', 'A', 'S', '10'],
      ['P2', 'S61', null, '1', 'B', 'M', '5'],
      ['P1', 'S60', null, '1', 'A', 'M', '7'],
    )
    const [first] = documents
    if (!first) throw new Error('no document')
    expect(first.lines).toEqual([2, 4])
    expect(sourceOf(first, 'supplier')).toEqual({ line: 2, column: 'supplier' })
    expect(sourceOf(first, 'lines.0.sizes.1.qty')).toEqual({ line: 4, column: 'lines.sizes.qty' })
    expect(sourceOf(first, 'lines.7.article')).toEqual({ line: 2, column: 'lines.article' })
  })

  it('with names of the language itself do no harm', () => {
    const { records } = nested(['__proto__', 'constructor', null, 'toString', 'A'])
    expect(records).toEqual([
      { po_no: '__proto__', supplier: 'constructor', lines: [{ line_no: 'toString', article: 'A', sizes: [] }] },
    ])
  })

  it('come from a document with its values repeated', () => {
    const record = {
      id: 7,
      po_no: 'P1',
      supplier: 'S60',
      lines: [
        {
          line_no: 1,
          article: 'A',
          sizes: [
            { size: 'S', qty: 1 },
            { size: 'M', qty: 2 },
          ],
        },
        { line_no: 2, article: 'B', sizes: [] },
      ],
    }
    const head = { po_no: 'P1', supplier: 'S60', note: null }
    expect(flatten(record, shape)).toEqual([
      { ...head, 'lines.line_no': 1, 'lines.article': 'A', 'lines.sizes.size': 'S', 'lines.sizes.qty': 1 },
      { ...head, 'lines.line_no': 1, 'lines.article': 'A', 'lines.sizes.size': 'M', 'lines.sizes.qty': 2 },
      { ...head, 'lines.line_no': 2, 'lines.article': 'B' },
    ])
    expect(flatten({ po_no: 'P2' }, shape)).toEqual([{ po_no: 'P2', supplier: null, note: null }])
  })

  it('of 300 random documents, shuffled, become the same documents', () => {
    const { below } = seeded(77)
    const list = (most: number) => Array.from({ length: 1 + below(most) }, (_, index) => index)
    const records = Array.from({ length: 300 }, (_, index) => ({
      po_no: `P${index}`,
      supplier: `S${below(9)}`,
      note: `n${index}`,
      lines: list(4).map((line) => ({
        line_no: `${line}`,
        article: `A${below(99)}`,
        sizes: list(4).map((size) => ({ size: `${size}`, qty: `${1 + below(9)}` })),
      })),
    }))
    const flat = records.flatMap((record) => flatten(record, shape)) as Record<string, string | null>[]
    const shuffled = flat.map((values, line) => ({ line, values, at: below(1e6) })).sort((a, b) => a.at - b.at)
    const { documents, problems } = nest(shuffled, shape)
    expect(problems).toEqual([])
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
        : value && typeof value === 'object'
          ? Object.fromEntries(
              Object.entries(value)
                .sort()
                .map(([key, inner]) => [key, sorted(inner)]),
            )
          : value
    expect(sorted(documents.map((document) => recordOf(document, shape.levels)))).toEqual(sorted(records))
  })
})
