import { sql } from 'kysely'
import { tableOf } from '#shared/kit/area.ts'
import { knownToSupplier } from './known-to-supplier'
import type { Scope } from './scope-types'
import { id } from './sql'

/**
 * Scope of a library: records on orders of the caller's supplier, and records that `field` of visible records in
 * `areas` refers to. Those areas are queried only for records without such an order.
 */
export const namedOn =
  (library: string, field: string, areas: readonly string[]): Scope =>
  (alias, caller, inScope) =>
    sql<boolean>`(${id(alias, 'id')} in (${knownToSupplier(library, caller)}) or ${id(alias, 'id')} in (${sql.join(
      areas.map((area) => sql`select x.${id(field)} from ${id(tableOf(area))} as x where ${inScope(area, 'x')}`),
      sql` union all `,
    )}))`
