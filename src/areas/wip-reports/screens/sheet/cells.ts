import { type LineProgress, type WipStage, wipStages } from '#shared/trade/production.ts'
import { readUnits } from '../reports'

/** Typed texts by line and stage. */
export type Cells = Record<string, string>

export const cellName = (line: number, of: WipStage | 'reason') => `${line} ${of}`

/**
 * The cells that a pasted block fills. Without line names, starts at the current cell, row by row; if the first column
 * names lines, fills these rows with the stages in order.
 */
export const pasted = (
  block: readonly string[][],
  lines: readonly Pick<LineProgress, 'id' | 'line_title'>[],
  row: number,
  column: number,
): Pasted => {
  const byTitle = new Map(lines.map(({ id, line_title }) => [nameKey(line_title), id]))
  const isNamed = block.some(([first = '']) => byTitle.has(nameKey(first)))
  const cells: Cells = {}
  const unknown: string[] = []
  let beyond = 0
  block.forEach((values, down) => {
    const [name = ''] = values
    const id = isNamed ? byTitle.get(nameKey(name)) : lines[row + down]?.id
    if (id === undefined) {
      // A row without figures is a heading.
      if (values.slice(isNamed ? 1 : 0).every((value) => readUnits(value) === null)) return
      if (isNamed) unknown.push(name.trim())
      else beyond += 1
      return
    }
    const from = isNamed ? 0 : column
    values.slice(isNamed ? 1 : 0).forEach((value, right) => {
      const stage = wipStages[from + right]
      if (stage && value.trim() !== '') cells[cellName(id, stage)] = value.trim()
    })
  })
  return { cells, unknown, beyond }
}

/** The result of a paste: filled cells, names of unknown lines, and the number of rows beyond the last one. */
interface Pasted {
  cells: Cells
  unknown: string[]
  beyond: number
}

const nameKey = (title: string) => title.replace(/\s+/g, '').toUpperCase()
