/** What the lines' editor knows of a line beforehand: whose grid it belongs to. */
export interface LineOutline {
  key: string
  /** Its place among the order's lines. */
  index: number
  id: number | null
  line_no: number | null
  article_id: number | null
  colourway_id: number | null
  size_scale_id: number | null
  ratio_id: number | null
}

type Known = Omit<LineOutline, 'key' | 'index'>

/** The parts of the form's lines that say how they are drawn; quantities are not among them. */
export const outlineOf = (lines: readonly Partial<Known>[] | undefined): Known[] =>
  (lines ?? []).map(({ id, line_no, article_id, colourway_id, size_scale_id, ratio_id }) => ({
    id: id ?? null,
    line_no: line_no ?? null,
    article_id: article_id ?? null,
    colourway_id: colourway_id ?? null,
    size_scale_id: size_scale_id ?? null,
    ratio_id: ratio_id ?? null,
  }))

/**
 * The lines as they are drawn: those of one article and scale stand together where the first of them does. `scaleOf` is
 * the scale of a line; a line without one stands alone.
 */
export const groupLines = (
  lines: readonly LineOutline[],
  scaleOf: (line: LineOutline) => number | null,
): LineOutline[][] => {
  const groups = new Map<string, LineOutline[]>()
  for (const line of lines) {
    const scale = line.article_id === null ? null : scaleOf(line)
    const name = scale === null ? line.key : `${line.article_id} ${scale}`
    groups.set(name, [...(groups.get(name) ?? []), line])
  }
  return [...groups.values()]
}
