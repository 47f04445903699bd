import { renderText } from '#server/texts.ts'
import type { SheetColumn } from '#server/xlsx/write.ts'
import type { Cell } from '#shared/delimited/write.ts'
import { type Language, textOf } from '#shared/kit/text.ts'
import { ageBuckets, type PayablesAgeing } from '#shared/trade/payables.ts'
import type { Statement } from '#shared/trade/statement.ts'

/** Columns and rows of a file. */
interface Table {
  columns: SheetColumn[]
  rows: Cell[][]
}

/** The ageing as a table: a row for each supplier and currency. */
export const ageingTable = ({ rows, base_currency }: PayablesAgeing, language: Language): Table => {
  const say = (key: string, params?: Record<string, string>) => renderText(textOf(key, params), language)
  return {
    columns: [
      { heading: say('finance.ageing.columns.code'), kind: 'text' },
      { heading: say('finance.ageing.columns.supplier'), kind: 'text' },
      { heading: say('finance.ageing.columns.currency'), kind: 'text' },
      ...ageBuckets.map((bucket) => ({ heading: say(`finance.ageing.buckets.${bucket}`), kind: 'decimal' as const })),
      { heading: say('finance.ageing.columns.total'), kind: 'decimal' },
      { heading: say('finance.ageing.columns.base', { currency: base_currency }), kind: 'decimal' },
      { heading: say('finance.ageing.columns.count'), kind: 'integer' },
    ],
    rows: rows.map(({ supplier_code, supplier_name, currency, buckets, amount, base, count }) => [
      ...[supplier_code, supplier_name, currency],
      ...ageBuckets.map((bucket) => buckets.find(({ name }) => name === bucket)?.amount ?? null),
      // An incomplete sum would be taken for the total.
      ...[amount, base.unrated > 0 ? null : base.amount, count],
    ]),
  }
}

/** The statement as a table: entries between the opening and the closing balance of each currency. */
export const statementTable = ({ supplier, from, to, accounts }: Statement, language: Language): Table => {
  const say = (name: string) => renderText(textOf(`finance.statement.${name}`), language)
  const names = ['day', 'kind', 'document', 'our_no', 'reference', 'due_date', 'currency', 'amount', 'balance'] as const
  return {
    columns: [
      { heading: say('columns.supplier'), kind: 'text' },
      ...names.map((name) => ({
        heading: say(`columns.${name}`),
        kind:
          name === 'day' || name === 'due_date'
            ? ('date' as const)
            : name === 'amount' || name === 'balance'
              ? ('decimal' as const)
              : ('text' as const),
      })),
    ],
    rows: accounts.flatMap(({ currency, opening, entries, closing }) => [
      [supplier.code, from, say('columns.opening'), null, null, null, null, currency, null, opening],
      ...entries.map((entry) => [
        ...[supplier.code, entry.day, say(`kinds.${entry.kind}`), entry.invoice_no, entry.internal_no],
        ...[entry.reference, entry.due_date, currency, entry.amount, entry.balance],
      ]),
      [supplier.code, to, say('columns.closing'), null, null, null, null, currency, null, closing],
    ]),
  }
}
