/**
 * Replaces lodash's `isEqual`: Refine compares ids, sorters and resources with it, which are plain data without cycles.
 */
const isEqual = (a: unknown, b: unknown): boolean => {
  if (a === b || Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  if (a instanceof Date) return Object.is(a.getTime(), (b as unknown as Date).getTime())
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export default isEqual
