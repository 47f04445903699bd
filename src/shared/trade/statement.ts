/**
 * What stands in a supplier's account: documents by their types, and what was paid, taken off, set off or came back.
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

/** An entry of an account. Amounts are decimal text: above zero for what the retailer owes. */
export interface StatementEntry {
  day: string
  kind: EntryKind
  invoice_id: number
  invoice_no: string
  internal_no: string | null
  reference: string | null
  due_date: string | null
  amount: string
  /** What is owed after it. */
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

/** The statement of a supplier, an account for each currency. */
export interface Statement {
  supplier: { id: number; code: string; supplier_name: string }
  from: string
  to: string
  accounts: StatementAccount[]
}

/** Entries of documents; the others settle them. */
export const isDocument = (kind: EntryKind): boolean =>
  kind === 'commercial' || kind === 'deposit' || kind === 'credit_note' || kind === 'debit_note'
