import { type RawBuilder, sql } from 'kysely'
import { slot } from '#server/kit/read/sql.ts'
import { currencyDigits, round, sum } from '#shared/base/money.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import { listParams } from '#shared/kit/list-query.ts'
import type { PayableFigure, PayableSum } from '#shared/trade/payables.ts'
import { owedSql } from '#shared/trade/payables-sql.ts'

/** The sums of invoices of one currency, as the database returns them. */
export interface SumRow {
  currency: string
  count: number
  amount: string
  base: string | null
  unrated: number
}

/** SQL columns of a `SumRow` over invoices `i`. Slots: `base` and `digits`. */
export const sumColumns = (): RawBuilder<unknown> => {
  const inBase = sql`round(case when i.currency = ${slot('base')}::text then ${owed} else ${owed} * i.fx_rate end, ${slot('digits')}::int)`
  return sql`i.currency, count(*)::int as count, coalesce(sum(${owed}), 0)::text as amount, sum(${inBase})::text as base,
    (count(*) filter (where ${inBase} is null))::int as unrated`
}
const owed = sql.raw(owedSql('i'))

/** The query string of the list of invoices with these filters. */
export const queryOf = (filters: readonly Filter[], supplier?: number): string =>
  new URLSearchParams(
    listParams({ filters: [...filters, ...(supplier ? [fieldIs('supplier_id', String(supplier))] : [])] }),
  ).toString()

/** Combines the rows of a figure: sums by currency, each with the query of its list, and the sum in the base currency. */
export const figureOf = (
  rows: readonly SumRow[],
  { filters, supplier, base }: { filters: readonly Filter[]; supplier?: number | undefined; base: string },
): PayableFigure => {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort()
  const sums = currencies.map((currency): PayableSum => {
    const currencyRows = rows.filter((row) => row.currency === currency)
    return {
      currency,
      count: currencyRows.reduce((total, { count }) => total + count, 0),
      amount: round(sum(currencyRows.map(({ amount }) => amount)), currencyDigits(currency)),
      query: queryOf([...filters, fieldIs('currency', currency)], supplier),
    }
  })
  return {
    query: queryOf(filters, supplier),
    count: rows.reduce((total, { count }) => total + count, 0),
    sums,
    base: {
      amount: round(sum(rows.flatMap((row) => row.base ?? [])), currencyDigits(base)),
      unrated: rows.reduce((total, { unrated }) => total + unrated, 0),
    },
  }
}
