import { createReadStream, createWriteStream } from 'node:fs'
import { access, cp, link, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { EmbeddedDb } from './db/embedded'
import { migrations } from './db/migrate'
import { packTar, unpackTar } from './tar'

/** What a backup says of itself, in its `backup.json`. */
interface Manifest {
  made_at: string
  migrations: string[]
}

/** A file that is no backup, or one of a newer version; the message says so. */
export class BackupError extends Error {}

/**
 * Writes database, files and secret of the data directory to a gzipped tar, while the portal runs: the database stands
 * still only while its files are copied beside it. The archive has its name only once it is whole and on the disk.
 */
export const writeBackup = async (dir: string, db: EmbeddedDb, file: string): Promise<void> => {
  const staging = await mkdtemp(join(dir, 'backup-'))
  try {
    const applied = await db.query<{ name: string }>('select name from schema_migrations order by name')
    const manifest: Manifest = { made_at: new Date().toISOString(), migrations: applied.map(({ name }) => name) }
    await writeFile(join(staging, 'backup.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    await db.still(async (folder) => {
      await cp(folder, join(staging, 'database'), { recursive: true })
      await linkTree(join(dir, 'files'), join(staging, 'files'))
    })
    if (await exists(join(dir, 'secret'))) await cp(join(dir, 'secret'), join(staging, 'secret'))

    const unfinished = `${file}.part`
    await pipeline(
      Readable.from(packTar(staging)),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    )
    await rename(unfinished, file)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/**
 * Unpacks a backup beside the data and leaves it ready to be put in place by the next `finishRestore`. Nothing of the
 * present data is touched yet. Throws `BackupError` if the file does not fit.
 */
export const stageRestore = async (dir: string, file: string): Promise<void> => {
  const staging = join(dir, 'restore.new')
  const ready = join(dir, 'restore.ready')
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  try {
    const unzip = createGunzip()
    const source = createReadStream(file)
    source.on('error', (error) => unzip.destroy(error))
    await unpackTar(source.pipe(unzip), staging)
    await assertFits(staging)
    // A backup without files means that there were none.
    await mkdir(join(staging, 'files'), { recursive: true, mode: 0o700 })
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    if (error instanceof BackupError) throw error
    throw new BackupError(`${file} cannot be restored: ${error instanceof Error ? error.message : error}.`)
  }
  await rm(ready, { recursive: true, force: true })
  await rename(staging, ready)
  await syncFolder(dir)
}

/**
 * Puts a staged backup in place and answers the folder where the data before it are kept, or nothing if none is staged.
 * Only for who holds the directory, before the database is opened. Interrupted at any point, it goes on at the next call.
 */
export const finishRestore = async (dir: string): Promise<string | undefined> => {
  const ready = join(dir, 'restore.ready')
  if (!(await exists(ready))) return undefined
  const manifest = JSON.parse(await readFile(join(ready, 'backup.json'), 'utf8')) as Manifest & { replaces?: string }
  // Written down, so that an interrupted restore keeps all of the old data in one place.
  manifest.replaces ??= `before-restore-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}`
  await writeFile(join(ready, 'backup.json'), JSON.stringify(manifest), { flush: true })
  const kept = join(dir, manifest.replaces)
  await mkdir(kept, { recursive: true, mode: 0o700 })

  for (const name of ['secret', 'files', 'database']) {
    const [present, next] = [join(dir, name), join(ready, name)]
    // What the backup lacks stays; what is no longer here was put in place before an interruption.
    if (!(await exists(next))) continue
    if (await exists(present)) await rename(present, join(kept, name))
    await rename(next, present)
  }
  await syncFolder(kept)
  await syncFolder(dir)
  await rm(ready, { recursive: true, force: true })
  return kept
}

const assertFits = async (staging: string) => {
  const manifest = await readFile(join(staging, 'backup.json'), 'utf8').then(
    (text) => JSON.parse(text) as Manifest,
    () => undefined,
  )
  if (!manifest || !(await exists(join(staging, 'database', 'PG_VERSION')))) {
    throw new BackupError('This archive is no backup of a portal.')
  }
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = manifest.migrations.find((name) => !known.has(name))
  if (unknown) throw new BackupError(`This backup is of a newer version: it has migration ${unknown}.`)
}

/** The same files under other names, without copying: uploaded files are written once and never changed. */
const linkTree = async (from: string, to: string): Promise<void> => {
  if (!(await exists(from))) return
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkTree(source, target)
    else await link(source, target).catch(() => cp(source, target))
  }
}

const syncFolder = async (path: string) => {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
