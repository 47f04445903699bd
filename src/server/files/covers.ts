import { buffer } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/types.ts'
import { compile, run, slot } from '#server/kit/read/sql.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { drawnSlots } from './checks'
import type { Storage } from './storage'

/**
 * Selects `record_id` and `file_id` of the thumbnails that stand for records: of each the newest version of its first
 * shared attachment, those of the first of `kinds` before others.
 */
export const attachedCovers = (area: string, kinds: readonly AttachmentKind[] = []): RawBuilder<unknown> => {
  const rank = sql`array_position(${sql.lit(`{${kinds.join()}}`)}::text[], f.kind)`
  return sql`
    select distinct on (f.record_id) f.record_id, thumb.id as file_id
    from files as f join files as thumb on thumb.source_id = f.id and thumb.slot = ${sql.lit(drawnSlots.thumb)}
    where f.area = ${sql.lit(area)} and f.slot = 'attachment' and f.visibility = 'shared'
    order by f.record_id, ${rank} nulls last, f.version_no desc, f.id`
}

/** Their bytes, each a WebP, by record; of those that have one. */
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
  const storage = await bytes()
  const read = async ({ record_id, key }: (typeof rows)[number]) =>
    // A thumbnail whose bytes are lost is as good as none.
    [record_id, await storage.read(key).then(buffer, () => null)] as const
  const covers = await Promise.all(rows.map(read))
  return new Map(covers.flatMap(([record, content]) => (content ? [[record, content] as const] : [])))
}
