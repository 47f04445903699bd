import { createInflateRaw } from 'node:zlib'
import { type Text, textOf } from '#shared/kit/text.ts'

/** A file in an archive, not yet unpacked. */
export interface ZipEntry {
  name: string
  method: number
  /** Packed and declared unpacked size in bytes. */
  packed: number
  size: number
  /** Offset of its local header. */
  at: number
}

/** An unreadable file, with a reason for the person who chose it. */
export class Unreadable extends Error {
  constructor(readonly text: Text) {
    super(text.key)
  }
}

/** Limits of an archive. A workbook of 100,000 rows has a dozen entries and packs its sheet ten to twenty times. */
const maxEntries = 200
const maxUnpacked = 200 * 1024 * 1024
const maxRatio = 400
const ratioFrom = 10 * 1024 * 1024

/**
 * Lists the files of a zip archive by its directory and checks it before unpacking: too many files, too large, or a
 * compression ratio that only a zip bomb has.
 */
export const openZip = (bytes: Uint8Array): Map<string, ZipEntry> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end < 0) throw broken()
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) throw new Unreadable(textOf('import.workbook.too_many_entries', { max: maxEntries }))
  const entries = new Map<string, ZipEntry>()
  let at = view.getUint32(end + 16, true)
  let [unpacked, packed] = [0, 0]
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) throw broken()
    if (view.getUint16(at + 8, true) & 1) throw new Unreadable(textOf('import.workbook.locked'))
    const length = view.getUint16(at + 28, true)
    const entry: ZipEntry = {
      name: Buffer.from(bytes.subarray(at + 46, at + 46 + length)).toString('utf8'),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    }
    unpacked += entry.size
    packed += entry.packed
    entries.set(entry.name.replace(/^\//, '').toLowerCase(), entry)
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (unpacked > maxUnpacked) throw tooLarge()
  if (unpacked > ratioFrom && unpacked > packed * maxRatio) throw new Unreadable(textOf('import.workbook.bomb'))
  return entries
}

/**
 * Unpacks a file of the archive in pieces, off the main thread. Refuses when it unpacks to more than the directory
 * says, or than `most`.
 */
export async function* unpack(bytes: Uint8Array, entry: ZipEntry, most: number): AsyncGenerator<Uint8Array> {
  if (entry.size > most) throw tooLarge()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (entry.at + 30 > bytes.length || view.getUint32(entry.at, true) !== 0x04034b50) throw broken()
  const start = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true)
  const packed = bytes.subarray(start, start + entry.packed)
  if (packed.length !== entry.packed || (entry.method !== 0 && entry.method !== 8)) throw broken()
  if (entry.method === 0) {
    yield packed
    return
  }
  const inflate = createInflateRaw({ chunkSize: 65_536 })
  inflate.end(packed)
  let size = 0
  try {
    for await (const piece of inflate as AsyncIterable<Uint8Array>) {
      size += piece.length
      if (size > entry.size) throw tooLarge()
      yield piece
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : broken()
  } finally {
    inflate.destroy()
  }
}

/** The error for a file that is no workbook. */
export const broken = () => new Unreadable(textOf('import.workbook.broken'))
/** The error for a workbook beyond the size limit. */
export const tooLarge = () => new Unreadable(textOf('import.workbook.too_large', { max: maxUnpacked / 1024 / 1024 }))

/** The end record is the last one, before a comment of at most 65,535 bytes. */
const endOf = (view: DataView): number => {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at--)
    if (view.getUint32(at, true) === 0x06054b50) return at
  return -1
}
