import { setTimeout as sleep } from 'node:timers/promises'
import type { DbError } from './types'

/**
 * Retries what failed because of a deadlock or serialisation conflict. `repeatable` work, which detects on its second
 * run whether the first one was committed, is also retried after a lost connection.
 */
export const persistent = async <T>(
  attempt: () => Promise<T>,
  { repeatable = false, tries = 3 }: { repeatable?: boolean; tries?: number } = {},
): Promise<T> => {
  const started = Date.now()
  try {
    return await attempt()
  } catch (error) {
    // A server that takes seconds to report that it is down is not retried for as long again.
    const mayPass = isClash(error) || (repeatable && isLost(error) && Date.now() - started < 2000)
    if (!mayPass || tries <= 1) throw error
    if (isLost(error)) await sleep(pause)
    return persistent(attempt, { repeatable, tries: tries - 1 })
  }
}

/** Whether the database rolled back one of two conflicting writers. */
export const isClash = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error))

/** Whether the connection is lost; running statements may or may not have been committed. */
export const isLost = (error: unknown): boolean => /^(08|57P)/.test(codeOf(error))

const codeOf = (error: unknown): string => String((error as Partial<DbError> | undefined)?.code ?? '')
const pause = 200
