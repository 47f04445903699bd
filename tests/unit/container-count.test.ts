import { describe, expect, it } from 'vitest'
import type { GoodsLine } from '#areas/containers/screens/goods.tsx'
import {
  bodyOf,
  countOf,
  fillOpen,
  isChanged,
  openSizes,
  type PackedRow,
  scanCarton,
  typeIn,
} from '#areas/containers/screens/receive/count.ts'
import { sscc } from '#shared/standards/sscc.ts'

const size = (id: number, size_id: number, expected_qty: number) => ({
  ...{ id, size_id, expected_qty, received_qty: null, damaged_qty: null },
})
const line = (id: number, sizes: GoodsLine['sizes']): GoodsLine => ({
  ...{ id, booking_id: 1, line_title: `L${id}`, sizes, expected_cartons: 5, received_cartons: null },
  ...{ expected_qty: 0, received_qty: null, short_qty: 0, over_qty: 0, damaged_qty: 0, remark: null },
})
const lines = [line(1, [size(11, 101, 40), size(12, 102, 60)]), line(2, [size(21, 101, 6)])]
const prefix = '4012345'
const row = (run: string, first_no: number, last_no: number, more: Partial<PackedRow>): PackedRow => ({
  ...{ run, first_no, last_no, line: 1, size_id: 101, units_per_carton: 10, sscc_serial: null },
  ...more,
})
const rows = [
  row('A', 1, 4, { sscc_serial: 500 }),
  // A mixed carton: pieces of two lines.
  row('B', 5, 5, { size_id: 102, units_per_carton: 12, sscc_serial: 504 }),
  row('B', 5, 5, { line: 2, units_per_carton: 6, sscc_serial: 504 }),
  row('C', 6, 9, {}),
]
const codes = { lines, rows, prefix }

describe('counting a container', () => {
  it('adds each carton once, with all that is in it', () => {
    let count = countOf(lines)
    const scan = (serial: number) => {
      const scanned = scanCarton(count, codes, sscc(prefix, serial))
      if (scanned.result === 'added') count = scanned.count
      return scanned
    }
    expect(scan(500)).toMatchObject({ result: 'added', number: 1, pieces: 10 })
    expect(scan(503)).toMatchObject({ result: 'added', number: 4, pieces: 10 })
    expect(scan(500)).toEqual({ result: 'twice', number: 1 })
    expect(scan(504)).toMatchObject({ result: 'added', number: 5, pieces: 18 })
    expect(scan(505)).toEqual({ result: 'unknown' })
    expect(count).toMatchObject({ received: { 11: 20, 12: 12, 21: 6 }, cartons: { 1: 3 } })
    expect(count.scanned).toHaveLength(3)
  })

  it('knows the codes of others and those that are misread', () => {
    const count = countOf(lines)
    expect(scanCarton(count, codes, sscc('4099999', 500)).result).toBe('not_ours')
    const code = sscc(prefix, 500)
    expect(scanCarton(count, codes, `00${code}`).result).toBe('added')
    expect(scanCarton(count, codes, `${code.slice(0, 17)}${(Number(code[17]) + 1) % 10}`).result).toBe('not_ours')
    expect(scanCarton(count, codes, '').result).toBe('not_ours')
  })

  it('says what is open, fills it without touching what was counted, and sends all rows', () => {
    let count = typeIn(countOf(lines), 'received', 11, 37)
    expect([openSizes(count, lines), isChanged(count, lines)]).toEqual([2, true])
    expect(isChanged(typeIn(count, 'received', 11, null), lines)).toBe(false)
    count = fillOpen(count, lines, 'expected')
    expect(count.received).toEqual({ 11: 37, 12: 60, 21: 6 })
    expect(openSizes(count, lines)).toBe(0)
    expect(fillOpen(countOf(lines), lines, 'zero').received).toEqual({ 11: 0, 12: 0, 21: 0 })
    count = { ...typeIn(count, 'damaged', 12, 2), remarks: { 2: ' wet ' } }
    expect(bodyOf(count, lines)).toEqual([
      {
        ...{ id: 1, received_cartons: 5, remark: null },
        sizes: [
          { id: 11, received_qty: 37, damaged_qty: null },
          { id: 12, received_qty: 60, damaged_qty: 2 },
        ],
      },
      { id: 2, received_cartons: 5, remark: 'wet', sizes: [{ id: 21, received_qty: 6, damaged_qty: null }] },
    ])
  })
})
