import { defineArea } from '#shared/kit/area.ts'
import { reference } from '#shared/kit/fields.ts'
import { compositionRowFields } from '#shared/trade/composition-rows.ts'

/** A fibre of a colourway, by part; replaces the composition of the yarn. */
export const colourwayFibres = defineArea({
  name: 'colourway-fibres',
  title: 'fibre_id',
  fields: {
    colourway_id: reference('colourways', { required: true, fixed: true }),
    ...compositionRowFields({ withComponent: true }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  partOf: { area: 'colourways', by: 'colourway_id' },
  key: ['component', 'fibre_id', 'recycled', 'organic'],
  sort: ['id'],
})
