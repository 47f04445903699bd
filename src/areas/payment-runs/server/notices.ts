import { queueMail } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { renderText } from '#server/texts.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { formatDate } from '#shared/base/dates.ts'
import { compare, formatAmount } from '#shared/base/money.ts'
import { type Language, textOf } from '#shared/kit/text.ts'
import { groupBy, minus, netOf } from '#shared/trade/payment-run.ts'

/** Notifies each supplier of its payment: the invoices paid and the notes deducted. */
export const notifySuppliers = async (work: Work, run: Doc, items: readonly Doc[]): Promise<void> => {
  if (work.me.id === 0) return
  const names = await readInvoices(work, items)
  for (const supplierItems of groupBy(items, ({ supplier_id }) => supplier_id)) {
    const people = [
      ...(await supplierPeople(work.tx, supplierItems[0]?.supplier_id)),
      ...(await financePeople(work, supplierItems[0]?.supplier_id)),
    ]
    for (const { name, email, language } of uniqueByAddress(people))
      await queueMail(work.tx, {
        mail: compare(netOf(supplierItems), '0') > 0 ? 'remittance' : 'remittance_set_off',
        to: email,
        language,
        params: { name, ...paramsOf(work, run, supplierItems, names, language) },
      })
  }
}

const paramsOf = (
  work: Work,
  run: Doc,
  items: readonly Doc[],
  names: ReadonlyMap<number, string>,
  language: Language,
) => {
  const currency = String(run.currency)
  const lines = items.map((item) => {
    const amount = String(item.pay_amount)
    const params = {
      invoice: names.get(Number(item.invoice_id)) ?? '',
      amount: formatAmount(compare(amount, '0') < 0 ? minus(amount) : amount, currency, language),
      discount: formatAmount(String(item.discount ?? '0'), currency, language),
    }
    const text =
      compare(amount, '0') < 0
        ? textOf('mail.remittance_set_off_line', params)
        : compare(String(item.discount ?? '0'), '0') > 0
          ? textOf('mail.remittance_discount_line', params)
          : textOf('mail.remittance_line', params)
    return renderText(text, language)
  })
  return {
    company: String(work.context.settings.company_name),
    amount: formatAmount(netOf(items), currency, language),
    day: formatDate(String(items[0]?.paid_on), language),
    reference: String(items[0]?.bank_reference ?? ''),
    payment: String(items[0]?.end_to_end_id ?? run.run_no),
    lines: cutText(lines.join('\n'), 4000),
  }
}

const readInvoices = async ({ tx }: Work, items: readonly Doc[]) => {
  const rows = await tx.query<{ id: number; invoice_no: string }>(
    'select id, invoice_no from invoices where id = any($1::bigint[])',
    [items.map(({ invoice_id }) => invoice_id)],
    'remitted_invoices',
  )
  return new Map(rows.map(({ id, invoice_no }) => [Number(id), invoice_no]))
}

const financePeople = ({ tx }: Work, supplier: unknown) =>
  tx.query<Recipient>(
    `select c.full_name as name, c.email, coalesce(s.language, language_of_country(s.country)) as language
     from supplier_contacts c join suppliers s on s.id = c.supplier_id
     where c.supplier_id = $1 and c.function = 'finance' and c.email is not null`,
    [supplier],
    'remittance_finance',
  )
