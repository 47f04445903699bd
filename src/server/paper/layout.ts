import type { Paper, PaperBlock } from '#shared/kit/paper.ts'
import { drawFacts } from './blocks/facts'
import { drawFigures } from './blocks/figures'
import { drawHead } from './blocks/head'
import { drawNotes } from './blocks/notes'
import { createPen, gap, margin, type Pen, small } from './blocks/pen'
import { drawSignatures, signaturesHeight } from './blocks/signatures'
import { drawSums, drawTotal, sumsHeight, totalHeight } from './blocks/sums'
import { drawTable, fitsReadably } from './blocks/table'
import type { Format, Item, Sheet, Widths } from './items'
import type { Measure } from './line-breaking'

export type { Item, Placed, Sheet } from './items'

/** A4. */
export const portrait: Format = { width: 595.28, height: 841.89 }

export const landscape: Format = { width: portrait.height, height: portrait.width }

/**
 * Lays a paper out on sheets. Rows and facts are not split. A table repeats its head on every sheet. A total stays with
 * the last row of its table, a title with its block, and signatures with the end of the text above them. Sheets are
 * landscape if the paper asks for it or a table is too wide for portrait.
 */
export const layOut = (paper: Paper, widths: Widths): { format: Format; sheets: Sheet[] } => {
  const format = !paper.isLandscape && fitsReadably(paper, createPen(widths, portrait, paper)) ? portrait : landscape
  const pen = createPen(widths, format, paper)
  drawHead(pen, paper)
  for (const [index, block] of paper.blocks.entries()) drawBlock(pen, block, paper.blocks.slice(index + 1))
  return { format, sheets: pen.sheets }
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

/** The gap between a table and its total or sums. */
const gapToSum = 6

const isSum = (block: PaperBlock | undefined) => block?.kind === 'total' || block?.kind === 'sums'

/** The height of following blocks that must be on the same sheet as the end of a block. */
const heightBelow = (pen: Pen, [next, ...rest]: readonly PaperBlock[]): number => {
  if (next?.kind === 'total') return gapToSum + totalHeight + heightBelow(pen, rest)
  if (next?.kind === 'sums') {
    const height = gapToSum + sumsHeight(pen, next.sums) + heightBelow(pen, rest)
    // Sums of more than half a sheet may be on a sheet of their own.
    return height > (pen.bottom - margin.top) / 2 ? 0 : height
  }
  return next?.kind === 'signatures' ? gap + signaturesHeight : 0
}

/** The footer of a sheet. A text that would reach the page number is shortened. */
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
  const characters = [...text]
  while (characters.length > 0 && measure(`${characters.join('')}…`) > room) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
