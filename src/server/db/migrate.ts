import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Db, Queryable } from './types'
import { hour } from './watchdog'

/** A numbered SQL file; `name` is the file's without the ending. */
export interface Migration {
  name: string
  sql: string
}

const files = import.meta.glob<string>('../migrations/*.sql', { eager: true, query: '?raw', import: 'default' })

/** Every migration of this version, in order. */
export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ name: basename(path, '.sql'), sql }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** The database does not fit this version; the message is for the person who starts the portal. */
export class MigrationError extends Error {}

/**
 * Migrates the database, each file in a transaction, and returns the names of the files that were applied. Two
 * processes may start at once. Throws `MigrationError` when an applied file has changed or is unknown.
 */
export const migrate = async (db: Db, available: readonly Migration[] = migrations): Promise<string[]> => {
  const applied = await appliedMigrations(db)
  check(applied, available)
  const done: string[] = []
  for (const migration of available.filter(({ name }) => !applied.has(name))) {
    if (await apply(db, migration)) done.push(migration.name)
  }
  return done
}

/** A short name for the whole of the migrations: the same for databases of the same making. */
export const schemaHash = (of: readonly Migration[] = migrations) =>
  hash(of.map(({ name, sql }) => `${name} ${hash(sql)}`).join('\n')).slice(0, 16)

/** An arbitrary advisory lock number, the same in every process. */
const lockKey = 5_210_744_019

const hash = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** The names of the migrations that the database has, each with the hash of its file; none in a database that is new. */
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
  for (const [name, was] of applied) {
    const is = hashes.get(name)
    if (is === undefined) {
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know: start the newer one.`,
      )
    }
    if (is !== was) {
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
