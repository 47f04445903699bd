import type { RawBuilder } from 'kysely'

/** The caller as SQL parameters: a scope is compiled once for all callers. */
export interface ScopeCaller {
  id: RawBuilder<number>
  supplier_id: RawBuilder<number | null>
  /** The suppliers of the portfolios that the account is confined to. */
  portfolio: RawBuilder<readonly number[]>
  /** The portal's day. That of the database is another one for some hours of every day. */
  today: RawBuilder<string>
}

/**
 * Which rows: a condition over the table's alias. `inScope` gives the condition of another area for the same caller,
 * for scopes that lead through a join.
 */
export type Scope = (
  alias: string,
  caller: ScopeCaller,
  inScope: (area: string, alias: string) => RawBuilder<boolean>,
) => RawBuilder<boolean>

/**
 * The meaning of a condition, over the table's alias. `holds` returns the test of a column; all filters of a request by
 * this condition are applied to the same row at once.
 */
export type Condition = (
  alias: string,
  holds: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
  /** Who is asking and on which day. Conditions that depend on the person are declared `ofCaller`. */
  caller: ScopeCaller,
) => RawBuilder<unknown>

/** What a total adds up, over the table's alias. */
export type Addend = (alias: string) => RawBuilder<unknown>
