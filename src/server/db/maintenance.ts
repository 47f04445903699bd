/** Runs one statement outside of a transaction. */
type Run = (sql: string) => Promise<Record<string, unknown>[]>

export interface Maintenance {
  /** Counts a statement of the portal; called before each. */
  touch(): void
  /** Runs maintenance now if enough was written, sending its statements by `run`. */
  sweep(run: Run): Promise<void>
  stop(): void
}

/** Bytes of write-ahead log from which maintenance runs when the database is idle, and from which it runs in any case. */
const idleThreshold = 1_000_000
const busyThreshold = 64_000_000

/** The database is idle after this many seconds with at most this many statements each, which background work needs. */
const idleSeconds = 3
const idleStatements = 4
const checkEverySeconds = 5

/**
 * Replaces autovacuum and checkpointer, which the embedded database lacks: without them, tables and log would only
 * grow. After some idle seconds and enough writes, or at the latest after 64 MB of log, changed tables are vacuumed one
 * by one (a statement waits for at most one of them) and a checkpoint is made.
 */
export const startMaintenance = (run: Run): Maintenance => {
  let statements = 0
  let idleFor = 0
  let secondsSinceCheck = 0
  let isWorking = false
  let isStopped = false
  /** The position in the log at the last maintenance. */
  let lastPosition: string | undefined

  const sweep = async (run: Run, threshold: number, mayContinue = () => true) => {
    const [log] = await run(
      `select at, at - coalesce(${lastPosition ? `'${lastPosition}'::pg_lsn` : 'null'}, at - ${idleThreshold}::numeric) as grown
       from pg_current_wal_insert_lsn() as at`,
    )
    if (!log || Number(log.grown) < threshold) return
    // Backends of a server flush their statistics when idle; the embedded one never does.
    await run('select pg_stat_force_next_flush()')
    for (const { name } of await run(changedTables)) {
      if (!mayContinue()) return
      await run(`vacuum (analyze) ${name}`)
    }
    await run('checkpoint')
    lastPosition = String(log.at)
  }

  const tick = () => {
    idleFor = statements <= idleStatements ? idleFor + 1 : 0
    statements = 0
    secondsSinceCheck++
    if (isWorking || secondsSinceCheck < checkEverySeconds) return
    secondsSinceCheck = 0
    isWorking = true
    const isIdle = () => idleFor >= idleSeconds && statements <= idleStatements
    const work = isIdle()
      ? sweep(run, idleThreshold, () => isIdle() && !isStopped)
      : sweep(run, busyThreshold, () => !isStopped)
    work
      // Closing the database interrupts maintenance and completes it itself.
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
    sweep: (run) => sweep(run, idleThreshold).catch(warn),
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}

/** Reports failed maintenance, which is tried again at the next check. */
const warn = (error: unknown) => process.emitWarning(`maintenance of the database failed: ${error}`)

const changedTables = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.05 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + 0.05 * greatest(c.reltuples, 0)`
