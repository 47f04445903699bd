import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { type Text, textOf } from '#shared/kit/text.ts'

/** The most entries and unpacked bytes of an archive. */
export const zipLimits = { entries: 5000, unpacked: 1024 * 1024 * 1024 } as const

/** An entry of an archive's central directory (PKWARE APPNOTE 4.3). */
export interface ZipEntry {
  name: string
  flags: number
  method: number
  packed: number
  size: number
  attributes: number
  /** The offset of its local header. */
  at: number
}

/** The entries of a zip archive; null if it has no readable central directory. */
export const zipEntries = (bytes: Buffer): ZipEntry[] | null => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length) return null
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const entries: ZipEntry[] = []
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) return null
    const length = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + length),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      attributes: bytes.readUInt32LE(at + 38),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/**
 * Why an archive is refused; null if it can be unpacked safely. The entries are unpacked once, because the sizes in the
 * directory may be wrong.
 */
export const zipProblem = async (bytes: Buffer): Promise<Text | null> => {
  const entries = zipEntries(bytes)
  if (!entries || entries.length === 0) return problem('zip_broken')
  if (entries.length > zipLimits.entries) return problem('zip_entries', { max: zipLimits.entries })
  const strange = entries.find(({ name, attributes }) => leadsOut(name) || isLink(attributes))
  if (strange) return problem('zip_path', { path: strange.name.slice(0, 60) })
  if (entries.some(({ flags }) => flags & 1)) return problem('zip_encrypted')
  if (sumOf(entries, 'size') > zipLimits.unpacked) return tooBig()
  // Overlapping entries add up to more bytes than the archive has.
  if (sumOf(entries, 'packed') > bytes.length) return problem('zip_broken')
  for (const entry of entries) {
    const refused = await entryProblem(bytes, entry)
    if (refused) return refused
  }
  return null
}

const problem = (key: string, params?: Text['params']) => textOf(`files.refused.${key}`, params)

const tooBig = () => problem('zip_size', { max: zipLimits.unpacked / 1024 / 1024 })

const sumOf = (entries: readonly ZipEntry[], field: 'size' | 'packed') =>
  entries.reduce((sum, { [field]: size }) => sum + size, 0)

const leadsOut = (name: string) =>
  name === '' || /^[/\\]|^[a-z]:|\0/i.test(name) || name.split(/[/\\]/).some((part) => part === '..')

/** Whether the entry is a symbolic link: the upper 16 bits of its attributes are a Unix file mode. */
const isLink = (attributes: number) => ((attributes >>> 16) & 0xf000) === 0xa000

const entryProblem = async (bytes: Buffer, { at, method, packed, size }: ZipEntry): Promise<Text | null> => {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) return problem('zip_broken')
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (start + packed > bytes.length) return problem('zip_broken')
  if (method === 0) return packed === size ? null : problem('zip_broken')
  // Methods other than deflate are rare and cannot be unpacked here.
  if (method !== 8) return problem('zip_method')
  let unpacked = 0
  try {
    await pipeline(Readable.from([bytes.subarray(start, start + packed)]), createInflateRaw(), async (chunks) => {
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        unpacked += chunk.length
        if (unpacked > size) throw new Error('The entry unpacks to more bytes than its directory entry says')
      }
    })
  } catch {
    return unpacked > size ? tooBig() : problem('zip_broken')
  }
  return unpacked === size ? null : problem('zip_broken')
}
