import { sql } from 'kysely'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import type { ReadScope } from '#server/kit/principal.ts'
import { compile, type Statement, slot } from '#server/kit/read/sql.ts'

/** Periods of the chart's points; a week (from Monday) or month is named by its first day. */
export const grains = ['day', 'week', 'month'] as const
export type Grain = (typeof grains)[number]

/** The supplier id under which `ship_sums` stores the sums of all suppliers. */
export const everySupplier = 0

/**
 * Returns one row `{ answer }`: the chart as JSON text. Slots: `suppliers` (ids to sum over), `grain`, and `from` and `to`
 * (dates or null).
 */
export const chartStatement: Statement = compile(sql`
  select json_build_object('info', coalesce(json_agg(x order by x.ship_date), '[]'))::text as answer from (
    select ship_date, sum(units)::bigint as stock_ordered_units, sum(orders)::bigint as total_po_count
    from ship_sums
    where supplier_id = any(${slot('suppliers')}::bigint[]) and grain = ${slot('grain')}::text
      and ship_date >= coalesce(${slot('from')}::date, '-infinity') and ship_date <= coalesce(${slot('to')}::date, 'infinity')
    group by ship_date having sum(orders) > 0
  ) as x`)

/** Returns one row `{ answer }`: the suppliers that the caller may select, as JSON text. Slots: `callerValues`. */
export const suppliersStatement = (kit: Kit) => {
  const statements = memo<Statement>(10)
  return (readScope: ReadScope) =>
    statements(readScope, () =>
      compile(sql`
        select json_build_object('supplier', coalesce(json_agg(x), '[]'))::text as answer from (
          select t.id, t.supplier_name from suppliers as t
          where t.archived_at is null and ${kit.selects.inScope(kit.register.get('suppliers'), readScope, 't')}
          order by t.supplier_name, t.id
        ) as x`),
    )
}
