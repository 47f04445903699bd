import type { AnyRecord } from '#shared/kit/area.ts'
import { groupBy } from '#shared/trade/payment-run.ts'

/** The facts of an invoice, in addition to the amounts to pay. */
export interface ItemFacts {
  invoice: { id: number; title: string }
  supplier: { id: number; title: string }
  invoice_type: string
  due_date: string | null
  open_amount: string
}

/** An item, in the shape of the form. */
export interface ItemRow {
  id?: number
  invoice_id: number
  pay_amount: string | null
  discount: string | null
}

/** A proposal with the user's changes to it. */
export interface Choices {
  proposed: readonly ItemRow[]
  chosen: readonly ItemRow[]
}

/** The rows of a new proposal with the user's changes to the previous one: excluded invoices and typed amounts are kept. */
export const withChoices = (rows: readonly ItemRow[], { proposed, chosen }: Choices): ItemRow[] => {
  const kept = rows.flatMap((row) => {
    const isSame = ({ invoice_id }: ItemRow) => invoice_id === row.invoice_id
    const [before, mine] = [proposed.find(isSame), chosen.find(isSame)]
    if (!before) return [row]
    if (!mine) return []
    const valueIn = (field: 'pay_amount' | 'discount') => (mine[field] === before[field] ? row[field] : mine[field])
    return [{ ...row, pay_amount: valueIn('pay_amount'), discount: valueIn('discount') }]
  })
  return kept.length > 0 ? kept : [...rows]
}

/** An item of a stored run. */
export interface StoredItem extends ItemRow, ItemFacts {
  id: number
  outcome: 'open' | 'paid' | 'failed' | 'withdrawn'
  fault: string | null
  paid_on: string | null
  bank_reference: string | null
  end_to_end_id: string | null
  bank_account?: { title: string } | null
}

export const itemsOf = (record: Readonly<Record<string, unknown>> | undefined): StoredItem[] =>
  (Array.isArray(record?.items) ? record.items : []) as StoredItem[]

/** Groups items by supplier, ordered by supplier name. */
export const bySupplier = <T extends Pick<ItemFacts, 'supplier'>>(items: readonly T[]): T[][] =>
  groupBy(
    items.toSorted((a, b) => a.supplier.title.localeCompare(b.supplier.title)),
    ({ supplier }) => supplier.id,
  )

export const currencyOf = (record: AnyRecord): string => String(record.currency ?? '')
