/**
 * Stands in for lodash's `isEqual` in the built web app: deep equality of what Refine compares, which is plain objects,
 * lists and simple values. It knows no maps, sets, typed arrays or circles.
 */
const isEqual = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false
  if (one instanceof Date) return one.getTime() === (other as Date).getTime()
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key as never], other[key as never]))
  )
}
export default isEqual
