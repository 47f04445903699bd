import { setTimeout as sleep } from 'node:timers/promises'
import type { DbError } from './types'

/**
 * Retries work after a deadlock or a serialisation failure. `repeatable` work, which detects on its second run whether
 * the first one was committed, is also retried after a lost connection.
 */
export const persistent = async <T>(
  attempt: () => Promise<T>,
  { repeatable = false, tries = 3 }: { repeatable?: boolean; tries?: number } = {},
): Promise<T> => {
  const started = Date.now()
  try {
    return await attempt()
  } catch (error) {
    // If the failure took seconds to show, a retry would let the request wait as long again.
    const isTransient = isClash(error) || (repeatable && isLost(error) && Date.now() - started < 2000)
    if (!isTransient || tries <= 1) throw error
    if (isLost(error)) await sleep(pause)
    return persistent(attempt, { repeatable, tries: tries - 1 })
  }
}

/** Whether the database has rolled back one of two conflicting transactions. */
export const isClash = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error))

/** Whether the connection was lost; a running transaction may or may not have been committed. */
export const isLost = (error: unknown): boolean => /^(08|57P)/.test(codeOf(error))

const codeOf = (error: unknown): string => String((error as Partial<DbError> | undefined)?.code ?? '')
const pause = 200
