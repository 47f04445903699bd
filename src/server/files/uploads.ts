import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Db, Queryable } from '#server/db/types.ts'
import { conflict, notFound, Refusal, tooMany } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import { textOf } from '#shared/kit/text.ts'
import type { Storage } from './storage'

/** A file that is uploaded in parts. */
export interface PartialUpload {
  id: string
  area: string
  record_id: number
  name: string
  size: number
  /** Bytes received so far. */
  received: number
  parts: number
  expires_at: string
}

type Owner = Pick<Principal, 'id'>

/** Uploads in parts, which any process of the portal may receive until they expire. */
export interface Uploads {
  /** Starts an upload; throws 429 if the account has too many unfinished uploads. */
  create(me: Owner, file: Pick<PartialUpload, 'area' | 'record_id' | 'name' | 'size'>): Promise<PartialUpload>
  /** An upload of this account; throws 404 for uploads of others and expired uploads. */
  find(me: Owner, id: string): Promise<PartialUpload>
  /**
   * Stores the bytes from `offset` on, even of a body that is interrupted, and returns the new progress. Throws 409 if
   * `offset` is not the number of received bytes, also if a concurrent part was faster.
   */
  append(me: Owner, id: string, offset: number, body: Readable): Promise<PartialUpload>
  remove(me: Owner, id: string): Promise<void>
  /** The whole file as a stream of its parts; throws 409 if it is incomplete. */
  read(me: Owner, id: string): Promise<{ upload: PartialUpload; bytes: Readable }>
  /** Deletes the upload in the transaction that made it a file; throws 404 if a concurrent transaction did so before. */
  finish(tx: Queryable, me: Owner, id: string): Promise<void>
  /** Deletes expired uploads; the sweep deletes their bytes. */
  expire(): Promise<void>
}

/** Limits per account and upload. */
export const partialLimits = {
  /** The most unfinished uploads of an account. */
  atOnce: 20,
  /** The most parts of a file; each part is a stored object. */
  parts: 1000,
  /** Hours from the last part to the expiry. */
  hours: 24,
} as const

interface UploadParts {
  db: Db
  bytes: () => Promise<Storage>
  temporary: () => Promise<string>
  /** Throws 429 if the upload exceeds the account's daily volume. */
  requireRoom: (on: Queryable, me: Owner, bytes: number) => Promise<void>
}

/**
 * Each part is stored under its own key, and one conditional update advances the upload. So of two concurrent parts at the
 * same offset the first wins, in any process, and a crash loses no confirmed part.
 */
export const openUploads = ({ db, bytes, temporary, requireRoom }: UploadParts): Uploads => ({
  create: (me, { area, record_id, name, size }) =>
    db.transaction(async (tx) => {
      // Uploads of one account begin one after the other, so that they cannot exceed its limits together.
      await tx.query('select 1 from users where id = $1 for no key update', [me.id], 'upload_owner_lock')
      await requireRoom(tx, me, size)
      const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
        'select count(*)::int as count from uploads where user_id = $1 and expires_at > now()',
        [me.id],
        'uploads_count',
      )
      if (count >= partialLimits.atOnce)
        throw tooMany(textOf('files.too_many_uploads', { max: partialLimits.atOnce }), { retry_after: 60 })
      const [upload] = await tx.query<PartialUpload>(
        `insert into uploads (id, user_id, area, record_id, name, size, expires_at)
         values ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7)) returning ${columns}`,
        [randomBytes(16).toString('hex'), me.id, area, record_id, name, size, partialLimits.hours],
        'upload_create',
      )
      if (!upload) throw notFound()
      return upload
    }),

  find: (me, id) => find(db, me, id),

  append: async (me, id, offset, body) => {
    const upload = await find(db, me, id)
    if (upload.received !== offset) throw wrongOffset(upload.received)
    if (upload.parts >= partialLimits.parts) throw conflict('too_many_parts', textOf('files.too_many_parts'))
    const path = await temporary()
    try {
      const { size, interruption } = await writePart(body, path, upload.size - offset)
      const advanced = size === 0 ? upload : await keepPart(db, await bytes(), upload, { path, size })
      if (interruption) throw interruption
      return advanced
    } finally {
      await rm(path, { force: true })
    }
  },

  remove: async (me, id) => {
    const { length } = await db.query('delete from uploads where id = $1 and user_id = $2 returning id', [id, me.id])
    if (length === 0) throw notFound()
  },

  read: async (me, id) => {
    const upload = await find(db, me, id)
    if (upload.received < upload.size) throw conflict('incomplete', textOf('files.incomplete'))
    const parts = await db.query<{ key: string }>(
      'select key from upload_parts where upload_id = $1 order by start',
      [id],
      'upload_parts',
    )
    const storage = await bytes()
    const joined = async function* () {
      for (const { key } of parts) yield* await storage.read(key)
    }
    return { upload, bytes: Readable.from(joined(), { objectMode: false }) }
  },

  finish: async (tx, me, id) => {
    const { length } = await tx.query(
      'delete from uploads where id = $1 and user_id = $2 returning id',
      [id, me.id],
      'upload_finish',
    )
    if (length === 0) throw notFound()
  },

  expire: async () => {
    await db.query('delete from uploads where expires_at < now()', [], 'uploads_expire')
  },
})

const columns = 'id, area, record_id, name, size, received, parts, expires_at'

const find = async (db: Db, me: Owner, id: string) => {
  const [upload] = await db.query<PartialUpload>(
    `select ${columns} from uploads where id = $1 and user_id = $2 and expires_at > now()`,
    [id, me.id],
    'upload_find',
  )
  if (!upload) throw notFound()
  return upload
}

const wrongOffset = (offset: number) => conflict('offset', textOf('files.other_offset', { offset }), { offset })

/** Writes the body to a file. An interrupted body is kept as far as it was received, with the refusal to answer. */
const writePart = async (body: Readable, path: string, room: number) => {
  const file = await open(path, 'wx', 0o600)
  let size = 0
  let interruption: Refusal | undefined
  try {
    const chunks = body[Symbol.asyncIterator]()
    for (;;) {
      const next = await chunks.next().catch(() => 'broken' as const)
      if (next === 'broken') interruption = new Refusal(400, 'malformed', textOf('messages.malformed_form'))
      if (next === 'broken' || next.done) break
      const chunk: Buffer = next.value
      if (size + chunk.length > room) throw new Refusal(413, 'too_large', textOf('files.too_many_bytes'))
      await file.write(chunk)
      size += chunk.length
    }
    await file.sync()
    return { size, interruption }
  } finally {
    await file.close()
  }
}

const keepPart = async (
  db: Db,
  storage: Storage,
  { id, received }: PartialUpload,
  { path, size }: { path: string; size: number },
): Promise<PartialUpload> => {
  const key = randomBytes(16).toString('hex')
  await storage.put(key, path)
  const [advanced] = await db.query<PartialUpload>(
    `with moved as (
       update uploads set received = received + $3, parts = parts + 1, expires_at = now() + make_interval(hours => $5)
       where id = $1 and received = $2 and received + $3 <= size returning ${columns}),
     part as (insert into upload_parts (upload_id, start, size, key) select id, $2, $3, $4 from moved)
     select * from moved`,
    [id, received, size, key, partialLimits.hours],
    'upload_move',
  )
  if (advanced) return advanced
  await storage.delete(key).catch(() => {})
  const [present] = await db.query<{ received: number }>('select received from uploads where id = $1', [id])
  if (!present) throw notFound()
  throw wrongOffset(present.received)
}
