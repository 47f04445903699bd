/** Runs one statement on its own. */
type Run = (sql: string) => Promise<Record<string, unknown>[]>

export interface Maintenance {
  /** Somebody asks something of the database. */
  touch(): void
  /** Does what is due now, with statements of the caller's choice. */
  sweep(run: Run): Promise<void>
  stop(): void
}

/** Figures in bytes of write-ahead log: what makes the upkeep worth it once it is quiet, and what makes it due anyhow. */
const worthIt = 1_000_000
const overdue = 64_000_000
const quiet = 3000

/**
 * The embedded database has neither autovacuum nor checkpointer: unattended, its tables and its log only grow. When it
 * has been quiet for some seconds after enough writing, or at the latest after 64 MB of log, tables that changed are
 * vacuumed one by one (nobody waits for more than one) and a checkpoint is made.
 */
export const startMaintenance = (run: Run): Maintenance => {
  let touched = false
  let lastTouch = 0
  let lastLook = 0
  let done: string | undefined
  let working: Promise<void> | undefined

  const sweep = async (run: Run, least = worthIt, onlyWhileQuiet = false) => {
    const [log] = await run(
      done
        ? `select pg_current_wal_insert_lsn() as at, pg_current_wal_insert_lsn() - '${done}'::pg_lsn as grown`
        : `select pg_current_wal_insert_lsn() as at, ${least} as grown`,
    )
    if (!log || Number(log.grown) < least) return
    // A server's backends report what they changed when they idle; the embedded one never does of its own accord.
    await run('select pg_stat_force_next_flush()')
    for (const { name } of await run(changedTables)) {
      if (onlyWhileQuiet && Date.now() - lastTouch < quiet) return
      await run(`vacuum (analyze) ${name}`)
    }
    await run('checkpoint')
    done = String(log.at)
  }

  const timer = setInterval(() => {
    const now = Date.now()
    const isQuiet = now - lastTouch >= quiet
    if (working || !touched || (!isQuiet && now - lastLook < 10_000)) return
    touched = !isQuiet
    lastLook = now
    working = sweep(run, isQuiet ? worthIt : overdue, isQuiet)
      .catch(() => {})
      .finally(() => {
        working = undefined
      })
  }, 1000)
  timer.unref()

  return {
    touch: () => {
      touched = true
      lastTouch = Date.now()
    },
    sweep: (run) => sweep(run),
    stop: () => clearInterval(timer),
  }
}

const changedTables = `
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables join pg_class on pg_class.oid = relid
  where n_dead_tup > 50 + 0.05 * greatest(reltuples, 0) or n_mod_since_analyze > 50 + 0.05 * greatest(reltuples, 0)`
