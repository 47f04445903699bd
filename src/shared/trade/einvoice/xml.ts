/** An element to write: name, attributes and content. */
export interface Element {
  name: string
  attributes?: Readonly<Record<string, string>>
  content: string | readonly Element[]
}

type Part = Element | readonly Element[] | undefined

/** An element with child elements; undefined if it would be empty. */
export const group = (name: string, ...parts: readonly Part[]): Element | undefined => {
  const content = parts.flatMap((part) => part ?? [])
  return content.length > 0 ? { name, content } : undefined
}

/** An element with text; undefined without text. */
export const leaf = (
  name: string,
  text: string | undefined,
  attributes?: Readonly<Record<string, string>>,
): Element | undefined => (text ? { name, content: text, ...(attributes && { attributes }) } : undefined)

/** Writes a document in UTF-8. Characters that XML 1.0 does not allow are left out. */
export const writeXml = (root: Element, namespaces: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written({ ...root, attributes: namespaces }, '')}`

const written = ({ name, attributes = {}, content }: Element, indent: string): string => {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const open = `${indent}<${name}${pairs.join('')}>`
  return typeof content === 'string'
    ? `${open}${escaped(content)}</${name}>\n`
    : `${open}\n${content.map((part) => written(part, `${indent}  `)).join('')}${indent}</${name}>\n`
}

const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
