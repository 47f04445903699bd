/**
 * Replaces lodash's `has`: whether a record has a value at a path such as `lines.0.qty`. Refine calls it before filling
 * a form.
 */
const has = (from: unknown, path: string): boolean => {
  const [name = '', ...rest] = isObject(from) && Object.hasOwn(from, path) ? [path] : path.split('.')
  if (!isObject(from) || !Object.hasOwn(from, name)) return false
  return rest.length === 0 || has(from[name], rest.join('.'))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export default has
