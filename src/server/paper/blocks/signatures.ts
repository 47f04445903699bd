import type { LineDrawing } from '#shared/kit/drawing.ts'
import { gap, margin, type Pen, placeAt, small } from './pen'

/** The height for signing above a name. */
const signingRoom = 62

export const signaturesHeight = signingRoom + small.height * 2

export const drawSignatures = (pen: Pen, names: readonly string[], drawings: readonly (LineDrawing | null)[] = []) => {
  const space = 57
  const width = (pen.inner - space * (names.length - 1)) / names.length
  pen.need(signaturesHeight)
  pen.y += signingRoom
  for (const [index, name] of names.entries()) {
    const x = margin.left + index * (width + space)
    const drawing = drawings[index]
    if (drawing) {
      const height = signingRoom - 12
      const drawingWidth = (height * drawing.frame[2]) / drawing.frame[3]
      pen.put({ role: 'figure', x, y: pen.y - height - 2, width: drawingWidth, height, alt: name, drawing })
    }
    pen.put({ role: 'rule', x, y: pen.y, width, weight: 0.5, isGrey: false })
    pen.put({ role: 'text', lines: placeAt(pen.lines(name, width, small.size), x, pen.y + 3, small) })
  }
  pen.y += small.height + gap
}
