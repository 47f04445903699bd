import { defineArea } from '#shared/kit/area.ts'
import { reference } from '#shared/kit/fields.ts'

/** A supplier that a factory works for; a supplier sees the link to itself only. */
export const factorySuppliers = defineArea({
  name: 'factory-suppliers',
  title: 'supplier_id',
  fields: {
    factory_id: reference('factories', { required: true, fixed: true }),
    supplier_id: reference('suppliers', { required: true, states: ['active'] }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  scope: { Agent: 'own', staff: 'own' },
  partOf: { area: 'factories', by: 'factory_id' },
  key: ['supplier_id'],
  sort: ['id'],
})
