import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import type { PackedLine } from './cartons'

/** The units of one size in a pre-pack. */
export interface PackItem {
  size_id: number
  units: number
}

/** The number of units in one pack. */
export const packSize = (items: readonly PackItem[]): number => items.reduce((sum, { units }) => sum + units, 0)

/**
 * Divides a total into packs: whole packs, remaining units, and the nearest totals without a remainder (at least one
 * pack).
 */
export const packFit = (total: number, units: number): { packs: number; left: number; nearest: number[] } => {
  const packs = Math.floor(total / units)
  const left = total - packs * units
  return {
    packs,
    left,
    nearest: left === 0 ? [total] : [packs * units, (packs + 1) * units].filter((qty) => qty > 0),
  }
}

/** The number of packs that the quantities by size make up; null if they are not a whole number of the same pack. */
export const packsOf = (sizes: PackedLine['sizes'], items: readonly PackItem[]): number | null => {
  const [first] = items
  if (!first) return null
  const packs = unitsOf(sizes, first.size_id) / first.units
  return Number.isInteger(packs) && packs > 0 && misfits(sizes, items, packs).length === 0 ? packs : null
}

/**
 * Problems of a line of pre-packs, with paths relative to the line: the quantity of each size must be its share of a
 * pack times the number of packs. Without a declared ratio the quantities only have to be divisible by the number of
 * packs. Other pack types have no such problems.
 */
export const packProblems = (line: PackedLine, items: readonly PackItem[] | null): Problem[] => {
  const { pack_type, ratio_packs: packs, sizes } = line
  if (pack_type !== 'ratio' || (!items && !packs)) return []
  if (!packs) return sizes.length > 0 ? [problem(textOf('messages.po-lines.packs_needed'), 'ratio_packs')] : []
  if (!items)
    return sizes.flatMap(({ qty }, index) =>
      Number(qty) % packs === 0
        ? []
        : [problem(textOf('messages.po-lines.packs_differ', { packs }), `sizes.${index}.qty`)],
    )
  return misfits(sizes, items, packs).map(({ size_id, due }) => {
    const index = sizes.findIndex((size) => size.size_id === size_id)
    return index < 0
      ? problem(textOf('messages.po-lines.pack_lacks_size'), 'ratio_packs')
      : problem(textOf('messages.po-lines.not_by_ratio', { packs, due }), `sizes.${index}.qty`)
  })
}

const unitsOf = (sizes: PackedLine['sizes'], id: number) =>
  Number(sizes.find(({ size_id }) => size_id === id)?.qty ?? 0)

/** Sizes whose quantity differs from their share of the packs, with the expected quantity. */
const misfits = (sizes: PackedLine['sizes'], items: readonly PackItem[], packs: number) => {
  const ids = new Set([...items.map(({ size_id }) => size_id), ...sizes.map(({ size_id }) => size_id)])
  return [...ids]
    .map((size_id) => ({
      size_id,
      due: packs * (items.find((item) => item.size_id === size_id)?.units ?? 0),
    }))
    .filter(({ size_id, due }) => unitsOf(sizes, size_id) !== due)
}
