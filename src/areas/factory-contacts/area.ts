import { emailPattern } from '#shared/base/email.ts'
import { defineArea } from '#shared/kit/area.ts'
import { choice, reference, text } from '#shared/kit/fields.ts'

/** A contact at a factory. */
export const factoryContacts = defineArea({
  name: 'factory-contacts',
  title: 'full_name',
  fields: {
    factory_id: reference('factories', { required: true, fixed: true }),
    full_name: text({ required: true, max: 120 }),
    function: choice(['owner', 'general_manager', 'merchandiser', 'production', 'quality', 'compliance', 'shipping']),
    email: text({ max: 200, case: 'lower', pattern: emailPattern, keyboard: 'email' }),
    phone: text({ max: 40, keyboard: 'tel' }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office', 'Agent'],
    edit: ['admin', 'Office', 'Agent'],
    delete: ['admin', 'Office', 'Agent'],
  },
  partOf: { area: 'factories', by: 'factory_id' },
  sort: ['id'],
})
