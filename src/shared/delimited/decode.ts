import { say, type Text } from '../text'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'
export type Delimiter = ',' | ';' | '\t'
export const delimiters: readonly Delimiter[] = [',', ';', '\t']

export type Decoded = { text: string; encoding: Encoding; problem?: undefined } | { problem: Text }

/**
 * The text of a file: UTF-16 where a byte order mark says so, else UTF-8, with or without a mark, and nothing else: guessing an
 * old code page would turn names into other names. The problem names the first line that is not UTF-8, or what kind of file it seems to be.
 */
export const decode = (bytes: Uint8Array): Decoded => {
  if (!bytes.length) return { problem: say('delimited.empty') }
  if (workbooks.some((magic) => startsWith(bytes, magic))) return { problem: say('delimited.workbook') }
  const encoding = marked(bytes)
  const text = strict(bytes, encoding)
  if (text === null) return { problem: notDecoded(bytes, encoding) }
  if (text.includes('\0')) return { problem: say('delimited.not_text') }
  return text.trim() ? { text, encoding } : { problem: say('delimited.empty') }
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte)

// A zip (xlsx, ods) and an OLE container (xls).
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

const marked = (bytes: Uint8Array): Encoding =>
  startsWith(bytes, [0xff, 0xfe]) ? 'utf-16le' : startsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8'

const strict = (bytes: Uint8Array, encoding: Encoding) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const notDecoded = (bytes: Uint8Array, encoding: Encoding) =>
  encoding === 'utf-8' ? say('delimited.not_utf8', { line: firstBadLine(bytes) }) : say('delimited.not_text')

// A line break is the same byte in every encoding that a file may really be in, so lines can be cut before they are decoded.
const firstBadLine = (bytes: Uint8Array) => {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start)
    if (strict(bytes.subarray(start, end < 0 ? bytes.length : end), 'utf-8') === null) return line
    if (end < 0) break
    start = end + 1
  }
  return line
}
