import { sql } from 'kysely'
import { serve } from '#server/kit/kit.ts'
import { addendSql, payableSql, stuckSql } from '#shared/trade/payables-sql.ts'
import { invoices } from './area'
import { completeInvoices } from './server/complete'
import { fromBookingRoute } from './server/from-booking'
import { moves } from './server/moves'
import { papers } from './server/paper'
import {
  followBookings,
  followInspections,
  followInvoices,
  followOrders,
  followTerms,
  settleInvoicesOfDay,
} from './server/settle'

export const server = serve(invoices, {
  scopes: {
    own: (alias, caller) => sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id})`,
  },

  conditions: {
    payable: (alias, holds) => holds(sql.raw(payableSql(alias))),
    overdue: (alias, holds, caller) =>
      holds(sql`(${sql.raw(payableSql(alias))} and coalesce(${sql.id(alias, 'due_date')} < ${caller.today}, false))`),
    // The due date of invoices that are to be paid.
    due_in: (alias, holds) => sql`(${sql.raw(payableSql(alias))} and ${holds(sql.id(alias, 'due_date'))})`,
    stuck: (alias, holds) =>
      sql`exists (select 1 from unnest(${sql.raw(stuckSql(alias))}) as why(reason) where ${holds(sql`why.reason`)})`,
    order: (alias, holds) =>
      sql`(${holds(sql.id(alias, 'purchase_order_id'))} or exists (select 1 from invoice_lines as io where io.invoice_id = ${sql.id(alias, 'id')} and ${holds(sql`io.purchase_order_id`)}))`,
    order_line: (alias, holds) =>
      sql`exists (select 1 from invoice_lines as il where il.invoice_id = ${sql.id(alias, 'id')} and ${holds(sql`il.po_line_id`)})`,
    exception: (alias, holds) =>
      sql`exists (select 1 from unnest(${sql.id(alias, 'exceptions')}) as found(code) where ${holds(sql`found.code`)})`,
  },

  // Notes reduce the amount that is owed.
  totals: Object.fromEntries(
    (['net', 'tax', 'total', 'balance'] as const).map((field) => [
      field,
      (alias: string) => sql.raw(addendSql(alias, field)),
    ]),
  ),

  begins: (work, invoice) => {
    if (work.me.role === 'Agent') invoice.supplier_id = work.me.supplier_id
  },
  prepare: completeInvoices,
  written: followInvoices,
  moves,
  follows: {
    bookings: followBookings,
    'purchase-orders': followOrders,
    'qa-activities': followInspections,
    settings: followTerms,
    'payment-terms': followTerms,
  },
  daily: settleInvoicesOfDay,
  routes: fromBookingRoute,
  papers,

  import: {
    aliases: {
      invoice_no: ['invoice', 'invoice number', '发票', '发票号码'],
      'lines.po_line_id': ['po line', 'line', '订单行'],
      'lines.qty': ['qty', 'pcs', '数量'],
      'lines.unit_price': ['price', '单价'],
    },
  },
})
