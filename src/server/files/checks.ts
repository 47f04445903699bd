import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ScanCommand } from '#server/config.ts'
import type { Db } from '#server/db/types.ts'
import { type Drawing, drawn } from './content/drawing'
import type { Examiner } from './content/examiner'
import { type ScanVerdict, scanFile } from './scan'
import type { Storage } from './storage'
import { type FileKind, fileTypes } from './types'

/** A thumbnail or preview that is stored beside its file. */
export interface DrawnPicture {
  slot: string
  path: string
  name: string
  type: string
  size: number
  sha256: string
  pages: null
}

export interface CheckParts {
  db: Db
  examiner: Examiner
  /** The scanner; without one every file is clean. */
  scan?: ScanCommand
  /** A new path for a temporary file. */
  temporary: () => Promise<string>
  bytes: () => Promise<Storage>
  /** Replaces the pictures of a file. */
  keep: (source: number, pictures: readonly DrawnPicture[]) => Promise<void>
  /** Copies the pictures of another file with the same bytes; false if no such file has pictures. */
  share: (source: number) => Promise<boolean>
}

/** The result of a scan; `output` is the output of the scanner. */
export interface Checked {
  verdict: ScanVerdict
  output: string
}

/** Slots of the pictures that the portal makes of an attachment. */
export const drawnSlots = { thumb: 'attachment_thumb', preview: 'attachment_preview' } as const

/** Types of files that have pictures. */
const drawnKinds = new Map<string, FileKind>(
  (['jpeg', 'png', 'webp', 'pdf', 'svg', 'ai'] as const).map((kind) => [fileTypes[kind].type, kind]),
)

/** Whether the portal makes pictures of a file. */
export const hasPictures = ({ type, slot }: { type: string; slot: string }) =>
  slot === 'attachment' && drawnKinds.has(type)

/**
 * Scans a file that waits for it, then makes its pictures. It may run again for the same file. Returns the result of the
 * scan, if there was one.
 */
export const checkFile = async (parts: CheckParts, id: number, signal?: AbortSignal): Promise<Checked | undefined> => {
  const [file] = await parts.db.query<WaitingFile>(
    'select id, key, type, slot, scan, pages from files where id = $1',
    [id],
    'file_to_check',
  )
  if (!file || file.scan === 'refused') return undefined
  return withLocal(parts, file.key, async (path) => {
    const checked = file.scan === 'waiting' ? await settleScan(parts, file, path, signal) : undefined
    if (checked?.verdict !== 'refused' && hasPictures(file)) await makePictures(parts, file, path)
    return checked
  })
}

/**
 * The text layer of a PDF, at most `most` characters; null for a file that is not clean or not a PDF. Rejects if reading
 * it takes too much time or memory.
 */
export const readFileText = async (parts: CheckParts, id: number, most: number): Promise<string | null> => {
  const [file] = await parts.db.query<{ key: string }>(
    `select key from files where id = $1 and scan = 'clean' and type = $2`,
    [id, fileTypes.pdf.type],
    'file_to_read',
  )
  return file ? withLocal(parts, file.key, (path) => parts.examiner.read(path, most)) : null
}

interface WaitingFile {
  id: number
  key: string
  type: string
  slot: string
  scan: 'clean' | 'waiting' | 'refused'
  pages: number | null
}

/** Runs `use` with a local path of the file; downloads it first if the storage is remote. */
const withLocal = async <T>({ bytes, temporary }: CheckParts, key: string, use: (path: string) => Promise<T>) => {
  const storage = await bytes()
  const local = storage.pathOf?.(key)
  if (local !== undefined) return use(local)
  const path = await temporary()
  try {
    await pipeline(await storage.read(key), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

const settleScan = async ({ db, scan }: CheckParts, { id }: WaitingFile, path: string, signal?: AbortSignal) => {
  // The scanner may have been removed from the configuration while files waited for it.
  const checked: Checked = scan ? await scanFile(scan, path, { signal }) : { verdict: 'clean', output: '' }
  await db.query(
    `with checked as (update files set scan = $2 where id = $1 and scan = 'waiting')
     update file_jobs set attempts = 1 where file_id = $1`,
    [id, checked.verdict],
    'file_checked',
  )
  return checked
}

const makePictures = async (parts: CheckParts, { id, type, pages }: WaitingFile, path: string) => {
  const kind = drawnKinds.get(type)
  if (!kind) return
  if (pages === null && kind === 'pdf') await countPages(parts, id, path)
  if (await parts.share(id)) return
  const to: Drawing = { thumb: await parts.temporary(), preview: await parts.temporary() }
  try {
    if (!(await parts.examiner.draw(path, kind, to))) return
    const pictures: DrawnPicture[] = []
    for (const size of drawn) pictures.push(await pictureAt(to[size], drawnSlots[size]))
    await parts.keep(id, pictures)
  } finally {
    for (const size of drawn) await rm(to[size], { force: true })
  }
}

/** Counts the pages of a PDF that was uploaded before pages were counted. */
const countPages = async ({ db, examiner }: CheckParts, id: number, path: string) => {
  const finding = await examiner.examine(path, 'pdf')
  if (finding && 'pages' in finding && finding.pages !== null)
    await db.query('update files set pages = $2 where id = $1', [id, finding.pages], 'file_pages')
}

const pictureAt = async (path: string, slot: string): Promise<DrawnPicture> => {
  const bytes = await readFile(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { slot, path, name: `${slot}.webp`, type: 'image/webp', size: bytes.length, sha256, pages: null }
}
