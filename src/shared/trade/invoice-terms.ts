/** Types of invoices. A proforma is not paid; credit and debit notes reduce what the supplier receives. */
export const invoiceTypes = ['commercial', 'proforma', 'deposit', 'credit_note', 'debit_note'] as const
export type InvoiceType = (typeof invoiceTypes)[number]

/** 1 for amounts that the retailer owes, −1 for amounts that it gets back, 0 for a proforma. */
export const signOf = (type: unknown): 1 | 0 | -1 =>
  type === 'proforma' ? 0 : type === 'credit_note' || type === 'debit_note' ? -1 : 1

/** `signOf` as SQL, for the alias of an invoice. */
export const signSql = (alias: string): string =>
  `(case when ${alias}.type = 'proforma' then 0 when ${alias}.type in ('credit_note', 'debit_note') then -1 else 1 end)`

/** Types that suppliers create. Debit notes are created by the retailer. */
export const supplierTypes: readonly InvoiceType[] = ['commercial', 'proforma', 'deposit', 'credit_note']

/** Charges and deductions of an invoice besides goods. */
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

/** Whether a charge is subtracted. Amounts of charges are stored without a sign. */
export const isDeduction = (kind: unknown): boolean => kind === 'discount' || kind === 'deposit_deduction'

export const matchStates = ['unmatched', 'matched', 'within_tolerance', 'exception'] as const
export type MatchState = (typeof matchStates)[number]

/** Exceptions of the three-way match, of a line or of the whole invoice. */
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

/** Reasons for which the office disputes an invoice. */
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
/** States in which an invoice waits for a decision; its match is still updated. */
export const undecidedStates = ['submitted', 'under_review', 'disputed'] as const
/** States in which the balance of an invoice is owed. */
export const payableStates = ['approved', 'scheduled', 'part_paid'] as const
/** States in which an invoice is part of the supplier's account. */
export const ledgerStates = [...payableStates, 'paid'] as const
/** States in which the number of an invoice can be used again. */
export const numberFreeStates = ['rejected', 'void'] as const

/** The date that a due date is calculated from. */
export const dueBases = ['order', 'invoice', 'bl_date', 'etd', 'delivery', 'eom'] as const

/** Incoterms with delivery at the destination: received quantities count instead of shipped ones. */
export const deliveredTerms = ['DAP', 'DPU', 'DDP'] as const
export const isDeliveredTerm = (incoterm: unknown): boolean => deliveredTerms.some((term) => term === incoterm)

/**
 * Normalises an invoice number for comparison: ignores case, width, punctuation and leading zeros of its parts.
 * Adjacent numbers stay separated: `1-11` is not `11-1`.
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

/** Proposes a number for the next invoice: the supplier's last number plus one, or else the number of the booking. */
export const nextInvoiceNo = (last: string | null, booking: string): string => {
  const parts = /^(.*?)(\d{1,15})(\D{0,5})$/.exec(last ?? '')
  if (!parts) return booking
  const [, before = '', digits = '', after = ''] = parts
  return `${before}${String(Number(digits) + 1).padStart(digits.length, '0')}${after}`
}
