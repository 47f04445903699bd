import { asPortal } from '#server/kit/as-portal.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { compare } from '#shared/base/money.ts'
import { minus } from '#shared/trade/payment-run.ts'
import { itemsOf } from './complete'

const moveInvoices = async (work: Work, items: readonly Doc[], move: 'schedule' | 'unschedule') => {
  const invoices = work.kit.repository('invoices')
  const ids = [...new Set(items.map(({ invoice_id }) => Number(invoice_id)))].sort((a, b) => a - b)
  for (const { id, version } of await invoices.find(work.tx, system, ids))
    await invoices.move(asPortal(work, move), id, move, { version })
}

/** Reserves the invoices for the run. */
export const schedule = (work: Work, items: readonly Doc[]) => moveInvoices(work, items, 'schedule')

/** Releases the invoices, so that another run may pay them. */
export const unschedule = (work: Work, items: readonly Doc[]) => moveInvoices(work, items, 'unschedule')

export interface Payment {
  paid_on: string
  reference: string
}

/** Records the payments of these items on their invoices: amount paid or set off, and discount. */
export const pay = async (work: Work, run: Doc, items: readonly Doc[], { paid_on, reference }: Payment) => {
  await unschedule(work, items)
  const invoices = work.kit.repository('invoices')
  for (const item of items.toSorted((a, b) => Number(a.invoice_id) - Number(b.invoice_id))) {
    const id = Number(item.invoice_id)
    const [invoice] = await invoices.find(work.tx, system, [id])
    const amount = String(item.pay_amount)
    await invoices.edit(asPortal(work), id, {
      payments: [
        ...((invoice?.payments ?? []) as Doc[]).map((row) => ({ id: row.id })),
        {
          ...{ paid_on, reference, source: 'run', payment_run_no: run.run_no, entered_by: work.me.id || null },
          paid_amount: compare(amount, '0') < 0 ? minus(amount) : amount,
          discount: String(item.discount ?? '0'),
        },
      ],
    })
    Object.assign(item, { outcome: 'paid', paid_on, bank_reference: reference })
  }
}

/** Marks the items as failed and releases their invoices, after the bank refused the payment. */
export const fail = async (work: Work, items: readonly Doc[], reason: string) => {
  await unschedule(work, items)
  for (const item of items) Object.assign(item, { outcome: 'failed', fault: cutText(reason, 200) || null })
}

/** Whether every item has its result. */
export const isFinished = (run: Doc): boolean => itemsOf(run).every(({ outcome }) => outcome !== 'open')

/** The date of the last payment. */
export const lastDay = (run: Doc): string | null =>
  itemsOf(run)
    .map(({ paid_on }) => (typeof paid_on === 'string' ? paid_on : ''))
    .sort()
    .at(-1) || null
