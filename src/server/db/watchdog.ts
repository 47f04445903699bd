import { AsyncLocalStorage } from 'node:async_hooks'
import { dbError } from './errors'

/** How long is normal, in milliseconds. */
export interface WatchdogLimits {
  /** Limit for a transaction of a request; longer work passes its own. */
  hold: number
  /** How long a request waits for the connection of the embedded database. */
  wait: number
}

/** People give up sooner; a longer write is stuck or blocks others. */
export const defaultWatchdogLimits: WatchdogLimits = { hold: 30_000, wait: 15_000 }

/** Limit for changes of the whole database by the operator: migrations, demo data. */
export const hour = 3_600_000

/** Background work waits without a limit. */
export const waitOf = ({ wait }: WatchdogLimits): number => (requests.getStore() === undefined ? 20 * wait : wait)

export interface Watch {
  /** Aborted when the work takes too long; the reason goes to everything that waits for it. */
  readonly signal: AbortSignal
  /** Notes what the work is doing, for the log. */
  doing(what: string): void
}

/**
 * Limits `work` to `longest` milliseconds. When it takes longer, this is logged with its details and the signal is
 * aborted; `cancelled` aborts it without a log entry.
 */
export const watched = async <T>(
  longest: number,
  work: (watch: Watch) => Promise<T>,
  cancelled?: AbortSignal,
): Promise<T> => {
  const controller = new AbortController()
  const request = requests.getStore()
  // The stack is formatted only when it is needed.
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
