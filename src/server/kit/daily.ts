import type { Work } from './kit'

/** The channel (`NOTIFY`) that announces restarted daily work. */
export const dailyChannel = 'daily'

/**
 * Restarts the daily work of an area after data that it depends on was written: the first portion in the same
 * transaction (in a small portal that is all of it), the others in the background.
 */
export const restartDailyWork = async (work: Work, area: string): Promise<void> => {
  const { tx, context } = work
  // The lock on the row waits for workers, which would otherwise continue with old data.
  await tx.query(
    `insert into daily_progress (area, day, after) values ($1, $2, 0)
     on conflict (area) do update set day = $2, after = 0`,
    [area, context.today],
    'daily_anew',
  )
  if (await runNextPortion(work, area, 0)) await tx.query(`select pg_notify('${dailyChannel}', '')`, [], 'daily_call')
}

/** Runs one portion of the area's daily work, whose progress row the caller has locked. Returns whether more is left. */
export const runNextPortion = async (work: Work, area: string, after: number): Promise<boolean> => {
  const last = (await work.kit.server(area).daily?.(work, after)) ?? null
  if (last === null) await work.tx.query('delete from daily_progress where area = $1', [area], 'daily_done')
  else await work.tx.query('update daily_progress set after = $2 where area = $1', [area, last], 'daily_portion_done')
  return last !== null
}
