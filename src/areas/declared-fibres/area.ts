import { defineArea } from '#shared/kit/area.ts'
import { reference } from '#shared/kit/fields.ts'
import { compositionRowFields } from '#shared/trade/composition-rows.ts'

/** A fibre of a line, by part, as the supplier declares it. */
export const declaredFibres = defineArea({
  name: 'declared-fibres',
  title: 'fibre_id',
  fields: {
    fibre_allocation_id: reference('fibre-allocations', { required: true, fixed: true }),
    ...compositionRowFields({ withComponent: true }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office', 'Agent'],
    edit: ['admin', 'Office', 'Agent'],
    delete: ['admin', 'Office', 'Agent'],
  },
  partOf: { area: 'fibre-allocations', by: 'fibre_allocation_id' },
  key: ['component', 'fibre_id', 'recycled', 'organic'],
  sort: ['id'],
})
