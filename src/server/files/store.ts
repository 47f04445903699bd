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
  /** Path of the temporary file. */
  path: string
  /** The name under which they stay, once they were put there. */
  key?: string
  /** Whether a row refers to that key. */
  isKept?: boolean
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
  /**
   * A signed address that serves the file for `seconds`, up to an hour longer so that browsers can cache it: to anybody
   * who has it, or with `reader`, an account's id, as long as that account sees the file.
   */
  address(id: number, seconds: number, reader?: number): string
  /** The file behind a signed address; 404 where the signature is not ours, 403 where its time is over. */
  signed(id: number, query: SignedQuery): Promise<SignedFile>
  /** Deletes bytes without a row: of uploads interrupted by a crash, and of removed files and records. */
  sweep(): Promise<number>
  close(): Promise<void>
}

/** Query parameters of a signed address. */
export type SignedQuery = Partial<Record<'expires' | 'signature' | 'reader', unknown>>

export interface SignedFile extends StoredFile, StoragePlace, Pick<FileNotes, 'visibility' | 'supplier_id'> {
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
  /** Milliseconds since 1970; replaced in tests. */
  now?: () => number
}

/** Files of records: rows in the database, bytes in a folder or a bucket under opaque names. */
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
    keep: async (tx, upload, target, me, notes) =>
      insertFile(tx, await store.keyFor(tx, upload), upload, target, me, notes),
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
    `select coalesce(sum(size), 0)::bigint as bytes from files
     where created_by = $1 and created_at > now() - interval '1 day'`,
    [me.id],
    'files_sent',
  )
  if ((today?.bytes ?? 0) + bytes <= uploadLimits.bytesADay) return
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
    // When refused early, the file may not exist yet and would be created after its deletion.
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

/** Limits per account: upload requests, and bytes per day. */
export const uploadLimits = { often: { failures: 600, within: '1 hour' }, bytesADay: 2 * 1024 * 1024 * 1024 }

/** How long bytes without a row are kept: longer than any request may take, allowing for clock differences. */
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
