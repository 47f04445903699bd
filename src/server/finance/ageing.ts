import { sql } from 'kysely'
import * as z from 'zod'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { currencyDigits, round } from '#shared/base/money.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import { ageBuckets, type PayablesAgeing, payableFilters, rangeOfAge } from '#shared/trade/payables.ts'
import { ageSql, payableSql } from '#shared/trade/payables-sql.ts'
import { financeValues, invoicesSeen } from './scope'
import { figureOf, queryOf, type SumRow, sumColumns } from './sums'

/** What is owed to each supplier in each currency, by age; a row for each of them, by the supplier's name. */
export const readAgeing = async (kit: Kit, me: Principal, supplier?: number): Promise<PayablesAgeing> => {
  const readScope = readScopeOf(me)
  const values = await financeValues(kit, me, supplier)
  const statement = statements(readScope, () =>
    compile(sql`
      select s.id as supplier_id, s.supplier_name, s.code as supplier_code, x.bucket, x.currency, x.count, x.amount, x.base, x.unrated
      from (
        select i.supplier_id, ${sql.raw(ageSql('i', 'd.day'))} as bucket, ${sumColumns()}
        from invoices as i cross join (select ${slot('day')}::date as day) as d
        where ${sql.raw(payableSql('i'))} and i.archived_at is null and ${invoicesSeen(kit, readScope)}
        group by 1, 2, i.currency) as x
      join suppliers as s on s.id = x.supplier_id
      order by s.supplier_name, s.id, x.currency`),
  )
  const found = await run<FoundRow>(kit.db, statement, values)
  const keys = [...new Set(found.map(keyOf))]
  return {
    day: values.day,
    base_currency: values.base,
    rows: keys.map((key) => {
      const rows = found.filter((row) => keyOf(row) === key)
      const [{ supplier_id, supplier_name, supplier_code, currency }] = rows as [FoundRow]
      const own = [fieldIs('supplier_id', String(supplier_id)), fieldIs('currency', currency)]
      const whole = figureOf(rows, { filters: payableFilters(), base: values.base })
      return {
        ...{ supplier_id, supplier_name, supplier_code, currency },
        count: whole.count,
        amount: whole.sums[0]?.amount ?? '0',
        base: whole.base,
        query: queryOf([...payableFilters(), ...own]),
        buckets: ageBuckets.map((bucket) => {
          const row = rows.find((candidate) => candidate.bucket === bucket)
          return {
            name: bucket,
            count: row?.count ?? 0,
            amount: round(row?.amount ?? '0', currencyDigits(currency)),
            query: queryOf([...payableFilters(rangeOfAge(bucket, values.day)), ...own]),
          }
        }),
      }
    }),
  }
}

interface FoundRow extends SumRow {
  supplier_id: number
  supplier_name: string
  supplier_code: string
  bucket: string
}
const keyOf = ({ supplier_id, currency }: FoundRow) => `${supplier_id} ${currency}`

const statements = memo<Statement>(10)

export const ageingAnswer = z.object({
  day: z.iso.date(),
  base_currency: z.string(),
  rows: z.array(
    z.object({
      supplier_id: z.int(),
      supplier_name: z.string(),
      supplier_code: z.string(),
      currency: z.string(),
      count: z.int(),
      amount: z.string(),
      base: z.object({ amount: z.string(), unrated: z.int() }),
      query: z.string(),
      buckets: z.array(z.object({ name: z.enum(ageBuckets), count: z.int(), amount: z.string(), query: z.string() })),
    }),
  ),
})
