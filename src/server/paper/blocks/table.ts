import type { Paper, PaperBlock, PaperColumn } from '#shared/kit/paper.ts'
import type { Placed } from '../items'
import { leastWidth } from '../line-breaking'
import { body, margin, type Pen, placeAt, type Style, small } from './pen'

type Table = Extract<PaperBlock, { kind: 'table' }>

interface Column {
  x: number
  width: number
  kind: PaperColumn['kind']
}

const padding = 2.8

/** Draws a table; `below` is the height that must follow its last row on the same sheet. */
export const drawTable = (pen: Pen, table: Table, below: number, gapBelow: number) => {
  if (table.rows.length === 0) return
  const number = pen.tables++
  const { style, columns } = fitColumns(pen, table)
  const head = rowOf(
    pen,
    table.columns.map(({ title }) => title),
    columns,
    { ...headStyle(style.size), isStrong: true },
    true,
  )
  const drawHeadRow = (isFirst: boolean) => {
    for (const [column, lines] of head.cells.entries()) {
      const moved = lines.map((line) => ({ ...line, y: line.y + pen.y }))
      if (isFirst) pen.put({ role: 'head', table: number, row: 0, column, lines: moved })
      else pen.put({ role: 'furniture', lines: moved })
    }
    pen.y += head.height
    pen.put({ role: 'rule', x: margin.left, y: pen.y, width: pen.inner, weight: 0.5, isGrey: false })
  }
  const most = pen.bottom - margin.top - head.height - below
  const rows = table.rows
    .map((cells) => rowOf(pen, cells, columns, style, false))
    .flatMap((row) => (row.height <= most ? [row] : splitRow(row, most)))
  pen.need(head.height + (rows[0]?.height ?? 0) + (rows.length === 1 ? below : 0))
  drawHeadRow(true)
  for (const [index, { cells, height }] of rows.entries()) {
    if (pen.need(height + (index === rows.length - 1 ? below : 0)) && index > 0) drawHeadRow(false)
    for (const [column, lines] of cells.entries())
      pen.put({
        role: 'cell',
        table: number,
        row: index + 1,
        column,
        lines: lines.map((line) => ({ ...line, y: line.y + pen.y })),
      })
    pen.y += height
    pen.put({ role: 'rule', x: margin.left, y: pen.y, width: pen.inner, weight: 0.25, isGrey: true })
  }
  pen.y += gapBelow
}

interface Row {
  cells: Placed[][]
  height: number
}

/** A row at y = 0; its lines are moved when it is drawn. */
const rowOf = (
  pen: Pen,
  cells: readonly (readonly string[])[],
  columns: readonly Column[],
  style: Required<Pick<Style, 'size' | 'height'>> & Style,
  isHead: boolean,
): Row => {
  const placed = columns.map(({ x, width, kind }, column) => {
    const room = width - 2 * padding
    const lines = (cells[column] ?? []).flatMap((text, index) => {
      const isStrong = isHead || (kind === 'main' && index === 0)
      if (text === '') return []
      return pen.lines(text, room, style.size, isStrong).map((line) => ({ line, isStrong }))
    })
    return lines.flatMap(({ line, isStrong }, index) => {
      const start = kind === 'number' ? x + width - padding - pen.width(line, style.size, isStrong) : x + padding
      return placeAt([line], start, padding + index * style.height, { ...style, isStrong })
    })
  })
  return { cells: placed, height: Math.max(...placed.map(({ length }) => length)) * style.height + 2 * padding }
}

/** Splits a row that is higher than a sheet into parts of at most `most` points. */
const splitRow = ({ cells }: Row, most: number): Row[] => {
  const height = cells.flat()[0]?.height ?? body.height
  const linesPerPart = Math.max(1, Math.floor((most - 2 * padding) / height))
  const count = Math.ceil(Math.max(...cells.map(({ length }) => length)) / linesPerPart)
  return Array.from({ length: count }, (_, part) => {
    const partCells = cells.map((lines) =>
      lines
        .slice(part * linesPerPart, (part + 1) * linesPerPart)
        .map((line) => ({ ...line, y: line.y - part * linesPerPart * height })),
    )
    return { cells: partCells, height: Math.max(...partCells.map(({ length }) => length)) * height + 2 * padding }
  })
}

/** Whether all tables fit at a readable font size. */
export const fitsReadably = ({ blocks }: Paper, pen: Pen) =>
  blocks.every((block) => block.kind !== 'table' || fitColumns(pen, block).style.size >= leastReadable)

const leastReadable = 7

/** The widths of columns at the largest font size at which they fit. */
const fitColumns = (pen: Pen, table: Table) => {
  const texts = table.columns.map((column, index) => measureColumn(pen, table, column, index))
  for (const size of fontSizes.filter((candidate) => candidate <= pen.look.table)) {
    const needs = texts.map((text) => needOf(text, size))
    const least = needs.reduce((sum, need) => sum + need.least, 0)
    const comfortable = needs.reduce((sum, need) => sum + need.comfortable, 0)
    if (comfortable > pen.inner && size !== fontSizes.at(-1)) continue
    const style = { size, height: size * (4 / 3) }
    return {
      style,
      columns: shareWidth(pen, table.columns, needs, comfortable <= pen.inner ? 'comfortable' : 'least', least),
    }
  }
  throw new RangeError('The look of the paper allows no font size for tables')
}

const fontSizes = [9, 8.5, 8, 7.5, 7, 6.5, 6]

interface Need {
  /** The width of its longest word. */
  least: number
  /** Its preferred width. */
  comfortable: number
  /** The width at which no line is broken. */
  most: number
}

/** Widths of a column's texts at a font size of one point: the longest word of head and cells, and the longest line. */
const measureColumn = (pen: Pen, { rows }: Table, { title, kind }: PaperColumn, column: number) => {
  const isWhole = kind === 'number' || kind === 'date'
  // Words of a title are not broken, not even in Chinese.
  const head = Math.max(...title.flatMap((text) => text.split(' ')).map((word) => pen.width(word, 1, true)))
  let word = 0
  let line = 0
  for (const cells of rows)
    for (const [index, text] of (cells[column] ?? []).entries()) {
      const measure = (part: string) => pen.width(part, 1, kind === 'main' && index === 0)
      const whole = measure(text)
      word = Math.max(word, isWhole ? whole : leastWidth(text, measure))
      line = Math.max(line, whole)
    }
  return { kind, isWhole, head, word, line }
}

const needOf = ({ kind, isWhole, head, word, line }: ReturnType<typeof measureColumn>, size: number): Need => {
  const title = Math.min(head * headStyle(size).size, mostWord)
  const least = Math.max(title, isWhole ? word * size : Math.min(word * size, mostWord))
  const most = Math.max(title, line * size)
  // Half a point more, so that rounding between measuring and drawing does not break a line.
  const sides = 2 * padding + 0.5
  const comfortable = kind === 'main' ? Math.max(least, Math.min(most, 96)) : least
  return { least: least + sides, comfortable: comfortable + sides, most: most + sides }
}

/** The style of a table's head, whose font is no larger than that of the rows. */
const headStyle = (size: number) => (size < small.size ? { size, height: size * (4 / 3) } : small)

/** A wider word is broken, so that it does not take the room of other columns. */
const mostWord = 90

/** Shares out the width: each column gets its base, the rest goes to columns with longer lines, then to the main one. */
const shareWidth = (
  pen: Pen,
  columns: readonly PaperColumn[],
  needs: readonly Need[],
  base: 'least' | 'comfortable',
  least: number,
): Column[] => {
  const start = needs.map((need) => need[base])
  const free = pen.inner - start.reduce((sum, width) => sum + width, 0)
  const wishes = needs.map((need, index) => Math.max(0, need.most - (start[index] ?? 0)))
  const wished = wishes.reduce((sum, wish) => sum + wish, 0)
  // If even the least widths are too wide, all columns shrink in proportion.
  const widths = start.map((width, index) =>
    free < 0
      ? (width * pen.inner) / least
      : width + (wished > 0 ? ((wishes[index] ?? 0) / wished) * Math.min(free, wished) : 0),
  )
  const spareWidth = pen.inner - widths.reduce((sum, width) => sum + width, 0)
  const main = columns.findIndex(({ kind }) => kind === 'main')
  let x = margin.left
  return columns.map(({ kind }, index) => {
    const width = (widths[index] ?? 0) + (index === main && spareWidth > 0 ? spareWidth : 0)
    const column = { x, width, kind }
    x += width
    return column
  })
}
