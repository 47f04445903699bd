import type { Queryable } from '#server/db/types.ts'
import type { Doc } from '#server/kit/kit.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import type { AllocatedLibrary, AllocatedLine, AllocationPlan } from '#shared/trade/allocation.ts'
import type { Share } from '#shared/trade/allocation-rules.ts'

/** Reads the lines with the fields of line and order that rules look at. */
export const readLines = (on: Queryable, plan: AllocationPlan, ids: readonly number[]): Promise<AllocatedLine[]> =>
  on.query<AllocatedLine>(
    `select l.id, l.line_title, l.line_status, o.status as order_status, l.purchase_order_id, o.supplier_id, l.qty,
       l.shipped_qty, coalesce(l.ex_factory_date, o.ex_factory_date)::text as ex_factory_date, l.article_id, l.colourway_id,
       l.country_of_origin, l.requirements
     from ${tableOf(plan.lines)} l join ${tableOf(plan.orders)} o on o.id = l.purchase_order_id
     where l.id = any($1::bigint[]) order by l.id`,
    [ids],
    `allocated_${tableOf(plan.lines)}`,
  )

export const readAllocations = (on: Queryable, area: Area, lines: readonly number[]): Promise<(Share & Doc)[]> =>
  on.query<Share & Doc>(
    `select * from ${tableOf(area)} where po_line_id = any($1::bigint[]) order by id`,
    [lines],
    `${tableOf(area)}_of_lines`,
  )

export const allocationsByLine = (allocations: readonly (Share & Doc)[]) => {
  const lines = new Map<number, (Share & Doc)[]>()
  for (const allocation of allocations) {
    const ofLine = lines.get(allocation.po_line_id)
    if (ofLine) ofLine.push(allocation)
    else lines.set(allocation.po_line_id, [allocation])
  }
  return lines
}

/**
 * The last usable version after each of these records, by the id of the record. Records without a later usable version
 * have no entry.
 */
export const versionsInUse = async (
  on: Queryable,
  library: AllocatedLibrary | null,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (library?.versions !== 'succeeded' || ids.length === 0) return new Map()
  const table = tableOf(library.area)
  const rows = await on.query<{ first: number; id: number }>(
    `with recursive versions as (
       select id as first, id, status, 0 as step from ${table} where id = any($1::bigint[])
       union all
       select v.first, n.id, n.status, v.step + 1
       from versions v join ${table} n on n.predecessor_id = v.id where v.step < 100)
     select distinct on (first) first, id from versions
     where step > 0 and status = any($2::text[]) order by first, step desc`,
    [[...new Set(ids)], library.usable],
  )
  return new Map(rows.map(({ first, id }) => [first, id]))
}
