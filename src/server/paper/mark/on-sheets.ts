import { type PrintSheet, pointsOf, type SheetItem } from '#shared/trade/print-sheet.ts'

/** The grid of labels on a sheet of A4: position of the first label and distances between labels, in millimetres. */
export interface LabelGrid {
  columns: number
  rows: number
  left: number
  top: number
  across: number
  down: number
}

const page = { width: pointsOf(210), height: pointsOf(297) }

/** Places labels in a grid on sheets of A4. */
export const onSheets = (labels: readonly PrintSheet[], grid: LabelGrid): PrintSheet[] => {
  const perSheet = grid.columns * grid.rows
  return Array.from({ length: Math.ceil(labels.length / perSheet) }, (_, sheet) => ({
    ...page,
    items: labels.slice(sheet * perSheet, (sheet + 1) * perSheet).flatMap(({ items }, index) => {
      const x = pointsOf(grid.left + (index % grid.columns) * grid.across)
      const y = pointsOf(grid.top + Math.floor(index / grid.columns) * grid.down)
      return items.map((item): SheetItem => ({ ...item, x: item.x + x, y: item.y + y }))
    }),
  }))
}
