import { defineArea, type RecordOf } from '../../shared/area'
import { choice, country, currency, longText, percent, reference, text } from '../../shared/fields'
import { lifecycle } from '../../shared/lifecycle'

export const suppliers = defineArea({
  name: 'suppliers',
  path: '/apps/suppliers',
  title: 'supplier_name',
  fields: {
    code: text({ required: true, unique: true, max: 20, case: 'upper', search: 'code', sort: true }),
    supplier_name: text({ required: true, max: 160, search: true, sort: true }),
    company_legal_name_en: text({ max: 200, search: true }),
    company_legal_name_zh: text({ max: 200, search: true }),
    type: choice(['factory_owner', 'trading_agent', 'buying_office'], { default: 'factory_owner' }),
    country: country({ required: true, sort: true }),
    city: text({ max: 80 }),
    address: longText({ max: 500 }),
    tax_id: text({ max: 40, read: ['admin', 'Office'] }),
    contact_name: text({ max: 120 }),
    contact_email: text({ max: 200, case: 'lower', pattern: /^[^@\s]+@[^@\s]+\.[^@\s]+$/ }),
    contact_phone: text({ max: 40 }),
    language: choice(['en', 'zh'], { default: 'en' }),
    default_currency: currency(),
    default_incoterm: choice(['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF']),
    default_port_id: reference('ports'),
    default_payment_term_id: reference('payment-terms', { read: ['admin', 'Office'] }),
    qty_tolerance_over_pct: percent({ read: ['admin', 'Office'] }),
    qty_tolerance_under_pct: percent({ read: ['admin', 'Office'] }),
    standing: choice(['new', 'approved', 'watch', 'blocked'], {
      default: 'new',
      read: ['admin', 'Office'],
      write: ['admin'],
    }),
    notes_internal: longText({ read: ['admin', 'Office'] }),
  },
  lifecycle: lifecycle({
    start: 'active',
    states: { active: 'success', inactive: 'neutral' },
    moves: {
      deactivate: {
        from: ['active'],
        to: 'inactive',
        by: ['admin'],
        asks: { reason: longText({ required: true, max: 500 }) },
        danger: true,
      },
      activate: { from: ['inactive'], to: 'active', by: ['admin'] },
    },
  }),
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin'],
  },
  scope: { Agent: 'own', staff: 'own' },
  key: ['code'],
  sort: ['supplier_name'],
  columns: ['supplier_name', 'code', 'type', 'country', 'city', 'standing', 'status'],
})
export type Supplier = RecordOf<typeof suppliers>
