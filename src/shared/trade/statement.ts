/**
 * Kinds of entries in a supplier's account: documents by type, and payments, discounts, set-offs and returned payments.
 */
export const entryKinds = [
  'commercial',
  'deposit',
  'credit_note',
  'debit_note',
  'payment',
  'discount',
  'set_off',
  'reversal',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** An entry of an account. Amounts are decimal text, positive if the retailer owes them. */
export interface StatementEntry {
  day: string
  kind: EntryKind
  invoice_id: number
  invoice_no: string
  internal_no: string | null
  reference: string | null
  due_date: string | null
  amount: string
  /** The balance after the entry. */
  balance: string
}

/** The account of a supplier in one currency over a period. */
export interface StatementAccount {
  currency: string
  opening: string
  entries: StatementEntry[]
  invoiced: string
  settled: string
  closing: string
}

/** The statement of a supplier, with an account for each currency. */
export interface Statement {
  supplier: { id: number; code: string; supplier_name: string }
  from: string
  to: string
  accounts: StatementAccount[]
}

/** Whether the entry is a document; other entries settle documents. */
export const isDocument = (kind: EntryKind): boolean =>
  kind === 'commercial' || kind === 'deposit' || kind === 'credit_note' || kind === 'debit_note'
