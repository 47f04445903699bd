import { buffer } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/types.ts'
import type { RecordPicture } from '#server/kit/kit.ts'
import { compile, run, slot } from '#server/kit/read/sql.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { drawnSlots } from './checks'
import type { Storage } from './storage'

/**
 * SQL that selects the cover of each record as `record_id` and `file_id`: the thumbnail of the newest version of its first
 * shared attachment; attachments of `kinds` come first, in that order.
 */
export const attachedCovers = (area: string, kinds: readonly AttachmentKind[] = []): RawBuilder<unknown> => {
  const rank = sql`array_position(${sql.lit(`{${kinds.join()}}`)}::text[], f.kind)`
  return sql`
    select distinct on (f.record_id) f.record_id, thumb.id as file_id
    from files as f join files as thumb on thumb.source_id = f.id and thumb.slot = ${sql.lit(drawnSlots.thumb)}
    where f.area = ${sql.lit(area)} and f.slot = 'attachment' and f.visibility = 'shared'
    order by f.record_id, ${rank} nulls last, f.version_no desc, f.id`
}

/** The covers of records as WebP, by record id; records without a cover have no entry. */
export const readCovers = async (
  { db, bytes }: { db: Db; bytes: () => Promise<Storage> },
  area: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Uint8Array>> => {
  if (ids.length === 0) return new Map()
  const rows = await run<{ record_id: number; key: string }>(
    db,
    compile(sql`
      select c.record_id, f.key from (${attachedCovers(area)}) as c join files as f on f.id = c.file_id
      where c.record_id = any(${slot('ids')}::bigint[])`),
    { ids },
  )
  const contents = await readAll(await bytes(), rows)
  return new Map(
    rows.flatMap(({ record_id }, index) => {
      const content = contents[index]
      return content ? [[record_id, content] as const] : []
    }),
  )
}

/** The newest versions of a record's shared pictures, each with its shared pinned comments. */
export const readPictures = async (
  { db, bytes }: { db: Db; bytes: () => Promise<Storage> },
  area: string,
  id: number,
): Promise<RecordPicture[]> => {
  const rows = await db.query<Omit<RecordPicture, 'content'> & { key: string }>(
    `select thumb.key, f.name, f.description, (
       select coalesce(json_agg(p.seq || '. ' || c.body order by p.seq), '[]')
       from file_pins p join lateral (select body from file_pin_comments where pin_id = p.id order by id limit 1) c on true
       where p.file_id = f.id and p.visibility = 'shared') as pins
     from (
       select distinct on (coalesce(series_id, id)) * from files
       where area = $1 and record_id = $2 and slot = 'attachment' and visibility = 'shared'
       order by coalesce(series_id, id), version_no desc) f
     join files thumb on thumb.source_id = f.id and thumb.slot = $3
     order by f.id limit ${mostPictures}`,
    [area, id, drawnSlots.thumb],
    'record_pictures',
  )
  const contents = await readAll(await bytes(), rows)
  return rows.flatMap(({ key: _key, ...picture }, index) => {
    const content = contents[index]
    return content ? [{ ...picture, content }] : []
  })
}

/** The most pictures of a printed document. */
const mostPictures = 48

/** Reads the bytes of files; null where they are missing. */
const readAll = (storage: Storage, files: readonly { key: string }[]): Promise<(Uint8Array | null)[]> =>
  Promise.all(files.map(async ({ key }) => storage.read(key).then(buffer, () => null)))
