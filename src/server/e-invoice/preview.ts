import { invoices } from '#areas/invoices/area.ts'
import { readDepositsOf } from '#areas/invoices/server/deposits.ts'
import type { Work } from '#server/kit/kit.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { isDate, today } from '#shared/base/dates.ts'
import { compare, round, subtract } from '#shared/base/money.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { netOfDeduction } from '#shared/trade/deposits.ts'
import {
  type DraftFinding,
  draftRows,
  type MatchedLine,
  matchLines,
  ordersNamed,
  sumsOf,
  typeOf,
} from '#shared/trade/einvoice/draft.ts'
import type { EInvoice } from '#shared/trade/einvoice/model.ts'
import type { ReadInvoice } from '#shared/trade/einvoice/read.ts'
import { ruleFindings } from '#shared/trade/einvoice/rules.ts'
import {
  findAccounts,
  findBookings,
  findCorrected,
  findOrderLines,
  findRates,
  findSuppliers,
  isAccount,
  isOtherCompany,
  type KnownSupplier,
  recognisedBy,
} from './match'

/** Who sends a file for whom, and what was chosen where the file does not tell. */
export interface ReadWish {
  supplier_id: number | null
  booking_id: number | null
}

/** What a file would become: the input of the draft, null where something grave was found. */
export const previewOf = async (work: Work, { invoice, syntax, specification }: ReadInvoice, wish: ReadWish) => {
  const findings: DraftFinding[] = []
  const find = (code: string, isGrave: boolean, text: Text) => findings.push({ code, isGrave, text })
  const { supplier, by } = await supplierOf(work, invoice, wish)
  if (!supplier)
    find('supplier_unknown', true, textOf('einvoice.findings.supplier_unknown', { name: invoice.seller.name }))
  else if (isOtherCompany(invoice.seller, supplier))
    find('seller_differs', true, textOf('einvoice.findings.seller_differs', { name: invoice.seller.name }))
  else if (!by) find('seller_name', false, textOf('einvoice.findings.seller_name', { name: invoice.seller.name }))
  const type = typeOf(invoice.type)
  if (!type) find('type', true, textOf('einvoice.findings.type', { type: invoice.type }))
  if (invoice.issued > today()) find('future', false, textOf('einvoice.findings.future', { date: invoice.issued }))
  if (!specification.includes('urn:cen.eu:en16931'))
    find(
      'specification',
      false,
      textOf('einvoice.findings.specification', { specification: cutText(specification, 100) }),
    )
  const broken = ruleFindings(invoice).map(({ rule, text }) => ({ code: rule, isGrave: false, text }))
  const rest = supplier && type ? await draftOf(work, { invoice, supplier, type, booking_id: wish.booking_id }) : null
  findings.push(...(rest?.findings ?? []))
  const isPossible = rest !== null && !findings.some(({ isGrave }) => isGrave)
  const refused = isPossible ? await refusals(work, rest.input) : []
  return {
    syntax,
    type,
    supplier: supplier ? { id: supplier.id, name: supplier.supplier_name, by } : null,
    findings: [...findings, ...refused, ...broken],
    matches: rest?.matches ?? invoice.lines.map((line) => ({ line, match: null })),
    sums: rest?.sums ?? [],
    bookings: rest?.bookings ?? [],
    booking_id: rest?.input.booking_id ?? null,
    input: isPossible && refused.length === 0 ? rest.input : null,
  }
}
export type Preview = Awaited<ReturnType<typeof previewOf>>

/** Agents send their own invoices; for the office the seller is recognised, or chosen. */
const supplierOf = async (work: Work, { seller }: EInvoice, { supplier_id }: ReadWish) => {
  const { tx, me } = work
  const own = me.role === 'Agent' ? (me.supplier_id ?? 0) : supplier_id
  const known = await findSuppliers(tx, me, own)
  const named = (supplier: KnownSupplier) => recognisedBy(seller, supplier)
  if (own !== null) return { supplier: known[0] ?? null, by: known[0] ? named(known[0]) : null }
  for (const by of ['tax_id', 'code', 'name'] as const) {
    const found = known.filter((supplier) => named(supplier) === by)
    // Two with the same name are told apart by a person.
    if (found.length === 1) return { supplier: found[0] ?? null, by }
  }
  return { supplier: null, by: null }
}

interface DraftWish {
  invoice: EInvoice
  supplier: KnownSupplier
  type: NonNullable<ReturnType<typeof typeOf>>
  booking_id: number | null
}

const draftOf = async ({ tx, me }: Work, { invoice, supplier, type, booking_id }: DraftWish) => {
  const [orderLines, rates, accounts] = await Promise.all([
    findOrderLines(tx, supplier.id, ordersNamed(invoice)),
    findRates(tx),
    findAccounts(tx, supplier.id),
  ])
  const matches = matchLines(invoice, orderLines)
  const corrected = type === 'credit_note' ? await findCorrected(tx, supplier.id, invoice.corrects?.number) : null
  const taxPoint = [corrected?.invoice_date, invoice.issued, invoice.delivery?.day].find((day) => day && isDate(day))
  const rows = draftRows({ invoice, type, matches, rates, day: taxPoint ?? today(), country: supplier.country })
  const findings = [...rows.findings]
  const ids = [...new Set(matches.flatMap(({ match }) => match?.line.id ?? []))]
  const bookings = type === 'commercial' ? await findBookings(tx, supplier.id, ids, invoice) : []
  const booking = bookings.find(({ id }) => id === booking_id) ?? bookings[0]
  if (type === 'commercial' && !booking)
    findings.push({ code: 'no_booking', isGrave: true, text: textOf('einvoice.findings.no_booking') })
  const given = invoice.payment?.account?.number
  const same = given ? accounts.find((account) => isAccount(account, given)) : undefined
  if (given && !same)
    findings.push({
      code: 'bank_account_differs',
      isGrave: false,
      text: textOf('einvoice.findings.bank_account_differs'),
    })
  const inCurrency = accounts.filter(({ currency }) => currency === invoice.currency)
  const sums = sumsOf(invoice, rows, rates)
  for (const { name, file, portal } of sums.filter(({ isDifferent }) => isDifferent))
    findings.push({
      code: 'sum_differs',
      isGrave: false,
      text: textOf('einvoice.findings.sum_differs', {
        sum: textOf(`areas.${invoices.name}.fields.${name}`),
        file,
        portal,
      }),
    })
  const order = matches.find(({ match }) => match)?.match?.line.purchase_order_id ?? orderLines[0]?.purchase_order_id
  const input: Record<string, unknown> = {
    ...{ invoice_no: cutText(invoice.number, 40), type, invoice_date: invoice.issued, currency: invoice.currency },
    ...(me.role === 'Agent' ? {} : { supplier_id: supplier.id }),
    ...(booking ? { booking_id: booking.id } : {}),
    ...(type !== 'commercial' && order ? { purchase_order_id: order } : {}),
    ...(corrected ? { corrects_id: corrected.id } : {}),
    // Only an account that was verified; the file may say which one.
    bank_account_id: same?.id ?? (inCurrency.length === 1 ? inCurrency[0]?.id : null) ?? null,
    lines: rows.lines,
    charges: await withDeposits(tx, rows.charges, matches),
    remarks: cutText(invoice.notes.join('\n'), 1000) || null,
  }
  return { findings, matches, sums, bookings, input }
}

/** What was paid in advance names the one deposit of the orders that it may be: of which as much is left. */
const withDeposits = async (
  tx: Work['tx'],
  charges: ReturnType<typeof draftRows>['charges'],
  matches: readonly MatchedLine[],
) => {
  if (!charges.some(({ kind }) => kind === 'deposit_deduction')) return charges
  const orders = [...new Set(matches.flatMap(({ match }) => match?.line.purchase_order_id ?? []))]
  const deposits = await readDepositsOf(tx, orders, null)
  return charges.map((charge) => {
    if (charge.kind !== 'deposit_deduction') return charge
    const left = deposits.filter(
      (deposit) =>
        compare(
          round(subtract(deposit.paid, deposit.deducted), 4),
          round(netOfDeduction(charge.charge_amount, false, deposit), 4),
        ) >= 0,
    )
    return left.length === 1 ? { ...charge, deposit_id: left[0]?.id } : charge
  })
}

/** What the rules of the portal would refuse. */
const refusals = async (work: Work, input: Record<string, unknown>): Promise<DraftFinding[]> => {
  // A trial uses no number of a series.
  const [examined] = await work.kit.repository(invoices.name).examine({ ...work, isTrial: true }, [{ values: input }])
  return Object.values(examined?.errors ?? {}).flatMap((texts) =>
    texts.map((text) => ({ code: 'refused', isGrave: true, text })),
  )
}
