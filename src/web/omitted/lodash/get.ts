/** Replaces lodash's `get`: the value at a path such as `lines.0.qty`. Refine reads options and form values with it. */
const get = (from: unknown, path: string): unknown =>
  isObject(from) && path in from
    ? from[path]
    : path
        .split('.')
        .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], from)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export default get
