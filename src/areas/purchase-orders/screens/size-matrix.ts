import { mentionTitle } from '#web/fields/titles.ts'
import type { OpenLine } from './open-order'

/** Lines of one size scale; columns are the sizes that any of them orders. */
export interface SizeGroup {
  scale: string
  sizes: { id: number; label: string }[]
  lines: OpenLine[]
}

/** Groups lines by size scale, in the order of the lines. Sizes are sorted by `ranks` (rank by size id), if known. */
export const sizeGroups = (lines: readonly OpenLine[], ranks: ReadonlyMap<number, number>): SizeGroup[] => {
  const groups = new Map<number | null, SizeGroup>()
  for (const line of lines) {
    const group = groups.get(line.size_scale_id) ?? { scale: mentionTitle(line.size_scale), sizes: [], lines: [] }
    groups.set(line.size_scale_id, group)
    group.lines.push(line)
    for (const { size_id, size } of line.sizes)
      if (!group.sizes.some(({ id }) => id === size_id)) group.sizes.push({ id: size_id, label: mentionTitle(size) })
  }
  // Sizes added to a scale have higher ids; until the ranks are loaded, ids are used.
  const rank = (id: number) => ranks.get(id) ?? id
  for (const { sizes } of groups.values()) sizes.sort((a, b) => rank(a.id) - rank(b.id))
  return [...groups.values()]
}

/** Units of one size in a line; null when the line does not have the size. */
export const unitsOf = ({ sizes }: Pick<OpenLine, 'sizes'>, id: number): number | null =>
  sizes.find(({ size_id }) => size_id === id)?.qty ?? null
