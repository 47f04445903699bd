import { sql } from 'kysely'
import * as z from 'zod'
import { malformed, notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { compile, run, type Statement as Sql, slot } from '#server/kit/read/sql.ts'
import { addMonths } from '#shared/base/dates.ts'
import { currencyDigits, round, sum } from '#shared/base/money.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { textOf } from '#shared/kit/text.ts'
import { signSql } from '#shared/trade/invoice-terms.ts'
import { inLedgerSql } from '#shared/trade/payables-sql.ts'
import {
  entryKinds,
  isDocument,
  type Statement,
  type StatementAccount,
  type StatementEntry,
} from '#shared/trade/statement.ts'
import { dayParam, financeValues, invoicesSeen, supplierParam } from './scope'

/** The parameters of a statement. Agents may only name their own supplier, which is the default. */
export const statementQuery = z.strictObject({
  supplier_id: supplierParam.optional(),
  from: dayParam.optional(),
  to: dayParam.optional(),
})

/**
 * Reads a supplier's account: documents by their dates, payments and set-offs by theirs. The default period is the last
 * three months. Today's closing balance equals the ageing. Throws 404 for a supplier out of scope.
 */
export const readStatement = async (
  kit: Kit,
  me: Principal,
  { supplier_id, from, to }: z.output<typeof statementQuery>,
): Promise<Statement> => {
  const supplier = isOfficeRole(me.role) ? supplier_id : me.supplier_id
  if (!supplier || (supplier_id !== undefined && supplier_id !== supplier)) throw notFound()
  const [record] = await kit.repository('suppliers').find(kit.db, me, [supplier])
  if (!record) throw notFound()
  const values = await financeValues(kit, me, supplier)
  const until = to ?? values.day
  const since = from ?? addMonths(`${until.slice(0, 8)}01`, -2)
  if (since > until) throw malformed('to', textOf('finance.statement.bad_period'))
  const rows = await run<StoredEntry>(kit.db, statementOf(kit, me), { ...values, from: since, to: until })
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort()
  return {
    supplier: { id: supplier, code: String(record.code), supplier_name: String(record.supplier_name) },
    from: since,
    to: until,
    accounts: currencies.map((currency) =>
      accountOf(
        currency,
        rows.filter((entry) => entry.currency === currency),
      ),
    ),
  }
}

/** An entry, or with the kind `opening` the sum of all entries before the period. */
interface StoredEntry extends Omit<StatementEntry, 'kind' | 'balance'> {
  kind: StatementEntry['kind'] | 'opening'
  currency: string
}

const accountOf = (currency: string, rows: readonly StoredEntry[]): StatementAccount => {
  const roundedSum = (amounts: readonly string[]) => round(sum(amounts), currencyDigits(currency))
  const opening = roundedSum(rows.filter(({ kind }) => kind === 'opening').map(({ amount }) => amount))
  const entries: StatementEntry[] = []
  let balance = opening
  for (const { currency: _, kind, ...entry } of rows) {
    if (kind === 'opening') continue
    balance = roundedSum([balance, entry.amount])
    entries.push({ ...entry, kind, amount: roundedSum([entry.amount]), balance })
  }
  const sumOf = (documents: boolean) =>
    roundedSum(entries.filter(({ kind }) => isDocument(kind) === documents).map(({ amount }) => amount))
  return { currency, opening, entries, invoiced: sumOf(true), settled: sumOf(false), closing: balance }
}

const statements = memo<Sql>(10)
const statementOf = (kit: Kit, me: Principal): Sql => {
  const readScope = readScopeOf(me)
  return statements(readScope, () => {
    const sign = sql.raw(signSql('i'))
    const seen = sql`${sql.raw(inLedgerSql('i'))} and ${invoicesSeen(kit, readScope)}`
    const [from, to] = [sql`${slot('from')}::date`, sql`${slot('to')}::date`]
    return compile(sql`
      with entries as (
        select i.invoice_date as day, 1 as rank, i.id as position, i.type as kind, i.id as invoice_id, null::text as reference,
          ${sign} * i.total as amount, i.currency, i.invoice_no, i.internal_no, i.due_date
        from invoices as i where ${seen}
        union all
        select coalesce(p.paid_on, (p.created_at at time zone 'UTC')::date), x.rank, p.id, x.kind, i.id,
          coalesce(p.payment_run_no, p.reference), -(${sign}) * x.amount, i.currency, i.invoice_no, i.internal_no, null
        from invoices as i join invoice_payments as p on p.invoice_id = i.id
          cross join lateral (values
            (2, case when ${sign} < 0 then 'set_off' when p.paid_amount < 0 then 'reversal' else 'payment' end, p.paid_amount),
            (3, 'discount', p.discount)) as x(rank, kind, amount)
        where x.amount <> 0 and ${seen})
      select * from (
        select null::text as day, 'opening' as kind, null::bigint as invoice_id, null as invoice_no, null as internal_no,
          null as reference, null::text as due_date, sum(amount)::text as amount, currency, 0 as rank, 0 as position
        from entries where day < ${from} group by currency
        union all
        select day::text, kind, invoice_id, invoice_no, internal_no, reference, due_date::text, amount::text, currency, rank, position
        from entries where day >= ${from} and day <= ${to}) as x
      order by currency, day nulls first, rank, position`)
  })
}

export const statementAnswer = z.object({
  supplier: z.object({ id: z.int(), code: z.string(), supplier_name: z.string() }),
  from: z.iso.date(),
  to: z.iso.date(),
  accounts: z.array(
    z.object({
      currency: z.string(),
      opening: z.string().describe('What was owed before the period.'),
      entries: z.array(
        z.object({
          day: z.iso.date(),
          kind: z.enum(entryKinds),
          invoice_id: z.int(),
          invoice_no: z.string(),
          internal_no: z.string().nullable(),
          reference: z.string().nullable(),
          due_date: z.iso.date().nullable(),
          amount: z.string(),
          balance: z.string(),
        }),
      ),
      invoiced: z.string(),
      settled: z.string(),
      closing: z.string().describe('What is owed after the period.'),
    }),
  ),
})
