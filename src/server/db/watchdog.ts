import { AsyncLocalStorage } from 'node:async_hooks'
import { dbError } from './errors'

/** Time limits in milliseconds. */
export interface WatchdogLimits {
  /** For a transaction; longer work passes a limit of its own. */
  hold: number
  /** For a request that waits for the connection of the embedded database. */
  wait: number
}

/** People give up sooner, and a longer transaction is stuck or blocks others. */
export const defaultWatchdogLimits: WatchdogLimits = { hold: 30_000, wait: 15_000 }

/** The limit for changes of the whole database, such as migrations and demo data. */
export const hour = 3_600_000

/** The time to wait for the connection: background work waits twenty times as long as a request. */
export const waitOf = ({ wait }: WatchdogLimits): number => (requests.getStore() === undefined ? 20 * wait : wait)

export interface Watch {
  /** Aborted when the work takes too long; its reason is the error for everything that waits. */
  readonly signal: AbortSignal
  /** Remembers the running statement for the log. */
  doing(statement: string): void
}

/**
 * Limits `work` to `longest` milliseconds. Longer work is logged with its request and last statement, and its signal is
 * aborted. `cancelled` aborts the signal without a log entry.
 */
export const watched = async <T>(
  longest: number,
  work: (watch: Watch) => Promise<T>,
  cancelled?: AbortSignal,
): Promise<T> => {
  const controller = new AbortController()
  const request = requests.getStore()
  // The stack is captured here and formatted only if it is logged.
  const origin = new Error('begun here')
  let lastStatement = 'none'
  const timer = setTimeout(() => {
    const seconds = Math.round(longest / 100) / 10
    process.emitWarning(
      `a transaction was ended after ${seconds} s: ${request ?? 'background work'}; last statement: ${lastStatement}`,
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
      doing: (statement) => {
        lastStatement = statement
      },
    })
  } finally {
    clearTimeout(timer)
    cancelled?.removeEventListener('abort', cancel)
  }
}

/** Runs `next` in the context of a request, so that the log of a stuck transaction names it. */
export const runForRequest = (request: string, next: () => void): void => requests.run(request, next)

const requests = new AsyncLocalStorage<string>()
