import { sql } from 'kysely'
import type { Condition } from '#server/kit/read/scope-types.ts'
import { id } from '#server/kit/read/sql.ts'
import { tableOf } from '#shared/kit/area.ts'
import { type AllocationPlan, closedOrders } from '#shared/trade/allocation.ts'

/** The condition `is_line_open`, the SQL counterpart of `isLineOpen`: line and order of the record are open. */
export const lineIsOpen =
  ({ lines, orders }: Pick<AllocationPlan, 'lines' | 'orders'>): Condition =>
  (alias, holds) =>
    holds(sql`(
      select l.line_status = 'open' and o.status <> all(${sql.lit(`{${[...closedOrders].join()}}`)}::text[])
      from ${id(tableOf(lines))} as l join ${id(tableOf(orders))} as o on o.id = l.purchase_order_id
      where l.id = ${id(alias, 'po_line_id')})`)
