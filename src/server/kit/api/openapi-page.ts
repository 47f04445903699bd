import type { Json } from './description'
import { resolved } from './openapi-share'

/** The description as an HTML page without scripts. */
export const page = (document: Json): string => {
  const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>)
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ document, path, method, operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))]
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API</title><style>${style}</style><h1>Supplier and purchase-order portal: API</h1>
<p>Version ${escaped(String((document.info as Json).version))}. Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).
Every request carries <code>Authorization: Bearer …</code>; sign in with <code>POST /api/auth/login</code>.</p>
<nav>${tags.map((tag) => `<a href="#${anchor(tag)}">${escaped(tag)}</a>`).join(' · ')}</nav>
${tags
  .map(
    (tag) =>
      `<h2 id="${anchor(tag)}">${escaped(tag)}</h2>${operations
        .filter(({ operation }) => operation.tags[0] === tag)
        .map(operationHtml)
        .join('')}`,
  )
  .join('')}</html>`
}

const operationHtml = ({ document, path, method, operation }: Described) => {
  const request = resolved(document, operation.requestBody) as Body | undefined
  const input = resolved(document, Object.values(request?.content ?? {})[0]?.schema)
  const parameters = (operation.parameters ?? [])
    .flatMap((parameter) => namesOf(resolved(document, parameter) as Parameter))
    .map((name) => `<code>${escaped(name)}</code>`)
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> ${escaped(operation.summary)}</summary>
${operation.description ? `<p>${escaped(operation.description)}</p>` : ''}
${parameters.length ? `<p>Parameters: ${parameters.join(' ')}</p>` : ''}
${input ? `<pre>${escaped(JSON.stringify(input, null, 2))}</pre>` : ''}
<ul>${Object.entries(operation.responses)
    .map(
      ([status, response]) => `<li>${status}: ${escaped((resolved(document, response) as Response).description)}</li>`,
    )
    .join('')}</ul></details>`
}

/** The names of a query parameter; those of its properties, if it is exploded. */
const namesOf = ({ name, schema }: Parameter): string[] => Object.keys(schema?.properties ?? { [name]: true })

interface Described {
  document: Json
  path: string
  method: string
  operation: Operation
}

interface Body {
  content: Record<string, { schema: unknown }>
}

interface Parameter {
  name: string
  schema?: { properties?: Json }
}

interface Response {
  description: string
}

export interface Operation {
  operationId?: string
  tags: string[]
  summary: string
  description?: string
  parameters?: Json[]
  requestBody?: Body | { $ref: string }
  responses: Record<string, Response | { $ref: string }>
}

const anchor = (tag: string) => tag.toLowerCase().replace(/\W+/g, '-')

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const style = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:960px;margin:24px auto;padding:0 16px}
details{border-top:1px solid #8884;padding:6px 0}summary{cursor:pointer}pre{overflow:auto;background:#8881;padding:8px;border-radius:8px}
b{display:inline-block;min-width:56px}`
