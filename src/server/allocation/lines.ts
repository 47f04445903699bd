import type { Queryable } from '#server/db/types.ts'
import type { Doc } from '#server/kit/kit.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import type { AllocatedLine, AllocationPlan } from '#shared/trade/allocation.ts'
import type { Share } from '#shared/trade/allocation-rules.ts'

/** Lines with what rules look at in them and in their orders. */
export const readLines = (on: Queryable, plan: AllocationPlan, ids: readonly number[]): Promise<AllocatedLine[]> =>
  on.query<AllocatedLine>(
    `select l.id, l.line_title, l.line_status, o.status as order_status, l.purchase_order_id, o.supplier_id, l.qty,
       l.shipped_qty, coalesce(l.ex_factory_date, o.ex_factory_date)::text as ex_factory_date, l.article_id, l.colourway_id,
       l.country_of_origin
     from ${tableOf(plan.lines)} l join ${tableOf(plan.orders)} o on o.id = l.purchase_order_id
     where l.id = any($1::bigint[]) order by l.id`,
    [ids],
  )

export const readAllocations = (on: Queryable, area: Area, lines: readonly number[]): Promise<(Share & Doc)[]> =>
  on.query<Share & Doc>(`select * from ${tableOf(area)} where po_line_id = any($1::bigint[]) order by id`, [lines])
