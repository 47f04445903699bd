import { defineArea } from '#shared/kit/area.ts'
import { reference } from '#shared/kit/fields.ts'
import { compositionRowFields } from '#shared/trade/composition-rows.ts'

/** A fibre on the label of a line, by part. Equals the verified declaration unless the office changes the wording. */
export const labelFibres = defineArea({
  name: 'label-fibres',
  title: 'fibre_id',
  fields: {
    fibre_allocation_id: reference('fibre-allocations', { required: true, fixed: true }),
    ...compositionRowFields({ withComponent: true }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  partOf: { area: 'fibre-allocations', by: 'fibre_allocation_id' },
  key: ['component', 'fibre_id', 'recycled', 'organic'],
  sort: ['id'],
})
