import { createReadStream, createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Bookmark, BoundFile } from '#server/files/content/bind.ts'
import { ownExaminer } from '#server/files/content/examiner.ts'
import type { Files, Upload } from '#server/files/store.ts'
import { fileTypes, imageKinds } from '#server/files/types.ts'
import { Refusal } from '#server/kit/errors.ts'
import { printPaper, tonguesOf } from '#server/paper/papers.ts'
import { today } from '#shared/base/dates.ts'
import type { PaperLanguageFormats } from '#shared/kit/paper.ts'
import { textOf } from '#shared/kit/text.ts'
import { archiveLimits, bookLimits, type DossierStep } from '#shared/trade/dossier.ts'
import { safeFileName } from '#shared/trade/dossier-names.ts'
import { paperTexts } from '#shared/trade/paper-words.ts'
import { type ArchiveEntry, archived } from './archive'
import type { DossierContext } from './collect'
import { gapRows, type IndexOptions, indexPaper } from './index-paper'
import { type DossierPart, type DossierPlan, sizeOf } from './parts'
import { placesOf } from './places'

export interface MakeContext extends DossierContext {
  files: Files
  title: string
  /** Stores the progress; rejects if the dossier was deleted. */
  report(step: DossierStep, done: number, total: number): Promise<void>
}

export interface Made {
  upload: Upload
  /** The number of documents that its index lists as missing, not approved or left out. */
  gaps: number
}

/** Makes a ZIP archive with a folder for each order, line and kind. Throws 409 if it would be too large. */
export const makeArchive = async (context: MakeContext, plan: DossierPlan): Promise<Made> => {
  const { files, title, language, report } = context
  const tongues = tonguesOf(language)
  const { paths, index } = placesOf(plan.sections, plan.parts, tongues)
  requireArchiveRoom(plan)
  const options = await indexOptions(context, tongues, 'paths', (key) => paths.get(key) ?? null)
  const createdAt = new Date()
  const progress = progressOf(plan.parts)
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    yield { path: index, isPacked: true, content: asStream(await printIndex(context, plan, options)) }
    for (const part of plan.parts) {
      context.signal.throwIfAborted()
      await report('adding', progress.done, progress.total)
      const { content, key } = part
      yield {
        path: paths.get(key) ?? part.fileName,
        isPacked: content.is === 'paper' || content.type !== fileTypes.text.type,
        content: content.is === 'paper' ? asStream(await content.print()) : await files.read(content.id),
      }
      progress.add(part)
    }
    await report('storing', progress.total, progress.total)
  }
  const name = safeFileName(`${title} ${paperTexts(tongues).word('dossier.file_names.dossier')}.zip`)
  const upload = await files.store(archived(entries(), createdAt), name, fileTypes.zip.type)
  return { upload, gaps: gapRows(plan.sections, options).length }
}

const requireArchiveRoom = ({ parts }: DossierPlan) => {
  const bytes = parts.reduce((sum, part) => sum + sizeOf(part), 0)
  if (bytes > archiveLimits.bytes || parts.length > archiveLimits.files)
    throw new Refusal(
      409,
      'dossier_too_large',
      textOf('dossier.archive_too_large', {
        size: megabytes(bytes),
        files: parts.length,
        max: megabytes(archiveLimits.bytes),
        most: archiveLimits.files,
      }),
    )
}

async function* asStream(content: Uint8Array) {
  yield content
}

/** Measures the progress: each document weighs 2, plus 1 for each megabyte. */
const progressOf = (parts: readonly DossierPart[]) => {
  const weightOf = (part: DossierPart) => 2 + Math.round(sizeOf(part) / 1024 / 1024)
  const progress = {
    done: 0,
    total: parts.reduce((sum, part) => sum + weightOf(part), 0),
    add: (part: DossierPart) => {
      progress.done += weightOf(part)
    },
  }
  return progress
}

const indexOptions = async (
  { kit, me, title }: MakeContext,
  tongues: PaperLanguageFormats,
  places: IndexOptions['places'],
  placeOf: IndexOptions['placeOf'],
): Promise<IndexOptions> => {
  const settings = await kit.settings()
  const company = String(settings.company_name ?? '')
  return { title, company, reader: me.name, day: today(), tongues, places, placeOf }
}

const printIndex = ({ signal }: MakeContext, { sections }: DossierPlan, options: IndexOptions) =>
  printPaper(indexPaper(sections, options), options.tongues, 'dossiers', signal)

/** A part as a local file, ready to be bound into the PDF. */
interface Leaf extends BoundFile {
  part: DossierPart
  pages: number
}

/** Makes one PDF with bookmarks: the index, then every PDF and picture. Throws 409 if it would be too large. */
export const makeBook = async (context: MakeContext, plan: DossierPlan): Promise<Made> => {
  const { files, title, language, report, signal } = context
  const tongues = tonguesOf(language)
  const temporary: string[] = []
  const newPath = async () => {
    const path = await files.temporary()
    temporary.push(path)
    return path
  }
  try {
    const leaves = await prepareLeaves(context, plan, newPath)
    const { cover, options, offsets } = await bindCover(context, plan, leaves, newPath)
    await report('binding', 1, 1)
    const output = await newPath()
    const bound = ownExaminer.bind({
      files: [{ path: cover, kind: 'pdf' }, ...leaves.map(({ path, kind }) => ({ path, kind }))],
      bookmarks: bookmarksOf(plan, offsets, paperTexts(tongues).word),
      title,
      language: tongues[0].language === 'zh' ? 'zh-CN' : 'en-GB',
      to: output,
    })
    await Promise.race([bound, aborted(signal)])
    await report('storing', 1, 1)
    const name = safeFileName(`${title} ${paperTexts(tongues).word('dossier.file_names.dossier')}.pdf`)
    const upload = await files.store(createReadStream(output), name, fileTypes.pdf.type)
    return { upload, gaps: gapRows(plan.sections, options).length }
  } finally {
    for (const path of temporary) await rm(path, { force: true })
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )

/** Writes every document that can be bound to a temporary file and counts its pages; others are skipped. */
const prepareLeaves = async (
  { files, report, signal }: MakeContext,
  { parts }: DossierPlan,
  newPath: () => Promise<string>,
): Promise<Leaf[]> => {
  const leaves: Leaf[] = []
  const progress = progressOf(parts)
  let [bytes, pages] = [0, 0]
  for (const part of parts) {
    signal.throwIfAborted()
    await report('adding', progress.done, progress.total)
    progress.add(part)
    const { content } = part
    const kind = content.is === 'paper' ? 'pdf' : boundAs(content.type)
    if (!kind || sizeOf(part) > bookLimits.file) continue
    const source = await newPath()
    if (content.is === 'paper') await writeFile(source, await content.print(), { mode: 0o600 })
    else await pipeline(await files.read(content.id), createWriteStream(source, { mode: 0o600 }))
    const picture = kind === 'picture' ? await newPath() : ''
    const count = await ownExaminer.pages(source, kind, picture).catch(() => 0)
    if (count === 0) continue
    bytes += sizeOf(part)
    pages += count
    if (bytes > bookLimits.bytes || pages > bookLimits.pages)
      throw new Refusal(
        409,
        'dossier_too_large',
        textOf('dossier.book_too_large', { max: megabytes(bookLimits.bytes), pages: bookLimits.pages }),
      )
    leaves.push({ part, kind, pages: count, path: picture || source })
  }
  return leaves
}

const boundAs = (type: string): BoundFile['kind'] | null => {
  if (type === fileTypes.pdf.type) return 'pdf'
  return imageKinds.some((kind) => fileTypes[kind].type === type) ? 'picture' : null
}

/**
 * Prints the index with the first pages of the documents. They depend on the length of the index itself, so it is
 * printed again until its length is as assumed.
 */
const bindCover = async (
  context: MakeContext,
  plan: DossierPlan,
  leaves: readonly Leaf[],
  newPath: () => Promise<string>,
) => {
  const tongues = tonguesOf(context.language)
  for (let length = 1, attempt = 0; ; attempt += 1) {
    const offsets = offsetsOf(leaves, length)
    const placeOf = (key: string) => {
      const page = offsets.get(key)
      return page === undefined ? null : String(page + 1)
    }
    const options = await indexOptions(context, tongues, 'pages', placeOf)
    const cover = await newPath()
    await writeFile(cover, await printIndex(context, plan, options), { mode: 0o600 })
    const pages = await ownExaminer.pages(cover, 'pdf', '')
    if (pages === 0) throw new Error(`The index of the dossier ${context.title} could not be read back as PDF`)
    if (pages === length || attempt > 3) return { cover, options, offsets }
    length = pages
  }
}

/** The first page of each document by its key, counted from 0; `first` is the page after the index. */
const offsetsOf = (leaves: readonly Leaf[], first: number): ReadonlyMap<string, number> => {
  let nextPage = first
  return new Map(
    leaves.map(({ part, pages }) => {
      const firstPage = nextPage
      nextPage += pages
      return [part.key, firstPage] as const
    }),
  )
}

const bookmarksOf = (
  { sections }: DossierPlan,
  offsets: ReadonlyMap<string, number>,
  word: (key: string) => string,
): Bookmark[] => [
  { title: word('dossier.heading'), level: 0, page: 0 },
  ...sections.flatMap(({ order, line, parts }): Bookmark[] => {
    const entries = parts.flatMap(({ part }) => {
      const page = offsets.get(part.key)
      return page === undefined ? [] : [{ title: part.title, level: line ? 2 : 1, page }]
    })
    const [first] = entries
    return first ? [{ title: line?.title ?? order, level: line ? 1 : 0, page: first.page }, ...entries] : []
  }),
]

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
