import { AsyncLocalStorage } from 'node:async_hooks'
import { dbError } from './errors'

/** How long is normal, in milliseconds. */
export interface WatchdogLimits {
  /** What one transaction of a person may take; work that is known to take longer brings a bound of its own. */
  hold: number
  /** What a request waits for its turn on the one connection of the embedded database. */
  wait: number
}

/** A person gives up sooner; a write that takes longer is stuck, or stands in everybody's way. */
export const defaultWatchdogLimits: WatchdogLimits = { hold: 30_000, wait: 15_000 }

/** What changes the whole database at once and is asked for by whoever runs the portal: migrations, demo data. */
export const hour = 3_600_000

/** Work in the background has nobody who waits for it. */
export const waitOf = ({ wait }: WatchdogLimits): number => (requests.getStore() === undefined ? 20 * wait : wait)

export interface Watch {
  /** Aborted when the work has taken too long; the reason is what everybody who waits for it is told. */
  readonly signal: AbortSignal
  /** Notes what the work is doing, for the log. */
  doing(what: string): void
}

/**
 * Gives `work` a bound of `longest` milliseconds. What goes over it is logged with what is known of it, and aborted; so is,
 * without a word, what is `cancelled`.
 */
export const watched = async <T>(
  longest: number,
  work: (watch: Watch) => Promise<T>,
  cancelled?: AbortSignal,
): Promise<T> => {
  const controller = new AbortController()
  const request = requests.getStore()
  // Its stack is only put into words when it is needed.
  const origin = new Error('begun here')
  let last = 'nothing was asked of the database'
  const timer = setTimeout(() => {
    const seconds = Math.round(longest / 100) / 10
    process.emitWarning(
      `a transaction was ended after ${seconds} s: ${request ?? 'background work'}; last statement: ${last}`,
      { type: 'StuckTransaction', detail: origin.stack },
    )
    controller.abort(dbError('25P04', `the transaction was ended after ${seconds} s`))
  }, longest)
  timer.unref()
  const cancel = () => controller.abort(dbError('57014', 'the transaction was cancelled'))
  if (cancelled?.aborted) cancel()
  cancelled?.addEventListener('abort', cancel)
  try {
    return await work({
      signal: controller.signal,
      doing: (what) => {
        last = what
      },
    })
  } finally {
    clearTimeout(timer)
    cancelled?.removeEventListener('abort', cancel)
  }
}

/** Runs `next` on behalf of a request, so that the log can name it. */
export const runForRequest = (request: string, next: () => void): void => requests.run(request, next)

const requests = new AsyncLocalStorage<string>()
