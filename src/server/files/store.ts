import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countRequest } from '#server/auth/attempts.ts'
import type { ScanCommand } from '#server/config.ts'
import type { Db, Queryable } from '#server/db/types.ts'
import { notFound, Refusal, tooMany } from '#server/kit/errors.ts'
import type { RecordPicture } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { textOf } from '#shared/kit/text.ts'
import {
  type Checked,
  type CheckParts,
  checkFile,
  type DrawnPicture,
  drawnSlots,
  hasPictures,
  readFileText,
} from './checks'
import { type Examiner, ownExaminer } from './content/examiner'
import type { InvoiceFile } from './content/invoice-file'
import { readCovers, readPictures } from './covers'
import { type ByteRange, filesOlderThan, folderStorage, incomingFolder, makeFolder, type Storage } from './storage'
import { endingOf, type FileKind, fileTypes, fitsName, plainName } from './types'
import { openUploads, type Uploads } from './uploads'

/** A file's row in the database. */
export interface StoredFile {
  id: number
  name: string
  type: string
  size: number
  sha256: string
  created_at: string
}

/** The record that a file belongs to, and its slot there (`photo`, `attachment`). */
export interface StoragePlace {
  area: string
  record_id: number
  slot: string
}

/** Metadata of an attachment. */
export interface FileNotes {
  visibility: 'internal' | 'shared'
  kind: string | null
  description: string | null
  /** The company of the uploader; null: the retailer. */
  supplier_id: number | null
  /** The first version's id; null for that one itself. */
  series_id: number | null
  version_no: number
}

/** An upload, stored temporarily until it is kept. */
export interface Upload {
  name: string
  type: string
  size: number
  sha256: string
  /** The pages of a PDF. */
  pages: number | null
  /** Path of the temporary file. */
  path: string
  /** The name under which they stay, once they were put there. */
  key?: string
  /** Whether a row refers to that key. */
  isKept?: boolean
  /** The portal has made it of what was checked before. */
  isMade?: boolean
}

export interface FileRules {
  kinds: readonly FileKind[]
  /** Bytes that one file may have. */
  max: number
  /** Endings that a name may have, where those are fewer than the kinds have. */
  endings?: readonly string[]
}

/** The bytes must be put into the bucket again before a transaction can refer to them. */
export class UnsecuredBytes extends Error {}

export interface Files {
  /** Refuses with 429 when an account uploads too often or exceeds its daily volume. */
  admit(me: Pick<Principal, 'id'>, bytes: number): Promise<void>
  /**
   * Stores a stream temporarily; refuses with 413, 415 or 400 what the rules do not accept, and leaves nothing behind.
   */
  receive(source: Readable & { truncated?: boolean }, name: string, rules: FileRules): Promise<Upload>
  /** The electronic invoice that an upload is or has embedded, or why it is none. Rejects where it took too much to read. */
  invoice(upload: Upload): Promise<InvoiceFile>
  /** Stores temporarily what the portal itself has made, which is not examined. */
  store(source: AsyncIterable<Uint8Array>, name: string, type: string): Promise<Upload>
  /** The bytes of a file; rejects where they are not there. Whether somebody may see them is for the caller to know. */
  read(id: number): Promise<Readable>
  /** A path for a temporary file; whoever writes it deletes it, and the sweep what a crash left. */
  temporary(): Promise<string>
  /** Makes the upload the record's with the transaction, and answers its id. */
  keep(
    tx: Queryable,
    upload: Upload,
    place: StoragePlace,
    me: Pick<Principal, 'id'>,
    notes?: Partial<FileNotes>,
  ): Promise<number>
  /** Puts bytes that `keep` reported as not stored. */
  secure(uploads: readonly Upload[]): Promise<void>
  /** After the transaction: deletes temporary files, and stored bytes of uploads that were not kept. */
  settle(uploads: readonly Upload[]): Promise<void>
  /** Deletes the bytes of uploads whose transaction failed or never started. */
  discard(uploads: readonly Upload[]): Promise<void>
  /** Takes the files of a place away with the transaction; their bytes follow with the next sweep. */
  remove(tx: Queryable, place: StoragePlace): Promise<void>
  /** Does what is left to do with a file: its scan, then its pictures. */
  check(id: number, signal?: AbortSignal): Promise<Checked | undefined>
  /** The text layer of a PDF, `most` characters at most; null for a file that is not clean or no PDF. */
  text(id: number, most: number): Promise<string | null>
  /**
   * A signed address that serves the file for `seconds`, up to an hour longer so that browsers can cache it: to anybody
   * who has it, or with `reader`, an account's id, as long as that account sees the file.
   */
  address(id: number, seconds: number, reader?: number): string
  /** The file behind a signed address; 404 where the signature is not ours, 403 where its time is over. */
  signed(id: number, query: SignedQuery): Promise<SignedFile>
  /** Thumbnails of records from their shared attachments, each a WebP, by record; of those that have one. */
  covers(area: string, ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>
  /** The shared pictures of a record, for its paper. */
  pictures(area: string, id: number): Promise<RecordPicture[]>
  /** Files that come in parts. */
  readonly uploads: Uploads
  /** Deletes bytes without a row: of uploads interrupted by a crash, and of removed files and records. */
  sweep(): Promise<number>
  close(): Promise<void>
}

/** Query parameters of a signed address. */
export type SignedQuery = Partial<Record<'expires' | 'signature' | 'reader', unknown>>

export interface SignedFile extends StoredFile, StoragePlace, Pick<FileNotes, 'visibility' | 'supplier_id'> {
  scan: 'clean' | 'waiting' | 'refused'
  /** The account that the address was made for. */
  reader: number | null
  /** Reads the bytes or a range of them; rejects before the answer starts when they are not available. */
  read: (range?: ByteRange) => Promise<Readable>
}

export interface FileOptions {
  db: Db
  /** Signs addresses. */
  secret: string
  /** The folder of the bytes; by default a temporary one that is deleted on close. */
  folder?: string
  /** Storage to use instead of the folder, which then holds only uploads in progress. */
  storage?: Storage
  /** Tables of areas whose records have files: deleting a record deletes its files. */
  tables?: ReadonlyMap<string, string>
  /** Reads foreign content; by default in processes of its own. */
  examiner?: Examiner
  /** Checks every file before it is handed out; by default none. */
  scan?: ScanCommand
  /** Milliseconds since 1970; replaced in tests. */
  now?: () => number
}

/** Files of records: rows in the database, bytes in a folder or a bucket under opaque names. */
export const openFiles = (options: FileOptions): Files => {
  const { db, tables = new Map(), now = Date.now, scan } = options
  const examiner = options.examiner ?? ownExaminer
  const store = openByteStore(options)
  const temporary = async () => join((await store.places()).incoming, newKey())
  const bytes = async () => (await store.places()).bytes
  const uploads = openUploads({ db, bytes, temporary })
  const checks: CheckParts = {
    ...{ db, examiner, scan, temporary, bytes },
    keep: (source, pictures) => keepPictures(db, store, source, pictures),
    share: (source) => sharePictures(db, source),
  }
  return {
    uploads,
    admit: (me, bytes) => admit(db, me, bytes),
    receive: async (source, name, rules) => {
      const upload = await receive(await temporary(), examiner, source, name, rules)
      if ((await store.places()).bytes.isFar)
        await store.secure(upload).catch(async (error: unknown) => {
          await rm(upload.path, { force: true })
          throw error
        })
      return upload
    },
    invoice: async ({ path }) => JSON.parse(await examiner.invoice(path)) as InvoiceFile,
    store: (source, name, type) => storeMade(store, temporary, source, name, type),
    read: async (id) => {
      const [row] = await db.query<{ key: string }>('select key from files where id = $1', [id], 'file_key')
      if (!row) throw notFound()
      return (await bytes()).read(row.key)
    },
    temporary,
    keep: async (tx, upload, target, me, notes) =>
      insertFile(tx, await store.keyFor(tx, upload), upload, target, me, {
        ...notes,
        scan: scan && !upload.isMade ? 'waiting' : 'clean',
        hasWork: !upload.isMade && (scan !== undefined || hasPictures({ ...upload, ...target })),
      }),
    secure: async (uploads) => {
      for (const upload of uploads) if (upload.key === undefined) await store.secure(upload)
    },
    settle: async (uploads) => {
      for (const { path, isKept } of uploads) if (isKept) await rm(path, { force: true })
      await store.discard(uploads.filter(({ isKept }) => !isKept))
    },
    discard: store.discard,
    remove: async (tx, { area, record_id, slot }) => {
      await tx.query('delete from files where area = $1 and record_id = $2 and slot = $3', [area, record_id, slot])
    },
    check: (id, signal) => checkFile(checks, id, signal),
    text: (id, most) => readFileText(checks, id, most),
    ...signedAddresses(options, store),
    covers: (area, ids) => readCovers({ db, bytes }, area, ids),
    pictures: (area, id) => readPictures({ db, bytes }, area, id),
    sweep: async () => {
      await deleteOrphans(db, tables)
      await uploads.expire()
      return sweep(db, await store.places(), now() - unclaimed)
    },
    close: store.close,
  }
}

type ByteStore = ReturnType<typeof openByteStore>

/** Stores the bytes of uploads, temporarily and permanently. */
const openByteStore = ({ db, folder, storage }: FileOptions) => {
  let temporary: string | undefined
  let opened: Promise<Places> | undefined
  const open = async () => {
    if (!folder) temporary = await mkdtemp(join(tmpdir(), 'portal-files-'))
    const files = folder ?? join(temporary ?? '', 'files')
    const incoming = join(files, incomingFolder)
    // The embedded database has a single process, so files here are remains of a crash. With several processes the
    // sweep removes them after a day.
    if (db.engine === 'embedded') await rm(incoming, { recursive: true, force: true })
    await makeFolder(incoming)
    return { incoming, bytes: storage ?? folderStorage(files) }
  }
  return { places, secure, keyFor, discard, close }

  function places() {
    opened ??= open()
    return opened
  }

  /** Puts the bytes where they stay. */
  async function put(upload: Upload) {
    const key = newKey()
    await (await places()).bytes.put(key, upload.path)
    upload.key = key
    return key
  }

  /** Puts the bytes while no transaction waits: a bucket may take its time, and the embedded database has one connection. */
  async function secure(upload: Upload) {
    const { bytes } = await places()
    const same = await sameBytes(db, upload, '')
    if (same === undefined) await put(upload)
    // A row refers to lost bytes: this upload restores them.
    else if (!(await bytes.has(same))) await bytes.put(same, upload.path)
  }

  /** The key of the bytes for a row of this transaction. */
  async function keyFor(tx: Queryable, upload: Upload) {
    // Locked, so that the last row of these bytes is not deleted before this one refers to them.
    const same = await sameBytes(tx, upload, 'for key share')
    const { bytes } = await places()
    // The last row of the same bytes was deleted meanwhile: they must be stored first, outside of the transaction.
    if (bytes.isFar && same === undefined && upload.key === undefined) throw new UnsecuredBytes()
    if (!bytes.isFar && same !== undefined && !(await bytes.has(same))) await bytes.put(same, upload.path)
    // The bytes first: a row never names what is not there. What a rollback leaves behind is swept.
    const key = same ?? upload.key ?? (await put(upload))
    upload.isKept = key === upload.key
    return key
  }

  async function discard(uploads: readonly Upload[]) {
    for (const { path, key } of uploads) {
      await rm(path, { force: true })
      // Failures are left to the sweep, so that no request depends on this.
      if (key) await (await places()).bytes.delete(key).catch(() => {})
    }
  }

  async function close() {
    await opened
    if (temporary) await rm(temporary, { recursive: true, force: true })
  }
}

/** The key under which the same bytes are stored already. */
const sameBytes = async (on: Queryable, { sha256, size }: Upload, lock: '' | 'for key share') => {
  const [same] = await on.query<{ key: string }>(
    `select key from files where sha256 = $1 and size = $2 order by id limit 1 ${lock}`,
    [sha256, size],
    lock ? 'file_same_locked' : 'file_same',
  )
  return same?.key
}

const admit = async (db: Db, me: Pick<Principal, 'id'>, bytes: number) => {
  await countRequest(db, 'upload', `#${me.id}`, uploadLimits.often)
  const [today] = await db.query<{ bytes: number }>(
    `select ((select coalesce(sum(size), 0) from (
         -- What several records got at once was sent once.
         select distinct on (key) size from files where created_by = $1 and created_at > now() - interval '1 day') as sent)
       + (select coalesce(sum(size), 0) from uploads where user_id = $1))::bigint as bytes`,
    [me.id],
    'files_sent',
  )
  if ((today?.bytes ?? 0) + bytes <= uploadLimits.bytesADay) return
  const max = uploadLimits.bytesADay / 1024 / 1024
  throw tooMany(textOf('messages.too_many_bytes', { max }), { retry_after: 3600 })
}

const receive = async (
  path: string,
  examiner: Examiner,
  source: Readable & { truncated?: boolean },
  givenName: string,
  { kinds, max, endings }: FileRules,
): Promise<Upload> => {
  const name = plainName(givenName)
  const hash = createHash('sha256')
  let size = 0
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(
      source,
      async function* measured(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > max) throw tooLarge(name, max)
          hash.update(chunk)
          yield chunk
        }
      },
      target,
    )
    if (source.truncated) throw tooLarge(name, max)
    if (size === 0) throw new Refusal(400, 'empty_file', textOf('messages.file_empty', { name }))
    const found = await examined(examiner, path, name, { kinds, endings })
    return { name, type: fileTypes[found.kind].type, size, sha256: hash.digest('hex'), pages: found.pages, path }
  } catch (error) {
    // When refused early, the file may not exist yet and would be created after its deletion.
    if (!target.closed) await new Promise<void>((resolve) => target.once('close', resolve))
    await rm(path, { force: true })
    throw error
  }
}

const storeMade = async (
  store: ByteStore,
  temporary: () => Promise<string>,
  source: AsyncIterable<Uint8Array>,
  name: string,
  type: string,
): Promise<Upload> => {
  const path = await temporary()
  const hash = createHash('sha256')
  let size = 0
  try {
    await pipeline(
      source,
      async function* measured(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          size += chunk.length
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
    const upload: Upload = {
      name: plainName(name),
      type,
      size,
      sha256: hash.digest('hex'),
      pages: null,
      path,
      isMade: true,
    }
    if ((await store.places()).bytes.isFar) await store.secure(upload)
    return upload
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** What a file is; refuses what the rules do not accept, and what is not safe to open. */
export const examined = async (
  examiner: Examiner,
  path: string,
  name: string,
  { kinds, endings = kinds.flatMap((kind) => fileTypes[kind].endings) }: Omit<FileRules, 'max'>,
) => {
  const wrongType = () =>
    new Refusal(415, 'file_type', textOf('messages.file_type', { name, types: endings.join(', ') }))
  const ending = endingOf(name)
  if (!endings.includes(ending)) throw wrongType()
  const found = await examiner.examine(path, ending).catch((cause: unknown) => {
    const refusal = new Refusal(422, 'file_refused', textOf('files.refused.unreadable', { name }))
    refusal.cause = cause
    throw refusal
  })
  if (found && 'problem' in found) {
    const { key, params } = found.problem
    throw new Refusal(422, 'file_refused', textOf(key, { ...params, name }))
  }
  if (!found || !kinds.includes(found.kind) || !fitsName(found.kind, name, endings)) throw wrongType()
  return found
}

/** Keeps the pictures of a file in place of earlier ones. */
const keepPictures = async (db: Db, store: ByteStore, source: number, pictures: readonly DrawnPicture[]) => {
  const uploads = pictures.map((picture): Upload & DrawnPicture => ({ ...picture }))
  if ((await store.places()).bytes.isFar) for (const upload of uploads) await store.secure(upload)
  try {
    await db.transaction(async (tx) => {
      const [of] = await tx.query<Pick<StoragePlace, 'area' | 'record_id'>>(
        'select area, record_id from files where id = $1 for update',
        [source],
        'file_source_lock',
      )
      if (!of) return
      await tx.query(
        'delete from files where source_id = $1 and slot = any($2::text[])',
        [source, Object.values(drawnSlots)],
        'file_pictures_remove',
      )
      for (const upload of uploads)
        await insertFile(
          tx,
          await store.keyFor(tx, upload),
          upload,
          { ...of, slot: upload.slot },
          { id: 0 },
          { source },
        )
    })
  } finally {
    await store.discard(uploads.filter(({ isKept }) => !isKept))
  }
}

/** Gives a file the pictures of another one with the same bytes: many records may get one file at once. */
const sharePictures = async (db: Db, source: number): Promise<boolean> => {
  const slots = Object.values(drawnSlots)
  const pictures = await db.query(
    // Files of one request are worked off in their order, so that those right before have pictures if any has.
    `with before as (
       select other.id from files f join files other on other.key = f.key and other.type = f.type and other.slot = f.slot
       where f.id = $1 and other.id < f.id order by other.id desc limit 8),
     same as (
       select id from before
       where (select count(*) from files p where p.source_id = before.id and p.slot = any($2::text[])) = cardinality($2::text[])
       limit 1),
     -- Locked, so that their bytes are not swept before these rows refer to them.
     pictures as (
       select picture.key, picture.name, picture.type, picture.size, picture.sha256, picture.slot
       from files picture where picture.source_id = (select id from same) and picture.slot = any($2::text[])
       for key share)
     insert into files (key, name, type, size, sha256, area, record_id, slot, source_id)
     select p.key, p.name, p.type, p.size, p.sha256, f.area, f.record_id, p.slot, f.id
     from pictures p cross join files f where f.id = $1
     on conflict (source_id, slot) where source_id is not null do nothing
     returning id`,
    [source, slots],
    'file_pictures_share',
  )
  return pictures.length === slots.length
}

/** What the portal itself says about a file. */
interface OwnNotes extends Partial<FileNotes> {
  scan?: SignedFile['scan']
  /** Whether its check or its pictures are left to do. */
  hasWork?: boolean
  /** The file that this one is a picture of. */
  source?: number
}

const insertFile = async (
  tx: Queryable,
  key: string,
  { name, type, size, sha256, pages }: Upload,
  { area, record_id, slot }: StoragePlace,
  me: Pick<Principal, 'id'>,
  { visibility = 'shared', kind, description, supplier_id, series_id, version_no = 1, ...own }: OwnNotes,
) => {
  const { scan = 'clean', hasWork = false, source = null } = own
  const [row] = await tx.query<{ id: number }>(
    `with file as (
       insert into files (key, name, type, size, sha256, area, record_id, slot, created_by, visibility, kind, description,
         supplier_id, series_id, version_no, pages, scan, source_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id),
     job as (insert into file_jobs (file_id) select id from file where $19::boolean returning file_id)
     select id, (select pg_notify('${fileJobsChannel}', file_id::text) from job)::text as notified from file`,
    [
      ...[key, name, type, size, sha256, area, record_id, slot, me.id || null],
      ...[visibility, kind ?? null, description ?? null, supplier_id ?? null, series_id ?? null, version_no],
      ...[pages, scan, source, hasWork],
    ],
    'file_keep',
  )
  return row?.id ?? 0
}

const signedAddresses = (
  { db, secret, now = Date.now }: FileOptions,
  store: ByteStore,
): Pick<Files, 'address' | 'signed'> => {
  // A separate key, so that signatures of files cannot be used elsewhere.
  const signingKey = createHmac('sha256', secret).update('file addresses').digest()
  const sign = (id: number, expires: number, reader: number | null) =>
    createHmac('sha256', signingKey)
      .update(reader === null ? `${id}.${expires}` : `${id}.${expires}.${reader}`)
      .digest('base64url')
  return {
    address: (id, seconds, reader) => {
      const hour = 3600
      const expires = Math.ceil((now() / 1000 + seconds) / hour) * hour
      const signature = sign(id, expires, reader ?? null)
      return `/api/files/${id}?expires=${expires}${reader === undefined ? '' : `&reader=${reader}`}&signature=${signature}`
    },
    signed: async (id, { expires, signature, reader }) => {
      const until = typeof expires === 'string' && /^\d{1,12}$/.test(expires) ? Number(expires) : 0
      const readerId = typeof reader === 'string' && /^[1-9]\d{0,14}$/.test(reader) ? Number(reader) : null
      if (reader !== undefined && readerId === null) throw notFound()
      if (typeof signature !== 'string' || !sameText(signature, sign(id, until, readerId))) throw notFound()
      if (until * 1000 <= now()) throw new Refusal(403, 'expired', textOf('messages.file_address_expired'))
      // A picture of a file is for the eyes of that file.
      const [row] = await db.query<Omit<SignedFile, 'reader' | 'read'> & { key: string }>(
        `select f.id, f.name, f.type, f.size, f.sha256, f.created_at, f.area, f.record_id, f.slot, f.key,
           seen.visibility, seen.supplier_id, seen.scan
         from files f join files seen on seen.id = coalesce(f.source_id, f.id) where f.id = $1`,
        [id],
        'file_by_id',
      )
      if (!row) throw notFound()
      const { key, ...file } = row
      const { bytes } = await store.places()
      return { ...file, reader: readerId, read: (range) => bytes.read(key, range) }
    },
  }
}

interface Places {
  incoming: string
  bytes: Storage
}

/** The channel on which new work on files is told. */
export const fileJobsChannel = 'file_jobs'

/** Limits per account: upload requests, and bytes per day. */
export const uploadLimits = { often: { failures: 600, within: '1 hour' }, bytesADay: 2 * 1024 * 1024 * 1024 }

/** How long bytes without a row are kept: longer than any request may take, allowing for clock differences. */
const unclaimed = 24 * 3600 * 1000

/** Deletes the files of records that were deleted; ids of records are never given twice. The sweep follows with the bytes. */
export const deleteOrphans = async (on: Queryable, tables: ReadonlyMap<string, string>) => {
  const areas = await on.query<{ area: string }>('select distinct area from files', [], 'file_areas')
  for (const { area } of areas) {
    const table = tables.get(area)
    if (table)
      await on.query(
        `delete from files where area = $1 and not exists (select 1 from ${table} as r where r.id = files.record_id)`,
        [area],
      )
  }
}

const sweep = async (db: Db, { incoming, bytes }: Places, before: number): Promise<number> => {
  let swept = 0
  for (const name of await filesOlderThan(incoming, before)) {
    await rm(join(incoming, name), { force: true })
    swept += 1
  }
  for await (const old of bytes.older(before)) {
    if (old.length === 0) continue
    const rows = await db.query<{ key: string }>(
      `select key from files where key = any($1::text[])
       union all select key from upload_parts where key = any($1::text[])`,
      [old],
    )
    const named = new Set(rows.map(({ key }) => key))
    for (const key of old.filter((key) => !named.has(key))) {
      await bytes.delete(key)
      swept += 1
    }
  }
  return swept
}

const newKey = () => randomBytes(16).toString('hex')

const sameText = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const tooLarge = (name: string, max: number) =>
  new Refusal(413, 'too_large', textOf('messages.file_too_large', { name, max: Math.floor(max / 1024 / 1024) }))
