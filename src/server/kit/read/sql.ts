import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Queryable } from '#server/db/types.ts'
import type { Field } from '#shared/kit/fields.ts'

/** A parameter whose value is given when a statement runs, so that the statement is compiled once. */
export class Slot {
  constructor(readonly name: string) {}
}
export const slot = <T>(name: string): RawBuilder<T> => sql<T>`${new Slot(name)}`

/** A compiled statement: its text, the name of its prepared plan, and its parameters (slots or constants). */
export interface Statement {
  text: string
  name: string
  places: readonly unknown[]
}

export const compile = (builder: RawBuilder<unknown>): Statement => {
  const { sql: text, parameters } = builder.compile(compiler)
  return { text, name: `s${createHash('sha1').update(text).digest('hex').slice(0, 16)}`, places: parameters }
}

/** Runs a compiled statement with the values of its slots. */
export const run = <R>(on: Queryable, statement: Statement, values: Record<string, unknown> = {}): Promise<R[]> =>
  on.query<R>(
    statement.text,
    statement.places.map((part) => (part instanceof Slot ? values[part.name] : part)),
    statement.name,
  )

/** Compiles and runs a statement without a name, so that its plan is not cached. */
export const runOnce = <R>(on: Queryable, builder: RawBuilder<R>): Promise<R[]> => {
  const { sql: text, parameters } = builder.compile(compiler)
  return on.query<R>(text, parameters)
}

/** The column type of a field, as PostgreSQL names it. */
export const columnType = ({ kind, options }: Field): string => {
  switch (kind) {
    case 'integer':
      return 'integer'
    case 'decimal':
      return `numeric(18,${options.digits ?? 4})`
    case 'price':
      return 'numeric(14,4)'
    case 'amount':
      return 'numeric'
    case 'percent':
      return 'numeric(5,2)'
    case 'date':
      return 'date'
    case 'moment':
      return 'timestamptz'
    case 'flag':
      return 'boolean'
    case 'choices':
      return 'text[]'
    case 'reference':
      return 'bigint'
    default:
      return 'text'
  }
}

export const id = (...names: string[]) => sql.id(...names)
export const all = (parts: readonly RawBuilder<unknown>[], between = ' and ') =>
  parts.length ? sql.join(parts, sql.raw(between)) : sql`true`

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
