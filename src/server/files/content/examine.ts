import { readFile, writeFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { type Text, textOf } from '#shared/kit/text.ts'
import { type FileKind, imageKinds, kindOf } from '../types'
import { type Drawing, drawnPixels } from './drawing'
import { svgProblem } from './svg'
import { zipProblem } from './zip'

/** What a file is, or why it is refused; null when its content is of no kind that the portal knows. */
export type Finding = { kind: FileKind; pages: number | null } | { problem: Text } | null

/** Pixels that a picture may have: more are a mistake, or meant to exhaust the memory of whoever decodes them. */
export const mostPixels = 100_000_000

/** Tells what a file is by its content; `ending` decides where one content has several names. */
export const examine = async (path: string, ending: string): Promise<Finding> => {
  const bytes = await readFile(path)
  const kind = kindOf(bytes, ending)
  if (!kind) return null
  if (imageKinds.includes(kind)) return (await pixelProblem(bytes)) ?? { kind, pages: null }
  const found = kind === 'svg' ? svgProblem(bytes) : kind === 'zip' ? await zipProblem(bytes) : null
  if (found) return { problem: found }
  if (!isPdf(bytes)) return { kind, pages: null }
  const pages = await pagesOf(bytes)
  return pages === 'broken' ? { problem: textOf('files.refused.pdf_broken') } : { kind, pages }
}

/** Draws a file, or its first page; answers whether there was anything to draw. */
export const draw = async (path: string, kind: FileKind, to: Drawing): Promise<boolean> => {
  const bytes = await readFile(path)
  if (isPdf(bytes)) return drawPdf(bytes, to)
  if (kind === 'svg') return drawSvg(bytes, to)
  if (!imageKinds.includes(kind)) return false
  // Pictures of phones say in their notes which way is up.
  const preview = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize(fitting('preview'))
    .webp({ quality: 82, effort })
    .toBuffer()
  return keep(preview, to)
}

/** The text layer of the first pages of a PDF, `most` characters at most; empty for any other file, and a locked one. */
export const readText = async (path: string, most: number): Promise<string> => {
  const bytes = await readFile(path)
  if (!isPdf(bytes)) return ''
  const paper = await openPaper(bytes)
  if (!paper) return ''
  try {
    let text = ''
    const pages = Math.min(paper.getPageCount(), readPages)
    for (let page = 0; page < pages && text.length < most; page += 1) text += `${paper.getPage(page).getText()}\n`
    return text.slice(0, most)
  } finally {
    paper.destroy()
  }
}

const readPages = 10

const isPdf = (bytes: Buffer) => bytes.toString('latin1', 0, 5) === '%PDF-'

// Nothing of one file is kept for the next.
sharp.cache(false)
sharp.concurrency(1)

/** Loaded for the first PDF. */
const openPdfium = () => PDFiumLibrary.init()
let pdfium: ReturnType<typeof openPdfium> | undefined

/** Of WebP's 0 to 6: a little larger than with its usual 4, in half the time. */
const effort = 2

const fitting = (of: keyof Drawing) =>
  ({ width: drawnPixels[of], height: drawnPixels[of], fit: 'inside', withoutEnlargement: true }) as const

/** Keeps the picture and a small one of it. */
const keep = async (preview: Buffer, to: Drawing) => {
  await writeFile(to.preview, preview, { mode: 0o600 })
  const thumb = await sharp(preview).resize(fitting('thumb')).webp({ quality: 78 }).toBuffer()
  await writeFile(to.thumb, thumb, { mode: 0o600 })
  return true
}

/** Reads the picture's head only. */
const pixelProblem = async (bytes: Buffer): Promise<{ problem: Text } | null> => {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!head?.width || !head.height) return { problem: textOf('files.refused.picture_broken') }
  const pixels = head.width * head.height
  if (pixels <= mostPixels) return null
  const params = { width: head.width, height: head.height, max: mostPixels / 1_000_000 }
  return { problem: textOf('files.refused.pixels', params) }
}

/** The pages of a PDF; null where a password hides them. */
const pagesOf = async (bytes: Buffer): Promise<number | null | 'broken'> => {
  pdfium ??= openPdfium()
  const library = await pdfium
  try {
    const paper = await library.loadDocument(bytes)
    const pages = paper.getPageCount()
    paper.destroy()
    return pages > 0 ? pages : 'broken'
  } catch (error) {
    return isLocked(error) ? null : 'broken'
  }
}

const isLocked = (error: unknown) => /password|security/i.test(String(error))

/** Null where a password locks it. */
const openPaper = async (bytes: Buffer) => {
  pdfium ??= openPdfium()
  const library = await pdfium
  return library.loadDocument(bytes).catch((error: unknown) => {
    if (isLocked(error)) return null
    throw error
  })
}

const drawPdf = async (bytes: Buffer, to: Drawing) => {
  const paper = await openPaper(bytes)
  if (!paper) return false
  try {
    const page = paper.getPage(0)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const longer = Math.max(originalWidth, originalHeight)
    // At most 600 dots an inch: a small label is sharp, and its picture not large.
    const scale = Math.min(600 / 72, drawnPixels.preview / longer)
    const { data, width, height } = await page.render({ scale, renderFormFields: true })
    const raw = { width, height, channels: 4 } as const
    const preview = await sharp(data, { raw })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 85, effort })
      .toBuffer()
    return keep(preview, to)
  } finally {
    paper.destroy()
  }
}

const longSideAt = async (bytes: Buffer, density: number) => {
  const { width = 0, height = 0 } = await sharp(bytes, { density, limitInputPixels: false }).metadata()
  return Math.max(width, height)
}

const drawSvg = async (bytes: Buffer, to: Drawing) => {
  const [side, twice] = [await longSideAt(bytes, 72), await longSideAt(bytes, 144)]
  if (!side || !twice) return false
  // Drawn in the size of the preview: enlarging pixels later would blur its lines. Lengths in pixels grow with the
  // density, lengths in millimetres or inches with its square.
  const power = Math.max(1, Math.round(Math.log2(twice / side)))
  const density = Math.min(2400, Math.max(1, 72 * (drawnPixels.preview / side) ** (1 / power)))
  const preview = await sharp(bytes, { density, limitInputPixels: mostPixels })
    .resize(fitting('preview'))
    .webp({ quality: 90, effort })
    .toBuffer()
  return keep(preview, to)
}
