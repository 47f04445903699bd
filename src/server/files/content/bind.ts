import { readFile, writeFile } from 'node:fs/promises'
import {
  degrees,
  type PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFPage,
  type PDFRef,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { mostPixels } from './examine'

/** A file to bind into a book. */
export interface BoundFile {
  path: string
  kind: 'pdf' | 'picture'
}

/** A bookmark; `page` is counted from 0, `level` from 0 for the outermost. */
export interface Bookmark {
  title: string
  level: number
  page: number
}

/** The files of one PDF, and the path that it is written to. */
export interface BookOrder {
  files: readonly BoundFile[]
  bookmarks: readonly Bookmark[]
  title: string
  language: string
  to: string
}

/**
 * Returns the number of pages that a file has in a book; 0 if it cannot be bound, because it is damaged or needs a
 * password. A picture is converted and written to `to`.
 */
export const preparePages = async (path: string, kind: BoundFile['kind'], to: string): Promise<number> => {
  try {
    if (kind === 'pdf') return (await openPdf(path)).getPageCount()
    const picture = await sharp(path, { limitInputPixels: mostPixels })
      .autoOrient()
      .resize({ width: mostSide, height: mostSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 85 })
      .toBuffer()
    await writeFile(to, picture, { mode: 0o600 })
    return 1
  } catch {
    return 0
  }
}

/** The most pixels of the longer side of a picture: about 200 dpi on A4. */
const mostSide = 2300

/** Binds the files into one PDF with bookmarks and page numbers; returns its number of pages. */
export const bindBook = async ({ files, bookmarks, title, language, to }: BookOrder): Promise<number> => {
  const book = await PDFDocument.create()
  book.setTitle(title, { showInWindowTitleBar: true })
  book.setLanguage(language)
  for (const { path, kind } of files) {
    if (kind === 'picture') await addPicture(book, path)
    else await addPages(book, path)
  }
  await numberPages(book)
  addBookmarks(book, bookmarks)
  await writeFile(to, await book.save(), { mode: 0o600 })
  return book.getPageCount()
}

const openPdf = async (path: string) => PDFDocument.load(await readFile(path), { updateMetadata: false })

const addPages = async (book: PDFDocument, path: string) => {
  const source = await openPdf(path)
  // Private data of programs and actions on opening a page are dropped.
  for (const page of source.getPages()) {
    for (const key of ['PieceInfo', 'AA', 'Metadata', 'Thumb', 'StructParents']) page.node.delete(PDFName.of(key))
    dropActions(page)
  }
  for (const page of await book.copyPages(source, source.getPageIndices())) book.addPage(page)
}

/** Removes the actions of annotations, except links: scripts, launched programs and forms. */
const dropActions = (page: PDFPage) => {
  const annotations = page.node.Annots()
  for (let index = 0; index < (annotations?.size() ?? 0); index += 1) {
    const annotation = annotations?.lookup(index) as PDFDict | undefined
    annotation?.delete?.(PDFName.of('AA'))
    const action = annotation?.lookup?.(PDFName.of('A')) as PDFDict | undefined
    const kind = action?.lookup?.(PDFName.of('S'))
    if (action && kind !== PDFName.of('URI') && kind !== PDFName.of('GoTo')) annotation?.delete(PDFName.of('A'))
  }
}

const a4 = { short: 595.28, long: 841.89 }
const border = 34

/** Adds a picture on its own page, in portrait or landscape as the picture is. */
const addPicture = async (book: PDFDocument, path: string) => {
  const picture = await book.embedJpg(await readFile(path))
  const isWide = picture.width > picture.height
  const [width, height] = isWide ? [a4.long, a4.short] : [a4.short, a4.long]
  const page = book.addPage([width, height])
  // At least 96 dpi, so that small pictures are not enlarged.
  const scale = Math.min((width - 2 * border) / picture.width, (height - 2 * border) / picture.height, 0.75)
  const size = { width: picture.width * scale, height: picture.height * scale }
  page.drawImage(picture, { x: (width - size.width) / 2, y: (height - size.height) / 2, ...size })
}

/** Prints the page number in the lower right corner of each page, as it is seen after the page's rotation. */
const numberPages = async (book: PDFDocument) => {
  const font = await book.embedFont(StandardFonts.Helvetica)
  const pages = book.getPages()
  for (const [index, page] of pages.entries()) {
    const text = `${index + 1} / ${pages.length}`
    const width = font.widthOfTextAtSize(text, 7)
    const box = page.getCropBox()
    const turn = ((page.getRotation().angle % 360) + 360) % 360
    const [right, up] = [14 + width, 10]
    const corner =
      turn === 90
        ? { x: box.width - up, y: box.height - right }
        : turn === 180
          ? { x: right, y: box.height - up }
          : turn === 270
            ? { x: up, y: right }
            : { x: box.width - right, y: up }
    page.drawText(text, {
      ...{ x: box.x + corner.x, y: box.y + corner.y, size: 7, font },
      ...{ color: rgb(0.35, 0.35, 0.35), rotate: degrees(turn) },
    })
  }
}

interface Outline {
  ref: PDFRef
  dict: PDFDict
  level: number
  children: Outline[]
}

/** Adds the outline (ISO 32000-1, 12.3.3); only its first level is unfolded. */
const addBookmarks = (book: PDFDocument, bookmarks: readonly Bookmark[]) => {
  if (bookmarks.length === 0) return
  const { context } = book
  const pages = book.getPages()
  const create = (level: number): Outline => {
    const dict = context.obj({})
    return { ref: context.register(dict), dict, level, children: [] }
  }
  const root = create(-1)
  root.dict.set(PDFName.of('Type'), PDFName.of('Outlines'))
  const path = [root]
  for (const { title, level, page } of bookmarks) {
    const target = pages[page]
    if (!target) continue
    while ((path.at(-1)?.level ?? -1) >= level && path.length > 1) path.pop()
    const parent = path.at(-1) ?? root
    const entry = create(level)
    entry.dict.set(PDFName.of('Title'), PDFHexString.fromText(title))
    entry.dict.set(PDFName.of('Parent'), parent.ref)
    entry.dict.set(PDFName.of('Dest'), context.obj([target.ref, PDFName.of('XYZ'), PDFNull, PDFNull, PDFNull]))
    parent.children.push(entry)
    path.push(entry)
  }
  linkChildren(root)
  book.catalog.set(PDFName.of('Outlines'), root.ref)
  book.catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'))
}

const linkChildren = ({ dict, children, level }: Outline) => {
  for (const [index, child] of children.entries()) {
    const [before, after] = [children[index - 1], children[index + 1]]
    if (before) child.dict.set(PDFName.of('Prev'), before.ref)
    if (after) child.dict.set(PDFName.of('Next'), after.ref)
    linkChildren(child)
  }
  const [first, last] = [children[0], children.at(-1)]
  if (!first || !last) return
  dict.set(PDFName.of('First'), first.ref)
  dict.set(PDFName.of('Last'), last.ref)
  // A negative count means that the entry is folded.
  dict.set(PDFName.of('Count'), PDFNumber.of(level < 0 ? children.length : -children.length))
}
