import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db, Queryable } from '#server/db/types.ts'
import type { FileOptions, Upload } from './files'
import { filesOlderThan, folderStorage, incomingFolder, makeFolder, type Storage } from './storage'

/** The bytes are not in the bucket any more: store them with `secure` and run the transaction again. */
export class UnsecuredBytes extends Error {}

export type ByteStore = ReturnType<typeof openByteStore>

/** Stores the bytes of uploads, temporarily and permanently. */
export const openByteStore = ({ db, folder, storage }: FileOptions) => {
  let temporary: string | undefined
  let opened: Promise<Places> | undefined
  const open = async () => {
    if (!folder) temporary = await mkdtemp(join(tmpdir(), 'portal-files-'))
    const files = folder ?? join(temporary ?? '', 'files')
    const incoming = join(files, incomingFolder)
    // The embedded database has a single process, so files here are remains of a crash. With a database server the
    // sweep deletes them after a day.
    if (db.engine === 'embedded') await rm(incoming, { recursive: true, force: true })
    await makeFolder(incoming)
    return { incoming, bytes: storage ?? folderStorage(files) }
  }
  return { places, secure, keyFor, discard, close }

  function places() {
    opened ??= open()
    return opened
  }

  /** Stores the bytes permanently under a new key. */
  async function put(upload: Upload) {
    const key = newKey()
    await (await places()).bytes.put(key, upload.path)
    upload.key = key
    return key
  }

  /** Stores the bytes outside of a transaction, because a bucket is slow and the embedded database has one connection. */
  async function secure(upload: Upload) {
    const { bytes } = await places()
    const storedKey = await keyOfSameBytes(db, upload, '')
    if (storedKey === undefined) await put(upload)
    // A row refers to lost bytes: this upload restores them.
    else if (!(await bytes.has(storedKey))) await bytes.put(storedKey, upload.path)
  }

  /** The storage key for a new row in this transaction. Throws `UnsecuredBytes` if a bucket must store the bytes first. */
  async function keyFor(tx: Queryable, upload: Upload) {
    // Locked, so that the last row of these bytes is not deleted before the new row refers to them.
    const storedKey = await keyOfSameBytes(tx, upload, 'for key share')
    const { bytes } = await places()
    // The last row of the same bytes was deleted meanwhile, so they must be stored again outside of the transaction.
    if (bytes.isFar && storedKey === undefined && upload.key === undefined) throw new UnsecuredBytes()
    if (!bytes.isFar && storedKey !== undefined && !(await bytes.has(storedKey)))
      await bytes.put(storedKey, upload.path)
    // Store the bytes before the row, so that no row refers to missing bytes. The sweep deletes them after a rollback.
    const key = storedKey ?? upload.key ?? (await put(upload))
    upload.isKept = key === upload.key
    return key
  }

  async function discard(uploads: readonly Upload[]) {
    for (const { path, key } of uploads) {
      await rm(path, { force: true })
      // If this fails, the sweep deletes the bytes later.
      if (key) await (await places()).bytes.delete(key).catch(() => {})
    }
  }

  async function close() {
    await opened
    if (temporary) await rm(temporary, { recursive: true, force: true })
  }
}

interface Places {
  incoming: string
  bytes: Storage
}

/** The key under which the same bytes are stored already, if any. */
const keyOfSameBytes = async (on: Queryable, { sha256, size }: Upload, lock: '' | 'for key share') => {
  const [row] = await on.query<{ key: string }>(
    `select key from files where sha256 = $1 and size = $2 order by id limit 1 ${lock}`,
    [sha256, size],
    lock ? 'file_same_locked' : 'file_same',
  )
  return row?.key
}

/** Deletes temporary files, and stored bytes without a row, that are older than `before`; returns their number. */
export const sweep = async (db: Db, { incoming, bytes }: Places, before: number): Promise<number> => {
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
    const referenced = new Set(rows.map(({ key }) => key))
    for (const key of old.filter((key) => !referenced.has(key))) {
      await bytes.delete(key)
      swept += 1
    }
  }
  return swept
}

export const newKey = () => randomBytes(16).toString('hex')
