import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** An order line, as far as packs and cartons need it. */
export interface PackedLine {
  pack_type?: string | null
  ratio_packs?: number | null
  units_per_carton?: number | null
  inner_pack_qty?: number | null
  qty: number | string | null
  sizes: readonly { size_id: number; qty: number | string | null }[]
}

/**
 * Units that do not fill a carton: by size for a line in solid cartons, otherwise for the whole line (`size_id` null).
 * Empty if the line has no units per carton.
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

/** A warning about units that do not fill a carton; `path` is the path of the line. */
export const cartonWarnings = (line: PackedLine, path = ''): Problem[] => {
  const remainders = cartonRests(line)
  const left = remainders.reduce((sum, remainder) => sum + remainder.left, 0)
  if (left === 0) return []
  const text =
    remainders[0]?.size_id === null
      ? textOf('problems.po-lines.carton_not_full', { left })
      : textOf('problems.po-lines.cartons_not_full', { sizes: remainders.length, left })
  return [problem(text, `${path}units_per_carton`)]
}

/** Whether a carton would contain a partial inner pack. */
export const breaksInnerPacks = ({ units_per_carton: carton, inner_pack_qty: inner }: PackedLine): boolean =>
  Boolean(carton && inner && carton % inner !== 0)
