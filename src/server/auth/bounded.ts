/** Puts an entry into a map that holds at most `limit`; the oldest makes room. */
export const keep = <K, V>(map: Map<K, V>, key: K, value: V, limit: number) => {
  map.set(key, value)
  if (map.size <= limit) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}
