import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Db, Queryable } from './types'
import { hour } from './watchdog'

/** A numbered SQL file; `name` is the name of the file without its ending. */
export interface Migration {
  name: string
  sql: string
}

const files = import.meta.glob<string>('../migrations/*.sql', { eager: true, query: '?raw', import: 'default' })

/** The migrations of this version, in order. */
export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ name: basename(path, '.sql'), sql }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** The database does not fit this version of the portal; the message is for the operator. */
export class MigrationError extends Error {}

/**
 * Applies missing migrations, each in a transaction, and returns their names. Several processes may do so at once. Throws
 * `MigrationError` if a migration that was applied has changed or is unknown.
 */
export const migrate = async (db: Db, available: readonly Migration[] = migrations): Promise<string[]> => {
  const applied = await appliedMigrations(db)
  check(applied, available)
  const newlyApplied: string[] = []
  for (const migration of available.filter(({ name }) => !applied.has(name))) {
    if (await apply(db, migration)) newlyApplied.push(migration.name)
  }
  return newlyApplied
}

/** A short hash of all migrations, which identifies a schema. */
export const schemaHash = (applied: readonly Migration[] = migrations) =>
  hash(applied.map(({ name, sql }) => `${name} ${hash(sql)}`).join('\n')).slice(0, 16)

/** The key of the advisory lock on migrations: arbitrary, but the same in every process. */
const lockKey = 5_210_744_019

const hash = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** The hashes of the migrations that the database has, by name; empty for a new database. */
export const appliedMigrations = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .query<{ name: string; hash: string }>('select name, hash from schema_migrations')
    .catch((error: { code?: string }) => {
      if (error.code === '42P01') return []
      throw error
    })
  return new Map(rows.map((row) => [row.name, row.hash]))
}

const check = (applied: ReadonlyMap<string, string>, available: readonly Migration[]) => {
  const hashes = new Map(available.map(({ name, sql }) => [name, hash(sql)]))
  for (const [name, appliedHash] of applied) {
    const currentHash = hashes.get(name)
    if (currentHash === undefined) {
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know: start the newer version of the portal.`,
      )
    }
    if (currentHash !== appliedHash) {
      throw new MigrationError(
        `Migration ${name} has changed since it was applied to this database. Put the file back and write a new migration.`,
      )
    }
  }
}

const apply = (db: Db, { name, sql }: Migration) =>
  db.transaction(
    async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
      await tx.query('set local statement_timeout = 0')
      if (await isApplied(tx, name)) return false
      await tx.query(sql)
      await tx.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash(sql)])
      return true
    },
    { longest: hour },
  )

const isApplied = async (tx: Queryable, name: string) => {
  await tx.query(
    `create table if not exists schema_migrations (
       name text primary key, hash text not null, applied_at timestamptz not null default now())`,
  )
  return (await tx.query('select 1 from schema_migrations where name = $1', [name])).length > 0
}
