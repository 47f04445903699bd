import { defineArea } from '#shared/kit/area.ts'
import { longText, reference, text } from '#shared/kit/fields.ts'

/** One field of a change request: the old value and the requested value, as JSON. */
export const factoryChangeItems = defineArea({
  name: 'factory-change-items',
  title: 'field',
  fields: {
    factory_change_id: reference('factory-changes', { required: true, fixed: true }),
    field: text({ readOnly: true, max: 60 }),
    old_value: longText({ readOnly: true, max: 2000 }),
    new_value: longText({ readOnly: true, max: 2000 }),
  },
  access: { read: ['admin', 'Office', 'Agent'], create: [], edit: [], delete: [] },
  partOf: { area: 'factory-changes', by: 'factory_change_id' },
  sort: ['id'],
})
