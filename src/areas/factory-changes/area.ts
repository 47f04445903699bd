import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, integer, longText, moment, reference, rows } from '#shared/kit/fields.ts'

/** A supplier's request to change the profile of an approved factory, and the office's answer. */
export const factoryChanges = defineArea({
  name: 'factory-changes',
  title: 'seq',
  fields: {
    factory_id: reference('factories', { required: true, fixed: true }),
    seq: integer({ readOnly: true }),
    supplier_id: reference('suppliers', { readOnly: true }),
    outcome: choice(['proposed', 'applied', 'refused', 'withdrawn'], { readOnly: true, sort: true }),
    proposed_by: reference('users', { readOnly: true, openTitle: true }),
    proposed_at: moment({ readOnly: true }),
    answered_by: reference('users', { readOnly: true, openTitle: true }),
    answered_at: moment({ readOnly: true }),
    answer: longText({ readOnly: true, max: 500 }),
    items: rows('factory-change-items', { by: 'factory_change_id', max: 60 }),
  },
  access: { read: ['admin', 'Office', 'Agent'], create: [], edit: [], delete: [] },
  partOf: { area: 'factories', by: 'factory_id' },
  scope: { Agent: 'own' },
  sort: ['-id'],
})
export type FactoryChange = RecordOf<typeof factoryChanges>
