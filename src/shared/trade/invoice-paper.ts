import { formatDate } from '#shared/base/dates.ts'
import { currencyDigits, formatAmount, formatDecimal, subtract } from '#shared/base/money.ts'
import type { Area } from '#shared/kit/area.ts'
import type {
  Paper,
  PaperBlock,
  PaperCell,
  PaperColumn,
  PaperFact,
  PaperLanguageFormats,
  PaperSum,
} from '#shared/kit/paper.ts'
import type { InvoiceAmounts } from './invoice-amounts'
import { isDeduction } from './invoice-terms'
import { joined, type Named, paperTexts, titleIn, titlesIn } from './paper-words'

/** The printed forms of an invoice: `modern` with wide spacing, `compact` for many lines. */
export const invoiceForms = ['modern', 'compact'] as const
export type InvoiceForm = (typeof invoiceForms)[number]

/** An invoice as input of its printed forms: the fields that the reader may see, with titles of references. */
export interface PaperInvoice {
  [field: string]: unknown
  id: number
  invoice_no: string
  type: string
  status: string
  invoice_date: string
  currency: string
  incoterm_place: string | null
  due_date: string | null
  discount_date: string | null
  discount_amount: string | null
  amount_paid: string
  balance: string
  remarks: string | null
  lines: readonly PaperInvoiceLine[]
  charges: readonly Record<string, unknown>[]
}
export interface PaperInvoiceLine {
  [field: string]: unknown
  line_title: string | null
  description: string | null
  qty: number
  unit_price: string
  line_amount: string
  hs_code: string | null
  size: Named | null
}

export interface InvoicePaperOptions {
  form: InvoiceForm
  areas: { invoice: Area; line: Area; charge: Area }
  tongues: PaperLanguageFormats
  mayRead(area: Area, field: string): boolean
  amounts: InvoiceAmounts
  /** Tax rates by id, with the reason for a zero rate. */
  rates: ReadonlyMap<number, Named & { reason: string | null }>
  /** Name, address and tax number of the parties, one entry for each line. */
  supplier: readonly string[]
  company: readonly string[]
  /** The bank account as the reader may see it, one entry for each line; empty if no transfer is made. */
  account: readonly string[]
}

/** The printed invoice: parties, terms, lines, charges, taxes by rate, and when and where to pay. */
export const invoicePaper = (invoice: PaperInvoice, options: InvoicePaperOptions): Paper => {
  const { areas, form, tongues, mayRead, company } = options
  const { label, word } = paperTexts(tongues)
  const heading = word(`areas.${areas.invoice.name}.choices.type.${invoice.type}`)
  const state = word(`areas.${areas.invoice.name}.states.${invoice.status}`)
  const facts = factsOf(invoice, options)
  const parties = facts('supplier_id', 'buyer')
  const terms = facts(
    ...['invoice_date', 'due_date', 'payment_term_id', 'base_date', 'booking_id', 'purchase_order_id', 'corrects_id'],
    ...['claim_no', 'incoterm', 'port_of_loading_id', 'bl_no'],
  )
  const payment = facts('bank_account_id', 'payment_status', 'discount_amount')
  const titled = (key: string, section: readonly PaperFact[]): PaperBlock[] =>
    section.length > 0 ? [{ kind: 'facts', title: word(key), facts: section }] : []
  return {
    title: `${heading} ${invoice.invoice_no}`,
    language: tongues[0].language,
    heading,
    reference: joined(' · ', invoice.invoice_no, state),
    owner: (invoice.type === 'debit_note' ? company : options.supplier).slice(0, 1),
    look: form === 'modern' ? 'airy' : 'dense',
    blocks: [
      ...(form === 'modern'
        ? [...titled('paper.invoice.parties', parties), ...titled('paper.invoice.terms', terms)]
        : [{ kind: 'facts' as const, facts: [...parties, ...terms] }]),
      linesTable(invoice, options),
      { kind: 'sums', sums: sumsOf(invoice, options) },
      ...titled('paper.invoice.payment', payment),
      ...(invoice.remarks && mayRead(areas.invoice, 'remarks')
        ? [{ kind: 'notes' as const, title: label(areas.invoice, 'remarks'), text: invoice.remarks }]
        : []),
    ],
  }
}

/** Returns a function that builds facts by name; facts without a value are left out. */
const factsOf = (invoice: PaperInvoice, options: InvoicePaperOptions) => {
  const { areas, tongues, mayRead, supplier, company, account } = options
  const { label, value, word } = paperTexts(tongues)
  const [{ language }] = tongues
  const area = areas.invoice
  const money = (amount: string) => formatAmount(amount, invoice.currency, language)
  const specialFacts: Readonly<Record<string, () => { label: string; lines: readonly string[] }>> = {
    supplier_id: () => ({ label: label(area, 'supplier_id'), lines: supplier }),
    buyer: () => ({ label: word('paper.invoice.buyer'), lines: company }),
    bank_account_id: () => ({ label: label(area, 'bank_account_id'), lines: account }),
    incoterm: () => ({
      label: label(area, 'incoterm'),
      lines: [joined(' ', value(area, 'incoterm', invoice), invoice.incoterm_place ?? '')],
    }),
    payment_status: () => ({
      label: word('paper.invoice.status'),
      lines:
        invoice.type === 'proforma'
          ? [word('paper.invoice.not_payable')]
          : [
              word(`areas.${area.name}.states.${invoice.status}`),
              `${label(area, 'amount_paid')} ${money(invoice.amount_paid)}`,
              `${label(area, 'balance')} ${money(invoice.balance)}`,
            ],
    }),
    discount_amount: () => ({
      label: label(area, 'discount_amount'),
      lines:
        invoice.discount_amount && invoice.discount_date
          ? [`${money(invoice.discount_amount)} · ${formatDate(invoice.discount_date, language)}`]
          : [],
    }),
  }
  return (...names: readonly string[]): PaperFact[] =>
    names.flatMap((name) => {
      const fact = specialFacts[name]?.() ?? { label: label(area, name), lines: [value(area, name, invoice)] }
      const isRead = !(name in area.fields) || mayRead(area, name)
      const lines = fact.lines.filter(Boolean)
      return isRead && lines.length > 0 ? [{ name, label: fact.label, lines }] : []
    })
}

const linesTable = (invoice: PaperInvoice, options: InvoicePaperOptions): PaperBlock => {
  const { areas, tongues, form, rates, amounts } = options
  const { labels, value, words } = paperTexts(tongues)
  const [{ language }] = tongues
  const area = areas.line
  const digits = currencyDigits(invoice.currency)
  const isTaxed = amounts.taxes.some(({ rate }) => rate !== null)
  const rateOf = ({ tax_rate_id }: PaperInvoiceLine) =>
    titlesIn(typeof tax_rate_id === 'number' ? rates.get(tax_rate_id) : undefined, tongues)
  type Column = PaperColumn & { cell: (line: PaperInvoiceLine, index: number) => PaperCell }
  const columns: Column[] = [
    { title: words('paper.invoice.line'), kind: 'text', cell: (_line, index) => [String(index + 1)] },
    { title: words('paper.invoice.goods'), kind: 'main', cell: (line) => goodsOf(line, tongues, form) },
    { title: labels(area, 'hs_code'), kind: 'text', cell: ({ hs_code }) => [hs_code ?? ''] },
    {
      title: labels(area, 'country_of_origin'),
      kind: 'text',
      cell: (line) => [
        form === 'compact' ? String(line.country_of_origin ?? '') : value(area, 'country_of_origin', line),
      ],
    },
    { title: labels(area, 'qty'), kind: 'number', cell: ({ qty }) => [formatDecimal(String(qty), language)] },
    {
      title: labels(area, 'unit_price'),
      kind: 'number',
      cell: ({ unit_price }) => [formatDecimal(unit_price, language, digits, 4)],
    },
    ...(isTaxed ? [{ title: labels(area, 'tax_rate_id'), kind: 'text' as const, cell: rateOf }] : []),
    {
      title: [...labels(area, 'line_amount'), invoice.currency],
      kind: 'number',
      cell: (_line, index) => [formatDecimal(amounts.lines[index] ?? '0', language, digits, digits)],
    },
  ]
  // Leave out text columns that are empty in all lines.
  const shown = columns.filter(
    ({ kind, cell }) => kind !== 'text' || invoice.lines.some((line, at) => cell(line, at)[0]),
  )
  return {
    kind: 'table',
    columns: shown.map(({ title, kind }) => ({ title, kind })),
    rows: invoice.lines.map((line, index) => shown.map(({ cell }) => cell(line, index))),
  }
}

/** The order line, description and size; in one line of text in the compact form. */
const goodsOf = (line: PaperInvoiceLine, tongues: PaperLanguageFormats, form: InvoiceForm): PaperCell => {
  const parts = [line.line_title ?? '', line.description ?? '', titleIn(line.size, tongues)].filter(Boolean)
  return form === 'compact' ? [parts.join(' · ')] : parts
}

/** The sums from the goods to the balance: charges with their signs, taxes by rate. */
const sumsOf = (invoice: PaperInvoice, options: InvoicePaperOptions): PaperSum[] => {
  const { areas, tongues, amounts, rates } = options
  const { label, word } = paperTexts(tongues)
  const [{ language }] = tongues
  const money = (amount: string) => formatAmount(amount, invoice.currency, language)
  const charges = invoice.charges.map((charge): PaperSum => {
    const kind = word(`areas.${areas.charge.name}.choices.kind.${charge.kind}`)
    const amount = String(charge.charge_amount)
    return {
      label: joined(' · ', kind, String(charge.description ?? '')),
      value: money(isDeduction(charge.kind) ? subtract('0', amount) : amount),
    }
  })
  const taxes = amounts.taxes.flatMap(({ rate, base, tax }): PaperSum[] => {
    if (!rate) return []
    const named = rates.get(rate.id)
    const name = joined(' · ', titleIn(named, tongues), named?.reason ?? '')
    return [{ label: word('paper.invoice.tax_on', { rate: name, base: money(base) }), value: money(tax) }]
  })
  const isPaid = /[1-9]/.test(invoice.amount_paid)
  return [
    { label: word('paper.invoice.goods_sum'), value: money(amounts.goods) },
    ...charges,
    ...(taxes.length > 0 ? [{ label: label(areas.invoice, 'net'), value: money(amounts.net) }, ...taxes] : []),
    { label: label(areas.invoice, 'total'), value: money(amounts.total), isStrong: true },
    ...(isPaid
      ? [
          { label: label(areas.invoice, 'amount_paid'), value: money(subtract('0', invoice.amount_paid)) },
          { label: label(areas.invoice, 'balance'), value: money(invoice.balance), isStrong: true },
        ]
      : []),
  ]
}
