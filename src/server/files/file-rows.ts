import type { Db, Queryable } from '#server/db/types.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { ByteStore } from './byte-store'
import { type DrawnPicture, drawnSlots } from './checks'
import type { FileNotes, SignedFile, StoragePlace, Upload } from './files'

/** The channel that notifies workers of new file jobs. */
export const fileJobsChannel = 'file_jobs'

/** Metadata that the portal sets itself. */
interface OwnNotes extends Partial<FileNotes> {
  scan?: SignedFile['scan']
  /** Whether the file still has to be scanned or drawn. */
  hasWork?: boolean
  /** The id of the file that this file is a picture of. */
  source?: number
}

/** Inserts the row of a file, and a job if it has work left; returns the id. */
export const insertFile = async (
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

/** Replaces the pictures of a file. */
export const keepPictures = async (db: Db, store: ByteStore, source: number, pictures: readonly DrawnPicture[]) => {
  const uploads = pictures.map((picture): Upload & DrawnPicture => ({ ...picture }))
  if ((await store.places()).bytes.isFar) for (const upload of uploads) await store.secure(upload)
  try {
    await db.transaction(async (tx) => {
      const [sourceFile] = await tx.query<Pick<StoragePlace, 'area' | 'record_id'>>(
        'select area, record_id from files where id = $1 for update',
        [source],
        'file_source_lock',
      )
      if (!sourceFile) return
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
          { ...sourceFile, slot: upload.slot },
          { id: 0 },
          { source },
        )
    })
  } finally {
    await store.discard(uploads.filter(({ isKept }) => !isKept))
  }
}

/**
 * Copies the pictures of another file with the same bytes, because many records may get one file at once. Returns false
 * if no such file has all pictures.
 */
export const sharePictures = async (db: Db, source: number): Promise<boolean> => {
  const slots = Object.values(drawnSlots)
  const pictures = await db.query(
    // Files of one request are checked in their order, so the files right before this one are the likely sources.
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

/** Deletes the files of deleted records (ids are never reused). The sweep deletes their bytes. */
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
