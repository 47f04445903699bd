import type { PaperFigure } from '#shared/kit/paper.ts'
import type { FigureContent } from '../items'
import { body, drawTitle, gap, margin, type Pen, placeAt, type Style, small, titleHeight } from './pen'

/** Widths in points: drawings, the gap to their text, the gap between figures, the least text in one and two languages. */
const figureWidths = { drawing: 86, gapToText: 8, between: 14, text: 88, textOfTwo: 140 }

export const drawFigures = (pen: Pen, title: string, figures: readonly PaperFigure[]) => {
  if (figures.length === 0) return
  const textWidth = figures.some(({ texts }) => texts.length > 1) ? figureWidths.textOfTwo : figureWidths.text
  const least = figureWidths.drawing + figureWidths.gapToText + textWidth
  const columns = Math.max(1, Math.floor((pen.inner + figureWidths.between) / (least + figureWidths.between)))
  const width = (pen.inner - figureWidths.between * (columns - 1)) / columns
  const placed = figures.flatMap((figure) => partsOf(pen, figure, width))
  const rows = Array.from({ length: Math.ceil(placed.length / columns) }, (_, row) =>
    placed.slice(row * columns, (row + 1) * columns),
  )
  const highest = (row: typeof placed) => Math.max(...row.map(({ height }) => height))
  drawTitle(pen, title, highest(rows[0] ?? []))
  for (const row of rows) {
    const height = highest(row)
    pen.need(height)
    for (const [column, { put }] of row.entries()) put(margin.left + column * (width + figureWidths.between))
    pen.y += height + figureWidths.between * 0.7
  }
  pen.y += gap - figureWidths.between * 0.7
}

/**
 * The parts of a figure: its picture or drawing with the text beside it, and further parts for text that does not fit on
 * one sheet. Pictures have a square box, whatever their shape.
 */
const partsOf = (pen: Pen, { title, names, texts, drawing, picture }: PaperFigure, width: number) => {
  const content: FigureContent | undefined = picture ? { picture } : drawing && { drawing }
  const height = picture
    ? figureWidths.drawing
    : drawing
      ? (figureWidths.drawing * drawing.frame[3]) / drawing.frame[2]
      : 0
  const indent = content ? figureWidths.drawing + figureWidths.gapToText : 0
  const room = width - indent
  const lines = (text: string, style: Style): StyledLine[] =>
    pen.lines(text, room, style.size, style.isStrong).map((line) => ({ text: line, style }))
  const text = [
    ...lines(title, { ...small, isGrey: true }),
    ...names.flatMap((name, index) => lines(name, { ...body, size: 8.5, height: 11, isStrong: index === 0 })),
    ...texts.flatMap((text) => lines(text, small)),
  ]
  return splitToHeight(text, pen.bottom - margin.top - titleHeight).map((part, index) => ({
    height: Math.max(index === 0 ? height : 0, heightOf(part)),
    put: (x: number) => {
      const alt = [title, ...names].join(' ')
      if (content && index === 0)
        pen.put({ role: 'figure', x, y: pen.y, width: figureWidths.drawing, height, alt, ...content })
      let { y } = pen
      const items = part.flatMap((line) => {
        const placed = placeAt([line.text], x + indent, y, line.style)
        y += line.style.height
        return placed
      })
      pen.put({ role: 'text', lines: items })
    },
  }))
}

const heightOf = (lines: readonly StyledLine[]) => lines.reduce((sum, { style }) => sum + style.height, 0)

/** Splits lines into parts of at most `most` points of height. */
const splitToHeight = (lines: readonly StyledLine[], most: number): StyledLine[][] => {
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
