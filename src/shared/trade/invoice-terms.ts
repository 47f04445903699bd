/** Kinds of invoice. A proforma is not paid; credit and debit notes reduce what the supplier receives. */
export const invoiceTypes = ['commercial', 'proforma', 'deposit', 'credit_note', 'debit_note'] as const
export type InvoiceType = (typeof invoiceTypes)[number]

/** 1 for what the retailer owes, −1 for what it gets back, 0 for what nobody pays. */
export const signOf = (type: unknown): 1 | 0 | -1 =>
  type === 'proforma' ? 0 : type === 'credit_note' || type === 'debit_note' ? -1 : 1

/** The same as SQL, of an invoice's alias. */
export const signSql = (alias: string): string =>
  `(case when ${alias}.type = 'proforma' then 0 when ${alias}.type in ('credit_note', 'debit_note') then -1 else 1 end)`

/** Types that suppliers write. Debit notes come from the retailer. */
export const supplierTypes: readonly InvoiceType[] = ['commercial', 'proforma', 'deposit', 'credit_note']

/** What an invoice charges, or takes off, besides goods. */
export const chargeKinds = [
  'freight',
  'insurance',
  'tooling',
  'testing',
  'discount',
  'deposit_deduction',
  'other',
] as const
export type ChargeKind = (typeof chargeKinds)[number]

/** Charges that are taken off. Amounts of charges are written without a sign. */
export const isDeduction = (kind: unknown): boolean => kind === 'discount' || kind === 'deposit_deduction'

export const matchStates = ['unmatched', 'matched', 'within_tolerance', 'exception'] as const
export type MatchState = (typeof matchStates)[number]

/** What the three-way match finds, of a line or of the whole invoice. */
export const matchCodes = [
  'qty_over',
  'price_diff',
  'no_receipt',
  'duplicate',
  'currency',
  'supplier',
  'po_on_hold',
  'qa_failed',
  'docs_missing',
  'amount_over',
  'charge_not_due',
  'deposit_open',
  'terms_differ',
] as const
export type MatchCode = (typeof matchCodes)[number]

/** Why the office disputes an invoice. */
export const disputeReasons = [
  'quantity',
  'price',
  'charges',
  'tax',
  'documents',
  'quality',
  'duplicate',
  'bank_account',
  'other',
] as const

/** States in which the units and amounts of an invoice count as invoiced. */
export const invoicedStates = [
  'submitted',
  'under_review',
  'disputed',
  'approved',
  'scheduled',
  'part_paid',
  'paid',
] as const
/** States in which it waits for a decision; the match follows its facts. */
export const undecidedStates = ['submitted', 'under_review', 'disputed'] as const
/** States in which its balance is owed. */
export const payableStates = ['approved', 'scheduled', 'part_paid'] as const
/** States in which it stands in the supplier's account. */
export const ledgerStates = [...payableStates, 'paid'] as const
/** States in which its number is free for another one. */
export const numberFreeStates = ['rejected', 'void'] as const

/** Bases of a due date. */
export const dueBases = ['order', 'invoice', 'bl_date', 'etd', 'delivery', 'eom'] as const

/** Incoterms by which goods are delivered at the destination: what was received counts, not what was shipped. */
export const deliveredTerms = ['DAP', 'DPU', 'DDP'] as const
export const isDeliveredTerm = (incoterm: unknown): boolean => deliveredTerms.some((term) => term === incoterm)

/**
 * An invoice number without what people write differently: case, width, punctuation, and leading zeros of its parts.
 * Numbers that follow each other stay apart: `1-11` is not `11-1`.
 */
export const numberKey = (no: string): string =>
  (
    no
      .normalize('NFKC')
      .toUpperCase()
      .match(/\d+|\p{L}+/gu) ?? []
  )
    .map((part) => (/^\d/.test(part) ? part.replace(/^0+(?=\d)/, '') : part))
    .reduce((key, part) => key + (/\d$/.test(key) && /^\d/.test(part) ? '-' : '') + part, '')

/** A number for the next invoice: the last one of the supplier counted on, or else that of the booking. */
export const nextInvoiceNo = (last: string | null, booking: string): string => {
  const parts = /^(.*?)(\d{1,15})(\D{0,5})$/.exec(last ?? '')
  if (!parts) return booking
  const [, before = '', digits = '', after = ''] = parts
  return `${before}${String(Number(digits) + 1).padStart(digits.length, '0')}${after}`
}
