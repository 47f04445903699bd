import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { nextNumber } from '#server/kit/write/counters.ts'
import { compare, currencyDigits, isDecimalText, isWholeMinorUnits, round, subtract, sum } from '#shared/base/money.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { signOf } from '#shared/trade/invoice-terms.ts'
import { discountOn, groupBy, minus, netOf, proposeItems, totalsOf } from '#shared/trade/payment-run.ts'
import { lockPayables, type PayableNow, readDue } from './payables'

export const itemsOf = (run: Doc): Doc[] => (run.items ?? []) as Doc[]

/** The unsettled items, grouped by supplier in the order of their ids. */
export const openGroups = (run: Doc): Doc[][] =>
  groupBy(
    itemsOf(run)
      .filter(({ outcome }) => outcome === 'open')
      .toSorted((a, b) => Number(a.supplier_id) - Number(b.supplier_id) || Number(a.invoice_id) - Number(b.invoice_id)),
    ({ supplier_id }) => supplier_id,
  )

/**
 * Numbers new runs and proposes their invoices; while a run is a draft, refreshes its items from the invoices; adds up
 * totals.
 */
export const completeRuns = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const problems: Problem[][] = []
  for (const { before, after } of changes) {
    if (!before) {
      if (!work.isTrial) after.run_no ??= await nextNumber(work.tx, 'PAY', work.context.today)
      after.proposed_by ??= work.me.id || null
      if (work.me.id !== 0 && itemsOf(after).length === 0) after.items = await proposed(work, after)
    }
    problems.push(after.status === 'draft' ? await completeItems(work, after) : [])
    Object.assign(after, totalsOf(itemsOf(after), String(after.currency)))
  }
  return problems
}

const proposed = async (work: Work, { currency, due_until, execution_date }: Doc): Promise<Doc[]> => {
  const { payables } = await readDue(work.kit, work.tx, work.me, {
    currency: String(currency),
    due_until: String(due_until),
  })
  const payable = payables.filter(({ account_id }) => account_id !== null)
  return proposeItems(payable, String(execution_date), String(currency)).map((item) => ({ ...item, outcome: 'open' }))
}

/** Refreshes the items of a draft from their invoices, and returns reasons against paying them. */
const completeItems = async (work: Work, run: Doc): Promise<Problem[]> => {
  const items = itemsOf(run)
  const payables = await lockPayables(
    work,
    items.map(({ invoice_id }) => Number(invoice_id)),
    run.id,
  )
  for (const item of items) {
    const payable = payables.get(Number(item.invoice_id))
    if (!payable) continue
    const { supplier_id, invoice_type, due_date, balance, account_id } = payable
    const open_amount = signOf(invoice_type) < 0 ? minus(balance) : balance
    Object.assign(item, { supplier_id, invoice_type, due_date, open_amount, bank_account_id: account_id })
    item.discount = inMinorUnits(item.discount ?? '0', run)
    item.pay_amount = inMinorUnits(item.pay_amount, run)
  }
  // A returned run is corrected afterwards, so it is not checked.
  if (work.me.id === 0 || work.action === 'return') return []
  if (items.length === 0) return [problem(textOf('problems.payment-runs.nothing_due'), 'due_until')]
  const problems = items.flatMap((item, index) => {
    const payable = payables.get(Number(item.invoice_id))
    return payable ? itemProblems(run, item, payable).map((itemProblem) => atItem(index, itemProblem)) : []
  })
  return problems.length > 0 ? problems : belowZero(items, payables)
}

/** Rounds to the minor units of the currency. Amounts with more decimals stay as they are; validation refuses them. */
const inMinorUnits = (amount: unknown, { currency }: Doc): unknown =>
  typeof amount === 'string' && isDecimalText(amount) && isWholeMinorUnits(amount, String(currency))
    ? round(amount, currencyDigits(String(currency)))
    : amount

const atItem = (index: number, { field, ...rest }: Problem): Problem => ({ ...rest, field: `items.${index}.${field}` })

const itemProblems = (run: Doc, item: Doc, payable: PayableNow): Problem[] => {
  const reason = unpayable(run, payable)
  if (reason) return [{ ...reason, field: 'invoice_id' }]
  const [pay, discount] = [String(item.pay_amount), String(item.discount)]
  const signed = signOf(payable.invoice_type) < 0 ? minus(pay) : pay
  if (compare(signed, '0') <= 0)
    return [
      signOf(payable.invoice_type) < 0
        ? problem(textOf('problems.payment-runs.note_needs_minus'), 'pay_amount')
        : problem(textOf('problems.payment-runs.amount_needed'), 'pay_amount'),
    ]
  const remaining = subtract(payable.balance, sum([signed, discount]))
  if (compare(remaining, '0') < 0) return [problem(textOf('problems.payment-runs.more_than_open'), 'pay_amount')]
  if (compare(discount, '0') <= 0) return []
  if (compare(discount, discountOn(payable, String(run.execution_date), String(run.currency))) > 0)
    return [problem(textOf('problems.payment-runs.no_discount'), 'discount')]
  return compare(remaining, '0') > 0 ? [problem(textOf('problems.payment-runs.discount_of_part'), 'discount')] : []
}

/** The reason why an invoice cannot be in this run. */
const unpayable = (run: Doc, { currency, status, archived, other_run, account_id, ...payable }: PayableNow) => {
  if (other_run) return problem(textOf('problems.payment-runs.other_run', { run: other_run }))
  if (currency !== run.currency) return problem(textOf('problems.payment-runs.other_currency'))
  if (archived || !payableNow.has(status) || signOf(payable.invoice_type) === 0)
    return problem(textOf('problems.payment-runs.not_payable', { state: textOf(`areas.invoices.states.${status}`) }))
  if (!account_id) return problem(textOf('problems.payment-runs.no_account', { supplier: payable.supplier }))
  return null
}

const payableNow: ReadonlySet<string> = new Set(['approved', 'part_paid'])

const belowZero = (items: readonly Doc[], payables: ReadonlyMap<number, PayableNow>): Problem[] =>
  groupBy(items, ({ supplier_id }) => supplier_id).flatMap((supplierItems) =>
    compare(netOf(supplierItems), '0') < 0
      ? [
          problem(
            textOf('problems.payment-runs.below_zero', {
              supplier: payables.get(Number(supplierItems[0]?.invoice_id))?.supplier ?? '',
            }),
          ),
        ]
      : [],
  )

/** Problems with invoices that changed after the draft was saved. */
export const changedSince = async (work: Work, run: Doc): Promise<Problem[]> => {
  const items = itemsOf(run)
  const payables = await lockPayables(
    work,
    items.map(({ invoice_id }) => Number(invoice_id)),
    run.id,
  )
  return items.flatMap((item) => {
    const payable = payables.get(Number(item.invoice_id))
    const [fault] = payable ? itemProblems(run, item, payable) : []
    return fault && payable
      ? [problem(textOf('problems.payment-runs.of_invoice', { invoice: payable.invoice_no, why: fault.text }))]
      : []
  })
}
