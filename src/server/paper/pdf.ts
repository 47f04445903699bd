import { setImmediate } from 'node:timers/promises'
import type { Paper } from '../../shared/paper'
import { emptyBox, type Glyphs, glyphsFor, type Weight } from './glyphs'
import { footOf, type Item, layOut, type Placed, type Sheet, type Widths } from './layout'
import { ascent, descent, trueType, unitsPerEm } from './truetype'

/** What the foot of a sheet says of its place. */
export type PageWords = (page: number, pages: number) => string

/** The paper as a PDF: real text in embedded letters, of which it carries those that it uses, and tagged. */
export const pdfOf = (paper: Paper, pageWords: PageWords): Promise<Buffer> => {
  // One at a time: however many are wanted at once, the memory of one is enough.
  const made = last.then(
    () => make(paper, pageWords),
    () => make(paper, pageWords),
  )
  last = made
  return made
}
let last: Promise<unknown> = Promise.resolve()

const make = async (given: Paper, pageWords: PageWords): Promise<Buffer> => {
  const paper = printable(given)
  const [{ default: Document }, glyphs] = await Promise.all([
    import('pdfkit'),
    glyphsFor({
      regular: charactersOf([paper, pageWords(1234567890, 1234567890)]),
      strong: charactersOf(strongOf(paper)),
    }),
  ])
  const widths = widthsOf(glyphs)
  const { format, sheets } = layOut(paper, widths)
  for (const [at, sheet] of sheets.entries())
    sheet.push(footOf(paper.reference, printable(pageWords(at + 1, sheets.length)), format, widths))

  const document = new Document({
    size: [format.width, format.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: paper.language === 'zh' ? 'zh-CN' : 'en-GB',
    info: { Title: paper.title, ...(paper.owner[0] ? { Author: paper.owner[0] } : {}) },
  })
  const done = collected(document)
  for (const weight of ['regular', 'strong'] as const)
    document.registerFont(weight, trueType(`Portal-${weight}`, emptyBox, glyphs[weight]))
  await draw(document, sheets)
  document.end()
  return done
}

const widthsOf = (glyphs: Record<Weight, Glyphs>): Widths => {
  const advance = (shapes: Glyphs) => (text: string) => {
    let width = 0
    for (const sign of text) width += shapes.get(sign.codePointAt(0) ?? 0)?.advance ?? 0
    return width / unitsPerEm
  }
  const [regular, strong] = [advance(glyphs.regular), advance(glyphs.strong)]
  return (text, isStrong) => (isStrong ? strong : regular)(text)
}

const charactersOf = (texts: unknown): Set<number> =>
  new Set([...JSON.stringify(texts)].map((sign) => sign.codePointAt(0) ?? 0))

/** What may stand in strong letters. */
const strongOf = ({ heading, owner, blocks }: Paper) => [
  heading,
  owner,
  blocks.map((block) => {
    if (block.kind === 'table') return [block.columns, block.rows.map((cells) => cells.map(([first]) => first))]
    return block.kind === 'total' ? block.text : 'title' in block ? block.title : ''
  }),
]

/** The same with composed letters and without what cannot be seen. */
const printable = <T>(value: T): T => {
  if (typeof value === 'string')
    return value
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/\t/g, ' ')
      .replace(/[^\P{C}\n]/gu, '') as T
  if (Array.isArray(value)) return value.map(printable) as T
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, printable(one)])) as T
  return value
}

type Document = PDFKit.PDFDocument
type Structure = PDFKit.PDFStructureElement

const collected = (document: Document) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })

const draw = async (document: Document, sheets: readonly Sheet[]) => {
  const root = document.struct('Document')
  document.addStructure(root)
  const row = rows(document, root)
  for (const sheet of sheets) {
    document.addPage()
    for (const item of sheet) drawItem(document, root, row, item)
    // Others have their turn between two sheets.
    await setImmediate()
  }
  row.end()
  root.end()
}

const drawItem = (document: Document, root: Structure, row: Rows, item: Item) => {
  switch (item.role) {
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
    default:
      row.end()
      root.add(document.struct(tags[item.role], {}, () => drawLines(document, item.lines)))
  }
}
const tags = { heading: 'H1', subheading: 'H2', text: 'P' } as const

const artifact = (document: Document, draws: () => void) => {
  document.markContent('Artifact', { type: 'Layout' })
  draws()
  document.endMarkedContent()
}

type Rows = ReturnType<typeof rows>

/** The tables and rows that are being written. */
const rows = (document: Document, root: Structure) => {
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
    if (text === '') continue
    const letters = ((ascent - descent) / unitsPerEm) * size
    document
      .font(isStrong ? 'strong' : 'regular')
      .fontSize(size)
      .fillColor(isGrey ? '#444' : '#000')
      .text(text, x, y + (height - letters) / 2, { lineBreak: false })
  }
}
