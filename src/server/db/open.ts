import { finishRestore } from '../backup'
import type { Config } from '../config'
import { type EmbeddedDb, openEmbedded } from './embedded'
import type { Lock } from './lock'
import { openPostgres } from './postgres'
import type { Db } from './types'

/** The database at hand, and where the data are kept that a restore has just replaced. */
export interface OpenData {
  db: Db
  replaced: string | undefined
}

/** Puts a restored backup in place, where one waits, and opens the database; not migrated. */
export const openData = async (config: Config, lock?: Lock): Promise<OpenData> => {
  const replaced = lock && (await finishRestore(config.dataDir))
  return { db: await openDatabase(config, lock), replaced }
}

/** The database that the configuration names, not migrated. */
export const openDatabase = (config: Config, lock?: Lock): Promise<Db | EmbeddedDb> =>
  config.databaseUrl ? openPostgres(config.databaseUrl) : openEmbedded(config.dataDir, { lock })
