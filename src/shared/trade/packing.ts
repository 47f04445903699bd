import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { normalizeContainerNumber } from '#shared/standards/container-number.ts'
import {
  addCargo,
  type Cargo,
  type CartonMeasures,
  cargoOf,
  grams,
  heavyKg,
  longestSide,
  noCargo,
  shortestSide,
  tooHeavyKg,
} from './cargo'

/** A row of a packing list: a range of carton numbers, with the units of one size in each carton. */
export interface CartonRow extends CartonMeasures {
  id?: number
  first_no?: unknown
  last_no?: unknown
  po_line_id?: unknown
  size_id?: unknown
  units_per_carton?: unknown
  container_no?: unknown
}

/** The number of cartons of a row; 0 while its numbers are not valid. */
export const cartonCount = ({ first_no, last_no }: CartonRow): number => {
  const [first, last] = [Number(first_no ?? 0), Number(last_no ?? 0)]
  return first >= 1 && last >= first ? last - first + 1 : 0
}

/** The number of pieces of a row. */
export const rowPieces = (row: CartonRow): number => cartonCount(row) * Number(row.units_per_carton ?? 0)

/** The key of a run of cartons. Rows with the same numbers describe goods that are mixed in the same cartons. */
export const runKey = ({ first_no, last_no }: CartonRow): string => `${first_no}-${last_no}`

/**
 * For each row whether it is the first of its run. Size and weight are stored in that row; the others are in the same
 * cartons.
 */
export const firstOfRuns = (rows: readonly CartonRow[]): boolean[] => {
  const seen = new Set<string>()
  return rows.map((row) => {
    const key = runKey(row)
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst
  })
}

/** The measures of a carton, stored in the first row of a run. */
export const measureFields = ['length_cm', 'width_cm', 'height_cm', 'gross_kg', 'net_kg'] as const

/** The remaining rows. If the first row of a run is removed, the next one takes over the measures of the cartons. */
export const withoutRows = (
  rows: readonly CartonRow[],
  isRemoved: (row: CartonRow, index: number) => boolean,
): CartonRow[] => {
  const first = firstOfRuns(rows)
  const measures = new Map(
    rows.flatMap((row, index) =>
      first[index]
        ? [[runKey(row), Object.fromEntries(measureFields.map((field) => [field, row[field]]))] as const]
        : [],
    ),
  )
  const remaining = rows.filter((row, index) => !isRemoved(row, index))
  const isFirstNow = firstOfRuns(remaining)
  return remaining.map((row, index) =>
    isFirstNow[index] && measureFields.every((field) => row[field] == null)
      ? { ...row, ...measures.get(runKey(row)) }
      : row,
  )
}

/** The cargo of a packing list, in which each carton and each piece counts once. */
export const cargoOfRows = (rows: readonly CartonRow[]): Cargo => {
  const first = firstOfRuns(rows)
  return rows.reduce(
    (sum, row, index) =>
      addCargo(sum, cargoOf(first[index] ? cartonCount(row) : 0, rowPieces(row), first[index] ? row : {})),
    noCargo,
  )
}

/** The normalised container number of a row or container; null if it has none. */
export const containerOf = ({ container_no }: { container_no?: unknown }): string | null =>
  (typeof container_no === 'string' && normalizeContainerNumber(container_no)) || null

/**
 * The cargo by container number; rows without a container are under null. The weights of a run count with its first
 * row.
 */
export const cargoByContainer = (rows: readonly CartonRow[]): Map<string | null, Cargo> => {
  const first = firstOfRuns(rows)
  const sums = new Map<string | null, Cargo>()
  rows.forEach((row, index) => {
    const key = containerOf(row)
    const cargo = cargoOf(first[index] ? cartonCount(row) : 0, rowPieces(row), first[index] ? row : {})
    sums.set(key, addCargo(sums.get(key) ?? noCargo, cargo))
  })
  return sums
}

/** The number of pieces by order line and size, with keys of `unitKey`. */
export const packedUnits = (rows: readonly CartonRow[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const key = unitKey(row.po_line_id, row.size_id)
    sums.set(key, (sums.get(key) ?? 0) + rowPieces(row))
  }
  return sums
}
export const unitKey = (line: unknown, size: unknown): string => `${Number(line)} ${size == null ? 0 : Number(size)}`

/** The cargo by order line. Cartons of a mixed run count for the line of its first row. */
export const cargoByLine = (rows: readonly CartonRow[]): Map<number, Cargo> => {
  const first = firstOfRuns(rows)
  const sums = new Map<number, Cargo>()
  rows.forEach((row, index) => {
    const line = Number(row.po_line_id)
    const cargo = cargoOf(first[index] ? cartonCount(row) : 0, rowPieces(row), first[index] ? row : {})
    sums.set(line, addCargo(sums.get(line) ?? noCargo, cargo))
  })
  return sums
}

/**
 * Problems of a packing list at the fields of its rows: invalid or overlapping carton numbers, weights and dimensions
 * out of range, and runs in two containers.
 */
export const cartonRowProblems = (rows: readonly CartonRow[], path = 'cartons.'): Problem[] => {
  const pathOf = (index: number, field: string) => `${path}${index}.${field}`
  const problems: Problem[] = []
  rows.forEach((row, index) => {
    if (row.first_no != null && row.last_no != null && Number(row.last_no) < Number(row.first_no))
      problems.push(problem(textOf('problems.bookings.last_before_first'), pathOf(index, 'last_no')))
    if (row.gross_kg != null && row.net_kg != null && grams(row.net_kg) >= grams(row.gross_kg))
      problems.push(problem(textOf('problems.bookings.net_not_below_gross'), pathOf(index, 'net_kg')))
    if (row.gross_kg != null && grams(row.gross_kg) > grams(tooHeavyKg))
      problems.push(problem(textOf('problems.bookings.too_heavy', { most: tooHeavyKg }), pathOf(index, 'gross_kg')))
    for (const field of ['length_cm', 'width_cm', 'height_cm'] as const) {
      const side = row[field]
      if (side != null && (Number(side) < shortestSide || Number(side) > longestSide))
        problems.push(
          problem(
            textOf('problems.bookings.side_outside', { least: shortestSide, most: longestSide }),
            pathOf(index, field),
          ),
        )
    }
  })
  return [
    ...problems,
    ...overlaps(rows).map((index) => problem(textOf('problems.bookings.numbers_overlap'), pathOf(index, 'first_no'))),
    ...inTwoContainers(rows).map((index) =>
      problem(
        textOf('problems.bookings.two_containers', { carton: Number(rows[index]?.first_no) }),
        pathOf(index, 'container_no'),
      ),
    ),
  ]
}

/**
 * Indexes of rows whose container differs from that of an earlier row of the same run, although the cartons are the
 * same.
 */
const inTwoContainers = (rows: readonly CartonRow[]): number[] => {
  const containerByRun = new Map<string, string>()
  return rows.flatMap((row, index) => {
    const [key, container] = [runKey(row), containerOf(row)]
    if (cartonCount(row) === 0 || container === null) return []
    const earlier = containerByRun.get(key)
    containerByRun.set(key, earlier ?? container)
    return earlier && earlier !== container ? [index] : []
  })
}

/** Indexes of rows whose range overlaps that of an earlier row without being equal. */
const overlaps = (rows: readonly CartonRow[]): number[] => {
  const ranges = rows
    .map((row, index) => ({
      index,
      key: runKey(row),
      first: Number(row.first_no),
      last: Number(row.last_no),
      count: cartonCount(row),
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.first - b.first || a.last - b.last || a.index - b.index)
  const overlapping: number[] = []
  const faulty = new Set<string>()
  let end = 0
  let endKey = ''
  for (const { index, key, first, last } of ranges) {
    // All rows of a run that overlaps another overlap it too.
    if (first <= end && (key !== endKey || faulty.has(key))) {
      overlapping.push(index)
      faulty.add(key)
    }
    if (last > end) {
      end = last
      endKey = key
    }
  }
  return overlapping.sort((a, b) => a - b)
}

/** Warnings about a packing list: heavy cartons. */
export const cartonRowWarnings = (rows: readonly CartonRow[], path = 'cartons.'): Problem[] =>
  rows.flatMap((row, index) =>
    row.gross_kg != null && grams(row.gross_kg) > grams(heavyKg) && grams(row.gross_kg) <= grams(tooHeavyKg)
      ? [problem(textOf('problems.bookings.heavy', { most: heavyKg }), `${path}${index}.gross_kg`)]
      : [],
  )

/** An order line to pack: its units by size, and how its order packs them. */
export interface LineToPack {
  po_line_id: number
  pack_type: string | null
  units_per_carton: number | null
  sizes: readonly { size_id: number | null; qty: number }[]
}

/** The content of equal cartons: the units of each size of a line. */
type CartonContent = readonly { size_id: number | null; units: number }[]

/**
 * Proposes cartons for lines in the way that their orders pack them, numbered from `first`. Lines without units per
 * carton get none, nor do lines whose packs do not fill a carton exactly. Only the first row of a carton has
 * `measures`.
 */
export const packLines = (lines: readonly LineToPack[], first = 1, measures: CartonMeasures = {}): CartonRow[] => {
  const rows: CartonRow[] = []
  let next = first
  for (const { po_line_id, pack_type, units_per_carton, sizes } of lines) {
    if (!units_per_carton) continue
    const ordered = sizes.filter(({ qty }) => qty > 0)
    const isSolid = !pack_type || pack_type === 'solid' || ordered.length <= 1
    const runs = isSolid ? solidCartons(ordered, units_per_carton) : packCartons(ordered, units_per_carton)
    for (const { cartons, content } of runs) {
      content.forEach(({ size_id, units }, index) => {
        rows.push({
          first_no: next,
          last_no: next + cartons - 1,
          po_line_id,
          size_id,
          units_per_carton: units,
          ...(index === 0 ? measures : {}),
        })
      })
      next += cartons
    }
  }
  return rows
}

interface CartonRun {
  cartons: number
  content: CartonContent
}

/** Full cartons of one size, then one with its remaining units. */
const solidCartons = (sizes: LineToPack['sizes'], unitsPerCarton: number): CartonRun[] =>
  sizes.flatMap(({ size_id, qty }) => {
    const contentOf = (units: number) => [{ size_id, units }]
    return runsOf(qty, unitsPerCarton, contentOf)
  })

/**
 * Cartons of whole packs, a pack being the smallest number of units with all sizes in their ratio: full cartons, then
 * one with the remaining packs. None if a carton does not hold a whole number of packs.
 */
const packCartons = (sizes: LineToPack['sizes'], unitsPerCarton: number): CartonRun[] => {
  const packs = sizes.map(({ qty }) => qty).reduce(commonDivisor)
  const packUnits = sizes.reduce((sum, { qty }) => sum + qty, 0) / packs
  const packsPerCarton = unitsPerCarton / packUnits
  if (!Number.isInteger(packsPerCarton)) return []
  const contentOf = (count: number) => sizes.map(({ size_id, qty }) => ({ size_id, units: (qty / packs) * count }))
  return runsOf(packs, packsPerCarton, contentOf)
}

/** Full cartons of `perCarton` each, then one with the remainder. */
const runsOf = (total: number, perCarton: number, contentOf: (count: number) => CartonContent): CartonRun[] => {
  const [full, remainder] = [Math.floor(total / perCarton), total % perCarton]
  return [
    ...(full > 0 ? [{ cartons: full, content: contentOf(perCarton) }] : []),
    ...(remainder > 0 ? [{ cartons: 1, content: contentOf(remainder) }] : []),
  ]
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
