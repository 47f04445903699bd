import { broken } from './zip'

/** Callbacks of the parser; names come without their prefix, `tag` with everything inside it. */
export interface XmlReader {
  open: (name: string, tag: string, isEmpty: boolean) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/**
 * Parses XML from pieces, limited to what workbooks use. A document type is refused, so that nothing is fetched or
 * expanded: the only entities are the five of XML and character numbers.
 */
export const createXml = ({ open, close, text }: XmlReader) => {
  let rest = ''
  return { push, end }

  function push(piece: string) {
    const whole = rest + piece
    let at = 0
    for (;;) {
      const start = whole.indexOf('<', at)
      if (start < 0) break
      if (start > at) {
        text?.(unescaped(whole.slice(at, start)))
        at = start
      }
      const end = endOfTag(whole, start)
      if (end < 0) break
      tell(whole, start, end)
      at = end
    }
    rest = whole.slice(at)
    if (rest.length > longest) throw broken()
  }

  function end() {
    if (rest.trim()) throw broken()
  }

  function tell(whole: string, start: number, end: number) {
    const sign = whole[start + 1]
    if (sign === '?') return
    if (sign === '!') {
      if (whole.startsWith('<![CDATA[', start)) text?.(whole.slice(start + 9, end - 3))
      return
    }
    if (sign === '/') {
      close?.(nameIn(whole, start + 2))
      return
    }
    const tag = whole.slice(start, end)
    const name = nameIn(tag, 1)
    const isEmpty = tag.endsWith('/>')
    open(name, tag, isEmpty)
    if (isEmpty) close?.(name)
  }
}

/** A text between two tags that is longer is none of a workbook. */
const longest = 1_000_000

/** The end of the tag that begins here; -1 while it is incomplete. */
const endOfTag = (text: string, start: number): number => {
  if (text[start + 1] === '!') {
    if (text.startsWith('<!--', start)) return after(text, '-->', start + 4)
    if (text.startsWith('<![CDATA[', start)) return after(text, ']]>', start + 9)
    // Its first characters may be incomplete.
    if (text.length < start + 9 && ('<![CDATA['.startsWith(text.slice(start)) || '<!--'.startsWith(text.slice(start))))
      return -1
    throw broken()
  }
  if (text[start + 1] === '?') return after(text, '?>', start + 2)
  for (let at = start + 1; ; ) {
    const end = text.indexOf('>', at)
    if (end < 0) return -1
    const quote = openQuote(text, at, end)
    if (!quote) return end + 1
    const closing = text.indexOf(quote.sign, quote.at + 1)
    if (closing < 0) return -1
    at = closing + 1
  }
}

const after = (text: string, sign: string, from: number) => {
  const at = text.indexOf(sign, from)
  return at < 0 ? -1 : at + sign.length
}

/** The quotation mark between two places that is not closed before the second. */
const openQuote = (text: string, from: number, to: number): { sign: string; at: number } | null => {
  for (let at = from; at < to; at++) {
    const sign = text[at]
    if (sign !== '"' && sign !== "'") continue
    const closing = text.indexOf(sign, at + 1)
    if (closing < 0 || closing > to) return { sign, at }
    at = closing
  }
  return null
}

const nameIn = (text: string, from: number): string => {
  let [start, at] = [from, from]
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 58) start = at + 1
    else if (code <= 32 || code === 47 || code === 62) break
  }
  return text.slice(start, at)
}

/** The attribute of that name in a tag. */
export const attribute = (tag: string, name: string): string | undefined => {
  const match = patternOf(name).exec(tag)
  const value = match?.[1] ?? match?.[2]
  return value === undefined ? undefined : unescaped(value)
}

const patterns = new Map<string, RegExp>()
const patternOf = (name: string): RegExp => {
  const cached = patterns.get(name)
  if (cached) return cached
  const made = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, made)
  return made
}

const unescaped = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/g, (whole, hex, number, name) => {
        if (name) return entities[name as string] ?? whole
        const code = hex ? Number.parseInt(hex, 16) : Number(number)
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
