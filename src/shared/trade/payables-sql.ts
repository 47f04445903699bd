import { quoted } from '#shared/base/quoted.ts'
import { ledgerStates, payableStates, signSql, undecidedStates } from './invoice-terms'

/**
 * Definitions of what is owed, stuck and paid, as SQL for the alias of an invoice. The payables page, ageing,
 * statements, lists, tiles and the journal share them. `day` is an SQL expression of type date.
 */

/** Whether the invoice has a balance to pay or to get back. */
export const payableSql = (invoice: string): string =>
  `(${invoice}.status in (${quoted(payableStates)}) and ${invoice}.type <> 'proforma' and ${invoice}.balance <> 0)`

/** The owed amount in the currency of the invoice; negative for credit and debit notes. */
export const owedSql = (invoice: string): string => `(${signSql(invoice)} * ${invoice}.balance)`

/**
 * The amount of an invoice in the total of a list: credit and debit notes are subtracted, and a proforma has no
 * balance.
 */
export const addendSql = (invoice: string, field: 'net' | 'tax' | 'total' | 'balance'): string =>
  field === 'balance'
    ? owedSql(invoice)
    : `(case when ${invoice}.type in ('credit_note', 'debit_note') then -1 else 1 end * ${invoice}.${field})`

/** The age bucket of the invoice, with the bounds of `rangeOfAge`. */
export const ageSql = (invoice: string, day: string): string => `(case
    when ${invoice}.due_date is null then 'unknown'
    when ${invoice}.due_date >= ${day} then 'not_due'
    when ${invoice}.due_date >= ${day} - 30 then 'days_30'
    when ${invoice}.due_date >= ${day} - 60 then 'days_60'
    when ${invoice}.due_date >= ${day} - 90 then 'days_90'
    else 'older' end)`

/** The Monday of the week in which the invoice is due. */
export const dueWeekSql = (invoice: string): string => `date_trunc('week', ${invoice}.due_date)::date`

/** Whether the invoice is part of the supplier's account: approved and not void. */
export const inLedgerSql = (invoice: string): string =>
  `(${invoice}.status in (${quoted(ledgerStates)}) and ${invoice}.type <> 'proforma')`

/** Days from submission to approval. */
export const daysToApproveSql = (invoice: string): string =>
  `(extract(epoch from ${invoice}.approved_at - ${invoice}.submitted_at) / 86400)`

/** Whether `daysToApproveSql` applies to the invoice. */
export const wasApprovedSql = (invoice: string): string =>
  `(${invoice}.submitted_at is not null and ${invoice}.approved_at is not null and ${invoice}.archived_at is null)`

/** All reasons for which the invoice is stuck, as an array of `stuckReasons`. */
export const stuckSql = (invoice: string): string => {
  const open = `${invoice}.status in (${quoted([...undecidedStates, ...payableStates])})`
  const waits = `(${open} and ${invoice}.type in ('commercial', 'deposit') and ${invoice}.balance <> 0)`
  const booking = (condition: string) =>
    `exists (select 1 from bookings as sb where sb.id = ${invoice}.booking_id and ${condition})`
  return `array_remove(array[
      case ${invoice}.status when 'submitted' then 'review' when 'disputed' then 'disputed'
        when 'under_review' then case when ${invoice}.first_approved_at is null then 'first_approval' else 'second_approval' end end,
      case when ${invoice}.status in (${quoted(undecidedStates)}) and ${invoice}.match_status = 'exception' then 'exception' end,
      case when ${waits} and not exists (select 1 from supplier_bank_accounts as sa
        where sa.supplier_id = ${invoice}.supplier_id and sa.currency = ${invoice}.currency and sa.status = 'active'
          and sa.archived_at is null) then 'no_bank_account' end,
      case when ${waits} and ${invoice}.due_date is null then case
        when ${invoice}.due_base = 'bl_date' and not ${booking('sb.atd is not null')} then 'no_bl'
        when ${invoice}.due_base = 'etd' and not ${booking('coalesce(sb.etd, sb.atd) is not null')} then 'no_departure'
        when ${invoice}.due_base = 'delivery' and not exists (select 1 from booking_lines as sl
          where sl.booking_id = ${invoice}.booking_id and sl.received_on is not null) then 'no_receipt'
        when not ${booking('sb.documents_complete_on is not null')} and exists (select 1 from payment_terms as st
          where st.id = ${invoice}.payment_term_id and st.requires_docs) then 'no_documents'
        else 'no_due_date' end end
    ], null)`
}

/**
 * SQL for the share of commercial invoices that were right at the first attempt: approved, and neither disputed nor
 * rejected before.
 */
export const rightFirstColumns = (invoice: string) => ({
  right: `count(*) filter (where coalesce(${invoice}.dispute_round, 0) = 0 and not exists (
    select 1 from history as h where h.area = 'invoices' and h.record_id = ${invoice}.id and h.action in ('reject', 'dispute')))`,
  counts: `(${invoice}.type = 'commercial' and ${invoice}.approved_at is not null)`,
})
