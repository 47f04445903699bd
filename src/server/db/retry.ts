import { setTimeout as sleep } from 'node:timers/promises'
import type { DbError } from './types'

/**
 * Tries again what failed through no fault of its own: two writers waited for each other and the database let this one
 * go. `repeatable` work, of which a second run finds out whether the first one was committed, also outlives a connection
 * that was lost.
 */
export const persistent = async <T>(
  attempt: () => Promise<T>,
  { repeatable = false, tries = 3 }: { repeatable?: boolean; tries?: number } = {},
): Promise<T> => {
  const started = Date.now()
  try {
    return await attempt()
  } catch (error) {
    // A server that takes seconds to say that it is away is not asked for as long again.
    const mayPass = isClash(error) || (repeatable && isLost(error) && Date.now() - started < 2000)
    if (!mayPass || tries <= 1) throw error
    if (isLost(error)) await sleep(pause)
    return persistent(attempt, { repeatable, tries: tries - 1 })
  }
}

/** Whether the database let go of one of two writers that waited for each other. */
export const isClash = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error))

/** Whether the connection is gone; what was under way may have been committed or not. */
export const isLost = (error: unknown): boolean => /^(08|57P)/.test(codeOf(error))

const codeOf = (error: unknown): string => String((error as Partial<DbError> | undefined)?.code ?? '')
const pause = 200
