import type { PaperSum } from '#shared/kit/paper.ts'
import { body, type Pen, placeAt } from './pen'

export const totalHeight = 22

export const drawTotal = (pen: Pen, text: string, below: number) => {
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

export const sumsHeight = (pen: Pen, sums: readonly PaperSum[]) =>
  sums.reduce((height, sum) => height + sumHeight + (labelOf(pen, sum).length - 1) * body.height, 0)

/** Draws sums on one sheet if they fit; a strong sum has a rule above it. */
export const drawSums = (pen: Pen, sums: readonly PaperSum[], below: number) => {
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
