import { sql } from 'kysely'
import type { Queryable } from '#server/db/types.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { signSql } from '#shared/trade/invoice-terms.ts'
import { mostItems, type Payable } from '#shared/trade/payment-run.ts'

/** The current state of an invoice, with everything that could prevent its payment. */
export interface PayableNow extends Payable {
  supplier: string
  currency: string
  status: string
  archived: boolean
  /** The number of another run that contains it. */
  other_run: string | null
  /** The supplier's verified account in the currency of the invoice. */
  account_id: number | null
  account: string | null
}

const columns = `i.id as invoice_id, i.invoice_no, i.supplier_id, s.supplier_name as supplier, i.type as invoice_type,
  i.currency, i.due_date, i.balance::text as balance, i.status, i.archived_at is not null as archived, i.discount_date,
  i.discount_amount::text as discount_amount, a.id as account_id, a.account_title as account,
  coalesce((select sum(p.discount) from invoice_payments p where p.invoice_id = i.id), 0)::text as discount_taken`

const joins = `join suppliers s on s.id = i.supplier_id
  left join supplier_bank_accounts a on a.supplier_id = i.supplier_id and a.currency = i.currency
    and a.status = 'active' and a.archived_at is null`

/**
 * Reads invoices by id and locks them until the write ends, so that no concurrent write pays, voids or adds them.
 * Without a lock when only the available moves are computed (`isOffer`).
 */
export const lockPayables = async (
  { tx, isOffer }: Work,
  ids: readonly number[],
  runId: unknown,
): Promise<Map<number, PayableNow>> => {
  if (!isOffer)
    await tx.query(
      'select id from invoices where id = any($1::bigint[]) order by id for update',
      [ids],
      'lock_payables',
    )
  // Read after locking, so that it includes the write that was waited for.
  const rows = await tx.query<PayableNow>(
    `select ${columns}, (select r.run_no from payment_run_items x join payment_runs r on r.id = x.payment_run_id
       where x.invoice_id = i.id and x.outcome = 'open' and r.id is distinct from $2::bigint) as other_run
     from invoices i ${joins} where i.id = any($1::bigint[])`,
    [ids, runId ?? null],
    'payables_now',
  )
  return new Map(rows.map((row) => [Number(row.invoice_id), row]))
}

const statements = memo<Statement>(20)

/**
 * Invoices that the caller may pay: approved invoices in the currency that are due and in no run, by due date, and the
 * credit and debit notes of their suppliers. At most as many as a run can hold; `more` tells whether there are others.
 */
export const readDue = async (
  kit: Kit,
  on: Queryable,
  me: Principal,
  { currency, due_until }: { currency: string; due_until: string },
): Promise<{ payables: PayableNow[]; more: boolean }> => {
  const scope = readScopeOf(me)
  const statement = statements(scope, () => compile(dueSql(kit, scope)))
  const rows = await run<PayableNow>(on, statement, { currency, until: due_until, ...callerValues(me) })
  return { payables: rows.slice(0, mostItems), more: rows.length > mostItems }
}

const dueSql = (kit: Kit, scope: ReturnType<typeof readScopeOf>) => sql`
  with open as (
    select i.*, ${sql.raw(signSql('i'))} as sign from invoices as i
    where i.status in ('approved', 'part_paid') and i.archived_at is null and i.balance > 0
      and i.currency = ${slot('currency')}
      and not exists (select 1 from payment_run_items x where x.invoice_id = i.id and x.outcome = 'open')
      and ${kit.selects.inScope(kit.register.get('invoices'), scope, 'i')}),
  due as (select * from open where sign > 0 and due_date <= ${slot('until')}::date)
  select ${sql.raw(columns)}, null as other_run
  from (select * from due
    union all select * from open o where sign < 0 and exists (select 1 from due d where d.supplier_id = o.supplier_id)) as i
    ${sql.raw(joins)}
  order by i.sign desc, i.due_date, i.id limit ${sql.lit(mostItems + 1)}`
