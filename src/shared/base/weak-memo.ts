/** A function that computes its result once per object, and keeps it as long as the object. */
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
