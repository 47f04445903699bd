import type { Json } from './description'

/** Named components of the description, by kind. */
export type Components = Partial<Record<'schemas' | 'parameters' | 'requestBodies' | 'responses', Record<string, Json>>>

/**
 * Replaces every part of the paths and components that equals a component by a reference to it. Routes describe
 * themselves in full; this removes the duplicates.
 */
export const share = (paths: Json, components: Components): { paths: Json; components: Components } => {
  const names = new Map<string, string>()
  for (const [kind, named] of Object.entries(components))
    for (const [name, value] of Object.entries(named)) names.set(textOf(value), `#/components/${kind}/${name}`)
  const shareParts = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shared)
      : isJson(value)
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shared(part)]))
        : value
  const shared = (value: unknown): unknown => {
    if (!isJson(value)) return shareParts(value)
    const $ref = names.get(textOf(value))
    return $ref ? { $ref } : shareParts(value)
  }
  return {
    paths: shared(paths) as Json,
    components: Object.fromEntries(
      Object.entries(components).map(([kind, named]) => [
        kind,
        Object.fromEntries(Object.entries(named).map(([name, value]) => [name, shareParts(value) as Json])),
      ]),
    ),
  }
}

/** Follows a reference; other values are returned unchanged. */
export const resolved = (document: Json, value: unknown): unknown => {
  if (!isJson(value) || typeof value.$ref !== 'string') return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (isJson(node) ? node[step] : undefined), document)
}

const isJson = (value: unknown): value is Json => value !== null && typeof value === 'object' && !Array.isArray(value)

/** The content as canonical JSON, independent of key order; cached per object. */
const textOf = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? ''
  const cached = texts.get(value)
  if (cached !== undefined) return cached
  const text = Array.isArray(value)
    ? `[${value.map(textOf).join()}]`
    : `{${Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, part]) => `${JSON.stringify(name)}:${textOf(part)}`)
        .join()}}`
  texts.set(value, text)
  return text
}
const texts = new WeakMap<object, string>()
