import Pdf from 'pdfkit'
import type { Paper } from '#shared/kit/paper.ts'
import { drawDrawing, drawFrame } from './drawing'
import { ascent, descent, facesOf, features, runsOf, widthOf } from './fonts'
import type { Item, Placed, Sheet } from './items'
import { footOf, layOut } from './layout'
import { collected, printable } from './pdf-document'
import { type EmbeddedXml, embed, escapeMetadata } from './pdf-embedded'
import { embeddable } from './pictures'

/**
 * Renders a paper as a tagged PDF with real text in embedded font subsets. The footer of a sheet is `pageWords` with
 * `{page}` and `{pages}` replaced by numbers.
 */
export const pdfOf = async (source: Paper, pageWords: string, embedded?: EmbeddedXml): Promise<Buffer> => {
  const paper = printable(source)
  const pageText = printable(pageWords)
  const { format, sheets } = layOut(paper, widths)
  for (const [index, sheet] of sheets.entries())
    sheet.push(footOf(paper.reference, withNumbers(pageText, index + 1, sheets.length), format, widths))

  const document = new Pdf({
    size: [format.width, format.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    // PDFKit adds the output intent and the metadata of PDF/A.
    ...(embedded && { subset: 'PDF/A-3b' }),
    lang: paper.language === 'zh' ? 'zh-CN' : 'en-GB',
    info: { Title: paper.title, ...(paper.owner[0] ? { Author: paper.owner[0] } : {}) },
  })
  const done = collected(document)
  escapeMetadata(document)
  if (embedded) embed(document, embedded)
  for (const { name, source } of [...facesOf('regular'), ...facesOf('strong')]) document.registerFont(name, source)
  draw(document, sheets, await embeddable(sheets))
  document.end()
  return done
}

const withNumbers = (text: string, page: number, pages: number) =>
  text.replaceAll('{page}', String(page)).replaceAll('{pages}', String(pages))

const widths = (text: string, isStrong: boolean) => widthOf(text, isStrong ? 'strong' : 'regular')

type Document = PDFKit.PDFDocument
type Structure = PDFKit.PDFStructureElement

type Pictures = Awaited<ReturnType<typeof embeddable>>

const draw = (document: Document, sheets: readonly Sheet[], pictures: Pictures) => {
  const root = document.struct('Document')
  document.addStructure(root)
  const row = tableRows(document, root)
  for (const sheet of sheets) {
    document.addPage()
    for (const item of sheet) drawItem(document, root, row, pictures, item)
  }
  row.end()
  root.end()
}

const drawItem = (document: Document, root: Structure, row: Rows, pictures: Pictures, item: Item) => {
  switch (item.role) {
    case 'band':
      return artifact(document, () => document.rect(item.x, item.y, item.width, item.height).fill('#eee'))
    case 'rule':
      return artifact(document, () =>
        document
          .moveTo(item.x, item.y)
          .lineTo(item.x + item.width, item.y)
          .lineWidth(item.weight)
          .strokeColor(item.isGrey ? '#999' : '#000')
          .stroke(),
      )
    case 'furniture':
      return artifact(document, () => drawLines(document, item.lines))
    case 'head':
    case 'cell':
      return row.add(
        item,
        document.struct(item.role === 'head' ? 'TH' : 'TD', {}, () => drawLines(document, item.lines)),
      )
    case 'figure':
      row.end()
      return root.add(
        document.struct('Figure', { alt: item.alt }, () =>
          'drawing' in item ? drawDrawing(document, item) : drawPicture(document, item, pictures.get(item.picture)),
        ),
      )
    default:
      row.end()
      root.add(document.struct(tags[item.role], {}, () => drawLines(document, item.lines)))
  }
}
const tags = { heading: 'H1', subheading: 'H2', text: 'P' } as const

const drawPicture = (
  document: Document,
  { x, y, width, height }: Pick<FigureItem, 'x' | 'y' | 'width' | 'height'>,
  picture: Buffer | undefined,
) => {
  if (picture) document.image(picture, x, y, { fit: [width, height], align: 'center', valign: 'center' })
  drawFrame(document, { x, y, width, height })
}
type FigureItem = Extract<Item, { role: 'figure' }>

const artifact = (document: Document, draws: () => void) => {
  document.markContent('Artifact', { type: 'Layout' })
  draws()
  document.endMarkedContent()
}

type Rows = ReturnType<typeof tableRows>

/** Collects the cells of tables into the structure elements `Table` and `TR`; `end` closes the open ones. */
const tableRows = (document: Document, root: Structure) => {
  let table: { number: number; structure: Structure } | undefined
  let row: { number: number; structure: Structure } | undefined
  const endRow = () => {
    row?.structure.end()
    row = undefined
  }
  const end = () => {
    endRow()
    table?.structure.end()
    table = undefined
  }
  const add = (cell: { table: number; row: number }, structure: Structure) => {
    if (table?.number !== cell.table) {
      end()
      table = { number: cell.table, structure: document.struct('Table') }
      root.add(table.structure)
    }
    if (row?.number !== cell.row) {
      endRow()
      row = { number: cell.row, structure: document.struct('TR') }
      table.structure.add(row.structure)
    }
    row.structure.add(structure)
  }
  return { add, end }
}

const drawLines = (document: Document, lines: readonly Placed[]) => {
  for (const { text, x, y, height, size, isStrong, isGrey } of lines) {
    const baseline = y + (height - (ascent + descent) * size) / 2 + ascent * size
    const weight = isStrong ? 'strong' : 'regular'
    let left = x
    document.fontSize(size).fillColor(isGrey ? '#444' : '#000')
    for (const run of runsOf(text, weight)) {
      document
        .font(run.face.name)
        .text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic', features: features as never })
      left += widthOf(run.text, weight) * size
    }
  }
}
