import type { Queryable } from '#server/db/types.ts'

/**
 * Takes the next number of a series that starts anew each year: `ST-2026-000123` for the prefix `ST` and a `day` in
 * 2026. A rollback returns the number; concurrent transactions wait for each other.
 */
export const nextNumber = async (tx: Queryable, prefix: string, day: string): Promise<string> => {
  const series = `${prefix}-${day.slice(0, 4)}`
  return `${series}-${String(await nextInSeries(tx, series)).padStart(6, '0')}`
}

/** Takes the next number of a series; the first is 1. */
export const nextInSeries = async (tx: Queryable, series: string): Promise<number> => {
  const [row] = await tx.query<{ value: number }>(
    `insert into counters as c (name, value) values ($1, 1)
     on conflict (name) do update set value = c.value + 1 returning value`,
    [series],
    'next_number',
  )
  return Number(row?.value)
}
