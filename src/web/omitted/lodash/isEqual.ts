/**
 * Replaces lodash's `isEqual`: Refine compares ids, sorters and resources with it, which are plain data without cycles.
 */
const isEqual = (one: unknown, other: unknown): boolean => {
  if (one === other || Object.is(one, other)) return true
  if (!isObject(one) || !isObject(other) || Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false
  if (one instanceof Date) return Object.is(one.getTime(), (other as unknown as Date).getTime())
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export default isEqual
