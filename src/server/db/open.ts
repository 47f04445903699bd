import { finishRestore } from '../backup'
import type { Config } from '../config'
import { beginEmbedded } from './embedded'
import type { Lock } from './lock'
import { openPostgres } from './postgres'
import type { Db } from './types'

/** The database, and where the data are kept that a restore has just replaced. */
export interface OpenData {
  /** May still be on its way: statements wait for it. */
  db: Db
  /** Done when it is open, or says why it cannot be opened. */
  opened: Promise<void>
  replaced: string | undefined
}

/** Puts a restored backup in place, where one waits, and begins to open the database; not migrated. */
export const openData = async (config: Config, lock?: Lock): Promise<OpenData> => {
  const replaced = lock && (await finishRestore(config.dataDir))
  return { ...(await begin(config, lock)), replaced }
}

/** The database that the configuration names, open, not migrated. */
export const openDatabase = async (config: Config, lock?: Lock): Promise<Db> => {
  const { db, opened } = await begin(config, lock)
  await opened
  return db
}

const begin = async ({ databaseUrl, dataDir }: Config, lock?: Lock) =>
  databaseUrl ? { db: await openPostgres(databaseUrl), opened: Promise.resolve() } : beginEmbedded(dataDir, { lock })
