import { emailPattern } from '#shared/base/email.ts'
import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, choices, conditions, integer, longText, moment, reference, rows, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { reviewDepartments } from '#shared/trade/artworks.ts'

export const users = defineArea({
  name: 'users',
  path: '/apps/Users',
  title: 'full_name',
  fields: {
    full_name: text({ readOnly: true, search: true, sort: true }),
    first_name: text({ required: true, max: 80 }),
    last_name: text({ required: true, max: 80 }),
    email: text({
      required: true,
      unique: true,
      max: 200,
      case: 'lower',
      pattern: emailPattern,
      keyboard: 'email',
      search: true,
      sort: true,
    }),
    username: text({ unique: true, max: 60, case: 'lower', pattern: /^[a-z0-9][a-z0-9._-]{3,59}$/, search: true }),
    type: choice(['admin', 'Office', 'Agent', 'staff', 'user', 'superAdmin'], {
      required: true,
      offers: { Office: ['Agent', 'staff'], Agent: ['Agent', 'staff'] },
      sort: true,
    }),
    is_super_user: integer({ required: true, min: 0, max: 1, default: 0, read: ['admin'], write: ['admin'] }),
    supplier_id: reference('suppliers', { write: ['admin', 'Office'], search: true }),
    company: text({ max: 160 }),
    phone: text({ max: 40, keyboard: 'tel' }),
    language: choice(['en', 'zh']),
    last_login_at: moment({ readOnly: true, read: ['admin', 'Office'], sort: true }),
    // Departments whose artwork reviews notify the user and appear on the dashboard.
    review_departments: choices(reviewDepartments, { read: ['admin', 'Office'], write: ['admin'] }),
    portfolios: rows('user-portfolios', { by: 'user_id', max: 20, read: ['admin'], write: ['admin'] }),
  },
  // An account may have several portfolios; administrators filter by one.
  conditions: conditions({ portfolio_id: reference('portfolios', { read: ['admin'] }) }),
  lifecycle: lifecycle({
    start: 'invited',
    states: { invited: 'info', active: 'success', suspended: 'warning', deactivated: 'neutral' },
    moves: {
      invite: { from: ['invited'], by: ['admin', 'Office', 'Agent'] },
      activate: {
        from: ['invited'],
        to: 'active',
        by: ['admin', 'Office', 'Agent'],
        asks: { password: text({ required: true, max: 128, secret: true }) },
      },
      set_password: {
        from: ['active', 'suspended'],
        by: ['admin'],
        asks: { password: text({ required: true, max: 128, secret: true }) },
      },
      // A move instead of an edit, because control of the address is control of the account.
      change_email: {
        from: ['active', 'suspended'],
        by: ['admin', 'Office', 'Agent'],
        asks: {
          email: text({
            required: true,
            max: 200,
            case: 'lower',
            pattern: emailPattern,
            keyboard: 'email',
            starts: 'email',
          }),
          own_password: text({ required: true, max: 128, secret: true }),
        },
      },
      suspend: {
        from: ['active'],
        to: 'suspended',
        by: ['admin', 'Agent'],
        asks: { reason: longText({ required: true, max: 500 }) },
        danger: true,
      },
      reactivate: { from: ['suspended'], to: 'active', by: ['admin', 'Agent'] },
      deactivate: {
        from: ['invited', 'active', 'suspended'],
        to: 'deactivated',
        by: ['admin'],
        asks: { reason: longText({ required: true, max: 500 }) },
        danger: true,
      },
    },
  }),
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office', 'Agent'],
    edit: ['admin', 'Office', 'Agent'],
    delete: ['admin'],
  },
  scope: { Agent: 'own_company', staff: 'self' },
  key: ['email'],
  sort: ['full_name'],
  columns: ['full_name', 'email', 'type', 'supplier_id', 'status', 'last_login_at'],
})
export type User = RecordOf<typeof users>
