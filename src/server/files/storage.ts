import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** The first and the last byte that are wanted. */
export interface ByteRange {
  start: number
  end: number
}

/** Where the bytes of files stay, under keys that say nothing. */
export interface Storage {
  /** Whether putting takes long enough that no transaction may wait for it. */
  readonly isFar: boolean
  /** Makes the bytes of a file of this machine stay under the key: all of them, or none. The file may be moved away. */
  put(key: string, path: string): Promise<void>
  has(key: string): Promise<boolean>
  /** The bytes; fails before the first one where they are not there. */
  read(key: string, range?: ByteRange): Promise<Readable>
  delete(key: string): Promise<void>
  /** Keys of bytes that came before a moment (milliseconds since 1970), some at a time; throws away what never became whole. */
  older(before: number): AsyncIterable<string[]>
}

/** A folder of this machine as the storage. */
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

    async *older(before) {
      await makeFolder(root)
      // A mounted folder may hold more than ours: `lost+found`, and what is still coming in.
      for (const name of await readdir(root)) if (ours.test(name)) yield filesOlderThan(join(root, name), before)
    },
  }
}

/** The folder, within the one of the files, of uploads that are still coming in: a rename out of it never leaves the disk. */
export const incomingFolder = '.incoming'

const ours = /^[0-9a-f]{2}$/

/** The key's place below the root: the same in a folder and in a bucket, so that one can be copied to the other. */
export const shardedPath = (key: string) => `${key.slice(0, 2)}/${key}`

/** Names of files in a folder that were last touched before a moment. */
export const filesOlderThan = async (folder: string, before: number): Promise<string[]> => {
  const names = await readdir(folder).catch(() => [])
  const old: string[] = []
  for (const name of names) {
    const stats = await stat(join(folder, name)).catch(() => undefined)
    if (stats && stats.ctimeMs < before) old.push(name)
  }
  return old
}

/** Makes a folder that only the portal may look into; answers its path. */
export const makeFolder = async (path: string) => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  return path
}

const syncFolder = async (path: string) => {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
