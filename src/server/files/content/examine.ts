import { readFile, writeFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { type Text, textOf } from '#shared/kit/text.ts'
import { type FileKind, imageKinds, kindOf } from '../types'
import { type Drawing, drawnPixels } from './drawing'
import { svgProblem } from './svg'
import { zipProblem } from './zip'

/** The kind of a file, or why it is refused; null if its content is of no accepted kind. */
export type Finding = { kind: FileKind; pages: number | null } | { problem: Text } | null

/** The most pixels of a picture: more are a mistake, or a decompression bomb. */
export const mostPixels = 100_000_000

/** Detects the kind of a file from its content; `ending` decides between kinds with the same content type. */
export const examine = async (path: string, ending: string): Promise<Finding> => {
  const bytes = await readFile(path)
  const kind = kindOf(bytes, ending)
  if (!kind) return null
  if (imageKinds.includes(kind)) return (await pixelProblem(bytes)) ?? { kind, pages: null }
  const problem = kind === 'svg' ? svgProblem(bytes) : kind === 'zip' ? await zipProblem(bytes) : null
  if (problem) return { problem }
  if (!isPdf(bytes)) return { kind, pages: null }
  const pages = await pagesOf(bytes)
  return pages === 'broken' ? { problem: textOf('files.refused.pdf_broken') } : { kind, pages }
}

/** Draws a file, or its first page; returns false for files that cannot be drawn. */
export const draw = async (path: string, kind: FileKind, to: Drawing): Promise<boolean> => {
  const bytes = await readFile(path)
  if (isPdf(bytes)) return drawPdf(bytes, to)
  if (kind === 'svg') return drawSvg(bytes, to)
  if (!imageKinds.includes(kind)) return false
  // `autoOrient` applies the rotation that phones store in EXIF.
  const preview = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize(fitting('preview'))
    .webp({ quality: 82, effort })
    .toBuffer()
  return writePictures(preview, to)
}

/** The text layer of a PDF's first pages, at most `most` characters; empty for other files and locked PDFs. */
export const readText = async (path: string, most: number): Promise<string> => {
  const bytes = await readFile(path)
  if (!isPdf(bytes)) return ''
  const document = await openDocument(bytes)
  if (!document) return ''
  try {
    let text = ''
    const pages = Math.min(document.getPageCount(), maxTextPages)
    for (let page = 0; page < pages && text.length < most; page += 1) text += `${document.getPage(page).getText()}\n`
    return text.slice(0, most)
  } finally {
    document.destroy()
  }
}

const maxTextPages = 10

const isPdf = (bytes: Buffer) => bytes.toString('latin1', 0, 5) === '%PDF-'

// Do not cache data of one file for the next.
sharp.cache(false)
sharp.concurrency(1)

/** Loaded with the first PDF. */
const openPdfium = () => PDFiumLibrary.init()
let pdfium: ReturnType<typeof openPdfium> | undefined

/** WebP effort from 0 to 6: files are a little larger than with the default 4, in half the time. */
const effort = 2

const fitting = (size: keyof Drawing) =>
  ({ width: drawnPixels[size], height: drawnPixels[size], fit: 'inside', withoutEnlargement: true }) as const

/** Writes the preview and a thumbnail of it. */
const writePictures = async (preview: Buffer, to: Drawing) => {
  await writeFile(to.preview, preview, { mode: 0o600 })
  const thumb = await sharp(preview).resize(fitting('thumb')).webp({ quality: 78 }).toBuffer()
  await writeFile(to.thumb, thumb, { mode: 0o600 })
  return true
}

/** Checks the size of a picture; reads only its header. */
const pixelProblem = async (bytes: Buffer): Promise<{ problem: Text } | null> => {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!header?.width || !header.height) return { problem: textOf('files.refused.picture_broken') }
  const pixels = header.width * header.height
  if (pixels <= mostPixels) return null
  const params = { width: header.width, height: header.height, max: mostPixels / 1_000_000 }
  return { problem: textOf('files.refused.pixels', params) }
}

/** The number of pages of a PDF; null if it needs a password. */
const pagesOf = async (bytes: Buffer): Promise<number | null | 'broken'> => {
  pdfium ??= openPdfium()
  const library = await pdfium
  try {
    const document = await library.loadDocument(bytes)
    const pages = document.getPageCount()
    document.destroy()
    return pages > 0 ? pages : 'broken'
  } catch (error) {
    return isLocked(error) ? null : 'broken'
  }
}

const isLocked = (error: unknown) => /password|security/i.test(String(error))

/** Opens a PDF; null if it needs a password. */
const openDocument = async (bytes: Buffer) => {
  pdfium ??= openPdfium()
  const library = await pdfium
  return library.loadDocument(bytes).catch((error: unknown) => {
    if (isLocked(error)) return null
    throw error
  })
}

const drawPdf = async (bytes: Buffer, to: Drawing) => {
  const document = await openDocument(bytes)
  if (!document) return false
  try {
    const page = document.getPage(0)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const longer = Math.max(originalWidth, originalHeight)
    // At most 600 dpi, so that small labels are sharp without being large.
    const scale = Math.min(600 / 72, drawnPixels.preview / longer)
    const { data, width, height } = await page.render({ scale, renderFormFields: true })
    const raw = { width, height, channels: 4 } as const
    const preview = await sharp(data, { raw })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 85, effort })
      .toBuffer()
    return writePictures(preview, to)
  } finally {
    document.destroy()
  }
}

const longSideAt = async (bytes: Buffer, density: number) => {
  const { width = 0, height = 0 } = await sharp(bytes, { density, limitInputPixels: false }).metadata()
  return Math.max(width, height)
}

const drawSvg = async (bytes: Buffer, to: Drawing) => {
  const [side, twice] = [await longSideAt(bytes, 72), await longSideAt(bytes, 144)]
  if (!side || !twice) return false
  // Drawn at the size of the preview, because enlarging pixels would blur the lines. The drawn size of lengths in pixels
  // grows linearly with the density, of lengths in millimetres or inches with its square.
  const power = Math.max(1, Math.round(Math.log2(twice / side)))
  const density = Math.min(2400, Math.max(1, 72 * (drawnPixels.preview / side) ** (1 / power)))
  const preview = await sharp(bytes, { density, limitInputPixels: mostPixels })
    .resize(fitting('preview'))
    .webp({ quality: 90, effort })
    .toBuffer()
  return writePictures(preview, to)
}
