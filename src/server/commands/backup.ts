import { createReadStream, createWriteStream, type Stats } from 'node:fs'
import {
  access,
  constants,
  copyFile,
  cp,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReadEntry } from 'tar'
import * as tar from 'tar'
import type { EmbeddedDb } from '#server/db/embedded.ts'
import { appliedMigrations, migrations } from '#server/db/migrate.ts'
import type { Db } from '#server/db/types.ts'
import { incomingFolder } from '#server/files/storage.ts'
import { maxAttempts } from '#server/jobs/outbox.ts'

/** The manifest of a backup, its `backup.json`. */
interface Manifest {
  made_at: string
  migrations: string[]
}

/** The file is no backup, of a newer version, or cannot be written; the message says which. */
export class BackupError extends Error {}

/**
 * Writes database, files and secret of the data directory to a gzipped tar while the portal runs: the database pauses
 * only while files that changed during the first copy are copied again. The archive gets its final name once it is
 * complete and synced.
 */
export const writeBackup = async (dir: string, db: EmbeddedDb, file: string): Promise<void> => {
  const staging = await mkdtemp(join(dir, 'backup-'))
  try {
    const applied = await db.query<{ name: string }>('select name from schema_migrations order by name')
    const manifest: Manifest = { made_at: new Date().toISOString(), migrations: applied.map(({ name }) => name) }
    await writeFile(join(staging, 'backup.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    const database = join(staging, 'database')
    const copied = await copyChanged(join(dir, 'database'), database, new Map())
    await linkTree(join(dir, 'files'), join(staging, 'files'))
    await db.still(async (folder) => {
      await copyChanged(folder, database, copied)
      await linkTree(join(dir, 'files'), join(staging, 'files'))
    })
    if (await exists(join(dir, 'secret'))) await cp(join(dir, 'secret'), join(staging, 'secret'))

    const unfinished = `${file}.part`
    try {
      await pipeline(
        tar.create({ cwd: staging, gzip: true, portable: true, strict: true }, await readdir(staging)),
        createWriteStream(unfinished, { mode: 0o600, flush: true }),
      )
      await rename(unfinished, file)
    } catch (cause) {
      await rm(unfinished, { force: true })
      throw new BackupError(`${file} cannot be written: ${cause instanceof Error ? cause.message : cause}.`, { cause })
    }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/**
 * Writes a backup into the data directory when this version has migrations that a database with data has not run yet.
 * Keeps the last three.
 */
export const backUpBeforeMigrations = async (dir: string, db: EmbeddedDb): Promise<string | undefined> => {
  const applied = await appliedMigrations(db)
  const next = migrations.find(({ name }) => !applied.has(name))
  if (applied.size === 0 || !next) return undefined
  const names = (await readdir(dir)).filter((name) => name.startsWith(beforeMigration)).sort()
  const file = join(dir, `${beforeMigration}${next.name}.tar.gz`)
  await writeBackup(dir, db, file)
  for (const name of names.slice(0, -2)) await rm(join(dir, name), { force: true })
  return file
}
const beforeMigration = 'before-migration-'

/**
 * Unpacks a backup next to the data for the next `finishRestore`. The current data stays untouched. Throws
 * `BackupError` if the file does not fit.
 */
export const stageRestore = async (dir: string, file: string): Promise<void> => {
  const staging = join(dir, 'restore.new')
  const ready = join(dir, 'restore.ready')
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  try {
    await unpack(file, staging)
    await assertFits(staging)
    // A backup without files means that there were none.
    await mkdir(join(staging, 'files'), { recursive: true, mode: 0o700 })
    await syncTree(staging)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    if (error instanceof BackupError) throw error
    throw new BackupError(`${file} cannot be restored: ${error instanceof Error ? error.message : error}.`)
  }
  await rm(ready, { recursive: true, force: true })
  await rename(staging, ready)
  await sync(dir)
}

/**
 * Moves a staged backup into place and returns the folder with the previous data, or nothing if none is staged. Only
 * for the holder of the directory lock, before the database is opened. An interrupted call is completed by the next
 * one.
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
    // Files that the backup lacks stay; missing staged files were moved before an interruption.
    if (!(await exists(next))) continue
    if (await exists(present)) await rename(present, join(kept, name))
    await rename(next, present)
  }
  await writeFile(join(dir, unsettled), manifest.made_at, { flush: true })
  await sync(kept)
  await sync(dir)
  await rm(ready, { recursive: true, force: true })
  return kept
}

/** Removes remains of an interrupted backup, restore or upload. Only for the holder of the directory lock. */
export const removeLeftovers = async (dir: string): Promise<void> => {
  const entries = await readdir(dir, { withFileTypes: true })
  const staging = entries.filter((entry) => entry.isDirectory() && /^(restore\.new|backup-\w{6})$/.test(entry.name))
  const incoming = [join(dir, 'files.incoming'), join(dir, 'files', '.incoming')]
  for (const path of [...staging.map(({ name }) => join(dir, name)), ...incoming])
    await rm(path, { recursive: true, force: true })
}

/** Counts of what was invalidated after a restore. */
export interface Settled {
  sessions: number
  links: number
  mails: number
}

/**
 * Invalidates, once after a restore, what must not become valid again: sessions, including ones ended since; links in
 * mails, including ones used since; and unsent mails, which may have been sent since: they are kept, but not sent.
 * Returns the counts, or nothing when nothing was restored.
 */
export const settleRestore = async (dir: string, db: Db): Promise<Settled | undefined> => {
  const mark = join(dir, unsettled)
  if (!(await exists(mark))) return undefined
  const settled = await db.transaction(async (tx) => {
    const ended = await tx.query('update sessions set ended_at = now() where ended_at is null returning 1 as one')
    const spent = await tx.query('delete from account_tokens returning 1 as one')
    const held = await tx.query(
      `update outbox set attempts = $1, last_error = 'not sent: it was waiting when the data were restored'
       where done_at is null and attempts < $1 returning 1 as one`,
      [maxAttempts],
    )
    return { sessions: ended.length, links: spent.length, mails: held.length }
  })
  await rm(mark)
  return settled
}

/** Exists in the data directory from a restore until `settleRestore`. */
const unsettled = 'unsettled-restore'

/** Unpacks plain files and folders. Throws on any other entry, on paths outside the folder, and on damage. */
const unpack = async (file: string, folder: string) => {
  const foreign: string[] = []
  const isPlain = (path: string, entry: Stats | ReadEntry) => {
    const plain = 'type' in entry && ['File', 'OldFile', 'Directory'].includes(entry.type)
    if (!plain) foreign.push(path)
    return plain
  }
  const options = { cwd: folder, strict: true, preserveOwner: false, umask: 0o077, filter: isPlain }
  await pipeline(createReadStream(file), tar.extract(options))
  if (foreign.length > 0) throw new Error(`the archive has an entry that is neither file nor folder: ${foreign[0]}`)
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

/**
 * Copies a folder whose files may change or disappear meanwhile; skips files unchanged since `copied`. Returns what has
 * been copied. Database files are changed in place, so they cannot be hard-linked.
 */
const copyChanged = async (from: string, to: string, copied: ReadonlyMap<string, string>) => {
  const began = Date.now()
  const present = new Map<string, string>()
  const walk = async (at: string) => {
    await mkdir(join(to, at), { recursive: true, mode: 0o700 })
    for (const entry of await readdir(join(from, at), { withFileTypes: true }).catch(orNothing)) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) await walk(path)
      else if (entry.isFile()) await take(path)
    }
  }
  const take = async (path: string) => {
    const state = await stat(join(from, path), { bigint: true }).catch(() => null)
    if (!state) return
    const stamp = `${state.size} ${state.mtimeNs}`
    // File timestamps are coarse: a file written at the moment of the copy may have the same time.
    const isRecent = Number(state.mtimeMs) > began - 2000
    present.set(path, isRecent ? 'to be copied again' : stamp)
    if (copied.get(path) !== stamp)
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(unlessGone)
  }
  await walk('')
  for (const path of copied.keys()) if (!present.has(path)) await rm(join(to, path), { force: true })
  return present
}

const unlessGone = (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
const orNothing = (error: unknown): never[] => {
  unlessGone(error)
  return []
}

/** The same files under other names, without copying: uploaded files are written once and never changed. */
const linkTree = async (from: string, to: string): Promise<void> => {
  if (!(await exists(from))) return
  await mkdir(to, { recursive: true })
  const linked = new Set(await readdir(to))
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // Uploads that are still coming in grow under their link, and vanish.
    if (entry.name === incomingFolder) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkTree(source, target)
    else if (!linked.has(entry.name)) await link(source, target).catch(() => cp(source, target).catch(unlessGone))
  }
}

const sync = async (path: string) => {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

const syncTree = async (folder: string) => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await sync(join(entry.parentPath, entry.name))
  await sync(folder)
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
