import type { Doc, Work } from '#server/kit/kit.ts'
import { createResolver, type Input } from '#server/seeds/references.ts'
import { tableOf } from '#shared/kit/area.ts'

/** Makes records in one write, marks them as demo data, and returns them with their ids. */
export const create = async ({ kit, tx, ...work }: Work, area: string, records: readonly Input[]): Promise<Doc[]> => {
  const { resolve } = createResolver(tx, kit.register)
  const inputs = await Promise.all(records.map((record) => resolve(area, record)))
  const docs = await kit.repository(area).create({ kit, tx, ...work }, inputs)
  const ids = docs.map(({ id }) => Number(id))
  await tx.query('insert into demo_records (area, record_id) select $1, unnest($2::bigint[])', [area, ids])
  // Inserting records with explicit ids does not advance the table's id sequence.
  await tx.query(
    `select setval(pg_get_serial_sequence('${tableOf(area)}', 'id'), (select max(id) from ${tableOf(area)}))`,
  )
  return docs
}
