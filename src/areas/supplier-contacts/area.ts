import { emailPattern } from '#shared/base/email.ts'
import { defineArea } from '#shared/kit/area.ts'
import { choice, choices, flag, reference, text } from '#shared/kit/fields.ts'

/** A contact at a supplier. Order mails go to user accounts, not to contacts. */
export const supplierContacts = defineArea({
  name: 'supplier-contacts',
  title: 'full_name',
  fields: {
    supplier_id: reference('suppliers', { required: true, fixed: true }),
    full_name: text({ required: true, max: 120, search: true }),
    function: choice(['merchandising', 'production', 'shipping', 'quality', 'finance', 'compliance', 'management'], {
      required: true,
    }),
    is_primary: flag(),
    email: text({ max: 200, case: 'lower', pattern: emailPattern, keyboard: 'email', search: true }),
    // E.164 with optional separators.
    phone: text({ max: 40, keyboard: 'tel', pattern: /^\+[1-9](?:[ .()/-]{0,2}\d){6,14}$/ }),
    wechat_id: text({ max: 20, pattern: /^[A-Za-z][A-Za-z0-9_-]{5,19}$/ }),
    languages: choices(['en', 'zh', 'yue', 'bn', 'hi', 'km', 'si', 'ta', 'tr', 'ur', 'vi']),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  partOf: { area: 'suppliers', by: 'supplier_id' },
  key: ['full_name', 'function'],
  sort: ['id'],
  columns: ['full_name', 'function', 'is_primary', 'email', 'phone'],
})
