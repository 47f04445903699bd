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

/** A row of a packing list: the cartons from one number to another, with so many pieces of one size each. */
export interface CartonRow extends CartonMeasures {
  id?: number
  first_no?: unknown
  last_no?: unknown
  po_line_id?: unknown
  size_id?: unknown
  units_per_carton?: unknown
  container_no?: unknown
}

/** How many cartons a row stands for; 0 where its numbers are not right yet. */
export const cartonCount = ({ first_no, last_no }: CartonRow): number => {
  const [first, last] = [Number(first_no ?? 0), Number(last_no ?? 0)]
  return first >= 1 && last >= first ? last - first + 1 : 0
}

/** Pieces of a row. */
export const rowPieces = (row: CartonRow): number => cartonCount(row) * Number(row.units_per_carton ?? 0)

/** The key of a run of cartons: rows with the same numbers are what is mixed in the same cartons. */
export const runKey = ({ first_no, last_no }: CartonRow): string => `${first_no}-${last_no}`

/** The rows that begin a run: size and weight stand there; the rows after it are in the same cartons. */
export const firstOfRuns = (rows: readonly CartonRow[]): boolean[] => {
  const seen = new Set<string>()
  return rows.map((row) => {
    const key = runKey(row)
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst
  })
}

/** The measures of a carton, which the first row of a run has. */
export const measureFields = ['length_cm', 'width_cm', 'height_cm', 'gross_kg', 'net_kg'] as const

/** The rows that are left; where the first row of a run goes, the next one takes over the measures of their cartons. */
export const withoutRows = (
  rows: readonly CartonRow[],
  isGone: (row: CartonRow, index: number) => boolean,
): CartonRow[] => {
  const first = firstOfRuns(rows)
  const measures = new Map(
    rows.flatMap((row, index) =>
      first[index]
        ? [[runKey(row), Object.fromEntries(measureFields.map((field) => [field, row[field]]))] as const]
        : [],
    ),
  )
  const left = rows.filter((row, index) => !isGone(row, index))
  const nowFirst = firstOfRuns(left)
  return left.map((row, index) =>
    nowFirst[index] && measureFields.every((field) => row[field] == null)
      ? { ...row, ...measures.get(runKey(row)) }
      : row,
  )
}

/** Everything on a packing list: each carton once, each piece once. */
export const cargoOfRows = (rows: readonly CartonRow[]): Cargo => {
  const first = firstOfRuns(rows)
  return rows.reduce(
    (sum, row, index) =>
      addCargo(sum, cargoOf(first[index] ? cartonCount(row) : 0, rowPieces(row), first[index] ? row : {})),
    noCargo,
  )
}

/** The number of the container that a row or a container names, as it will be stored; null where it names none. */
export const containerOf = ({ container_no }: { container_no?: unknown }): string | null =>
  (typeof container_no === 'string' && normalizeContainerNumber(container_no)) || null

/** The same for each container; rows without one are under null. Weights of a run go with its first row. */
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

/** Pieces by order line and size, under `line size`. */
export const packedUnits = (rows: readonly CartonRow[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const key = unitKey(row.po_line_id, row.size_id)
    sums.set(key, (sums.get(key) ?? 0) + rowPieces(row))
  }
  return sums
}
export const unitKey = (line: unknown, size: unknown): string => `${Number(line)} ${size == null ? 0 : Number(size)}`

/** The cartons that belong to a line: those of its rows; a mixed run counts where it begins. */
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

/** What is wrong with the numbers of a packing list, at the fields of its rows: ranges that overlap without being equal. */
export const cartonRowProblems = (rows: readonly CartonRow[], path = 'cartons.'): Problem[] => {
  const at = (index: number, field: string) => `${path}${index}.${field}`
  const problems: Problem[] = []
  rows.forEach((row, index) => {
    if (row.first_no != null && row.last_no != null && Number(row.last_no) < Number(row.first_no))
      problems.push(problem(textOf('problems.bookings.last_before_first'), at(index, 'last_no')))
    if (row.gross_kg != null && row.net_kg != null && grams(row.net_kg) >= grams(row.gross_kg))
      problems.push(problem(textOf('problems.bookings.net_not_below_gross'), at(index, 'net_kg')))
    if (row.gross_kg != null && grams(row.gross_kg) > grams(tooHeavyKg))
      problems.push(problem(textOf('problems.bookings.too_heavy', { most: tooHeavyKg }), at(index, 'gross_kg')))
    for (const field of ['length_cm', 'width_cm', 'height_cm'] as const) {
      const side = row[field]
      if (side != null && (Number(side) < shortestSide || Number(side) > longestSide))
        problems.push(
          problem(
            textOf('problems.bookings.side_outside', { least: shortestSide, most: longestSide }),
            at(index, field),
          ),
        )
    }
  })
  return [
    ...problems,
    ...overlaps(rows).map((index) => problem(textOf('problems.bookings.numbers_overlap'), at(index, 'first_no'))),
    ...inTwoContainers(rows).map((index) =>
      problem(
        textOf('problems.bookings.two_containers', { carton: Number(rows[index]?.first_no) }),
        at(index, 'container_no'),
      ),
    ),
  ]
}

/** Rows of a run that name another container than the ones before: the same cartons are in one. */
const inTwoContainers = (rows: readonly CartonRow[]): number[] => {
  const named = new Map<string, string>()
  return rows.flatMap((row, index) => {
    const [key, container] = [runKey(row), containerOf(row)]
    if (cartonCount(row) === 0 || container === null) return []
    const other = named.get(key)
    named.set(key, other ?? container)
    return other && other !== container ? [index] : []
  })
}

/** Rows whose range meets that of an earlier one without being the same. */
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
  const found: number[] = []
  const faulty = new Set<string>()
  let end = 0
  let endKey = ''
  for (const { index, key, first, last } of ranges) {
    // What is mixed in a run that meets another meets it too.
    if (first <= end && (key !== endKey || faulty.has(key))) {
      found.push(index)
      faulty.add(key)
    }
    if (last > end) {
      end = last
      endKey = key
    }
  }
  return found.sort((a, b) => a - b)
}

/** What is worth a look in a packing list: heavy cartons. */
export const cartonRowWarnings = (rows: readonly CartonRow[], path = 'cartons.'): Problem[] =>
  rows.flatMap((row, index) =>
    row.gross_kg != null && grams(row.gross_kg) > grams(heavyKg) && grams(row.gross_kg) <= grams(tooHeavyKg)
      ? [problem(textOf('problems.bookings.heavy', { most: heavyKg }), `${path}${index}.gross_kg`)]
      : [],
  )

/** A line to pack: its pieces by size, and how its order packs them. */
export interface LineToPack {
  po_line_id: number
  pack_type: string | null
  units_per_carton: number | null
  sizes: readonly { size_id: number | null; qty: number }[]
}

/**
 * Cartons for lines as their orders pack them, numbered from `first`: solid lines get full cartons of one size, then one
 * with what is left of it. Cartons of other lines hold whole packs, the smallest number of units with all sizes in their
 * ratio: full cartons, then one with the packs that are left. Lines without a number of units in a carton, and those
 * whose packs do not fill such a carton exactly, get none.
 */
export const packLines = (lines: readonly LineToPack[], first = 1, measures: CartonMeasures = {}): CartonRow[] => {
  const rows: CartonRow[] = []
  let next = first
  const add = (cartons: number, contents: readonly { line: number; size_id: number | null; units: number }[]) => {
    contents.forEach(({ line, size_id, units }, index) => {
      rows.push({
        first_no: next,
        last_no: next + cartons - 1,
        po_line_id: line,
        size_id,
        units_per_carton: units,
        ...(index === 0 ? measures : {}),
      })
    })
    next += cartons
  }
  for (const { po_line_id: line, pack_type, units_per_carton: units, sizes } of lines) {
    if (!units) continue
    const filled = sizes.filter(({ qty }) => qty > 0)
    if (!pack_type || pack_type === 'solid' || filled.length <= 1) {
      for (const { size_id, qty } of filled) {
        const full = Math.floor(qty / units)
        if (full > 0) add(full, [{ line, size_id, units }])
        if (qty % units > 0) add(1, [{ line, size_id, units: qty % units }])
      }
      continue
    }
    const packs = filled.map(({ qty }) => qty).reduce(commonDivisor)
    const packUnits = filled.reduce((sum, { qty }) => sum + qty, 0) / packs
    const packsPerCarton = units / packUnits
    if (!Number.isInteger(packsPerCarton)) continue
    const holding = (count: number) =>
      filled.map(({ size_id, qty }) => ({ line, size_id, units: (qty / packs) * count }))
    const full = Math.floor(packs / packsPerCarton)
    if (full > 0) add(full, holding(packsPerCarton))
    if (packs % packsPerCarton > 0) add(1, holding(packs % packsPerCarton))
  }
  return rows
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
