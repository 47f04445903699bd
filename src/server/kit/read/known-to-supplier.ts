import { type RawBuilder, sql } from 'kysely'
import type { ScopeCaller } from './scope-types'

/**
 * Records of an area on issued orders of the caller's supplier, from a table that the database maintains (migration
 * 0059).
 */
export const knownToSupplier = (area: string, { supplier_id }: ScopeCaller): RawBuilder<number> =>
  sql<number>`select sk.record_id from supplier_knows as sk where sk.supplier_id = ${supplier_id} and sk.area = ${sql.lit(area)}
    group by sk.record_id having sum(sk.uses) > 0`
