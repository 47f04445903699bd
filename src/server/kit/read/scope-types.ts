import type { RawBuilder } from 'kysely'

/** The caller as SQL parameters: a scope is compiled once for all callers. */
export interface ScopeCaller {
  id: RawBuilder<number>
  supplier_id: RawBuilder<number | null>
  /** The suppliers of the portfolios that the account is confined to. */
  portfolio: RawBuilder<readonly number[]>
  /** Today's date in the portal's time zone; for some hours of each day, the database's date differs. */
  today: RawBuilder<string>
}

/**
 * The rows in scope, as a condition over the table's alias. `inScope` returns the condition of another area for the
 * same caller, for scopes that use a join.
 */
export type Scope = (
  alias: string,
  caller: ScopeCaller,
  inScope: (area: string, alias: string) => RawBuilder<boolean>,
) => RawBuilder<boolean>

/**
 * The SQL of a declared condition, over the table's alias. `holds` returns the test of a column, which applies all
 * filters of a request by this condition to the same row.
 */
export type Condition = (
  alias: string,
  holds: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
  /** The caller and today's date. Conditions that depend on the caller's identity are declared `ofCaller`. */
  caller: ScopeCaller,
) => RawBuilder<unknown>

/** The expression that a total sums, over the table's alias. */
export type Addend = (alias: string) => RawBuilder<unknown>
