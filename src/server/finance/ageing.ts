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

/** The payables by age: a row for each supplier and currency, ordered by the supplier's name. */
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
  const sums = await run<AgeRow>(kit.db, statement, values)
  const keys = [...new Set(sums.map(keyOf))]
  return {
    day: values.day,
    base_currency: values.base,
    rows: keys.map((key) => {
      const rows = sums.filter((row) => keyOf(row) === key)
      const [{ supplier_id, supplier_name, supplier_code, currency }] = rows as [AgeRow]
      const rowFilters = [fieldIs('supplier_id', String(supplier_id)), fieldIs('currency', currency)]
      const total = figureOf(rows, { filters: payableFilters(), base: values.base })
      return {
        ...{ supplier_id, supplier_name, supplier_code, currency },
        count: total.count,
        amount: total.sums[0]?.amount ?? '0',
        base: total.base,
        query: queryOf([...payableFilters(), ...rowFilters]),
        buckets: ageBuckets.map((bucket) => {
          const row = rows.find((candidate) => candidate.bucket === bucket)
          return {
            name: bucket,
            count: row?.count ?? 0,
            amount: round(row?.amount ?? '0', currencyDigits(currency)),
            query: queryOf([...payableFilters(rangeOfAge(bucket, values.day)), ...rowFilters]),
          }
        }),
      }
    }),
  }
}

interface AgeRow extends SumRow {
  supplier_id: number
  supplier_name: string
  supplier_code: string
  bucket: string
}
const keyOf = ({ supplier_id, currency }: AgeRow) => `${supplier_id} ${currency}`

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
