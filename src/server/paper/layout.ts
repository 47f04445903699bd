import type { LineDrawing } from '#shared/kit/drawing.ts'
import type { Paper, PaperBlock, PaperColumn, PaperFact, PaperFigure, PaperSum } from '#shared/kit/paper.ts'
import { breakLines, leastWidth, type Measure } from './line-breaking'

/** The width of a text at a font size of one point. */
export type Widths = (text: string, isStrong: boolean) => number

/** A line of text at its place, from the sheet's upper left corner, in points. */
export interface Placed {
  text: string
  x: number
  /** The upper edge of the line, which is `height` high. */
  y: number
  height: number
  size: number
  isStrong: boolean
  isGrey: boolean
}

/** An item on a sheet, with its role for screen readers. */
export type Item =
  | { role: 'heading' | 'subheading' | 'text' | 'furniture'; lines: Placed[] }
  /** A cell with its table, row and column; a repeated head is decoration. */
  | { role: 'head' | 'cell'; table: number; row: number; column: number; lines: Placed[] }
  | ({ role: 'figure'; x: number; y: number; width: number; height: number; alt: string } & Shown)
  | { role: 'rule'; x: number; y: number; width: number; weight: number; isGrey: boolean }
  /** A grey area behind what follows. */
  | { role: 'band'; x: number; y: number; width: number; height: number }
export type Sheet = Item[]

/** What a figure shows; a picture is fitted into its place. */
type Shown = { drawing: LineDrawing } | { picture: Uint8Array }

/** A4, upright or lying, in points. */
export interface Format {
  width: number
  height: number
}
export const portrait: Format = { width: 595.28, height: 841.89 }
export const landscape: Format = { width: portrait.height, height: portrait.width }

/** The same as in the browser's print. */
const margin = { top: 40, right: 34, bottom: 46, left: 34 }

const body = { size: 9, height: 12 }
const small = { size: 7.5, height: 10 }
const gap = 11

/** What the looks of a paper differ in: spaces, columns of facts, letters of the head and the largest of tables. */
const looks = {
  plain: { gap, columns: 3, title: { size: 15, height: 19 }, number: { size: 11, height: 15 }, table: 9, band: 0 },
  airy: { gap: 18, columns: 3, title: { size: 20, height: 26 }, number: { size: 11, height: 15 }, table: 9, band: 14 },
  dense: { gap: 6, columns: 4, title: { size: 12, height: 15 }, number: { size: 9, height: 12 }, table: 7, band: 0 },
} as const

/**
 * Lays a paper out on sheets: rows and facts are not split, a table repeats its head on every sheet, a total stays with
 * the last row of its table, a title with the block after it, and signatures with the end of the text above them.
 * Sheets are landscape when the paper says so or a table is too wide for portrait.
 */
export const layOut = (paper: Paper, widths: Widths): { format: Format; sheets: Sheet[] } => {
  const format = !paper.isLandscape && isReadable(paper, createPen(widths, portrait, paper)) ? portrait : landscape
  const pen = createPen(widths, format, paper)
  drawHead(pen, paper)
  for (const [index, block] of paper.blocks.entries()) drawBlock(pen, block, paper.blocks.slice(index + 1))
  return { format, sheets: pen.sheets }
}

/** The footer of every sheet, which needs the number of sheets; a text that would reach the page's number is cut. */
export const footOf = (text: string, page: string, { width, height }: Format, widths: Widths): Item => {
  const line = { y: height - 34, ...small, isStrong: false, isGrey: true }
  const measure = (part: string) => widths(part, false) * small.size
  const pageX = width - margin.right - measure(page)
  return {
    role: 'furniture',
    lines: [
      { ...line, text: shortened(text, pageX - margin.left - 12, measure), x: margin.left },
      { ...line, text: page, x: pageX },
    ],
  }
}

const shortened = (text: string, room: number, measure: Measure): string => {
  if (measure(text) <= room) return text
  const signs = [...text]
  while (signs.length > 0 && measure(`${signs.join('')}…`) > room) signs.pop()
  return `${signs.join('').trimEnd()}…`
}

/** Keeps the position of the next item. */
const createPen = (widths: Widths, format: Format, { look }: Pick<Paper, 'look'>) => {
  const sheets: Sheet[] = [[]]
  const bottom = format.height - margin.bottom
  const pen = {
    sheets,
    look: looks[look ?? 'plain'],
    y: margin.top,
    tables: 0,
    /** Usable width and bottom limit. */
    inner: format.width - margin.left - margin.right,
    right: format.width - margin.right,
    bottom,
    put: (...items: Item[]) => sheets.at(-1)?.push(...items),
    /** Continues on a new sheet when `height` does not fit on this one; returns whether it did. */
    need: (height: number): boolean => {
      if (pen.y + height <= bottom || pen.y === margin.top) return false
      sheets.push([])
      pen.y = margin.top
      return true
    },
    width: (text: string, size: number, isStrong = false) => widths(text, isStrong) * size,
    lines: (text: string, width: number, size: number, isStrong = false) =>
      breakLines(text, width, (part) => widths(part, isStrong) * size),
  }
  return pen
}

type Pen = ReturnType<typeof createPen>

interface Style {
  size: number
  height: number
  isStrong?: boolean
  isGrey?: boolean
}

const placeAt = (texts: readonly string[], x: number, y: number, style: Style): Placed[] =>
  texts.map((text, at) => ({ isStrong: false, isGrey: false, ...style, text, x, y: y + at * style.height }))

const drawHead = (pen: Pen, { heading, reference, owner }: Paper) => {
  const { band, number } = pen.look
  const half = pen.inner * 0.6 - band
  const title = { ...pen.look.title, isStrong: true }
  const inset = margin.left + band
  const ground: Item = { role: 'band', x: margin.left, y: pen.y, width: pen.inner, height: 0 }
  if (band > 0) pen.put(ground)
  pen.y += band
  const titles = pen.lines(heading, half, title.size, true)
  const numbers = pen.lines(reference, half, number.size)
  const below = pen.y + titles.length * title.height
  pen.put({ role: 'heading', lines: placeAt(titles, inset, pen.y, title) })
  pen.put({ role: 'text', lines: placeAt(numbers, inset, below, number) })
  const names = owner.flatMap((name, at) =>
    pen
      .lines(name, pen.inner - half - 2 * band - 12, number.size, at === 0)
      .map((text) => ({ text, isStrong: at === 0 })),
  )
  const right = pen.right - band
  const placed = names.map(({ text, isStrong }, at) => {
    const x = right - pen.width(text, number.size, isStrong)
    return placeAt([text], x, pen.y + 2 + at * number.height, { ...number, isStrong })
  })
  if (names.length > 0) pen.put({ role: 'text', lines: placed.flat() })
  pen.y = Math.max(below + numbers.length * number.height, pen.y + 2 + names.length * number.height) + band
  ground.height = pen.y - ground.y
  pen.y += pen.look.gap
}

const drawBlock = (pen: Pen, block: PaperBlock, following: readonly PaperBlock[]) => {
  const below = heightBelow(pen, following)
  switch (block.kind) {
    case 'facts':
      return drawFacts(pen, block.title, block.facts, below)
    case 'table':
      return drawTable(pen, block, below, isSum(following[0]) ? gapToSum : pen.look.gap)
    case 'total':
      return drawTotal(pen, block.text, below)
    case 'sums':
      return drawSums(pen, block.sums, below)
    case 'notes':
      return drawNotes(pen, block.title, block.text, below)
    case 'figures':
      return drawFigures(pen, block.title, block.figures)
    case 'signatures':
      return drawSignatures(pen, block.names, block.drawings)
  }
}

/** Between a table and what it comes to. */
const gapToSum = 6

const isSum = (block: PaperBlock | undefined) => block?.kind === 'total' || block?.kind === 'sums'

/** Height of the following block that must be on the same sheet as the end of a block. */
const heightBelow = (pen: Pen, [next, ...rest]: readonly PaperBlock[]): number => {
  if (next?.kind === 'total') return gapToSum + totalHeight + heightBelow(pen, rest)
  if (next?.kind === 'sums') {
    const height = gapToSum + sumsHeight(pen, next.sums) + heightBelow(pen, rest)
    // More than half a sheet of them needs no company.
    return height > (pen.bottom - margin.top) / 2 ? 0 : height
  }
  return next?.kind === 'signatures' ? gap + signaturesHeight : 0
}

const subheading = { size: 10, height: 14, isStrong: true }
const titleHeight = subheading.height + 6

/** The title, on a sheet that has room for `following` below it. */
const drawTitle = (pen: Pen, title: string, following: number) => {
  pen.need(titleHeight + following)
  pen.put({ role: 'subheading', lines: placeAt([title], margin.left, pen.y + 3, subheading) })
  pen.y += titleHeight
}

const drawFacts = (pen: Pen, title: string | undefined, facts: readonly PaperFact[], below: number) => {
  const { columns } = pen.look
  const space = 17
  const width = (pen.inner - space * (columns - 1)) / columns
  const rows = Array.from({ length: Math.ceil(facts.length / columns) }, (_, row) =>
    facts.slice(row * columns, (row + 1) * columns).map(({ label, lines: [value = '', ...details] }) => ({
      label: pen.lines(label, width, small.size),
      value: pen.lines(value, width, body.size),
      details: details.flatMap((detail) => pen.lines(detail, width, small.size)),
    })),
  )
  const heights = rows.map((row) =>
    Math.max(
      ...row.map(
        ({ label, value, details }) => (label.length + details.length) * small.height + value.length * body.height,
      ),
    ),
  )
  const last = rows.length - 1
  if (title && rows.length > 0) drawTitle(pen, title, (heights[0] ?? 0) + (last === 0 ? below : 0))
  for (const [at, row] of rows.entries()) {
    const height = heights[at] ?? 0
    pen.need(height + (at === last ? below : 0))
    for (const [column, { label, value, details }] of row.entries()) {
      const x = margin.left + column * (width + space)
      const valueY = pen.y + label.length * small.height
      pen.put({
        role: 'text',
        lines: [
          ...placeAt(label, x, pen.y, { ...small, isGrey: true }),
          ...placeAt(value, x, valueY, body),
          ...placeAt(details, x, valueY + value.length * body.height, { ...small, isGrey: true }),
        ],
      })
    }
    pen.y += height + 4
  }
  pen.y += pen.look.gap - 4
}

const totalHeight = 22

const drawTotal = (pen: Pen, text: string, below: number) => {
  const width = pen.width(text, body.size, true)
  pen.need(totalHeight + below)
  const x = pen.right - Math.min(width, pen.inner)
  pen.put({ role: 'text', lines: placeAt([text], x, pen.y, { ...body, isStrong: true }) })
  pen.y += totalHeight
}

const sumHeight = 13
/** The width of labels and amounts together. */
const sumsWidth = 260

const labelOf = (pen: Pen, { label, value, isStrong = false }: PaperSum) =>
  pen.lines(label, sumsWidth - pen.width(value, body.size, isStrong) - 12, body.size, isStrong)

const sumsHeight = (pen: Pen, sums: readonly PaperSum[]) =>
  sums.reduce((height, sum) => height + sumHeight + (labelOf(pen, sum).length - 1) * body.height, 0)

/** The last is set apart, as what they come to. They stand on one sheet, unless there is none that can hold them. */
const drawSums = (pen: Pen, sums: readonly PaperSum[], below: number) => {
  pen.need(sumsHeight(pen, sums) + below)
  for (const sum of sums) {
    const { value, isStrong = false } = sum
    const label = labelOf(pen, sum)
    const height = sumHeight + (label.length - 1) * body.height
    pen.need(height)
    const style = { ...body, isStrong }
    const x = pen.right - Math.min(sumsWidth, pen.inner)
    if (isStrong) pen.put({ role: 'rule', x, y: pen.y, width: pen.right - x, weight: 0.5, isGrey: false })
    const valueX = pen.right - pen.width(value, body.size, isStrong)
    pen.put({
      role: 'text',
      lines: [...placeAt(label, x, pen.y + 1, style), ...placeAt([value], valueX, pen.y + 1, style)],
    })
    pen.y += height
  }
  pen.y += pen.look.gap
}

const drawNotes = (pen: Pen, title: string, text: string, below: number) => {
  const lines = pen.lines(text, pen.inner, body.size)
  const short = lines.length <= 3
  drawTitle(pen, title, Math.min(lines.length, 3) * body.height + (short ? below : 0))
  let rest = lines
  while (rest.length > 0) {
    const isEnd = rest.length <= lastLines || (short && rest === lines)
    pen.need(isEnd ? rest.length * body.height + below : body.height)
    const room = Math.max(1, Math.floor((pen.bottom - pen.y) / body.height))
    const isWhole = isEnd || pen.y + rest.length * body.height + below <= pen.bottom
    const here = rest.slice(0, isWhole ? room : Math.min(room, rest.length - lastLines))
    pen.put({ role: 'text', lines: placeAt(here, margin.left, pen.y, body) })
    pen.y += here.length * body.height
    rest = rest.slice(here.length)
  }
  pen.y += gap
}

/** At least this many lines of notes go to the next sheet. */
const lastLines = 2

/** Width of a drawing, the space to its words and between figures, and the least room for words of one and of two languages. */
const drawn = { width: 86, toWords: 8, between: 14, words: 88, moreWords: 140 }

const drawFigures = (pen: Pen, title: string, figures: readonly PaperFigure[]) => {
  if (figures.length === 0) return
  const words = figures.some(({ texts }) => texts.length > 1) ? drawn.moreWords : drawn.words
  const least = drawn.width + drawn.toWords + words
  const columns = Math.max(1, Math.floor((pen.inner + drawn.between) / (least + drawn.between)))
  const width = (pen.inner - drawn.between * (columns - 1)) / columns
  const placed = figures.flatMap((figure) => partsOf(pen, figure, width))
  const rows = Array.from({ length: Math.ceil(placed.length / columns) }, (_, row) =>
    placed.slice(row * columns, (row + 1) * columns),
  )
  const highest = (row: typeof placed) => Math.max(...row.map(({ height }) => height))
  drawTitle(pen, title, highest(rows[0] ?? []))
  for (const row of rows) {
    const height = highest(row)
    pen.need(height)
    for (const [column, { put }] of row.entries()) put(margin.left + column * (width + drawn.between))
    pen.y += height + drawn.between * 0.7
  }
  pen.y += gap - drawn.between * 0.7
}

/**
 * The picture or the drawing with its words beside it; in several parts where no sheet can hold the words. Pictures have a
 * square place, whatever their shape.
 */
const partsOf = (pen: Pen, { title, names, texts, drawing, picture }: PaperFigure, width: number) => {
  const shown: Shown | undefined = picture ? { picture } : drawing && { drawing }
  const height = picture ? drawn.width : drawing ? (drawn.width * drawing.frame[3]) / drawing.frame[2] : 0
  const indent = shown ? drawn.width + drawn.toWords : 0
  const room = width - indent
  const lines = (text: string, style: Style): StyledLine[] =>
    pen.lines(text, room, style.size, style.isStrong).map((line) => ({ text: line, style }))
  const words = [
    ...lines(title, { ...small, isGrey: true }),
    ...names.flatMap((name, at) => lines(name, { ...body, size: 8.5, height: 11, isStrong: at === 0 })),
    ...texts.flatMap((text) => lines(text, small)),
  ]
  return onSheets(words, pen.bottom - margin.top - titleHeight).map((part, at) => ({
    height: Math.max(at === 0 ? height : 0, heightOf(part)),
    put: (x: number) => {
      const alt = [title, ...names].join(' ')
      if (shown && at === 0) pen.put({ role: 'figure', x, y: pen.y, width: drawn.width, height, alt, ...shown })
      let { y } = pen
      const items = part.flatMap(({ text, style }) => {
        const placed = placeAt([text], x + indent, y, style)
        y += style.height
        return placed
      })
      pen.put({ role: 'text', lines: items })
    },
  }))
}

const heightOf = (lines: readonly StyledLine[]) => lines.reduce((sum, { style }) => sum + style.height, 0)

/** Lines in parts that are `most` high at most. */
const onSheets = (lines: readonly StyledLine[], most: number): StyledLine[][] => {
  const parts: StyledLine[][] = [[]]
  for (const line of lines) {
    const last = parts.at(-1) ?? []
    if (heightOf(last) + line.style.height > most) parts.push([line])
    else last.push(line)
  }
  return parts
}

interface StyledLine {
  text: string
  style: Style
}

/** To sign above a name, and the name. */
const signingRoom = 62
const signaturesHeight = signingRoom + small.height * 2

const drawSignatures = (pen: Pen, names: readonly string[], drawings: readonly (LineDrawing | null)[] = []) => {
  const space = 57
  const width = (pen.inner - space * (names.length - 1)) / names.length
  pen.need(signaturesHeight)
  pen.y += signingRoom
  for (const [at, name] of names.entries()) {
    const x = margin.left + at * (width + space)
    const drawing = drawings[at]
    if (drawing) {
      const height = signingRoom - 12
      const across = (height * drawing.frame[2]) / drawing.frame[3]
      pen.put({ role: 'figure', x, y: pen.y - height - 2, width: across, height, alt: name, drawing })
    }
    pen.put({ role: 'rule', x, y: pen.y, width, weight: 0.5, isGrey: false })
    pen.put({ role: 'text', lines: placeAt(pen.lines(name, width, small.size), x, pen.y + 3, small) })
  }
  pen.y += small.height + gap
}

// ---- tables

type Table = Extract<PaperBlock, { kind: 'table' }>
interface Column {
  x: number
  width: number
  kind: PaperColumn['kind']
}
const padding = 2.8

const drawTable = (pen: Pen, table: Table, below: number, gapBelow: number) => {
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
    .flatMap((row) => (row.height <= most ? [row] : parted(row, most)))
  pen.need(head.height + (rows[0]?.height ?? 0) + (rows.length === 1 ? below : 0))
  drawHeadRow(true)
  for (const [at, { cells, height }] of rows.entries()) {
    if (pen.need(height + (at === rows.length - 1 ? below : 0)) && at > 0) drawHeadRow(false)
    for (const [column, lines] of cells.entries())
      pen.put({
        role: 'cell',
        table: number,
        row: at + 1,
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

/** A row at the height zero. */
const rowOf = (
  pen: Pen,
  cells: readonly (readonly string[])[],
  columns: readonly Column[],
  style: Required<Pick<Style, 'size' | 'height'>> & Style,
  isHead: boolean,
): Row => {
  const placed = columns.map(({ x, width, kind }, column) => {
    const room = width - 2 * padding
    const lines = (cells[column] ?? []).flatMap((text, at) => {
      const isStrong = isHead || (kind === 'main' && at === 0)
      if (text === '') return []
      return pen.lines(text, room, style.size, isStrong).map((line) => ({ line, isStrong }))
    })
    return lines.flatMap(({ line, isStrong }, at) => {
      const start = kind === 'number' ? x + width - padding - pen.width(line, style.size, isStrong) : x + padding
      return placeAt([line], start, padding + at * style.height, { ...style, isStrong })
    })
  })
  return { cells: placed, height: Math.max(...placed.map(({ length }) => length)) * style.height + 2 * padding }
}

/** A row that no sheet can hold, in parts that one can. */
const parted = ({ cells }: Row, most: number): Row[] => {
  const height = cells.flat()[0]?.height ?? body.height
  const each = Math.max(1, Math.floor((most - 2 * padding) / height))
  const count = Math.ceil(Math.max(...cells.map(({ length }) => length)) / each)
  return Array.from({ length: count }, (_, part) => {
    const here = cells.map((lines) =>
      lines.slice(part * each, (part + 1) * each).map((line) => ({ ...line, y: line.y - part * each * height })),
    )
    return { cells: here, height: Math.max(...here.map(({ length }) => length)) * height + 2 * padding }
  })
}

/** Whether all tables fit at a readable font size. */
const isReadable = ({ blocks }: Paper, pen: Pen) =>
  blocks.every((block) => block.kind !== 'table' || fitColumns(pen, block).style.size >= readable)
const readable = 7

/** Columns of minimal width, at the largest font size at which they fit. */
const fitColumns = (pen: Pen, table: Table) => {
  const texts = table.columns.map((column, at) => measured(pen, table, column, at))
  for (const size of sizes.filter((one) => one <= pen.look.table)) {
    const needs = texts.map((text) => needOf(text, size))
    const least = needs.reduce((sum, need) => sum + need.least, 0)
    const comfortable = needs.reduce((sum, need) => sum + need.comfortable, 0)
    if (comfortable > pen.inner && size !== sizes.at(-1)) continue
    const style = { size, height: size * (4 / 3) }
    return {
      style,
      columns: shared(pen, table.columns, needs, comfortable <= pen.inner ? 'comfortable' : 'least', least),
    }
  }
  throw new RangeError('no size of letters')
}
const sizes = [9, 8.5, 8, 7.5, 7, 6.5, 6]

interface Need {
  /** The width of its longest word, its preferred width, and its maximum width. */
  least: number
  comfortable: number
  most: number
}

/** A column's texts at one point of size: the longest word of its head and of its cells, and their longest line. */
const measured = (pen: Pen, { rows }: Table, { title, kind }: PaperColumn, at: number) => {
  const isWhole = kind === 'number' || kind === 'date'
  // Words of a title are not broken, in Chinese either.
  const head = Math.max(...title.flatMap((text) => text.split(' ')).map((word) => pen.width(word, 1, true)))
  let word = 0
  let line = 0
  for (const cells of rows)
    for (const [index, text] of (cells[at] ?? []).entries()) {
      const measure = (part: string) => pen.width(part, 1, kind === 'main' && index === 0)
      const whole = measure(text)
      word = Math.max(word, isWhole ? whole : leastWidth(text, measure))
      line = Math.max(line, whole)
    }
  return { kind, isWhole, head, word, line }
}

const needOf = ({ kind, isWhole, head, word, line }: ReturnType<typeof measured>, size: number): Need => {
  const title = Math.min(head * headStyle(size).size, mostWord)
  const least = Math.max(title, isWhole ? word * size : Math.min(word * size, mostWord))
  const most = Math.max(title, line * size)
  // Tolerance, so that different rounding in measuring and drawing does not break a line.
  const sides = 2 * padding + 0.5
  const comfortable = kind === 'main' ? Math.max(least, Math.min(most, 96)) : least
  return { least: least + sides, comfortable: comfortable + sides, most: most + sides }
}

/** The head of a table has no larger letters than its rows. */
const headStyle = (size: number) => (size < small.size ? { size, height: size * (4 / 3) } : small)

/** A word longer than that is broken rather than given the room of others. */
const mostWord = 90

const shared = (
  pen: Pen,
  columns: readonly PaperColumn[],
  needs: readonly Need[],
  base: 'least' | 'comfortable',
  least: number,
): Column[] => {
  const start = needs.map((need) => need[base])
  const free = pen.inner - start.reduce((sum, width) => sum + width, 0)
  const wishes = needs.map((need, at) => Math.max(0, need.most - (start[at] ?? 0)))
  const wished = wishes.reduce((sum, wish) => sum + wish, 0)
  // If even the minimal widths are too wide, all columns shrink in proportion.
  const widths = start.map((width, at) =>
    free < 0
      ? (width * pen.inner) / least
      : width + (wished > 0 ? ((wishes[at] ?? 0) / wished) * Math.min(free, wished) : 0),
  )
  const left = pen.inner - widths.reduce((sum, width) => sum + width, 0)
  const main = columns.findIndex(({ kind }) => kind === 'main')
  let x = margin.left
  return columns.map(({ kind }, at) => {
    const width = (widths[at] ?? 0) + (at === main && left > 0 ? left : 0)
    const column = { x, width, kind }
    x += width
    return column
  })
}
