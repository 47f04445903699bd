import { emailPattern } from '#shared/base/email.ts'
import { defineArea } from '#shared/kit/area.ts'
import { choice, reference, text } from '#shared/kit/fields.ts'

const house = ['admin', 'Office'] as const

/** A contact of the office at an auditing firm. */
export const auditingFirmContacts = defineArea({
  name: 'auditing-firm-contacts',
  title: 'full_name',
  fields: {
    auditing_firm_id: reference('auditing-firms', { required: true, fixed: true }),
    full_name: text({ required: true, max: 120, search: true }),
    function: choice(['booking', 'auditor', 'certification', 'complaints', 'management'], { required: true }),
    email: text({ max: 200, case: 'lower', pattern: emailPattern, keyboard: 'email', search: true }),
    // E.164, with optional separators.
    phone: text({ max: 40, keyboard: 'tel', pattern: /^\+[1-9](?:[ .()/-]{0,2}\d){6,14}$/ }),
  },
  access: { read: house, create: house, edit: house, delete: house },
  partOf: { area: 'auditing-firms', by: 'auditing_firm_id' },
  key: ['full_name', 'function'],
  sort: ['id'],
})
