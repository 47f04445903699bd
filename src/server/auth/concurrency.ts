import { Refusal } from '#server/kit/errors.ts'
import { textOf } from '#shared/kit/text.ts'

/**
 * Returns a function that runs expensive work with limited concurrency, in order of arrival. It throws 503 if `waiting`
 * calls are queued already.
 */
export const limitConcurrency = ({ running: limit, waiting }: { running: number; waiting: number }) => {
  const queue: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limit) running += 1
    else {
      if (queue.length >= waiting)
        throw new Refusal(503, 'unavailable', textOf('messages.unavailable'), {}, { retry_after: 5 })
      await new Promise<void>((start) => queue.push(start))
    }
    try {
      return await work()
    } finally {
      // The next call takes over this slot.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
