import { sql } from 'kysely'
import { tableOf } from '../../shared/area'
import type { Scope } from './area-server'
import { id } from './sql'

/** A library's records that are named, by the field, on records of these areas that the caller sees. */
export const namedOn =
  (field: string, areas: readonly string[]): Scope =>
  (alias, _caller, inScope) =>
    sql<boolean>`${id(alias, 'id')} in (${sql.join(
      areas.map((area) => sql`select x.${id(field)} from ${id(tableOf(area))} as x where ${inScope(area, 'x')}`),
      sql` union all `,
    )})`
