import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The inputs of a run. */
export const run: SectionPlan = {
  name: 'run',
  fields: ['currency', 'due_until', 'execution_date', 'paying_account_id', 'notes'],
}

/** The sections of the page; the invoices are shown by supplier. */
export const sections: readonly SectionPlan[] = [
  run,
  {
    name: 'totals',
    fields: ['paid_out', 'set_off', 'discount_total', 'payments_qty', 'suppliers_qty', 'failed_qty'],
  },
  {
    name: 'people',
    fields: [
      'proposed_by',
      'submitted_by',
      'submitted_at',
      'released_by',
      'released_at',
      'exported_by',
      'exported_at',
      'sent_by',
      'sent_at',
      'confirmed_by',
      'settled_on',
      'answer',
    ],
  },
]
