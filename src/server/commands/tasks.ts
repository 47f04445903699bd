import { register } from '#areas/index.ts'
import { createAdmin, type NewAdmin } from '#server/auth/create-admin.ts'
import { type BucketConfig, type Config, ConfigError } from '#server/config.ts'
import type { EmbeddedDb } from '#server/db/embedded.ts'
import { askOwner, LockedError, takeLock } from '#server/db/lock.ts'
import { MigrationError, migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Db } from '#server/db/types.ts'
import { Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { announceChanges } from '#server/kit/write/changes.ts'
import { renderText } from '#server/texts.ts'
import { hasDemo, removeDemo } from '../demo/remove'
import { BackupError, finishRestore, type Settled, settleRestore, stageRestore, writeBackup } from './backup'
import { TaskError } from './task-error'

/** The tasks of the command line; `file` is an absolute path. */
export type Task =
  | { command: 'backup'; file: string }
  | { command: 'restore'; file: string }
  | { command: 'admin:create'; admin: NewAdmin }
  | { command: 'demo:remove' }

/**
 * Runs a task and returns its result as a sentence. If a portal is running on the data directory, the portal runs the
 * task, so that it need not be stopped; otherwise this process opens the database. Throws `TaskError`.
 */
export const runTask = async (config: Config, task: Task): Promise<string> => {
  if (config.databaseUrl) {
    if (task.command === 'backup' || task.command === 'restore') {
      throw new TaskError(
        `The data are on a PostgreSQL server: use pg_dump and pg_restore, and ${
          config.bucket ? `keep the bucket: ${bucketUrl(config.bucket)}` : 'copy DATA_DIR/files'
        }.`,
      )
    }
    const db = await openDatabase(config)
    return withTaskErrors(async () => {
      const done = await doTask(config, db, task)
      await announceChanges(
        db,
        register.areas.map(({ name }) => name),
      )
      return done
    }).finally(() => db.close())
  }

  const answer = await askOwner(config.dataDir, JSON.stringify(task))
  if (answer !== undefined) {
    const { done, error } = JSON.parse(answer) as { done?: string; error?: string }
    if (done === undefined) throw new TaskError(error)
    return done
  }
  return withTaskErrors(async () => {
    const lock = await takeLock(config.dataDir)
    try {
      if (task.command === 'restore') {
        await stageRestore(config.dataDir, task.file)
        const kept = await finishRestore(config.dataDir)
        const db = await openDatabase(config, lock)
        try {
          await migrate(db)
          return restoreReport(config, task.file, { kept, settled: await settleRestore(config.dataDir, db) })
        } finally {
          await db.close()
        }
      }
      await finishRestore(config.dataDir)
      const db = await openDatabase(config, lock)
      try {
        await migrate(db)
        await settleRestore(config.dataDir, db)
        return await doTask(config, db, task)
      } finally {
        await db.close()
      }
    } finally {
      await lock.release()
    }
  })
}

interface RunningPortal {
  db: Db
  app: { kit: Pick<Kit, 'changed'> }
}

/** The handler of tasks that other processes send to this portal; `restart` reopens the portal on restored data. */
export const answerTasks =
  (config: Config, portal: () => RunningPortal, restart: () => Promise<Restored>) =>
  async (question: string): Promise<string> => {
    try {
      const task = JSON.parse(question) as Task
      if (task.command !== 'restore') {
        const { db, app } = portal()
        const done = await withTaskErrors(() => doTask(config, db, task))
        // Tasks write to the database without the kit, so its caches are invalidated.
        app.kit.changed()
        return JSON.stringify({ done })
      }
      await withTaskErrors(() => stageRestore(config.dataDir, task.file))
      return JSON.stringify({ done: restoreReport(config, task.file, await restart()) })
    } catch (error) {
      return JSON.stringify({ error: error instanceof Error ? error.message : String(error) })
    }
  }

const doTask = async (config: Config, db: Db, task: Exclude<Task, { command: 'restore' }>): Promise<string> => {
  switch (task.command) {
    case 'backup':
      await writeBackup(config.dataDir, db as EmbeddedDb, task.file)
      return `Backup written to ${task.file}.${config.bucket ? ` The files in ${bucketUrl(config.bucket)} are not in it: keep those too.` : ''}`
    case 'admin:create':
      return `Administrator ${task.admin.email} created (account ${await createAdmin(db, task.admin)}).`
    case 'demo:remove':
      if (!(await hasDemo(db))) return 'There are no demo data.'
      return [
        'Demo accounts and demo data removed.',
        ...(await removeDemo(db)).map(({ text }) => renderText(text, 'en')),
      ].join('\n')
  }
}

/** What a restore has replaced and invalidated. */
export interface Restored {
  kept: string | undefined
  settled: Settled | undefined
}

const restoreReport = ({ bucket }: Config, file: string, { kept, settled }: Restored) =>
  [
    `Restored from ${file}.`,
    ...(kept ? [`The data before are kept in ${kept}.`] : []),
    ...(settled ? [settledReport(settled)] : []),
    ...(bucket ? [`The files are those that ${bucketUrl(bucket)} has now.`] : []),
  ].join(' ')

const settledReport = ({ sessions, links, mails }: Settled) =>
  `Everybody has to sign in again (sessions ended: ${sessions}), links in earlier mails are void (${links}), ` +
  `and mails that were waiting at the backup are held, since they may have gone out (${mails}).`

/** The location of files in a bucket; archives do not contain them. */
const bucketUrl = ({ bucket, prefix }: BucketConfig) => `s3://${bucket}/${prefix}`

/** Converts errors whose message is for people to `TaskError`; all others keep their stack. */
const withTaskErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw asTaskError(error)
  }
}

const asTaskError = (error: unknown) => {
  if (error instanceof Refusal) {
    const fields = Object.entries(error.errors).map(
      ([field, texts]) => `${field}: ${texts.map((text) => renderText(text, 'en')).join(' ')}`,
    )
    return new TaskError([renderText(error.text, 'en'), ...fields].join('\n  '))
  }
  const isForPeople = [BackupError, ConfigError, LockedError, MigrationError].some((kind) => error instanceof kind)
  return isForPeople && error instanceof Error ? new TaskError(error.message) : error
}
