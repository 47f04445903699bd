import type { Queryable } from '#server/db/types.ts'
import type { Doc } from '#server/kit/kit.ts'
import { sum } from '#shared/base/money.ts'
import { quoted } from '#shared/base/quoted.ts'
import type { PaidDeposit } from '#shared/trade/deposits.ts'
import { invoicedStates } from '#shared/trade/invoice-terms.ts'

const live = quoted(invoicedStates)

/** The paid deposits of orders, as an invoice sees them; null: a new one. */
export const readDepositsOf = (tx: Queryable, orders: readonly number[], invoice: number | null) =>
  tx.query<PaidDeposit>(
    `select d.id, d.invoice_no, d.purchase_order_id, d.amount_paid::text as paid, coalesce(o.total_value, 0)::text as order_value,
       coalesce((select sum(c.charge_amount) from invoice_charges c join invoices i on i.id = c.invoice_id
         where c.deposit_id = d.id and i.id is distinct from $2::bigint and i.status in (${live})), 0)::text as deducted,
       coalesce((select sum(y.line_amount) from invoice_lines y join invoices i on i.id = y.invoice_id
         where y.purchase_order_id = o.id and i.type = 'commercial' and i.id is distinct from $2::bigint
           and i.status in (${live})), 0)::text as billed_before
     from invoices d join purchase_orders o on o.id = d.purchase_order_id
     where d.purchase_order_id = any($1::bigint[]) and d.type = 'deposit' and d.amount_paid > 0
       and d.status in (${live}) order by d.id`,
    [orders, invoice],
    'invoice_deposits',
  )

/** What an invoice bills of the order of a deposit. */
export const billedOf = (invoice: Doc, { purchase_order_id }: { purchase_order_id: number }): string =>
  sum(
    ((invoice.lines ?? []) as Doc[])
      .filter((row) => row.purchase_order_id === purchase_order_id)
      .map((row) => String(row.line_amount ?? '0')),
  )
