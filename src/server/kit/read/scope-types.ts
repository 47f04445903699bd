import type { RawBuilder } from 'kysely'

/** What the caller asks from, as SQL parameters: a scope is compiled once and asked for everybody. */
export interface ScopeCaller {
  id: RawBuilder<number>
  supplier_id: RawBuilder<number | null>
  /** The suppliers of the portfolios that the account is confined to. */
  portfolio: RawBuilder<readonly number[]>
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
 * What a condition of an area means, over the table's alias. `holds` says of a column that what was asked is true of it;
 * all that one request asks by this condition is asked of the same column at once.
 */
export type Condition = (
  alias: string,
  holds: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
) => RawBuilder<unknown>
