/**
 * Replaces lodash's `uniqBy`: keeps the first of the items with the same value of a property. Refine removes duplicate
 * options with it.
 */
const uniqBy = <T>(items: readonly T[], name: keyof T): T[] => {
  const values = new Set<T[keyof T]>()
  return items.filter((item) => !values.has(item[name]) && values.add(item[name]))
}

export default uniqBy
