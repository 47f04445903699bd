import Pdf from 'pdfkit'
import { facesOf, features, runsOf, widthOf } from '#server/paper/fonts.ts'
import { collected, printable } from '#server/paper/pdf-document.ts'
import { careSymbolOf, lineWidth } from '#shared/standards/care-symbols.ts'
import type { LabelItem, LabelSheet } from '#shared/trade/label-sheet.ts'
import { layOutLabel } from './layout'
import type { LabelOrder } from './order'

/** The sheets of labels, a sheet each. */
export const sheetsOf = ({ labels, format }: LabelOrder): LabelSheet[] =>
  printable(labels).map((label) =>
    layOutLabel(label, format, (text, isStrong) => widthOf(text, isStrong ? 'strong' : 'regular')),
  )

/** Labels as a PDF in their true size, a page each: real text in embedded letters, and symbols as vectors. */
export const labelPdf = async (order: LabelOrder): Promise<Buffer> => {
  const document = new Pdf({
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: order.language,
    info: { Title: printable(order.title) },
  })
  const done = collected(document)
  for (const { name, source } of [...facesOf('regular'), ...facesOf('strong')]) document.registerFont(name, source)
  const root = document.struct('Document')
  document.addStructure(root)
  for (const { width, height, items } of sheetsOf(order)) {
    document.addPage({ size: [width, height], margin: 0 })
    for (const item of items) root.add(drawn(document, item))
  }
  root.end()
  document.end()
  return done
}

type Document = PDFKit.PDFDocument

const drawn = (document: Document, item: LabelItem) =>
  item.kind === 'text'
    ? document.struct('P', item.language ? { lang: item.language } : {}, () => drawText(document, item))
    : document.struct('Figure', { alt: careSymbolOf(item.code)?.meaning.en ?? item.code }, () =>
        drawSymbol(document, item),
      )

const drawText = (
  document: Document,
  { text, x, y, size, isStrong }: Pick<Extract<LabelItem, { kind: 'text' }>, 'text' | 'x' | 'y' | 'size' | 'isStrong'>,
) => {
  const weight = isStrong ? 'strong' : 'regular'
  let left = x
  document.fontSize(size).fillColor('#000')
  for (const run of runsOf(text, weight)) {
    document
      .font(run.face.name)
      .text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic', features: features as never })
    left += widthOf(run.text, weight) * size
  }
}

/** The drawing in its box of 24, scaled to the size of the item. A code without a drawing stands as text. */
const drawSymbol = (document: Document, { code, x, y, size }: Extract<LabelItem, { kind: 'symbol' }>) => {
  const symbol = careSymbolOf(code)
  if (!symbol) return drawText(document, { text: code, x, y: y + size * 0.6, size: size * 0.4, isStrong: true })
  const { viewBox, paths, text } = symbol.drawing
  const [left, top, width] = viewBox
  const scale = size / width
  document.save()
  document.translate(x - left * scale, y - top * scale).scale(scale)
  document.lineCap('round').lineJoin('round').strokeColor('#000').fillColor('#000')
  for (const { d, fill, strokeWidth } of paths) {
    document.path(d)
    if (fill) document.fill()
    else document.lineWidth(strokeWidth ?? lineWidth).stroke()
  }
  if (text) {
    const start = text.x - (widthOf(text.value, 'strong') * text.size) / 2
    drawText(document, { text: text.value, x: start, y: text.y, size: text.size, isStrong: true })
  }
  document.restore()
}
