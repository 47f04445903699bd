import { SaxesParser } from 'saxes'
import { cutText } from '#shared/base/cut-text.ts'

/** An element of a document that was read: its name without prefix, and the namespace of that prefix. */
export interface XmlElement {
  name: string
  space: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

/** Why a document is not read. */
export type XmlRefusal = 'encoding' | 'entities' | 'deep' | 'large' | 'broken'
export class UnreadableXml extends Error {
  constructor(readonly reason: XmlRefusal) {
    super(reason)
  }
}

/** Elements and depth of the largest document that is read: five hundred lines have some thirty thousand. */
export const xmlLimits = { elements: 60_000, depth: 40, attributes: 40, text: 2_000_000 }

/**
 * Reads a document into a tree. Document types, and with them all entities of one's own, are refused; nothing outside is
 * ever loaded. Throws `UnreadableXml`.
 */
export const parseXml = (bytes: Uint8Array): XmlElement => {
  const parser = new SaxesParser({ xmlns: true })
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  let [elements, text] = [0, 0]
  const add = (piece: string) => {
    text += piece.length
    if (text > xmlLimits.text) throw new UnreadableXml('large')
    const last = open.at(-1)
    if (last) last.text += piece
  }
  parser.on('doctype', () => {
    throw new UnreadableXml('entities')
  })
  parser.on('error', () => {
    throw new UnreadableXml('broken')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1
    const given = Object.values(attributes)
    if (elements > xmlLimits.elements || given.length > xmlLimits.attributes) throw new UnreadableXml('large')
    if (open.length >= xmlLimits.depth) throw new UnreadableXml('deep')
    const element: XmlElement = {
      name: local,
      space: uri,
      attributes: Object.fromEntries(given.map(({ local: name, value }) => [name, value])),
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(decoded(bytes)).close()
  if (!root) throw new UnreadableXml('broken')
  return root
}

/** Encodings that are read, by the names that documents give them. */
const encodings: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['iso-8859-1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['us-ascii', 'utf-8'],
  ['gb18030', 'gb18030'],
  ['gbk', 'gb18030'],
  ['gb2312', 'gb18030'],
])

/** By the mark at the start, or by what the declaration says; text that is not of that encoding is refused. */
const decoded = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : ''
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]{0,100}?encoding=["']([\w-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8'
  const encoding = marked || encodings.get(declared.toLowerCase())
  // What is declared as UTF-16 and has no mark is not UTF-16, for its declaration could not be read so.
  if (!encoding || (!marked && encoding.startsWith('utf-16'))) throw new UnreadableXml('encoding')
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableXml('encoding')
  }
}

/** The first element along a path. */
export const at = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((found, name) => found?.children.find((child) => child.name === name), element)

export const all = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The text along a path, cut where nobody reads on; none where it is empty. */
export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string | undefined =>
  cutText(at(element, ...path)?.text.trim() ?? '', 1000) || undefined
