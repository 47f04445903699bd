import type { Widths } from '#server/paper/label/layout.ts'
import { breakLines } from '#server/paper/line-breaking.ts'
import { pointsOf, type SheetItem, type SheetText } from '#shared/trade/print-sheet.ts'

/** The state of writing texts on a sheet from top to bottom: the current position and the items so far. */
export interface Pen {
  y: number
  items: SheetItem[]
  widths: Widths
}

export interface TextStyle {
  size: number
  isStrong?: boolean
  /** The alignment of the line in its room. */
  align?: 'left' | 'centre'
  /** The most lines; a longer text ends in an ellipsis. */
  most?: number
}

/** The distance between baselines as a factor of the font size. */
export const lineHeight = 1.3

/** Writes a text, broken into lines of the width `room`, and moves the pen below it. */
export const write = (pen: Pen, text: string, x: number, room: number, style: TextStyle): void => {
  for (const line of linesOf(pen, text, room, style)) {
    pen.items.push(textAt(pen, line, x, pen.y + style.size, room, style))
    pen.y += style.size * lineHeight
  }
}

/** The height of a text that is broken into lines of the width `room`. */
export const heightOf = (pen: Pen, text: string, room: number, style: TextStyle): number =>
  linesOf(pen, text, room, style).length * style.size * lineHeight

/** A line of text; `y` is its baseline. */
export const textAt = (
  { widths }: Pen,
  text: string,
  x: number,
  y: number,
  room: number,
  { size, isStrong = false, align = 'left' }: TextStyle,
): SheetText => {
  const width = widths(text, isStrong) * size
  const left = align === 'centre' ? x + (room - width) / 2 : x
  return { kind: 'text', text, language: null, x: left, y, width, size, isStrong }
}

/**
 * Writes rows of a heading and a value with a rule above each, in the largest font size that fits above `foot`, and moves
 * the pen below them.
 */
export const writeRows = (
  pen: Pen,
  rows: readonly (readonly [heading: string, value: string])[],
  { x, room, headings, foot, most }: { x: number; room: number; headings: number; foot: number; most: number },
): void => {
  const gap = pointsOf(1.2)
  const heightAt = (size: number) =>
    rows.reduce((sum, [, value]) => sum + heightOf(pen, value, room - headings, { size, most }) + gap, 0)
  const size = rowSizes.find((candidate) => heightAt(candidate) <= foot - pen.y) ?? 5
  for (const [heading, value] of rows) {
    pen.items.push({ kind: 'rule', x, y: pen.y, width: room, height: 0.5 })
    pen.y += gap / 2
    const top = pen.y
    write(pen, heading, x, headings, { size: size * 0.8 })
    pen.y = top
    write(pen, value, x + headings, room - headings, { size, isStrong: true, most })
    pen.y += gap / 2
  }
}
const rowSizes = [13, 12, 11, 10, 9, 8, 7, 6]

const linesOf = ({ widths }: Pen, text: string, room: number, { size, isStrong = false, most }: TextStyle) => {
  const lines = breakLines(text, room, (part) => widths(part, isStrong) * size)
  if (!most || lines.length <= most) return lines
  const last = [...(lines[most - 1] ?? '')]
  while (last.length > 1 && widths(`${last.join('')}…`, isStrong) * size > room) last.pop()
  return [...lines.slice(0, most - 1), `${last.join('')}…`]
}
