/** Returns a function that caches the values of `make` by key; beyond `limit` entries the oldest is dropped. */
export const memo = <T>(limit: number) => {
  const values = new BoundedMap<string, T>(limit)
  return (key: string, make: () => T): T => {
    const cached = values.get(key)
    if (cached !== undefined) return cached
    const value = make()
    values.set(key, value)
    return value
  }
}

/** Returns a function that calls `make` once, on its first call. */
export const lazily = <T>(make: () => T): (() => T) => {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** A map of at most `limit` entries: a new one displaces the oldest. */
export class BoundedMap<K, V> extends Map<K, V> {
  constructor(readonly limit: number) {
    super()
  }

  override set(key: K, value: V): this {
    super.set(key, value)
    if (this.size > this.limit) this.delete(this.keys().next().value as K)
    return this
  }
}
