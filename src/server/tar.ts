import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The folder as a POSIX tar (ustar), entry by entry: plain files and folders, in the order of their names. */
export async function* packTar(folder: string): AsyncGenerator<Buffer> {
  yield* packEntries(folder, '')
  yield Buffer.alloc(2 * block)
}

/** Writes the tar's entries below `folder`. Throws at anything but plain files and folders, and at names that lead out. */
export const unpackTar = async (tar: AsyncIterable<Buffer>, folder: string): Promise<void> => {
  const bytes = reader(tar)
  for (;;) {
    const head = await bytes.take(block)
    if (head.every((byte) => byte === 0)) return
    const { name, size, isFolder } = readHead(head)
    const path = join(folder, name)
    if (isFolder) {
      await mkdir(path, { recursive: true, mode: 0o700 })
      continue
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const part of bytes.parts(size)) await file.write(part)
      await file.sync()
    } finally {
      await file.close()
    }
    await bytes.take(padding(size))
  }
}

const block = 512
const padding = (size: number) => (block - (size % block)) % block

async function* packEntries(folder: string, prefix: string): AsyncGenerator<Buffer> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    const name = `${prefix}${entry.name}`
    if (entry.isDirectory()) {
      yield head(`${name}/`, 0, 0)
      yield* packEntries(path, `${name}/`)
    } else if (entry.isFile()) {
      const { size, mtimeMs } = await stat(path)
      yield head(name, size, mtimeMs)
      // An empty range still reads a byte.
      if (size > 0) for await (const part of createReadStream(path, { end: size - 1 })) yield part as Buffer
      yield Buffer.alloc(padding(size))
    }
  }
}

/** The fields of a ustar header: [offset, length]. */
const at = {
  name: [0, 100],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
  kind: [156, 1],
  magic: [257, 8],
  prefix: [345, 155],
} as const

const head = (name: string, size: number, mtimeMs: number) => {
  const bytes = Buffer.alloc(block)
  const put = ([offset, length]: readonly [number, number], text: string) => bytes.write(text, offset, length, 'utf8')
  const octal = (field: readonly [number, number], value: number) =>
    put(
      field,
      `${Math.floor(value)
        .toString(8)
        .padStart(field[1] - 1, '0')}\0`,
    )
  const [prefix, rest] = split(name)
  put(at.name, rest)
  octal(at.mode, name.endsWith('/') ? 0o700 : 0o600)
  octal(at.owner, 0)
  octal(at.group, 0)
  octal(at.size, size)
  octal(at.time, mtimeMs / 1000)
  put(at.kind, name.endsWith('/') ? '5' : '0')
  put(at.magic, 'ustar\x0000')
  put(at.prefix, prefix)
  put(at.checksum, `${checksum(bytes).toString(8).padStart(6, '0')}\0 `)
  return bytes
}

/** Names beyond a hundred bytes stand in two fields, parted at a slash. */
const split = (name: string): [prefix: string, rest: string] => {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  const cuts = [...name.matchAll(/\//g)].map(({ index }) => index)
  for (const cut of cuts) {
    const parts: [string, string] = [name.slice(0, cut), name.slice(cut + 1)]
    if (Buffer.byteLength(parts[0]) <= 155 && Buffer.byteLength(parts[1]) <= 100 && parts[1]) return parts
  }
  throw new Error(`${name} is too long a name for the archive`)
}

const readHead = (bytes: Buffer) => {
  const text = ([offset, length]: readonly [number, number]) =>
    bytes.toString('utf8', offset, offset + length).replace(/\0.*$/s, '')
  if (Number.parseInt(text(at.checksum), 8) !== checksum(bytes)) throw new Error('the archive is damaged')
  const name = [text(at.prefix), text(at.name)].filter(Boolean).join('/')
  const kind = text(at.kind)
  const leadsOut = name.startsWith('/') || name.split('/').includes('..') || name.includes('\\')
  if (leadsOut || !['', '0', '5'].includes(kind)) throw new Error(`the archive has an entry that is not ours: ${name}`)
  return { name, size: Number.parseInt(text(at.size), 8), isFolder: kind === '5' }
}

/** The sum of all bytes, those of the checksum itself counted as spaces. */
const checksum = (bytes: Buffer) => {
  const [from, length] = at.checksum
  return bytes.reduce((sum, byte, index) => sum + (index >= from && index < from + length ? 32 : byte), 0)
}

const reader = (source: AsyncIterable<Buffer>) => {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  async function* parts(size: number) {
    let missing = size
    while (missing > 0) {
      if (rest.length === 0) {
        const { value, done } = await iterator.next()
        if (done) throw new Error('the archive ends too early')
        rest = value
      }
      const part = rest.subarray(0, missing)
      rest = rest.subarray(part.length)
      missing -= part.length
      yield part
    }
  }
  const take = async (size: number) => {
    const found: Buffer[] = []
    for await (const part of parts(size)) found.push(part)
    return Buffer.concat(found)
  }
  return { parts, take }
}
