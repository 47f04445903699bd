import { serialOfSscc } from '#shared/standards/sscc.ts'
import type { GoodsLine } from '../goods'

/** Rows of packing lists of a container, from the server. */
export interface PackedRow {
  run: string
  first_no: number
  last_no: number
  line: number
  size_id: number | null
  units_per_carton: number
  sscc_serial: number | null
}

/** The count on the device so far: pieces by size row, cartons and remarks by line. */
export interface Count {
  received: Readonly<Record<string, number>>
  damaged: Readonly<Record<string, number>>
  cartons: Readonly<Record<string, number>>
  remarks: Readonly<Record<string, string>>
  /** Codes of the scanned cartons. */
  scanned: readonly string[]
}

/** The count stored on the server. */
export const countOf = (lines: readonly GoodsLine[]): Count => {
  const sizes = lines.flatMap((line) => line.sizes)
  const entries = <T, V>(rows: readonly T[], countIn: (row: T) => V | null) =>
    rows.flatMap((row) => {
      const value = countIn(row)
      return value === null || value === '' ? [] : [[String((row as { id: number }).id), value] as const]
    })
  return {
    received: Object.fromEntries(entries(sizes, ({ received_qty }) => received_qty)),
    damaged: Object.fromEntries(entries(sizes, ({ damaged_qty }) => damaged_qty)),
    cartons: Object.fromEntries(entries(lines, ({ received_cartons }) => received_cartons)),
    remarks: Object.fromEntries(entries(lines, ({ remark }) => remark)),
    scanned: [],
  }
}

/** Sets a figure; null removes it. */
export const typeIn = (
  count: Count,
  field: 'received' | 'damaged' | 'cartons',
  id: number,
  value: number | null,
): Count => {
  const { [String(id)]: _before, ...others } = count[field]
  return { ...count, [field]: value === null ? others : { ...others, [id]: value } }
}

/** The result of scanning a code: the pieces added, or why nothing was added. */
export type Scanned =
  | { result: 'added'; number: number; pieces: number; count: Count }
  | { result: 'twice'; number: number }
  | { result: 'not_ours' | 'unknown' }

/** Adds the carton of a scanned code; each carton counts once. */
export const scanCarton = (
  count: Count,
  { lines, rows, prefix }: { lines: readonly GoodsLine[]; rows: readonly PackedRow[]; prefix: string },
  code: string,
): Scanned => {
  const serial = serialOfSscc(prefix, code)
  if (serial === null) return { result: 'not_ours' }
  const first = rows.find(
    ({ sscc_serial, first_no, last_no }) =>
      sscc_serial !== null && serial >= sscc_serial && serial <= sscc_serial + last_no - first_no,
  )
  if (!first || first.sscc_serial === null) return { result: 'unknown' }
  const number = first.first_no + serial - first.sscc_serial
  const key = `${first.run} ${number}`
  if (count.scanned.includes(key)) return { result: 'twice', number }
  let [next, pieces] = [count, 0]
  for (const row of rows.filter(({ run }) => run === first.run)) {
    const line = lines.find(({ id }) => id === row.line)
    const size = line?.sizes.find(({ size_id }) => (size_id ?? null) === row.size_id)
    if (!size) continue
    next = typeIn(next, 'received', size.id, (next.received[size.id] ?? 0) + row.units_per_carton)
    pieces += row.units_per_carton
  }
  next = typeIn(next, 'cartons', first.line, (next.cartons[first.line] ?? 0) + 1)
  return { result: 'added', number, pieces, count: { ...next, scanned: [...next.scanned, key] } }
}

/** Sizes without a count. */
export const openSizes = (count: Count, lines: readonly GoodsLine[]): number =>
  lines.flatMap(({ sizes }) => sizes).filter(({ id }) => count.received[id] === undefined).length

/** Fills all missing counts with the expected pieces, or with zero. */
export const fillOpen = (count: Count, lines: readonly GoodsLine[], fillWith: 'expected' | 'zero'): Count => ({
  ...count,
  received: {
    ...Object.fromEntries(
      lines.flatMap(({ sizes }) =>
        sizes.map(({ id, expected_qty }) => [id, fillWith === 'expected' ? expected_qty : 0]),
      ),
    ),
    ...count.received,
  },
  cartons:
    fillWith === 'expected'
      ? { ...Object.fromEntries(lines.map(({ id, expected_cartons }) => [id, expected_cartons])), ...count.cartons }
      : count.cartons,
})

/** Whether there are changes that the server does not have. */
export const isChanged = (count: Count, lines: readonly GoodsLine[]): boolean =>
  JSON.stringify(bodyOf(count, lines)) !== JSON.stringify(bodyOf(countOf(lines), lines))

/**
 * Merges two counts with the same base: changes on this device take precedence over the saved count of another device.
 */
export const mergeCounts = (base: Count, mine: Count, theirs: Count): Count => {
  const merge = <V>(of: (count: Count) => Readonly<Record<string, V>>): Record<string, V> =>
    Object.fromEntries(
      [...new Set([...Object.keys(of(mine)), ...Object.keys(of(theirs))])].flatMap((id) => {
        const value = of(mine)[id] === of(base)[id] ? of(theirs)[id] : of(mine)[id]
        return value === undefined ? [] : [[id, value] as const]
      }),
    )
  return {
    received: merge(({ received }) => received),
    damaged: merge(({ damaged }) => damaged),
    cartons: merge(({ cartons }) => cartons),
    remarks: merge(({ remarks }) => remarks),
    scanned: mine.scanned,
  }
}

/** The lines in the body of the PATCH request. */
export const bodyOf = (count: Count, lines: readonly GoodsLine[]) =>
  lines.map((line) => ({
    id: line.id,
    received_cartons: count.cartons[line.id] ?? null,
    remark: count.remarks[line.id]?.trim() || null,
    sizes: line.sizes.map(({ id }) => ({
      id,
      received_qty: count.received[id] ?? null,
      damaged_qty: count.damaged[id] ?? null,
    })),
  }))
