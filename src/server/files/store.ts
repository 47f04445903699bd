import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { countRequest } from '#server/auth/attempts.ts'
import type { Db, Queryable } from '#server/db/types.ts'
import { notFound, tooMany } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import { textOf } from '#shared/kit/text.ts'
import { newKey, openByteStore, sweep } from './byte-store'
import { type CheckParts, checkFile, hasPictures, readFileText } from './checks'
import { ownExaminer } from './content/examiner'
import type { InvoiceFile } from './content/invoice-file'
import { readCovers, readPictures } from './covers'
import { deleteOrphans, insertFile, keepPictures, sharePictures } from './file-rows'
import type { FileOptions, Files } from './files'
import { receive, storeOwnFile } from './receive'
import { signedAddresses } from './signed-addresses'
import { openUploads } from './uploads'

export type { Files, StoragePlace, Upload } from './files'

/** Opens the files of records: rows in the database, bytes in a folder or a bucket under random keys. */
export const openFiles = (options: FileOptions): Files => {
  const { db, tables = new Map(), now = Date.now, scan } = options
  const examiner = options.examiner ?? ownExaminer
  const store = openByteStore(options)
  const temporary = async () => join((await store.places()).incoming, newKey())
  const bytes = async () => (await store.places()).bytes
  const uploads = openUploads({ db, bytes, temporary, requireRoom })
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
    store: (source, name, type) => storeOwnFile(store, temporary, source, name, type),
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
      return sweep(db, await store.places(), now() - unclaimedAge)
    },
    close: store.close,
  }
}

/** Throws 429 if an account uploads too often, or more than its daily volume with these bytes. */
const admit = async (db: Db, me: Pick<Principal, 'id'>, bytes: number) => {
  await countRequest(db, 'upload', `#${me.id}`, uploadLimits.often)
  await requireRoom(db, me, bytes)
}

const requireRoom = async (on: Queryable, me: Pick<Principal, 'id'>, bytes: number) => {
  const [today] = await on.query<{ bytes: number }>(
    `select ((select coalesce(sum(size), 0) from (
         -- A file that several records got at once was sent once.
         select distinct on (key) size from files where created_by = $1 and created_at > now() - interval '1 day') as sent)
       + (select coalesce(sum(size), 0) from uploads where user_id = $1))::bigint as bytes`,
    [me.id],
    'files_sent',
  )
  if ((today?.bytes ?? 0) + bytes <= uploadLimits.bytesADay) return
  const max = uploadLimits.bytesADay / 1024 / 1024
  throw tooMany(textOf('messages.too_many_bytes', { max }), { retry_after: 3600 })
}

/** Limits per account: upload requests, and bytes per day. */
export const uploadLimits = { often: { failures: 600, within: '1 hour' }, bytesADay: 2 * 1024 * 1024 * 1024 }

/** Milliseconds for which bytes without a row are kept: longer than any request, with room for clock differences. */
const unclaimedAge = 24 * 3600 * 1000
