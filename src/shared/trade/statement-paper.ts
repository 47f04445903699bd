import { formatDate } from '#shared/base/dates.ts'
import { currencyDigits, formatAmount, formatDecimal } from '#shared/base/money.ts'
import type { Paper, PaperBlock, PaperLanguageFormats } from '#shared/kit/paper.ts'
import { paperTexts } from './paper-words'
import type { Statement, StatementAccount, StatementEntry } from './statement'

export interface StatementPaperOptions {
  tongues: PaperLanguageFormats
  /** Name of the retailer's company. */
  company: string
}

/** The printed statement of a supplier: for each currency the opening balance, entries and closing balance. */
export const statementPaper = (statement: Statement, { tongues, company }: StatementPaperOptions): Paper => {
  const { words, word, label } = wordsOf(tongues)
  const [{ language }] = tongues
  const { supplier, from, to, accounts } = statement
  const period = `${formatDate(from, language)} – ${formatDate(to, language)}`
  return {
    title: `${word('finance.statement.title')} ${supplier.code} ${period}`,
    language,
    heading: word('finance.statement.title'),
    reference: `${supplier.code} · ${supplier.supplier_name}`,
    owner: [company].filter(Boolean),
    blocks: [
      {
        kind: 'facts',
        facts: [
          { name: 'supplier', label: label('supplier'), lines: [supplier.supplier_name] },
          { name: 'period', label: label('period'), lines: [period] },
        ],
      },
      ...(accounts.length === 0
        ? [{ kind: 'notes' as const, title: word('finance.statement.title'), text: word('finance.statement.none') }]
        : accounts.flatMap((account) => accountBlocks(account))),
    ],
  }

  function accountBlocks(account: StatementAccount): PaperBlock[] {
    const { currency, opening, entries, invoiced, settled, closing } = account
    const digits = currencyDigits(currency)
    const money = (amount: string) => formatAmount(amount, currency, language)
    const columns = ['day', 'kind', 'document', 'reference', 'due_date', 'amount', 'balance'] as const
    return [
      {
        kind: 'facts',
        title: currency,
        facts: (
          [
            ['opening', opening],
            ['invoiced', invoiced],
            ['settled', settled],
            ['closing', closing],
          ] as const
        ).map(([name, amount]) => ({ name, label: label(name), lines: [money(amount)] })),
      },
      {
        kind: 'table',
        columns: columns.map((name) => ({
          title: words(`finance.statement.columns.${name}`),
          kind: kinds[name],
        })),
        rows: entries.map((entry) => [
          [formatDate(entry.day, language)],
          words(`finance.statement.kinds.${entry.kind}`),
          [entry.invoice_no, ...(entry.internal_no ? [entry.internal_no] : [])],
          [entry.reference ?? ''],
          [entry.due_date ? formatDate(entry.due_date, language) : ''],
          [money(entry.amount)],
          [money(entry.balance)],
        ]),
      },
      // The amount has no currency here because the text contains it.
      ...words('finance.statement.closing_of', {
        currency,
        amount: formatDecimal(closing, language, digits, digits),
      }).map((text) => ({ kind: 'total' as const, text })),
    ]
  }
}

const kinds = {
  day: 'date',
  kind: 'text',
  document: 'main',
  reference: 'text',
  due_date: 'date',
  amount: 'number',
  balance: 'number',
} as const satisfies Record<
  keyof Pick<StatementEntry, 'day' | 'kind' | 'reference' | 'due_date' | 'amount' | 'balance'> | 'document',
  string
>

const wordsOf = (tongues: PaperLanguageFormats) => {
  const { words, word } = paperTexts(tongues)
  return { words, word, label: (name: string) => word(`finance.statement.columns.${name}`) }
}
