import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The records that an invoice of a type refers to. */
const sourcesOf = (type: unknown): readonly string[] => {
  if (type === 'commercial') return ['booking_id']
  if (type === 'credit_note' || type === 'debit_note') return ['corrects_id', 'purchase_order_id']
  return ['purchase_order_id']
}

/** The required references of an invoice of a type. */
export const neededOf = (type: unknown): readonly string[] =>
  type === 'credit_note' || type === 'debit_note' ? [] : sourcesOf(type)

/** The sections of the form; its fields depend on the type. */
export const formSections = (type: unknown): readonly SectionPlan[] => [
  { name: 'invoice', fields: ['type', 'supplier_id', ...sourcesOf(type), 'invoice_no', 'invoice_date', 'currency'] },
]
export const paymentSections = (type: unknown): readonly SectionPlan[] => [
  ...(type === 'proforma' ? [] : [{ name: 'payment', fields: ['bank_account_id'] }]),
  { name: 'notes', fields: ['remarks', 'notes_internal'] },
]

/** The sections of the page, below the match. */
export const showSections: readonly SectionPlan[] = [
  {
    name: 'invoice',
    fields: [
      'type',
      'internal_no',
      'supplier_id',
      'booking_id',
      'purchase_order_id',
      'corrects_id',
      'claim_no',
      'invoice_date',
      'currency',
      'fx_rate',
      'total_base',
      'incoterm',
      'incoterm_place',
      'port_of_loading_id',
      'bl_no',
      'number_key',
    ],
  },
  {
    name: 'payment',
    fields: [
      'bank_account_id',
      'payment_term_id',
      'due_base',
      'base_date',
      'due_date',
      'discount_date',
      'discount_amount',
      'amount_paid',
      'balance',
      'paid_on',
    ],
  },
  {
    name: 'review',
    fields: [
      'submitted_by',
      'submitted_at',
      'first_approved_by',
      'first_approved_at',
      'approved_by',
      'approved_at',
      'auto_approved',
      'dispute_round',
    ],
  },
  { name: 'notes', fields: ['remarks', 'notes_internal'] },
]
