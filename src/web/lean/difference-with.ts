/** Stands in for lodash's `differenceWith` in the built web app: for two lists, as Refine calls it. */
export default <T>(
  list: readonly T[] | null | undefined,
  without: readonly T[],
  same: (one: T, other: T) => boolean,
): T[] => (list ?? []).filter((one) => !without.some((other) => same(one, other)))
