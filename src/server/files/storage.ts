import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** First and last byte, inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** Stores file contents under opaque keys. */
export interface Storage {
  /** Whether storing is too slow to do within a transaction. */
  readonly isFar: boolean
  /** Stores a local file under the key, completely or not at all. May move the file. */
  put(key: string, path: string): Promise<void>
  has(key: string): Promise<boolean>
  /** The bytes; rejects before the first byte if they are missing. */
  read(key: string, range?: ByteRange): Promise<Readable>
  delete(key: string): Promise<void>
  /** The path of the bytes, for a storage on this machine. */
  pathOf?(key: string): string
  /** Keys stored before a moment (milliseconds since 1970), in batches; also deletes incomplete ones. */
  older(before: number): AsyncIterable<string[]>
}

/** Storage in a folder of this machine. */
export const folderStorage = (root: string): Storage => {
  const placeOf = (key: string) => join(root, shardedPath(key))
  return {
    isFar: false,

    put: async (key, path) => {
      const target = placeOf(key)
      await makeFolder(join(target, '..'))
      await rename(path, target)
      await syncFolder(join(target, '..'))
    },

    has: (key) =>
      stat(placeOf(key)).then(
        () => true,
        () => false,
      ),

    read: async (key, range) => {
      const file = await open(placeOf(key), 'r')
      return file.createReadStream(range ?? {})
    },

    delete: (key) => rm(placeOf(key), { force: true }),

    pathOf: placeOf,

    async *older(before) {
      await makeFolder(root)
      // A mounted folder may hold other files: `lost+found`, and uploads in progress.
      for (const name of await readdir(root)) if (shardFolder.test(name)) yield filesOlderThan(join(root, name), before)
    },
  }
}

/** The folder of uploads in progress. It is inside the file folder, so that moving a file stays on the same disk. */
export const incomingFolder = '.incoming'

const shardFolder = /^[0-9a-f]{2}$/

/** The path of a key below the root. Folder and bucket use the same paths, so that one can be copied to the other. */
export const shardedPath = (key: string) => `${key.slice(0, 2)}/${key}`

/** Names of files in a folder that were last changed before a moment (milliseconds since 1970). */
export const filesOlderThan = async (folder: string, before: number): Promise<string[]> => {
  const names = await readdir(folder).catch(() => [])
  const old: string[] = []
  for (const name of names) {
    const stats = await stat(join(folder, name)).catch(() => undefined)
    if (stats && stats.ctimeMs < before) old.push(name)
  }
  return old
}

/** Makes a folder that only the user of the portal may read; returns its path. */
export const makeFolder = async (path: string) => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  return path
}

const syncFolder = async (path: string) => {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
