import type { Queryable } from '#server/db/types.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { currencyDigits, round, subtract, sum } from '#shared/base/money.ts'
import { signOf } from '#shared/trade/invoice-terms.ts'
import { seeded } from '../unit/random'

/** An invoice as these tests know it, with the payments that it has. */
export interface TestInvoice {
  id: number
  supplier_id: number
  type: string
  status: string
  currency: string
  invoice_date: string
  due_date: string | null
  net: string
  tax: string
  total: string
  balance: string
  sign: number
  fx_rate: string | null
  match_status: string
  exceptions: string[]
  submitted_at: string | null
  approved_at: string | null
  payments: { paid_on: string; paid_amount: string; discount: string }[]
}

const rates: Readonly<Record<string, string | null>> = { GBP: null, USD: '0.790000', JPY: '0.005300', KWD: null }
const after = ['approved', 'scheduled', 'part_paid', 'paid', 'void']

/**
 * Writes so many random invoices of suppliers straight into the tables, in every state, type and age, in currencies with
 * two, no and three decimals; those in KWD have no rate.
 */
export const randomInvoices = async (
  db: Queryable,
  count: number,
  { suppliers = [60, 61], seed = 7 }: { suppliers?: readonly number[]; seed?: number } = {},
): Promise<TestInvoice[]> => {
  const { below, pick } = seeded(seed)
  const day = today()
  const made: TestInvoice[] = []
  for (let index = 0; index < count; index += 1) {
    const currency = pick(['GBP', 'USD', 'USD', 'JPY', 'KWD'])
    const digits = currencyDigits(currency)
    const amount = (most: number) => round(`${below(most)}.${below(1000)}`, digits)
    const type = pick(['commercial', 'commercial', 'commercial', 'deposit', 'credit_note', 'debit_note', 'proforma'])
    const status = pick([
      'draft',
      'submitted',
      'under_review',
      'disputed',
      'rejected',
      ...after,
      'approved',
      'approved',
    ])
    const goods = amount(40_000)
    const charges =
      type === 'commercial' && below(2)
        ? [
            ['freight', amount(900)],
            ['discount', amount(300)],
            ['deposit_deduction', amount(200)],
          ]
        : []
    const net = round(
      sum([goods, ...charges.map(([kind = '', value = '0']) => (kind === 'freight' ? value : subtract('0', value)))]),
      digits,
    )
    const tax = below(3) === 0 ? amount(500) : round('0', digits)
    const total = sum([net, tax])
    const isPaid = status === 'paid' || status === 'part_paid'
    const invoice_date = addDays(day, -below(200))
    const due_date = below(6) === 0 ? null : addDays(day, below(260) - 150)
    const submitted_at = status === 'draft' ? null : `${addDays(day, -below(170))}T0${below(10)}:15:00Z`
    const approved_at =
      submitted_at && after.includes(status)
        ? new Date(Date.parse(submitted_at) + below(20 * 24) * 3_600_000).toISOString()
        : null
    const part = status === 'paid' ? total : round(String(Math.floor(Number(total) / 3)), digits)
    const payments = isPaid
      ? status === 'paid' && below(2)
        ? [{ paid_on: addDays(day, -below(90)), paid_amount: subtract(total, amount(3)), discount: '0' }].flatMap(
            (first) => [{ ...first, discount: subtract(total, first.paid_amount) }],
          )
        : [{ paid_on: addDays(day, -below(90)), paid_amount: part, discount: round('0', digits) }]
      : []
    const balance = subtract(total, sum(payments.flatMap((payment) => [payment.paid_amount, payment.discount])))
    const match_status = pick(['unmatched', 'matched', 'exception'])
    const exceptions = match_status === 'exception' ? [pick(['qty_over', 'price_diff']), 'docs_missing'] : []
    const fields = {
      invoice_no: `R-${seed}-${index}`,
      number_key: `R${seed}X${index}`,
      internal_no: `INV-${seed}-${index}`,
      type,
      supplier_id: pick(suppliers),
      invoice_date,
      currency,
      fx_rate: rates[currency] ?? null,
      ...{ net, tax, total, balance, due_date, match_status, exceptions, submitted_at, approved_at },
      first_approved_at: status === 'under_review' && below(2) ? submitted_at : null,
      due_base: pick(['invoice', 'bl_date', 'etd', 'delivery']),
      dispute_round: 0,
      auto_approved: false,
      amount_paid: sum(payments.map(({ paid_amount }) => paid_amount)),
      status,
    }
    const names = Object.keys(fields)
    const [row] = await db.query<{ id: number }>(
      `insert into invoices (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()}) returning id`,
      Object.values(fields),
    )
    const id = row?.id ?? 0
    await db.query(
      'insert into invoice_lines (invoice_id, qty, unit_price, line_amount, exceptions) values ($1, 1, $2, $2, $3)',
      [id, goods, []],
    )
    for (const [kind, value] of charges)
      await db.query('insert into invoice_charges (invoice_id, kind, charge_amount) values ($1, $2, $3)', [
        id,
        kind,
        value,
      ])
    for (const { paid_on, paid_amount, discount } of payments)
      await db.query(
        `insert into invoice_payments (invoice_id, paid_on, paid_amount, discount, reference, source) values ($1, $2, $3, $4, 'TT 1', 'recorded')`,
        [id, paid_on, paid_amount, discount],
      )
    made.push({ id, ...fields, sign: signOf(type), payments } as TestInvoice)
  }
  return made
}
