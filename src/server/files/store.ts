import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countRequest } from '#server/auth/attempts.ts'
import type { Db, Queryable } from '#server/db/types.ts'
import { notFound, Refusal, tooMany } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import { textOf } from '#shared/kit/text.ts'
import { type ByteRange, filesOlderThan, folderStorage, incomingFolder, makeFolder, type Storage } from './storage'
import { type FileKind, fileTypes, fitsName, kindOf, plainName } from './types'

/** A file as the database knows it. */
export interface StoredFile {
  id: number
  name: string
  type: string
  size: number
  sha256: string
  created_at: string
}

/** Whose file it is: the record it belongs to, and as what (`photo`, `attachment`). */
export interface StoragePlace {
  area: string
  record_id: number
  slot: string
}

/** What an attachment says beyond its bytes. */
export interface FileNotes {
  visibility: 'internal' | 'shared'
  kind: string | null
  description: string | null
  /** The company whose people brought it; null: the house. */
  supplier_id: number | null
  /** The first version's id; null for that one itself. */
  series_id: number | null
  version_no: number
}

/** What came in and lies aside until it is kept. */
export interface Upload {
  name: string
  type: string
  size: number
  sha256: string
  /** Where the bytes lie aside on this machine. */
  path: string
  /** The name under which they stay, once they were put there. */
  key?: string
  /** Whether a row names that key. */
  isKept?: boolean
}

export interface FileRules {
  kinds: readonly FileKind[]
  /** Bytes that one file may have. */
  max: number
  /** Endings that a name may have, where those are fewer than the kinds have. */
  endings?: readonly string[]
}

/** Bytes in a bucket have to be put once more before a transaction can name them. */
export class UnsecuredBytes extends Error {}

export interface Files {
  /** Refuses with 429 who sends too often, or would have kept too many bytes within a day; more fills disks. */
  admit(me: Pick<Principal, 'id'>, bytes: number): Promise<void>
  /** Writes a stream aside while it comes in; refuses with 413, 415 or 400 what the rules do not take and leaves nothing. */
  receive(source: Readable & { truncated?: boolean }, name: string, rules: FileRules): Promise<Upload>
  /** Makes the upload the record's with the transaction, and answers its id. */
  keep(
    tx: Queryable,
    upload: Upload,
    place: StoragePlace,
    me: Pick<Principal, 'id'>,
    notes?: Partial<FileNotes>,
  ): Promise<number>
  /** Puts bytes of which `keep` said that they are not secured. */
  secure(uploads: readonly Upload[]): Promise<void>
  /** After the transaction: throws away what lies aside, and the bytes of uploads that were not kept. */
  settle(uploads: readonly Upload[]): Promise<void>
  /** Throws away the bytes of uploads whose transaction failed, or that never came to one. */
  discard(uploads: readonly Upload[]): Promise<void>
  /** Takes the files of a place away with the transaction; their bytes follow with the next sweep. */
  remove(tx: Queryable, place: StoragePlace): Promise<void>
  /**
   * An address that serves the file for `seconds` and at most an hour more, so that browsers can keep it: to whoever has
   * it, or with `reader`, an account's id, as long as that one may see the file.
   */
  address(id: number, seconds: number, reader?: number): string
  /** The file behind a signed address; 404 where the signature is not ours, 403 where its time is over. */
  signed(id: number, query: SignedQuery): Promise<SignedFile>
  /**
   * Throws away bytes that no row names: of uploads that a crash cut off, and of files that were removed or whose record
   * is gone.
   */
  sweep(): Promise<number>
  close(): Promise<void>
}

/** What stands behind the question mark of an address. */
export type SignedQuery = Partial<Record<'expires' | 'signature' | 'reader', unknown>>

export interface SignedFile extends StoredFile, StoragePlace, Pick<FileNotes, 'visibility' | 'supplier_id'> {
  /** For whom the address was made. */
  reader: number | null
  /** Its bytes, or those of the range; fails before the answer begins where they cannot be had. */
  read: (range?: ByteRange) => Promise<Readable>
}

export interface FileOptions {
  db: Db
  /** Signs addresses. */
  secret: string
  /** Where the bytes are; without one they are in a temporary folder, gone when the store closes. */
  folder?: string
  /** Where they stay instead of the folder, which then has only what is coming in. */
  storage?: Storage
  /** The tables of areas whose records have files: with a record its files go. */
  tables?: ReadonlyMap<string, string>
  /** Milliseconds since 1970; tests look ahead. */
  now?: () => number
}

/** Files of any record: rows in the database, bytes in a folder or a bucket under names that say nothing. */
export const openFiles = (options: FileOptions): Files => {
  const { db, tables = new Map(), now = Date.now } = options
  const store = openByteStore(options)
  return {
    admit: (me, bytes) => admit(db, me, bytes),
    receive: async (source, name, rules) => {
      const upload = await receive(await store.places(), source, name, rules)
      if ((await store.places()).bytes.isFar)
        await store.secure(upload).catch(async (error: unknown) => {
          await rm(upload.path, { force: true })
          throw error
        })
      return upload
    },
    keep: async (tx, upload, place, me, notes) =>
      insertFile(tx, await store.keyFor(tx, upload), upload, place, me, notes),
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
    ...signedAddresses(options, store),
    sweep: async () => {
      await deleteOrphans(db, tables)
      return sweep(db, await store.places(), now() - unclaimed)
    },
    close: store.close,
  }
}

type ByteStore = ReturnType<typeof openByteStore>

/** The bytes of uploads: where they come in, and where they stay. */
const openByteStore = ({ db, folder, storage }: FileOptions) => {
  let temporary: string | undefined
  let opened: Promise<Places> | undefined
  const open = async () => {
    if (!folder) temporary = await mkdtemp(join(tmpdir(), 'portal-files-'))
    const files = folder ?? join(temporary ?? '', 'files')
    const incoming = join(files, incomingFolder)
    // The embedded database has one process, so whatever lies here is of one that died. Where several share the folder
    // the sweep takes it after a day.
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
    // Rows name bytes that were lost: what came in mends them.
    else if (!(await bytes.has(same))) await bytes.put(same, upload.path)
  }

  /** The key of the bytes for a row of this transaction. */
  async function keyFor(tx: Queryable, upload: Upload) {
    // Locked, so that nobody deletes the last row of these bytes before this one names them too.
    const same = await sameBytes(tx, upload, 'for key share')
    const { bytes } = await places()
    // The last row of the same bytes went since they came in: they have to be put first, outside of the transaction.
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
      // What cannot be reached now is swept later: nobody's answer depends on it.
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
  const [sent] = await db.query<{ bytes: number }>(
    `select coalesce(sum(size), 0)::bigint as bytes from files
     where created_by = $1 and created_at > now() - interval '1 day'`,
    [me.id],
    'files_sent',
  )
  if ((sent?.bytes ?? 0) + bytes <= uploadLimits.bytesADay) return
  const max = uploadLimits.bytesADay / 1024 / 1024
  throw tooMany(textOf('messages.too_many_bytes', { max }), { retry_after: 3600 })
}

const receive = async (
  { incoming }: Places,
  source: Readable & { truncated?: boolean },
  givenName: string,
  { kinds, max, endings }: FileRules,
): Promise<Upload> => {
  const path = join(incoming, newKey())
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
    const kind = kindOf(await readFile(path))
    if (!kind || !kinds.includes(kind) || !fitsName(kind, name, endings)) {
      const types = endings?.join(', ') ?? endingsOf(kinds)
      throw new Refusal(415, 'file_type', textOf('messages.file_type', { name, types }))
    }
    return { name, type: fileTypes[kind].type, size, sha256: hash.digest('hex'), path }
  } catch (error) {
    // Refused with its first bytes, the file may not exist yet: it would be created after it was deleted.
    if (!target.closed) await new Promise<void>((resolve) => target.once('close', resolve))
    await rm(path, { force: true })
    throw error
  }
}

const insertFile = async (
  tx: Queryable,
  key: string,
  { name, type, size, sha256 }: Upload,
  { area, record_id, slot }: StoragePlace,
  me: Pick<Principal, 'id'>,
  notes: Partial<FileNotes> = {},
) => {
  const { visibility = 'shared', kind, description, supplier_id, series_id, version_no = 1 } = notes
  const [row] = await tx.query<{ id: number }>(
    `insert into files (key, name, type, size, sha256, area, record_id, slot, created_by, visibility, kind, description,
       supplier_id, series_id, version_no)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
    [
      ...[key, name, type, size, sha256, area, record_id, slot, me.id || null],
      ...[visibility, kind ?? null, description ?? null, supplier_id ?? null, series_id ?? null, version_no],
    ],
    'file_keep',
  )
  return row?.id ?? 0
}

const signedAddresses = (
  { db, secret, now = Date.now }: FileOptions,
  store: ByteStore,
): Pick<Files, 'address' | 'signed'> => {
  // A key of its own, so that a signature of a file is never one of anything else.
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
      const [row] = await db.query<Omit<SignedFile, 'reader' | 'read'> & { key: string }>(
        `select id, name, type, size, sha256, created_at, area, record_id, slot, visibility, supplier_id, key
         from files where id = $1`,
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

/** What one account may send: requests with files, and bytes of files within a day. */
export const uploadLimits = { often: { failures: 600, within: '1 hour' }, bytesADay: 2 * 1024 * 1024 * 1024 }

/** How long bytes without a row stay: longer than any request may take, on whatever clock. */
const unclaimed = 24 * 3600 * 1000

/** Deletes the rows of records that were deleted; ids of records are never given twice. */
const deleteOrphans = async (db: Db, tables: ReadonlyMap<string, string>) => {
  const areas = await db.query<{ area: string }>('select distinct area from files', [], 'file_areas')
  for (const { area } of areas) {
    const table = tables.get(area)
    if (table)
      await db.query(
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
    const rows = await db.query<{ key: string }>('select key from files where key = any($1::text[])', [old])
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

const endingsOf = (kinds: readonly FileKind[]) => kinds.flatMap((kind) => fileTypes[kind].endings).join(', ')
