/** The fields of a line that decide to which grid it belongs. */
export interface LineOutline {
  key: string
  /** Its index among the order's lines. */
  index: number
  id: number | null
  line_no: number | null
  article_id: number | null
  colourway_id: number | null
  size_scale_id: number | null
  ratio_id: number | null
}

type Known = Omit<LineOutline, 'key' | 'index'>

/** The fields of the form's lines that affect rendering; quantities do not. */
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
 * Groups lines for rendering: lines of the same article and scale form one group, at the position of its first line.
 * `scaleOf` returns the scale of a line; a line without one forms its own group.
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
