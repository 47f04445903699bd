import { type LineProgress, type WipStage, wipStages } from '#shared/trade/production.ts'

/** Typed texts by line and stage. */
export type Cells = Record<string, string>

export const cellName = (line: number, of: WipStage | 'reason') => `${line} ${of}`

/**
 * The cells that a pasted block fills: from the current cell on, row by row; if its first column names lines, the named
 * rows, with the stages in order.
 */
export const pasted = (
  block: readonly string[][],
  lines: readonly Pick<LineProgress, 'id' | 'line_title'>[],
  row: number,
  column: number,
): Cells => {
  const byTitle = new Map(lines.map(({ id, line_title }) => [nameKey(line_title), id]))
  const isNamed = block.some(([first = '']) => byTitle.has(nameKey(first)))
  const cells: Cells = {}
  block.forEach((values, down) => {
    const id = isNamed ? byTitle.get(nameKey(values[0] ?? '')) : lines[row + down]?.id
    if (id === undefined) return
    const from = isNamed ? 0 : column
    values.slice(isNamed ? 1 : 0).forEach((value, right) => {
      const stage = wipStages[from + right]
      if (stage && value.trim() !== '') cells[cellName(id, stage)] = value.trim()
    })
  })
  return cells
}

const nameKey = (title: string) => title.replace(/\s+/g, '').toUpperCase()
