import type { Queryable } from '#server/db/types.ts'

/**
 * The next number of a series with the transaction, as people read it: `ST-2026-000123` for the prefix `ST` and the year
 * of `day`. A rollback gives it back; parallel writers wait for each other.
 */
export const nextNumber = async (tx: Queryable, prefix: string, day: string): Promise<string> => {
  const series = `${prefix}-${day.slice(0, 4)}`
  return `${series}-${String(await nextInSeries(tx, series)).padStart(6, '0')}`
}

/** The next number of a series, from 1. */
export const nextInSeries = async (tx: Queryable, series: string): Promise<number> => {
  const [row] = await tx.query<{ value: number }>(
    `insert into counters as c (name, value) values ($1, 1)
     on conflict (name) do update set value = c.value + 1 returning value`,
    [series],
    'next_number',
  )
  return Number(row?.value)
}
