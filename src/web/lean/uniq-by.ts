/** Stands in for lodash's `uniqBy` in the built web app: by a property's name or a function, the first of each kept. */
export default <T>(list: readonly T[] | null | undefined, by: keyof T | ((item: T) => unknown)): T[] => {
  const seen = new Set<unknown>()
  return (list ?? []).filter((item) => {
    const value = typeof by === 'function' ? by(item) : item[by]
    return !seen.has(value) && seen.add(value)
  })
}
