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

/** The content of `backup.json` in a backup. */
interface Manifest {
  made_at: string
  migrations: string[]
}

/** The file is not a backup, is from a newer version, or cannot be written; the message has the reason. */
export class BackupError extends Error {}

/**
 * Writes database, files and secret of the data directory to a gzipped tar while the portal runs: writes to the
 * database wait only while files that changed during the first copy are copied again. The archive gets its final name
 * when it is complete and synced to disk.
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

    const partFile = `${file}.part`
    try {
      await pipeline(
        tar.create({ cwd: staging, gzip: true, portable: true, strict: true }, await readdir(staging)),
        createWriteStream(partFile, { mode: 0o600, flush: true }),
      )
      await rename(partFile, file)
    } catch (cause) {
      await rm(partFile, { force: true })
      throw new BackupError(`${file} cannot be written: ${cause instanceof Error ? cause.message : cause}.`, { cause })
    }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/**
 * Writes a backup into the data directory if this version has migrations that an existing database lacks. Returns its
 * path. Keeps the last three such backups.
 */
export const backUpBeforeMigrations = async (dir: string, db: EmbeddedDb): Promise<string | undefined> => {
  const applied = await appliedMigrations(db)
  const firstMissing = migrations.find(({ name }) => !applied.has(name))
  if (applied.size === 0 || !firstMissing) return undefined
  const earlierBackups = (await readdir(dir)).filter((name) => name.startsWith(beforeMigration)).sort()
  const file = join(dir, `${beforeMigration}${firstMissing.name}.tar.gz`)
  await writeBackup(dir, db, file)
  for (const name of earlierBackups.slice(0, -2)) await rm(join(dir, name), { force: true })
  return file
}
const beforeMigration = 'before-migration-'

/**
 * Unpacks a backup next to the current data, which stays unchanged until `finishRestore`. Throws `BackupError` if the
 * file cannot be restored.
 */
export const stageRestore = async (dir: string, file: string): Promise<void> => {
  const staging = join(dir, 'restore.new')
  const ready = join(dir, 'restore.ready')
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  try {
    await unpack(file, staging)
    await assertFits(staging)
    // A backup has no folder of files if there were none.
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
 * Moves a staged backup into place. Returns the folder with the previous data, or undefined if no backup is staged.
 * Only for the holder of the directory lock, before the database is opened. The next call completes an interrupted one.
 */
export const finishRestore = async (dir: string): Promise<string | undefined> => {
  const ready = join(dir, 'restore.ready')
  if (!(await exists(ready))) return undefined
  const manifest = JSON.parse(await readFile(join(ready, 'backup.json'), 'utf8')) as Manifest & { replaces?: string }
  // Stored in the manifest, so that an interrupted restore continues with the same folder for the old data.
  manifest.replaces ??= `before-restore-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}`
  await writeFile(join(ready, 'backup.json'), JSON.stringify(manifest), { flush: true })
  const oldData = join(dir, manifest.replaces)
  await mkdir(oldData, { recursive: true, mode: 0o700 })

  for (const name of ['secret', 'files', 'database']) {
    const [current, staged] = [join(dir, name), join(ready, name)]
    // The backup may lack it (then the current one stays), or an interrupted call has moved it already.
    if (!(await exists(staged))) continue
    if (await exists(current)) await rename(current, join(oldData, name))
    await rename(staged, current)
  }
  await writeFile(join(dir, unsettledMark), manifest.made_at, { flush: true })
  await sync(oldData)
  await sync(dir)
  await rm(ready, { recursive: true, force: true })
  return oldData
}

/** Removes what interrupted backups, restores and uploads have left. Only for the holder of the directory lock. */
export const removeLeftovers = async (dir: string): Promise<void> => {
  const entries = await readdir(dir, { withFileTypes: true })
  const staging = entries.filter((entry) => entry.isDirectory() && /^(restore\.new|backup-\w{6})$/.test(entry.name))
  const incoming = [join(dir, 'files.incoming'), join(dir, 'files', '.incoming')]
  for (const path of [...staging.map(({ name }) => join(dir, name)), ...incoming])
    await rm(path, { recursive: true, force: true })
}

/** The numbers of what was invalidated after a restore. */
export interface Settled {
  sessions: number
  links: number
  mails: number
}

/**
 * Invalidates, once after a restore, what must not become valid again: sessions and links in mails, which may have
 * ended or been used since the backup, and waiting mails, which may have been sent since; they are kept, but not sent.
 * Returns the numbers, or undefined if nothing was restored.
 */
export const settleRestore = async (dir: string, db: Db): Promise<Settled | undefined> => {
  const mark = join(dir, unsettledMark)
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

/** A file in the data directory, from a restore until `settleRestore`. */
const unsettledMark = 'unsettled-restore'

/** Unpacks files and folders. Throws for other entries, paths outside the folder, and damaged archives. */
const unpack = async (file: string, folder: string) => {
  const otherEntries: string[] = []
  const isPlain = (path: string, entry: Stats | ReadEntry) => {
    const plain = 'type' in entry && ['File', 'OldFile', 'Directory'].includes(entry.type)
    if (!plain) otherEntries.push(path)
    return plain
  }
  const options = { cwd: folder, strict: true, preserveOwner: false, umask: 0o077, filter: isPlain }
  await pipeline(createReadStream(file), tar.extract(options))
  if (otherEntries.length > 0)
    throw new Error(`the archive has an entry that is neither file nor folder: ${otherEntries[0]}`)
}

/** Throws `BackupError` unless the unpacked archive is a backup that this version can open. */
const assertFits = async (staging: string) => {
  const manifest = await readFile(join(staging, 'backup.json'), 'utf8').then(
    (text) => JSON.parse(text) as Manifest,
    () => undefined,
  )
  if (!manifest || !(await exists(join(staging, 'database', 'PG_VERSION')))) {
    throw new BackupError('This archive is no backup of a portal.')
  }
  const knownMigrations = new Set(migrations.map(({ name }) => name))
  const unknown = manifest.migrations.find((name) => !knownMigrations.has(name))
  if (unknown) throw new BackupError(`This backup is of a newer version: it has migration ${unknown}.`)
}

/**
 * Copies a folder whose files may change or disappear meanwhile. Files with the same stamp as in `copied`, the result
 * of an earlier call, are skipped. Returns the stamps (size and time) of the files by path. Hard links would not do,
 * since database files are changed in place.
 */
const copyChanged = async (from: string, to: string, copied: ReadonlyMap<string, string>) => {
  const startedAt = Date.now()
  const stamps = new Map<string, string>()
  const copyFolder = async (folder: string) => {
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
    for (const entry of await readdir(join(from, folder), { withFileTypes: true }).catch(emptyIfGone)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await copyFolder(path)
      else if (entry.isFile()) await copyIfChanged(path)
    }
  }
  const copyIfChanged = async (path: string) => {
    const state = await stat(join(from, path), { bigint: true }).catch(() => null)
    if (!state) return
    const stamp = `${state.size} ${state.mtimeNs}`
    // File timestamps are coarse, so a file that is written just after the copy may have the same time.
    const isRecent = Number(state.mtimeMs) > startedAt - 2000
    stamps.set(path, isRecent ? 'to be copied again' : stamp)
    if (copied.get(path) !== stamp)
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(ignoreIfGone)
  }
  await copyFolder('')
  for (const path of copied.keys()) if (!stamps.has(path)) await rm(join(to, path), { force: true })
  return stamps
}

const ignoreIfGone = (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
const emptyIfGone = (error: unknown): never[] => {
  ignoreIfGone(error)
  return []
}

/** Hard-links a folder's files instead of copying them, since uploaded files are written once and never changed. */
const linkTree = async (from: string, to: string): Promise<void> => {
  if (!(await exists(from))) return
  await mkdir(to, { recursive: true })
  const linked = new Set(await readdir(to))
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // Running uploads are skipped: they would change under their links.
    if (entry.name === incomingFolder) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkTree(source, target)
    else if (!linked.has(entry.name)) await link(source, target).catch(() => cp(source, target).catch(ignoreIfGone))
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
