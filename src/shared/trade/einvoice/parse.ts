import { SaxesParser } from 'saxes'
import { cutText } from '#shared/base/cut-text.ts'

/** An element of a parsed document: its name without prefix, and the namespace of the prefix. */
export interface XmlElement {
  name: string
  space: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

/** Why a document is refused. */
export type XmlRefusal = 'encoding' | 'entities' | 'deep' | 'large' | 'broken'
export class UnreadableXml extends Error {
  constructor(readonly reason: XmlRefusal) {
    super(reason)
  }
}

/** Limits of documents; an invoice of five hundred lines has about thirty thousand elements. */
export const xmlLimits = { elements: 60_000, depth: 40, attributes: 40, text: 2_000_000 }

/**
 * Parses a document into a tree. Document type declarations, and with them custom entities, are refused; nothing
 * external is ever loaded. Throws `UnreadableXml`.
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

/** Supported encodings, by their names in documents. */
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

/** Decodes a document by its byte order mark or declaration; refuses text that is invalid in that encoding. */
const decoded = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : ''
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]{0,100}?encoding=["']([\w-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8'
  const encoding = marked || encodings.get(declared.toLowerCase())
  // A document that declares UTF-16 but has no mark is not UTF-16, because its declaration would not have been
  // readable.
  if (!encoding || (!marked && encoding.startsWith('utf-16'))) throw new UnreadableXml('encoding')
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableXml('encoding')
  }
}

/** The first element at a path. */
export const at = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((parent, name) => parent?.children.find((child) => child.name === name), element)

export const all = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The text at a path, cut to a maximum length; undefined if it is empty. */
export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string | undefined =>
  cutText(at(element, ...path)?.text.trim() ?? '', 1000) || undefined
