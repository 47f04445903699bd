import { defineArea } from '#shared/kit/area.ts'
import { reference } from '#shared/kit/fields.ts'
import { compositionRowFields } from '#shared/trade/composition-rows.ts'

/** What a yarn is made of. */
export const yarnFibres = defineArea({
  name: 'yarn-fibres',
  title: 'fibre_id',
  fields: {
    yarn_id: reference('yarns', { required: true, fixed: true }),
    ...compositionRowFields({ withComponent: false }),
  },
  access: {
    read: ['admin', 'Office', 'Agent'],
    create: ['admin', 'Office', 'Agent'],
    edit: ['admin', 'Office', 'Agent'],
    delete: ['admin', 'Office', 'Agent'],
  },
  partOf: { area: 'yarns', by: 'yarn_id' },
  key: ['fibre_id', 'recycled', 'organic'],
  sort: ['id'],
})
