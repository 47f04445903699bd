import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { flag, reference, text } from '#shared/kit/fields.ts'

/** One colour of an article in one size: the unit that is ordered, labelled and scanned. */
export const skus = defineArea({
  name: 'skus',
  title: 'sku',
  fields: {
    colourway_id: reference('colourways', { required: true, fixed: true }),
    size_id: reference('sizes', { required: true }),
    sku: text({ max: 60, unique: true, search: 'code' }),
    gtin: text({ max: 14, unique: true, search: 'code' }),
    active: flag({ default: true }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  partOf: { area: 'colourways', by: 'colourway_id' },
  key: ['size_id'],
  sort: ['id'],
})
export type Sku = RecordOf<typeof skus>
