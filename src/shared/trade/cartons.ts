import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** A line as far as packs and cartons look at it. */
export interface PackedLine {
  pack_type?: string | null
  ratio_packs?: number | null
  units_per_carton?: number | null
  inner_pack_qty?: number | null
  qty: number | string | null
  sizes: readonly { size_id: number; qty: number | string | null }[]
}

/**
 * Remainders that do not fill a carton: by size for a line of solid cartons, else for the whole line (size null). Empty
 * when no carton is declared.
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
      ? textOf('problems.po-lines.carton_not_full', { left })
      : textOf('problems.po-lines.cartons_not_full', { sizes: rests.length, left })
  return [problem(text, `${path}units_per_carton`)]
}

/** Whether a carton would hold a partial inner pack. */
export const breaksInnerPacks = ({ units_per_carton: carton, inner_pack_qty: inner }: PackedLine): boolean =>
  Boolean(carton && inner && carton % inner !== 0)
