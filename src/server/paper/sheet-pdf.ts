import Pdf from 'pdfkit'
import { careSymbolOf, lineWidth } from '#shared/standards/care-symbols.ts'
import type {
  PrintSheet,
  SheetBarcode,
  SheetItem,
  SheetRule,
  SheetSymbol,
  SheetText,
} from '#shared/trade/print-sheet.ts'
import { facesOf, features, runsOf, widthOf } from './fonts'
import { collected, printable } from './pdf-document'

/** Renders sheets as a PDF in true size, one page each: text in embedded fonts, symbols and barcodes as vectors. */
export const sheetsPdf = async (
  sheets: readonly PrintSheet[],
  { title, language }: { title: string; language: string },
): Promise<Buffer> => {
  const document = new Pdf({
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    info: { Title: printable(title) },
  })
  const done = collected(document)
  for (const { name, source } of [...facesOf('regular'), ...facesOf('strong')]) document.registerFont(name, source)
  const root = document.struct('Document')
  document.addStructure(root)
  for (const { width, height, items } of sheets) {
    document.addPage({ size: [width, height], margin: 0 })
    for (const item of items) draw(document, root, item)
  }
  root.end()
  document.end()
  return done
}

type Document = PDFKit.PDFDocument

const draw = (document: Document, root: PDFKit.PDFStructureElement, item: SheetItem) => {
  switch (item.kind) {
    case 'text':
      return root.add(
        document.struct('P', item.language ? { lang: item.language } : {}, () => drawText(document, item)),
      )
    case 'symbol':
      return root.add(
        document.struct('Figure', { alt: careSymbolOf(item.code)?.meaning.en ?? item.code }, () =>
          drawSymbol(document, item),
        ),
      )
    case 'barcode':
      return root.add(document.struct('Figure', { alt: item.value }, () => drawBars(document, item)))
    case 'rule':
      return drawRule(document, item)
  }
}

const drawText = (
  document: Document,
  { text, x, y, size, isStrong }: Pick<SheetText, 'text' | 'x' | 'y' | 'size' | 'isStrong'>,
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

/** Draws a care symbol scaled to the size of the item; a code without a drawing is printed as text. */
const drawSymbol = (document: Document, { code, x, y, size }: SheetSymbol) => {
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

/** Draws all bars as one path, so that adjacent bars show no seam. */
const drawBars = (document: Document, { x, y, bars }: SheetBarcode) => {
  document.fillColor('#000')
  for (const [left, top, width, height] of bars) document.rect(x + left, y + top, width, height)
  document.fill()
}

const drawRule = (document: Document, { x, y, width, height }: SheetRule) => {
  document.markContent('Artifact', { type: 'Layout' })
  document.rect(x, y, width, height).fillColor('#000').fill()
  document.endMarkedContent()
}
