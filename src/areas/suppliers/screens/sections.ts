import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of a supplier; fields that only the office reads come last. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'company',
    fields: [
      'supplier_name',
      'code',
      'company_legal_name_en',
      'company_legal_name_zh',
      'type',
      'country',
      'city',
      'tax_id',
      'standing',
      'address',
    ],
  },
  { name: 'contact', fields: ['contact_name', 'contact_email', 'contact_phone', 'language'] },
  { name: 'contacts', fields: ['contacts'] },
  {
    name: 'terms',
    fields: [
      'default_currency',
      'default_incoterm',
      'default_port_id',
      'default_payment_term_id',
      'qty_tolerance_over_pct',
      'qty_tolerance_under_pct',
    ],
  },
  { name: 'notes', fields: ['notes_internal'] },
]
