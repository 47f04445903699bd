import { type PrintSheet, pointsOf, type SheetItem } from '#shared/trade/print-sheet.ts'

/** Where labels stand on a sheet of A4, in millimetres: the first, and how far each is from the one before. */
export interface LabelGrid {
  columns: number
  rows: number
  left: number
  top: number
  across: number
  down: number
}

const page = { width: pointsOf(210), height: pointsOf(297) }

/** Labels side by side on sheets of A4. */
export const onSheets = (labels: readonly PrintSheet[], grid: LabelGrid): PrintSheet[] => {
  const perSheet = grid.columns * grid.rows
  return Array.from({ length: Math.ceil(labels.length / perSheet) }, (_, sheet) => ({
    ...page,
    items: labels.slice(sheet * perSheet, (sheet + 1) * perSheet).flatMap(({ items }, at) => {
      const x = pointsOf(grid.left + (at % grid.columns) * grid.across)
      const y = pointsOf(grid.top + Math.floor(at / grid.columns) * grid.down)
      return items.map((item): SheetItem => ({ ...item, x: item.x + x, y: item.y + y }))
    }),
  }))
}
