import { compare, formatAmount } from '#shared/base/money.ts'
import type { Area } from '#shared/kit/area.ts'
import type { Paper, PaperLanguageFormats } from '#shared/kit/paper.ts'
import { paperTexts } from './paper-words'
import { minus, netOf } from './payment-run'

type Values = Readonly<Record<string, unknown>>

export interface Remittance {
  run: Values
  /** The paid items of one supplier. */
  items: readonly Values[]
  supplier: Values
  company: string
  areas: { run: Area; item: Area }
  tongues: PaperLanguageFormats
}

/** The printed remittance advice: what a supplier was paid, for which invoices, and what was set off. */
export const remittancePaper = ({ run, items, supplier, company, areas, tongues }: Remittance): Paper => {
  const [{ language }] = tongues
  const { word, words, label, labels, value } = paperTexts(tongues)
  const currency = String(run.currency)
  const money = (amount: unknown) => formatAmount(String(amount ?? '0'), currency, language)
  const [first = {}] = items
  const net = netOf(items)
  const invoices = items.filter(({ pay_amount }) => compare(String(pay_amount), '0') > 0)
  const notes = items.filter(({ pay_amount }) => compare(String(pay_amount), '0') < 0)
  const facts = [
    { name: 'supplier_id', label: label(areas.item, 'supplier_id'), lines: [String(supplier.supplier_name)] },
    ...(
      [
        ['paid_on', value(areas.item, 'paid_on', first)],
        ['bank_reference', value(areas.item, 'bank_reference', first)],
        ['end_to_end_id', value(areas.item, 'end_to_end_id', first)],
        ['bank_account_id', value(areas.item, 'bank_account_id', first)],
      ] as const
    )
      .filter(([, text]) => text)
      .map(([name, text]) => ({ name, label: label(areas.item, name), lines: [text] })),
    { name: 'paid_out', label: label(areas.run, 'paid_out'), lines: [money(net)] },
  ]
  return {
    title: `${word('paper.remittance.title')} ${run.run_no}`,
    language,
    heading: word('paper.remittance.title'),
    reference: String(run.run_no),
    owner: [company],
    blocks: [
      { kind: 'facts', facts },
      {
        kind: 'table',
        columns: [
          { title: labels(areas.item, 'invoice_id'), kind: 'main' },
          { title: labels(areas.item, 'invoice_type'), kind: 'text' },
          { title: labels(areas.item, 'due_date'), kind: 'date' },
          { title: labels(areas.item, 'discount'), kind: 'number' },
          { title: words('paper.remittance.amount'), kind: 'number' },
        ],
        rows: [...invoices, ...notes].map((item) => [
          [value(areas.item, 'invoice_id', item)],
          [value(areas.item, 'invoice_type', item)],
          [value(areas.item, 'due_date', item)],
          [compare(String(item.discount ?? '0'), '0') > 0 ? money(item.discount) : ''],
          [money(item.pay_amount)],
        ]),
      },
      ...(notes.length > 0
        ? [
            {
              kind: 'total' as const,
              text: `${label(areas.run, 'set_off')} ${money(minus(netOf(notes)))}`,
            },
          ]
        : []),
      { kind: 'total', text: `${label(areas.run, 'paid_out')} ${money(net)}` },
    ],
  }
}
