import { setTimeout as sleep } from 'node:timers/promises'
import { finishRestore, removeLeftovers } from '#server/commands/backup.ts'
import type { Config } from '#server/config.ts'
import { beginEmbedded } from './embedded'
import type { Lock } from './lock'
import { openPostgres } from './postgres'
import type { Db, DbError } from './types'

/** The database, and the folder with the data that a restore has replaced, if there was one. */
export interface OpenData {
  /** May still be opening: statements wait. */
  db: Db
  /** Resolves when the database is open, and rejects if it cannot be opened. */
  opened: Promise<void>
  replaced: string | undefined
}

/**
 * Completes a staged restore, removes what interrupted ones have left, and starts to open the database, without
 * migrating it. Waits for a database server that does not answer yet, since it may be starting as well.
 */
export const openData = async (config: Config, lock?: Lock): Promise<OpenData> => {
  if (!lock) return { ...(await retryForAMinute(() => begin(config))), replaced: undefined }
  const replaced = await finishRestore(config.dataDir)
  await removeLeftovers(config.dataDir)
  return { ...(await begin(config, lock)), replaced }
}

/** Opens the configured database, without migrating it. */
export const openDatabase = async (config: Config, lock?: Lock): Promise<Db> => {
  const { db, opened } = await begin(config, lock)
  await opened
  return db
}

/** Retries for a minute while the database cannot be reached or is not ready. */
const retryForAMinute = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const end = Date.now() + 60_000
  for (;;)
    try {
      return await attempt()
    } catch (error) {
      const { code = '', message } = error as DbError
      const isTransient = code === '08006' || code === '57P03' || code === '53300'
      if (!isTransient || Date.now() > end) throw error
      process.stderr.write(`${message} Trying again.\n`)
      await sleep(2000)
    }
}

const begin = async ({ databaseUrl, dataDir }: Config, lock?: Lock) =>
  databaseUrl ? { db: await openPostgres(databaseUrl), opened: Promise.resolve() } : beginEmbedded(dataDir, { lock })
