import { type LineDrawing, type StrokeTone, strokeStyles, styledFrame } from '#shared/kit/drawing.ts'
import { features, runsOf, widthOf } from './fonts'

/** Black for measures and greys for the garment, so that a black and white copy shows the same. */
const colours: Readonly<Record<StrokeTone, string>> = {
  surface: '#fff',
  inside: '#ddd',
  edge: '#555',
  seam: '#888',
  stitch: '#888',
  ghost: '#000',
  guide: '#000',
  measure: '#000',
  head: '#000',
}

/** Draws a line drawing as vectors into its box, clipped at its frame. */
export const drawDrawing = (
  document: PDFKit.PDFDocument,
  { x, y, width, height, drawing }: { x: number; y: number; width: number; height: number; drawing: LineDrawing },
) => {
  const [left, top, frameWidth] = drawing.frame
  const scale = width / frameWidth
  const unit = frameWidth / styledFrame
  document.save()
  document.rect(x, y, width, height).clip()
  document.translate(x - left * scale, y - top * scale).scale(scale)
  document.lineJoin('round')
  for (const { d, tone } of drawing.strokes) {
    const { width: line, dash } = strokeStyles[tone]
    document.path(d)
    if (line === 0) {
      document.fill(colours[tone])
      continue
    }
    document.lineCap(dash ? 'butt' : 'round').lineWidth(line * unit)
    if (dash) document.dash(dash[0] * unit, { space: dash[1] * unit })
    else document.undash()
    document.stroke(colours[tone])
  }
  document.undash()
  if (drawing.label) drawLabel(document, drawing.label)
  document.restore()
  drawFrame(document, { x, y, width, height })
}

/** Draws the thin frame around a figure. */
export const drawFrame = (
  document: PDFKit.PDFDocument,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) => document.rect(x, y, width, height).lineWidth(0.25).stroke('#999')

/** Draws the label on white ground, so that no lines run through it. */
const drawLabel = (document: PDFKit.PDFDocument, { text, x, y, size }: NonNullable<LineDrawing['label']>) => {
  const width = widthOf(text, 'strong') * size
  let left = x - width / 2
  document.rect(left - size * 0.2, y - size * 0.85, width + size * 0.4, size * 1.1).fill('#fff')
  document.fontSize(size).fillColor('#000')
  for (const run of runsOf(text, 'strong')) {
    document
      .font(run.face.name)
      .text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic', features: features as never })
    left += widthOf(run.text, 'strong') * size
  }
}
