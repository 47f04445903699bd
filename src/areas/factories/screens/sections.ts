import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of a factory; fields that only the office reads come last. */
export const sections: readonly SectionPlan[] = [
  { name: 'profile', fields: ['name_en', 'name_zh', 'factory_code', 'subcontract_parent_id', 'types', 'gauges'] },
  {
    name: 'place',
    fields: ['country', 'province', 'city', 'address_en', 'address_zh', 'latitude', 'longitude'],
  },
  { name: 'suppliers', fields: ['suppliers'] },
  { name: 'categories', fields: ['categories'] },
  {
    name: 'people',
    fields: [
      'capacity_per_month',
      'capacity_uom',
      'lead_time_days',
      'moq',
      'workers_total',
      'workers_female',
      'workers_migrant',
    ],
  },
  {
    name: 'programmes',
    fields: ['business_licence_no', 'business_licence_expiry', 'os_id', 'sedex_site_ref', 'amfori_id', 'higg_id'],
  },
  { name: 'contacts', fields: ['contacts'] },
  { name: 'terms', fields: ['risk_level', 'conditional_until', 'duplicate_of_id', 'notes_internal'] },
]
