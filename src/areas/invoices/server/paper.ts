import type { Kit, PaperOf } from '#server/kit/kit.ts'
import { type Principal, system } from '#server/kit/principal.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { PaperLanguageFormat } from '#shared/kit/paper.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import type { FactsCharge, FactsLine, InvoiceFacts, NamedRate } from '#shared/trade/einvoice/make.ts'
import { amountsOf } from '#shared/trade/invoice-amounts.ts'
import { type InvoiceForm, invoiceForms, invoicePaper, type PaperInvoice } from '#shared/trade/invoice-paper.ts'
import type { InvoiceType } from '#shared/trade/invoice-terms.ts'
import { invoices } from '../area'

const paperOf =
  (form: InvoiceForm): PaperOf =>
  async (kit, me, record, { tongues }) => {
    const invoice = record as unknown as PaperInvoice
    const parts = await partsOf(kit, me, record)
    const [{ say }] = tongues
    const { supplier, settings } = parts
    return {
      name: `${fileNameOf(invoice.invoice_no)}-${form}`,
      paper: invoicePaper(invoice, {
        form,
        areas: {
          invoice: invoices,
          line: kit.register.get('invoice-lines'),
          charge: kit.register.get('invoice-charges'),
        },
        tongues,
        mayRead: (area, field) => kit.mayRead(subjectOf(me), area, field),
        amounts: amountsOf(billed(record), parts.rates),
        rates: new Map(
          [...parts.rates.values()].map(({ id, name_en, name_zh, exemption_reason }) => [
            id,
            { title: name_en, title_zh: name_zh, reason: exemption_reason },
          ]),
        ),
        supplier: [
          legalName(supplier),
          ...addressOf(supplier),
          text(supplier?.tax_id) && say('paper.invoice.tax_no', { number: text(supplier?.tax_id) }),
        ].filter(Boolean),
        company: [
          text(settings.company_name),
          ...linesOf(settings.company_address),
          [text(settings.company_city), countryIn(text(settings.office_country), tongues[0])]
            .filter(Boolean)
            .join(', '),
          text(settings.company_tax_id) && say('paper.invoice.tax_no', { number: text(settings.company_tax_id) }),
        ].filter(Boolean),
        account: accountLines(parts.account, tongues[0]),
      }),
    }
  }

/** The papers of an invoice by form: `modern.pdf` and `compact.pdf`. */
export const papers = Object.fromEntries(invoiceForms.map((form) => [form, paperOf(form)])) as Record<
  InvoiceForm,
  PaperOf
>

/** A file name that every operating system accepts. */
export const fileNameOf = (invoice_no: string) => invoice_no.replace(/[^\w.-]+/g, '_').slice(0, 60)

interface Rate extends NamedRate {
  name_en: string
  name_zh: string
}

/**
 * Reads the records that an invoice refers to, with the fields that `me` may read. The supplier is read in full, because
 * an invoice must state the seller with its tax number.
 */
const partsOf = async (kit: Kit, me: Principal, record: AnyRecord) => {
  const read = async (area: string, id: unknown, by = me): Promise<AnyRecord | undefined> => {
    if (typeof id !== 'number') return undefined
    const [referenced] = await kit.repository(area).find(kit.db, by, [id])
    return referenced
  }
  const [supplier, account, booking, corrects, settings, rates] = await Promise.all([
    read('suppliers', record.supplier_id, system),
    paidAccount(kit, record).then((id) => read('supplier-bank-accounts', id)),
    read('bookings', record.booking_id),
    read(invoices.name, record.corrects_id),
    kit.settings(),
    kit.db.query<Rate>(
      `select id, rate_pct::text, category, rounding, exemption_reason, name_en, name_zh from tax_rates
       where id = any($1::bigint[])`,
      [[...rowsOf(record, 'lines'), ...rowsOf(record, 'charges')].map(({ tax_rate_id }) => tax_rate_id ?? 0)],
      'invoice_paper_rates',
    ),
  ])
  return { supplier, account, booking, corrects, settings, rates: new Map(rates.map((rate) => [rate.id, rate])) }
}

/** The id of the account that the invoice was or will be paid to; unpaid invoices use the current active account. */
const paidAccount = async (kit: Kit, { bank_account_id, supplier_id, currency, status }: AnyRecord) => {
  if (!bank_account_id || settledStates.has(status)) return bank_account_id
  const [account] = await kit.db.query<{ id: number }>(
    `select id from supplier_bank_accounts where supplier_id = $1 and currency = $2 and status = 'active'
       and archived_at is null order by id desc limit 1`,
    [supplier_id, currency],
    'invoice_paid_account',
  )
  return account?.id ?? null
}

const settledStates: ReadonlySet<unknown> = new Set(['paid', 'rejected', 'void'])

/** The content of an electronic invoice. */
export const electronicFacts = async (
  kit: Kit,
  me: Principal,
  record: AnyRecord,
  { say }: PaperLanguageFormat,
): Promise<InvoiceFacts> => {
  const [{ supplier, account, booking, corrects, settings, rates }, lines] = await Promise.all([
    partsOf(kit, me, record),
    readLines(kit, record),
  ])
  const incoterm = [text(record.incoterm), text(record.incoterm_place)].filter(Boolean).join(' ')
  const port = titleOf(record.port_of_loading)
  return {
    invoice_no: text(record.invoice_no),
    type: record.type as InvoiceType,
    invoice_date: text(record.invoice_date),
    currency: text(record.currency),
    due_date: text(record.due_date) || null,
    terms: titleOf(record.payment_term) || null,
    notes: [
      incoterm && say('paper.invoice.delivery', { incoterm }),
      port && say('paper.invoice.port', { port }),
      ...text(record.remarks)
        .split('\n')
        .map((line) => line.trim()),
    ].filter(Boolean),
    bl_no: text(record.bl_no) || null,
    corrects: corrects ? { invoice_no: text(corrects.invoice_no), invoice_date: text(corrects.invoice_date) } : null,
    supplier: {
      name: legalName(supplier),
      id: text(supplier?.code) || null,
      tax_id: text(supplier?.tax_id) || null,
      address: addressOf(supplier),
      city: text(supplier?.city) || null,
      country: text(supplier?.country),
    },
    company: {
      name: text(settings.company_name),
      id: null,
      tax_id: text(settings.company_tax_id) || null,
      address: linesOf(settings.company_address),
      city: text(settings.company_city) || null,
      country: text(settings.office_country),
    },
    shipped: {
      day: (text(booking?.atd) || text(booking?.etd)).slice(0, 10) || null,
      country: text(booking?.ship_to_country) || null,
    },
    account: accountOf(account),
    lines,
    charges: rowsOf(record, 'charges').map(
      (charge): FactsCharge => ({
        kind: text(charge.kind),
        charge_amount: text(charge.charge_amount),
        tax_rate_id: (charge.tax_rate_id as number | null) ?? null,
        text: [say(`areas.invoice-charges.choices.kind.${charge.kind}`), text(charge.description)]
          .filter(Boolean)
          .join(' '),
      }),
    ),
    rates,
  }
}

interface ItemRow {
  id: number
  order: string
  line_no: number | null
  article: string
  name: string | null
  sku: string | null
  gtin: string | null
}

/** Reads the lines with values of order, article and SKU. */
const readLines = async ({ db }: Kit, record: AnyRecord): Promise<FactsLine[]> => {
  const items = await db.query<ItemRow>(
    `select y.id, o.po_no as order, l.line_no, a.article_no as article,
       coalesce(l.description_en, a.name_en, a.article_no) as name, k.sku, k.gtin
     from invoice_lines y join po_lines l on l.id = y.po_line_id join purchase_orders o on o.id = l.purchase_order_id
       join articles a on a.id = l.article_id
       left join skus k on k.colourway_id = l.colourway_id and k.size_id = y.size_id
     where y.invoice_id = $1`,
    [record.id],
    'invoice_paper_items',
  )
  const itemById = new Map(items.map((item) => [item.id, item]))
  return rowsOf(record, 'lines').map((line): FactsLine => {
    const item = itemById.get(Number(line.id))
    const description = text(line.description)
    const name = item?.name ?? (description || titleOf(line.po_line) || text(record.invoice_no))
    return {
      qty: Number(line.qty),
      unit_price: text(line.unit_price),
      tax_rate_id: (line.tax_rate_id as number | null) ?? null,
      order: item?.order ?? null,
      order_line: item?.line_no ? String(item.line_no) : null,
      name,
      description: [description === name ? '' : description, titleOf(line.size)].filter(Boolean).join(', ') || null,
      article: item?.article ?? null,
      sku: item?.sku ?? null,
      gtin: item?.gtin ?? null,
      hs_code: text(line.hs_code) || null,
      origin: text(line.country_of_origin) || null,
    }
  })
}

const rowsOf = (record: AnyRecord, field: string) => (record[field] ?? []) as Record<string, unknown>[]
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const titleOf = (mention: unknown) => text((mention as { title?: unknown } | null)?.title)

const billed = (record: AnyRecord) => ({
  currency: text(record.currency),
  lines: rowsOf(record, 'lines'),
  charges: rowsOf(record, 'charges'),
})

const legalName = (supplier: AnyRecord | undefined) =>
  text(supplier?.company_legal_name_en) || text(supplier?.supplier_name)

const addressOf = (supplier: AnyRecord | undefined): string[] => linesOf(supplier?.address)

const linesOf = (value: unknown): string[] =>
  text(value)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const countryIn = (code: string, { language }: PaperLanguageFormat) =>
  code && (new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code)

/** The account with its number; null if the reader may not see the number. */
const accountOf = (account: AnyRecord | undefined): InvoiceFacts['account'] => {
  const iban = text(account?.iban)
  const number = iban || text(account?.account_no)
  return account && number
    ? { number, isIban: iban !== '', holder: text(account.account_holder), bic: text(account.bic) || null }
    : null
}

/** The account on paper; readers who may not see the number get its last digits. */
const accountLines = (account: AnyRecord | undefined, { say }: PaperLanguageFormat): string[] => {
  if (!account) return []
  const number = text(account.iban) || text(account.account_no) || text(account.account_mask)
  return [
    text(account.account_holder),
    number && say('paper.invoice.account', { number }),
    text(account.bic) && say('paper.invoice.bic', { bic: text(account.bic) }),
    [text(account.bank_name), text(account.branch_name)].filter(Boolean).join(', '),
  ].filter(Boolean)
}
