import type { Queryable } from '#server/db/types.ts'
import type { Doc } from '#server/kit/kit.ts'
import { sum } from '#shared/base/money.ts'
import { quoted } from '#shared/base/quoted.ts'
import type { PaidDeposit } from '#shared/trade/deposits.ts'
import { deliveredTerms, invoicedStates } from '#shared/trade/invoice-terms.ts'

const live = quoted(invoicedStates)

/**
 * SQL: the value to bill of order `o`. Open lines count in full, closed lines with their shipped units, or their received
 * units under delivered terms.
 */
const expectedValue = `(
  select coalesce(sum(case when l.line_status = 'open' then l.line_value else l.unit_price * least(l.qty,
    case when o.incoterm in (${quoted(deliveredTerms)}) then l.received_qty else l.shipped_qty end) end), 0)
  from po_lines l where l.purchase_order_id = o.id and l.line_status <> 'cancelled')`

/** The paid deposits of orders, without the deductions of the own invoice; `invoice` is null for a new one. */
export const readDepositsOf = (tx: Queryable, orders: readonly number[], invoice: number | null) =>
  tx.query<PaidDeposit>(
    `select d.id, d.invoice_no, d.purchase_order_id, d.invoice_date::text, d.net::text, d.total::text,
       case when d.tax <> 0 then (select t.id from tax_rates t where t.status = 'active' and t.id = all (
         select coalesce(tax_rate_id, 0) from invoice_lines where invoice_id = d.id
         union all select coalesce(tax_rate_id, 0) from invoice_charges where invoice_id = d.id)) end as tax_rate_id,
       round(d.amount_paid * d.net / d.total, 6)::text as paid, ${expectedValue}::text as order_value,
       coalesce((select sum(case when t.rate_pct > 0 then c.charge_amount else round(c.charge_amount * d.net / d.total, 6) end)
         from invoice_charges c join invoices i on i.id = c.invoice_id left join tax_rates t on t.id = c.tax_rate_id
         where c.deposit_id = d.id and i.id is distinct from $2::bigint and i.status in (${live})), 0)::text as deducted,
       coalesce((select sum(y.line_amount) from invoice_lines y join invoices i on i.id = y.invoice_id
         where y.purchase_order_id = o.id and i.type = 'commercial' and i.id is distinct from $2::bigint
           and i.status in (${live})), 0)::text as billed_before
     from invoices d join purchase_orders o on o.id = d.purchase_order_id
     where d.purchase_order_id = any($1::bigint[]) and d.type = 'deposit' and d.amount_paid > 0 and d.total > 0
       and d.status in (${live}) order by d.id`,
    [orders, invoice],
    'invoice_deposits',
  )

/** The amount that an invoice bills of the order of a deposit. */
export const billedOf = (invoice: Doc, { purchase_order_id }: { purchase_order_id: number }): string =>
  sum(
    ((invoice.lines ?? []) as Doc[])
      .filter((row) => row.purchase_order_id === purchase_order_id)
      .map((row) => String(row.line_amount ?? '0')),
  )
