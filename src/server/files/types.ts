import { zipEntries } from './content/zip'

/** File types that the portal accepts; they are detected from the content, not from what the client states. */
export const fileTypes = {
  jpeg: { type: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  png: { type: 'image/png', endings: ['png'] },
  webp: { type: 'image/webp', endings: ['webp'] },
  gif: { type: 'image/gif', endings: ['gif'] },
  pdf: { type: 'application/pdf', endings: ['pdf'] },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'] },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', endings: ['docx'] },
  svg: { type: 'image/svg+xml', endings: ['svg'] },
  ai: { type: 'application/vnd.adobe.illustrator', endings: ['ai'] },
  eps: { type: 'application/postscript', endings: ['eps'] },
  zip: { type: 'application/zip', endings: ['zip'] },
  // Electronic invoices; served as a download only, like everything except pictures.
  xml: { type: 'application/xml', endings: ['xml'] },
  text: { type: 'text/plain; charset=utf-8', endings: ['txt', 'csv', 'tsv', 'log'] },
} as const satisfies Record<string, { type: string; endings: readonly string[] }>

export type FileKind = keyof typeof fileTypes

/** The kinds of files with any of these extensions. */
export const kindsOf = (endings: readonly string[]): FileKind[] =>
  (Object.keys(fileTypes) as FileKind[]).filter((kind) =>
    fileTypes[kind].endings.some((ending) => endings.includes(ending)),
  )

/** Pictures that browsers show natively and that cannot contain scripts. */
export const imageKinds: readonly FileKind[] = ['jpeg', 'png', 'webp', 'gif']

/** The kind of a content; null if it is not accepted. The extension decides between kinds of PDF, archive and text. */
export const kindOf = (bytes: Buffer, ending = ''): FileKind | null => {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(latin(bytes, 0, 6))) return 'gif'
  if (latin(bytes, 0, 5) === '%PDF-') {
    if (!latin(bytes, -1024).includes('%%EOF')) return null
    return ending === 'ai' ? 'ai' : 'pdf'
  }
  if (isPostScript(bytes)) return ending === 'ai' ? 'ai' : 'eps'
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return ending === 'zip' ? 'zip' : officeKind(bytes)
  if (!isText(bytes)) return null
  return ending === 'svg' || ending === 'xml' ? ending : 'text'
}

/**
 * A safe name for display and download: no path, no invisible characters, at most 200 characters, with its extension.
 */
export const plainName = (name: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  // Remove control characters, also those that change the text direction: `gpj.exe` must not look like `exe.jpg`.
  const visible = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .replace(/["<>:|?*]/g, '_')
    .trim()
    .replace(/^\.+/, '')
  if (visible.length <= 200) return visible || 'file'
  const ending = /\.[^.]{1,10}$/.exec(visible)?.[0] ?? ''
  return visible.slice(0, 200 - ending.length) + ending
}

/** Whether the extension fits the type; `endings` narrows what is accepted. */
export const fitsName = (kind: FileKind, name: string, endings?: readonly string[]): boolean => {
  const ending = endingOf(name)
  return (fileTypes[kind].endings as readonly string[]).includes(ending) && (endings?.includes(ending) ?? true)
}

/** The extension of a name in lower case. */
export const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const startsWith = (bytes: Buffer, magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte)
const latin = (bytes: Buffer, from: number, to?: number) => bytes.subarray(from, to).toString('latin1')

/**
 * Detects workbooks and documents by the names in the archive's directory, without unpacking. Macros are not accepted.
 */
const officeKind = (bytes: Buffer): FileKind | null => {
  const names = new Set(zipEntries(bytes)?.map(({ name }) => name))
  if (!names.has('[Content_Types].xml') || [...names].some((name) => /vbaproject/i.test(name))) return null
  if (names.has('xl/workbook.xml')) return 'xlsx'
  return names.has('word/document.xml') ? 'docx' : null
}

/** Whether the content is PostScript, plain or after a binary preview header (EPS File Format 3.0, section 5). */
const isPostScript = (bytes: Buffer) => {
  const start = startsWith(bytes, [0xc5, 0xd0, 0xd3, 0xc6]) && bytes.length >= 30 ? bytes.readUInt32LE(4) : 0
  return latin(bytes, start, start + 11) === '%!PS-Adobe-'
}

/** Whether the content is text: UTF-8, UTF-16 with a byte order mark, or the legacy encodings of spreadsheets. */
const isText = (bytes: Buffer) => {
  const encodings = startsWith(bytes, [0xff, 0xfe])
    ? ['utf-16le']
    : startsWith(bytes, [0xfe, 0xff])
      ? ['utf-16be']
      : ['utf-8', 'gb18030', 'windows-1252']
  return encodings.some((encoding) => {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return !hasControls(text)
    } catch {
      return false
    }
  })
}

const hasControls = (text: string) => {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (
      (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c) ||
      (code >= 0x7f && code < 0xa0)
    )
      return true
  }
  return false
}
