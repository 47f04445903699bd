/** Wraps a function so that its result is cached for each argument object, as long as that object is in memory. */
export const weakMemo = <K extends object, V>(compute: (key: K) => V): ((key: K) => V) => {
  const values = new WeakMap<K, V>()
  return (key) => {
    const cached = values.get(key)
    if (cached !== undefined) return cached
    const value = compute(key)
    values.set(key, value)
    return value
  }
}
