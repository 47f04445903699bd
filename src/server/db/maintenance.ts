/** Runs one statement on its own. */
type Run = (sql: string) => Promise<Record<string, unknown>[]>

export interface Maintenance {
  /** Called before each statement. */
  touch(): void
  /** Does what is worth it now, sending its statements by `run`. */
  sweep(run: Run): Promise<void>
  stop(): void
}

/**
 * Bytes of write-ahead log: the minimum that makes maintenance worthwhile when idle, and the maximum before it runs
 * anyway.
 */
const worthIt = 1_000_000
const overdue = 64_000_000

/** Quiet is a row of seconds with hardly more statements than the portal itself needs to look after things. */
const quietSeconds = 3
const fewStatements = 4
const lookEverySeconds = 5

/**
 * The embedded database has neither autovacuum nor checkpointer, so tables and log would only grow. After some idle
 * seconds and enough writing, or at the latest after 64 MB of log, changed tables are vacuumed one by one (a statement
 * waits for at most one) and a checkpoint is made.
 */
export const startMaintenance = (run: Run): Maintenance => {
  let statements = 0
  let quiet = 0
  let sinceLook = 0
  let isWorking = false
  let isStopped = false
  let doneAt: string | undefined

  const sweep = async (run: Run, least: number, isWelcome = () => true) => {
    const [log] = await run(
      `select at, at - coalesce(${doneAt ? `'${doneAt}'::pg_lsn` : 'null'}, at - ${worthIt}::numeric) as grown
       from pg_current_wal_insert_lsn() as at`,
    )
    if (!log || Number(log.grown) < least) return
    // Server backends flush their statistics when idle; the embedded one never does.
    await run('select pg_stat_force_next_flush()')
    for (const { name } of await run(changedTables)) {
      if (!isWelcome()) return
      await run(`vacuum (analyze) ${name}`)
    }
    await run('checkpoint')
    doneAt = String(log.at)
  }

  const tick = () => {
    quiet = statements <= fewStatements ? quiet + 1 : 0
    statements = 0
    sinceLook++
    if (isWorking || sinceLook < lookEverySeconds) return
    sinceLook = 0
    isWorking = true
    const isQuiet = () => quiet >= quietSeconds && statements <= fewStatements
    const work = isQuiet() ? sweep(run, worthIt, () => isQuiet() && !isStopped) : sweep(run, overdue, () => !isStopped)
    work
      // Closing the database interrupts this and does the rest itself.
      .catch((error: unknown) => isStopped || warn(error))
      .finally(() => {
        isWorking = false
      })
  }
  const timer = setInterval(tick, 1000)
  timer.unref()

  return {
    touch: () => {
      statements++
    },
    sweep: (run) => sweep(run, worthIt).catch(warn),
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}

/** Failed maintenance is retried next time, but is reported. */
const warn = (error: unknown) => process.emitWarning(`the upkeep of the database failed: ${error}`)

const changedTables = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.05 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + 0.05 * greatest(c.reltuples, 0)`
