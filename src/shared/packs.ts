import { type Problem, problem } from './rules'
import { say } from './text'

/** How many of one size a pre-pack holds. */
export interface PackItem {
  size_id: number
  units: number
}

/** A line as far as packs and cartons look at it. */
export interface PackedLine {
  pack_type?: string | null
  ratio_packs?: number | null
  units_per_carton?: number | null
  inner_pack_qty?: number | null
  qty: number | string | null
  sizes: readonly { size_id: number; qty: number | string | null }[]
}

/** Units in one pack. */
export const packSize = (items: readonly PackItem[]): number => items.reduce((sum, { units }) => sum + units, 0)

/** How a total falls into packs of so many units: whole packs, and the nearest totals that leave nothing over (at least one pack). */
export const packFit = (total: number, units: number): { packs: number; left: number; nearest: number[] } => {
  const packs = Math.floor(total / units)
  const left = total - packs * units
  return {
    packs,
    left,
    nearest: left === 0 ? [total] : [packs * units, (packs + 1) * units].filter((one) => one > 0),
  }
}

/** The packs that quantities make up exactly, by size; null where they make up no whole number of the same pack. */
export const packsOf = (sizes: PackedLine['sizes'], items: readonly PackItem[]): number | null => {
  const [first] = items
  if (!first) return null
  const packs = unitsOf(sizes, first.size_id) / first.units
  return Number.isInteger(packs) && packs > 0 && misfits(sizes, items, packs).length === 0 ? packs : null
}

/**
 * What stands against a line of pre-packs, at the fields of the line: the quantity of each size is its share of a pack
 * times the packs. Without a ratio given, packs must at least be alike. Lines that are packed otherwise have no such fault.
 */
export const packProblems = (line: PackedLine, items: readonly PackItem[] | null): Problem[] => {
  const { pack_type, ratio_packs: packs, sizes } = line
  if (pack_type !== 'ratio' || (!items && !packs)) return []
  if (!packs) return sizes.length > 0 ? [problem(say('problems.po-lines.packs_needed'), 'ratio_packs')] : []
  if (!items)
    return sizes.flatMap(({ qty }, index) =>
      Number(qty) % packs === 0
        ? []
        : [problem(say('problems.po-lines.packs_differ', { packs }), `sizes.${index}.qty`)],
    )
  return misfits(sizes, items, packs).map(({ size_id, due }) => {
    const index = sizes.findIndex((size) => size.size_id === size_id)
    return index < 0
      ? problem(say('problems.po-lines.pack_lacks_size'), 'ratio_packs')
      : problem(say('problems.po-lines.not_by_ratio', { packs, due }), `sizes.${index}.qty`)
  })
}

/**
 * What does not fill its last carton: of a line of solid cartons size by size, of any other the line as a whole (size
 * null). Nothing where no carton is declared.
 */
export const cartonRests = (line: PackedLine): { size_id: number | null; left: number }[] => {
  const { units_per_carton: carton, pack_type, sizes, qty } = line
  if (!carton || carton < 1) return []
  const parts: { size_id: number | null; qty: unknown }[] =
    pack_type === 'solid' && sizes.length > 0 ? [...sizes] : [{ size_id: null, qty }]
  return parts
    .map(({ size_id, qty: units }) => ({ size_id, left: Number(units) % carton }))
    .filter(({ left }) => left > 0)
}

/** The same as something worth a look; `path` leads to the line. */
export const cartonWarnings = (line: PackedLine, path = ''): Problem[] => {
  const rests = cartonRests(line)
  const left = rests.reduce((sum, rest) => sum + rest.left, 0)
  if (left === 0) return []
  const text =
    rests[0]?.size_id === null
      ? say('problems.po-lines.carton_not_full', { left })
      : say('problems.po-lines.cartons_not_full', { sizes: rests.length, left })
  return [problem(text, `${path}units_per_carton`)]
}

/** Whether a carton would hold a broken inner pack. */
export const breaksInnerPacks = ({ units_per_carton: carton, inner_pack_qty: inner }: PackedLine): boolean =>
  Boolean(carton && inner && carton % inner !== 0)

const unitsOf = (sizes: PackedLine['sizes'], id: number) =>
  Number(sizes.find(({ size_id }) => size_id === id)?.qty ?? 0)

/** Sizes whose quantity is not their share of so many packs, with what it should be. */
const misfits = (sizes: PackedLine['sizes'], items: readonly PackItem[], packs: number) => {
  const ids = new Set([...items.map(({ size_id }) => size_id), ...sizes.map(({ size_id }) => size_id)])
  return [...ids]
    .map((size_id) => ({
      size_id,
      due: packs * (items.find((item) => item.size_id === size_id)?.units ?? 0),
    }))
    .filter(({ size_id, due }) => unitsOf(sizes, size_id) !== due)
}
