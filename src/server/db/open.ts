import { setTimeout as sleep } from 'node:timers/promises'
import { finishRestore, removeLeftovers } from '#server/commands/backup.ts'
import type { Config } from '#server/config.ts'
import { beginEmbedded } from './embedded'
import type { Lock } from './lock'
import { openPostgres } from './postgres'
import type { Db, DbError } from './types'

/** The database, and the folder with the data that a restore has replaced. */
export interface OpenData {
  /** May still be on its way: statements wait for it. */
  db: Db
  /** Resolves when it is open; rejects with the reason otherwise. */
  opened: Promise<void>
  replaced: string | undefined
}

/**
 * Puts a staged restore in place, removes remains of interrupted ones, and starts opening the database, without
 * migrations. Waits for a server that does not answer yet, since it may be starting as well.
 */
export const openData = async (config: Config, lock?: Lock): Promise<OpenData> => {
  if (!lock) return { ...(await patiently(() => begin(config))), replaced: undefined }
  const replaced = await finishRestore(config.dataDir)
  await removeLeftovers(config.dataDir)
  return { ...(await begin(config, lock)), replaced }
}

/** The database that the configuration names, open, not migrated. */
export const openDatabase = async (config: Config, lock?: Lock): Promise<Db> => {
  const { db, opened } = await begin(config, lock)
  await opened
  return db
}

/** Tries for a minute what fails because the database cannot be reached or is not ready. */
const patiently = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const end = Date.now() + waitedFor
  for (;;)
    try {
      return await attempt()
    } catch (error) {
      const { code = '', message } = error as DbError
      const mayPass = code === '08006' || code === '57P03' || code === '53300'
      if (!mayPass || Date.now() > end) throw error
      process.stderr.write(`${message} Trying again.\n`)
      await sleep(2000)
    }
}
const waitedFor = 60_000

const begin = async ({ databaseUrl, dataDir }: Config, lock?: Lock) =>
  databaseUrl ? { db: await openPostgres(databaseUrl), opened: Promise.resolve() } : beginEmbedded(dataDir, { lock })
