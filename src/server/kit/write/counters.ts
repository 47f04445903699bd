import type { Queryable } from '#server/db/types.ts'

/**
 * The next number of a series with the transaction, as people read it: `ST-2026-000123` for the prefix `ST` and the year
 * of `day`. A rollback gives it back; parallel writers wait for each other.
 */
export const nextNumber = async (tx: Queryable, prefix: string, day: string): Promise<string> => {
  const series = `${prefix}-${day.slice(0, 4)}`
  const [row] = await tx.query<{ value: number }>(
    `insert into counters as c (name, value) values ($1, 1)
     on conflict (name) do update set value = c.value + 1 returning value`,
    [series],
    'next_number',
  )
  return `${series}-${String(row?.value).padStart(6, '0')}`
}
