import type { Work } from './kit'

/** Told when work of the day was begun anew. */
export const dailyChannel = 'daily'

/**
 * Does the work of the day of an area anew, for something else that it hangs on has been written: its first portion with
 * the write, which is all of it in a small portal, the others behind it.
 */
export const restartDailyWork = async (work: Work, area: string): Promise<void> => {
  const { tx, context } = work
  // The row keeps those out who are at it: they would go on with what was true before.
  await tx.query(
    `insert into daily_progress (area, day, after) values ($1, $2, 0)
     on conflict (area) do update set day = $2, after = 0`,
    [area, context.today],
    'daily_anew',
  )
  if (await runNextPortion(work, area, 0)) await tx.query(`select pg_notify('${dailyChannel}', '')`, [], 'daily_call')
}

/** One portion of the area's work of the day, for who holds its row. Answers whether more is left. */
export const runNextPortion = async (work: Work, area: string, after: number): Promise<boolean> => {
  const last = (await work.kit.server(area).daily?.(work, after)) ?? null
  if (last === null) await work.tx.query('delete from daily_progress where area = $1', [area], 'daily_done')
  else await work.tx.query('update daily_progress set after = $2 where area = $1', [area, last], 'daily_portion_done')
  return last !== null
}
