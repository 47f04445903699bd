import type { Paper } from '#shared/kit/paper.ts'
import type { Format, Item, Placed, Sheet, Widths } from '../items'
import { breakLines } from '../line-breaking'

/** Margins of a sheet, the same as when the browser prints. */
export const margin = { top: 40, right: 34, bottom: 46, left: 34 }

export const body = { size: 9, height: 12 }

export const small = { size: 7.5, height: 10 }

export const gap = 11

/** The looks of a paper: gaps, columns of facts, fonts of the head, and the largest font size of tables. */
const looks = {
  plain: { gap, columns: 3, title: { size: 15, height: 19 }, number: { size: 11, height: 15 }, table: 9, band: 0 },
  airy: { gap: 18, columns: 3, title: { size: 20, height: 26 }, number: { size: 11, height: 15 }, table: 9, band: 14 },
  dense: { gap: 6, columns: 4, title: { size: 12, height: 15 }, number: { size: 9, height: 12 }, table: 7, band: 0 },
} as const

export type Pen = ReturnType<typeof createPen>

/** A pen puts items on sheets and keeps the position of the next one. */
export const createPen = (widths: Widths, format: Format, { look }: Pick<Paper, 'look'>) => {
  const sheets: Sheet[] = [[]]
  const bottom = format.height - margin.bottom
  const pen = {
    sheets,
    look: looks[look ?? 'plain'],
    y: margin.top,
    tables: 0,
    /** The usable width. */
    inner: format.width - margin.left - margin.right,
    right: format.width - margin.right,
    bottom,
    put: (...items: Item[]) => sheets.at(-1)?.push(...items),
    /** Starts a new sheet if `height` does not fit on this one; returns whether it did. */
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

export interface Style {
  size: number
  height: number
  isStrong?: boolean
  isGrey?: boolean
}

/** Places lines of text below each other. */
export const placeAt = (texts: readonly string[], x: number, y: number, style: Style): Placed[] =>
  texts.map((text, index) => ({ isStrong: false, isGrey: false, ...style, text, x, y: y + index * style.height }))

const subheading = { size: 10, height: 14, isStrong: true }

export const titleHeight = subheading.height + 6

/** Draws a title on a sheet that has room for `following` points below it. */
export const drawTitle = (pen: Pen, title: string, following: number) => {
  pen.need(titleHeight + following)
  pen.put({ role: 'subheading', lines: placeAt([title], margin.left, pen.y + 3, subheading) })
  pen.y += titleHeight
}
