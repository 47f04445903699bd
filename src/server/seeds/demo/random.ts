/** Deterministic random numbers for a seed (mulberry32). */
export interface Random {
  /** Returns a number from 0 to 1, excluding 1. */
  next(): number
  /** Returns a whole number between both ends, which are included. */
  integer(from: number, to: number): number
  chance(probability: number): boolean
  /** Returns an item of the list; throws RangeError for an empty list. */
  pick<T>(from: readonly T[]): T
  /** Returns an item of the list, with a probability proportional to its weight. */
  weighted<T>(from: readonly T[], weightOf: (item: T) => number): T
  /** Returns that many different items, in the order of the list. */
  some<T>(from: readonly T[], count: number): T[]
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new RangeError('The list to pick from is empty')
    return from[integer(0, from.length - 1)] as T
  }
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick,
    weighted: (from, weightOf) => {
      let left = next() * from.reduce((total, item) => total + weightOf(item), 0)
      for (const item of from) {
        left -= weightOf(item)
        if (left < 0) return item
      }
      return pick(from)
    },
    some: (from, count) => {
      let wanted = Math.min(count, from.length)
      return from.filter((_, index) => {
        const isPicked = next() < wanted / (from.length - index)
        if (isPicked) wanted--
        return isPicked
      })
    },
  }
}
