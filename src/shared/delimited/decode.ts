import { type Text, textOf } from '#shared/kit/text.ts'

export const encodings = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]
export type Delimiter = ',' | ';' | '\t'
export const delimiters: readonly Delimiter[] = [',', ';', '\t']

export type Decoded = { text: string; encoding: Encoding; problem?: undefined } | { problem: Text }

/**
 * Decodes a file: UTF-16 with a byte order mark; else UTF-8 with or without one; else GB18030 if the bytes look like
 * Chinese, since spreadsheets in China write it. Other code pages are never guessed, because a wrong guess corrupts
 * names; `wish` selects one. On failure the problem names the first unreadable line, or the probable type of the file.
 */
export const decode = (bytes: Uint8Array, wish?: Encoding): Decoded => {
  if (!bytes.length) return { problem: textOf('delimited.empty') }
  if (workbooks.some((magic) => startsWith(bytes, magic))) return { problem: textOf('delimited.workbook') }
  const { encoding, text } = read(bytes, wish ?? marked(bytes), wish === undefined)
  if (text === null) return { problem: notDecoded(bytes, encoding) }
  if (text.includes('\0')) return { problem: textOf('delimited.not_text') }
  if (isPage.test(text.slice(0, 1000))) return { problem: textOf('delimited.workbook') }
  return text.trim() ? { text, encoding } : { problem: textOf('delimited.empty') }
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte)

// Signatures of ZIP files (xlsx, ods) and OLE containers (xls).
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

// Many programs export HTML pages with the extension of a workbook.
const isPage = /^\s*(?:<(?:!doctype|html|head|meta|table|\?xml)\b|MIME-Version:)/i

const marked = (bytes: Uint8Array): Encoding =>
  startsWith(bytes, [0xff, 0xfe]) ? 'utf-16le' : startsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8'

const read = (bytes: Uint8Array, encoding: Encoding, isGuess: boolean): { encoding: Encoding; text: string | null } => {
  const text = strict(bytes, encoding)
  if (text !== null || !isGuess || encoding !== 'utf-8' || !isLikeChinese(bytes)) return { encoding, text }
  const chinese = strict(bytes, 'gb18030')
  return chinese === null ? { encoding, text } : { encoding: 'gb18030', text: chinese }
}

/**
 * Whether non-ASCII bytes come in pairs within the range of common Chinese characters. In Western text they mostly
 * occur singly between letters.
 */
const isLikeChinese = (bytes: Uint8Array): boolean => {
  let [pairs, others] = [0, 0]
  for (let at = 0; at < bytes.length && pairs + others < 10_000; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const trail = bytes[at + 1] ?? 0
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1 && trail <= 0xfe) pairs++
    else others++
    if (trail >= 0x40) at++
  }
  return pairs > others * 4
}

const strict = (bytes: Uint8Array, encoding: Encoding) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const notDecoded = (bytes: Uint8Array, encoding: Encoding) => {
  if (encoding === 'utf-8') return textOf('delimited.not_utf8', { line: firstBadLine(bytes, encoding) })
  return encoding === 'gb18030'
    ? textOf('delimited.not_gb18030', { line: firstBadLine(bytes, encoding) })
    : textOf('delimited.not_text')
}

// In all these encodings a line break is the same byte and never part of another character, so lines can be split
// before they are decoded.
const firstBadLine = (bytes: Uint8Array, encoding: Encoding) => {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start)
    if (strict(bytes.subarray(start, end < 0 ? bytes.length : end), encoding) === null) return line
    if (end < 0) break
    start = end + 1
  }
  return line
}
