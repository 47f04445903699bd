import { defineArea } from '#shared/kit/area.ts'
import { reference } from '#shared/kit/fields.ts'

/** A product category that a factory makes. */
export const factoryCategories = defineArea({
  name: 'factory-categories',
  title: 'product_category_id',
  fields: {
    factory_id: reference('factories', { required: true, fixed: true }),
    product_category_id: reference('product-categories', { required: true }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office', 'Agent'],
    edit: ['admin', 'Office', 'Agent'],
    delete: ['admin', 'Office', 'Agent'],
  },
  partOf: { area: 'factories', by: 'factory_id' },
  key: ['product_category_id'],
  sort: ['id'],
})
