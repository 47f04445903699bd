import { Refusal } from '#server/kit/errors.ts'
import { textOf } from '#shared/kit/text.ts'

/**
 * Runs dear work a few at a time, the rest in the order of their coming. Who comes while too many wait is sent away with
 * 503 at once: a flood must not hold up what else the process does.
 */
export const createTurns = ({ together, waiting }: { together: number; waiting: number }) => {
  const queue: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < together) running += 1
    else {
      if (queue.length >= waiting)
        throw new Refusal(503, 'unavailable', textOf('messages.unavailable'), {}, { retry_after: 5 })
      await new Promise<void>((begin) => queue.push(begin))
    }
    try {
      return await work()
    } finally {
      // The next one takes over the place of this one.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
