import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/types.ts'

/** A queue of jobs in a table that several processes share. */
export interface Queue<J extends Job> {
  /** The name for the log. */
  name: string
  /** The channel that is notified when jobs are added. */
  channel?: string
  /** Milliseconds between polls for due jobs. */
  every: number
  /** The number of jobs that run at a time. */
  atOnce: number
  /** Absent when jobs hold their own locks. */
  lease?: Lease<J>
  /** Claims up to `count` jobs for this process, until their leases end. */
  claim(count: number): Promise<J[]>
  /** Does a job. It may run again for the same id, since a process may die before the job is marked as done. */
  work(job: J, signal: AbortSignal): Promise<void>
  /** Marks a job as done; its lease is not renewed any more. */
  done?(job: J): Promise<unknown>
  /** Stores that a job has failed or was aborted by the signal, and when it is tried again. */
  failed(job: J, error: unknown, signal: AbortSignal): Promise<unknown> | undefined
}

export interface Job {
  id: number | string
}

export interface Lease<J> {
  /** The lease ends this long after its last renewal. */
  seconds: number
  /** The lease is renewed for at most this many seconds. */
  most: number
  renew(job: J, seconds: number): Promise<unknown>
}

export interface RunningQueue<J extends Job> {
  /** Polls for due jobs at once. */
  poke(): void
  /** Claims the job with this id and runs it at once, beyond `atOnce`; resolves when it has ended. */
  take(id: J['id'], claim: () => Promise<J | undefined>): Promise<void>
  /** Stops claiming, aborts the signal of running jobs and waits for them. */
  stop(): Promise<void>
}

type Log = Pick<FastifyBaseLogger, 'warn'>

/**
 * Runs the jobs of a queue: it polls for due jobs, and at once when notified. Long jobs do not block others. A lease is
 * renewed while its job runs, so jobs of a process that has died are claimed again.
 */
export const startQueue = async <J extends Job>(db: Db, queue: Queue<J>, log: Log): Promise<RunningQueue<J>> => {
  const running = new Map<J['id'], Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping
  let polling: Promise<void> | undefined
  let isPoked = false
  let isMoreWaiting = false

  const unlisten = queue.channel ? await db.listen(queue.channel, poke) : undefined
  const timer = setInterval(poke, queue.every)
  timer.unref()
  poke()
  return { poke, take, stop }

  function poke() {
    isPoked = true
    polling ??= poll().finally(() => {
      polling = undefined
      if (isPoked && !signal.aborted) poke()
    })
  }

  async function poll() {
    while (isPoked && !signal.aborted) {
      isPoked = false
      const free = queue.atOnce - running.size
      isMoreWaiting = true
      // The first job that ends polls again.
      if (free <= 0) return
      const jobs = await queue.claim(free).catch((error: unknown) => {
        log.warn({ err: error }, `${queue.name}: jobs could not be claimed`)
        return []
      })
      for (const job of jobs) void start(job.id, () => run(job))
      isMoreWaiting = jobs.length === free
    }
  }

  async function take(id: J['id'], claim: () => Promise<J | undefined>) {
    const runningJob = running.get(id)
    if (runningJob) return runningJob
    return start(id, async () => {
      const job = await claim().catch((error: unknown) => {
        log.warn({ err: error, job: id }, `${queue.name}: a job could not be claimed`)
        return undefined
      })
      if (job) await run(job)
    })
  }

  function start(id: J['id'], work: () => Promise<void>) {
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
      } catch (storeError) {
        log.warn({ err: storeError, job: job.id }, `${queue.name}: a failure could not be stored`)
      }
    }
  }

  async function stop() {
    stopping.abort()
    clearInterval(timer)
    await unlisten?.()
    await polling
    await Promise.all(running.values())
  }
}

/** Renews a lease until the returned function is called, which waits for a running renewal. */
const keepLease = <J>({ seconds, most, renew }: Lease<J>, job: J) => {
  const end = Date.now() + most * 1000
  let renewal: Promise<unknown> = Promise.resolve()
  const timer = setInterval(
    () => {
      if (Date.now() > end) return clearInterval(timer)
      // If a renewal fails, there are two more before the lease ends.
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
