import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/types.ts'

/** Work that waits in a table, which processes share. */
export interface Queue<J extends Job> {
  /** For the log. */
  name: string
  /** The channel that is notified when work was added. */
  channel?: string
  /** Milliseconds between polls for due work. */
  every: number
  /** How many jobs run at a time. */
  atOnce: number
  /** Absent when jobs hold their own locks. */
  lease?: Lease<J>
  /** Claims up to `count` jobs for this process, until their leases end. */
  claim(count: number): Promise<J[]>
  /** Does a job. It may run again for the same id, since a process may die in between. */
  work(job: J, signal: AbortSignal): Promise<void>
  /** Marks a job as done; its lease is not renewed any more. */
  done?(job: J): Promise<unknown>
  /** Notes that a job failed, or was broken off by the signal, and when it is tried again. */
  failed(job: J, error: unknown, signal: AbortSignal): Promise<unknown> | undefined
}

export interface Job {
  id: number | string
}

export interface Lease<J> {
  /** The lease ends this long after its last renewal, and is renewed for at most so long. */
  seconds: number
  most: number
  renew(job: J, seconds: number): Promise<unknown>
}

export interface RunningQueue<J extends Job> {
  /** Polls at once. */
  poke(): void
  /** Runs the job with this id as soon as `claim` answers it; resolves when it has ended. */
  take(id: J['id'], claim: () => Promise<J | undefined>): Promise<void>
  /** Stops claiming, aborts the signal of running jobs and waits for them. */
  stop(): Promise<void>
}

type Log = Pick<FastifyBaseLogger, 'warn'>

/**
 * Processes a queue: notified by commits, and by polling for due jobs. Long jobs do not block others. A lease is
 * renewed while its job runs, so jobs of a process that died are claimed again.
 */
export const startQueue = async <J extends Job>(db: Db, queue: Queue<J>, log: Log): Promise<RunningQueue<J>> => {
  const running = new Map<J['id'], Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping
  let looking: Promise<void> | undefined
  let isPoked = false
  let isMoreWaiting = false

  const unlisten = queue.channel ? await db.listen(queue.channel, poke) : undefined
  const timer = setInterval(poke, queue.every)
  timer.unref()
  poke()
  return { poke, take, stop }

  function poke() {
    isPoked = true
    looking ??= look().finally(() => {
      looking = undefined
      if (isPoked && !signal.aborted) poke()
    })
  }

  async function look() {
    while (isPoked && !signal.aborted) {
      isPoked = false
      const free = queue.atOnce - running.size
      isMoreWaiting = true
      // Whichever job ends first looks again.
      if (free <= 0) return
      const jobs = await queue.claim(free).catch((error: unknown) => {
        log.warn({ err: error }, `${queue.name}: no work could be claimed`)
        return []
      })
      for (const job of jobs) void begin(job.id, () => run(job))
      isMoreWaiting = jobs.length === free
    }
  }

  async function take(id: J['id'], claim: () => Promise<J | undefined>) {
    const present = running.get(id)
    if (present) return present
    return begin(id, async () => {
      const job = await claim().catch((error: unknown) => {
        log.warn({ err: error, job: id }, `${queue.name}: a job could not be claimed`)
        return undefined
      })
      if (job) await run(job)
    })
  }

  function begin(id: J['id'], work: () => Promise<void>) {
    const ended = work().finally(() => {
      if (running.get(id) === ended) running.delete(id)
      if (isMoreWaiting && !signal.aborted) poke()
    })
    running.set(id, ended)
    return ended
  }

  async function run(job: J) {
    const release = queue.lease ? keepLease(queue.lease, job) : undefined
    try {
      await queue.work(job, signal).finally(release)
      await queue.done?.(job)
    } catch (error) {
      try {
        await queue.failed(job, error, signal)
      } catch (lost) {
        log.warn({ err: lost, job: job.id }, `${queue.name}: a failure could not be noted`)
      }
    }
  }

  async function stop() {
    stopping.abort()
    clearInterval(timer)
    await unlisten?.()
    await looking
    await Promise.all(running.values())
  }
}

/** Renews the lease until the returned function is called, which waits for a renewal under way. */
const keepLease = <J>({ seconds, most, renew }: Lease<J>, job: J) => {
  const end = Date.now() + most * 1000
  let renewal: Promise<unknown> = Promise.resolve()
  const timer = setInterval(
    () => {
      if (Date.now() > end) return clearInterval(timer)
      // If that fails, it is tried twice more before the lease ends.
      renewal = renew(job, seconds).catch(() => {})
    },
    (seconds * 1000) / 3,
  )
  timer.unref()
  return async () => {
    clearInterval(timer)
    await renewal
  }
}
