import { SaxesParser } from 'saxes'

/** An element of a small XML document: name without prefix, children, and its own text. */
export interface XmlElement {
  name: string
  children: XmlElement[]
  text: string
  attributes: Readonly<Record<string, string>>
}

const mostDepth = 40
const mostElements = 200_000

/**
 * Parses a document into a tree. Returns null when it is not XML, too large, or declares a document type: entities are
 * not resolved, which rules out entity expansion attacks.
 */
export const readXml = (source: string): XmlElement | null => {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const top: XmlElement = { name: '', children: [], text: '', attributes: {} }
  const open = [top]
  let count = 0
  parser.on('error', () => {
    throw new NoXml()
  })
  parser.on('doctype', () => {
    throw new NoXml()
  })
  parser.on('opentag', ({ name, attributes }) => {
    count += 1
    if (count > mostElements || open.length > mostDepth) throw new NoXml()
    const element = { name: localOf(name), children: [], text: '', attributes: attributes as Record<string, string> }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (chunk: string) => {
    const element = open.at(-1)
    if (element) element.text += chunk
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  try {
    parser.write(source).close()
  } catch (error) {
    if (error instanceof NoXml) return null
    throw error
  }
  return top.children[0] ?? null
}

class NoXml extends Error {}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

/** All elements at a path below this element, along every branch. */
export const all = (element: XmlElement, ...path: readonly string[]): XmlElement[] =>
  path.reduce<XmlElement[]>(
    (parents, name) => parents.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  )

/** The text of the first element at a path; null if there is none or it is empty. */
export const textAt = (element: XmlElement, ...path: readonly string[]): string | null =>
  all(element, ...path)[0]?.text.trim() || null
