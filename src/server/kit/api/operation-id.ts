/** The name of an operation, from its method and path: `listPorts`, `getPort`, `archivePort`. */
export const operationId = (method: string, path: string): string => {
  const [resource = '', ...rest] = path.replace(/^\/api\//, '').split('/')
  const [plural, single] = [pascal(resource), singular(pascal(resource))]
  const verb = verbs[method] ?? method
  const isMove = rest.includes('moves')
  if (rest.at(-1) === 'moves') return `listMovesOfMany${plural}`
  if (isMove) return camel(rest.at(-1) ?? '') + (rest[0] === 'bulk' ? `Many${plural}` : single)
  if (rest.length === 0) return method === 'get' ? `list${plural}` : verb + single
  if (rest.length === 1) {
    const [part = ''] = rest
    if (isParameter(part)) return verb + single
    if (part === 'bulk') return `${verb}Many${plural}`
    if (part === 'export' || (part === 'import' && method === 'post')) return part + plural
    if (part === 'import') return `list${single}Imports`
    return method === 'get' ? `get${single}${pascal(part)}` : camel(part) + plural
  }
  const parts = rest.filter((part) => !isParameter(part)).map(pascal)
  const isSingle = rest.length > 2 && isParameter(rest.at(-1) ?? '')
  const last = parts.pop() ?? ''
  return verb + single + parts.join('') + (isSingle ? singular(last) : last)
}

const verbs: Record<string, string> = { get: 'get', post: 'create', patch: 'update', delete: 'delete' }

/** `two-words` as `TwoWords`. */
export const pascal = (text: string): string =>
  text
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** `Ports` as `Port`, `Factories` as `Factory`. */
export const singular = (plural: string): string =>
  plural.endsWith('ies')
    ? `${plural.slice(0, -3)}y`
    : plural.replace(/(ss|us|x|ch)es$/, '$1').replace(/([^su])s$/, '$1')

const camel = (text: string) => pascal(text).replace(/^./, (first) => first.toLowerCase())
const isParameter = (part: string) => part.startsWith('{')
