import { emailPattern } from '#shared/base/email.ts'
import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  choice,
  country,
  currency,
  date,
  decimal,
  longText,
  percent,
  reference,
  rows,
  text,
} from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'

const house = ['admin', 'Office'] as const
/** `new` is not offered: it is the initial standing and cannot be set again. */
const standing = choice(['watch', 'approved', 'blocked'], { required: true })
const reason = longText({ required: true, max: 500 })
const comment = longText({ max: 500 })

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
    tax_id: text({ max: 40, read: house }),
    contact_name: text({ max: 120 }),
    contact_email: text({ max: 200, case: 'lower', pattern: emailPattern, keyboard: 'email' }),
    contact_phone: text({ max: 40, keyboard: 'tel' }),
    // Names and addresses of the contacts, for the search.
    contact_names: text({ readOnly: true, max: 4000, search: true }),
    language: choice(['en', 'zh'], { default: 'en' }),
    default_currency: currency(),
    default_incoterm: choice(['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF']),
    default_port_id: reference('ports'),
    default_payment_term_id: reference('payment-terms', { read: house }),
    qty_tolerance_over_pct: percent({ read: house }),
    qty_tolerance_under_pct: percent({ read: house }),
    // Set on creation; afterwards only moves change it, and each change is recorded in `standings`.
    standing: choice(['new', 'approved', 'watch', 'blocked'], {
      default: 'new',
      fixed: true,
      read: house,
      write: ['admin'],
    }),
    proposed_standing: choice(['new', 'approved', 'watch', 'blocked'], { readOnly: true, read: house }),
    // The score of the scorecard and its date (`server/scorecard.ts`).
    score: decimal({ digits: 1, min: '0', max: '100', readOnly: true, read: house, sort: true }),
    scored_on: date({ readOnly: true, read: house }),
    notes_internal: longText({ read: house }),
    contacts: rows('supplier-contacts', { by: 'supplier_id', max: 60 }),
    standings: rows('supplier-standings', { by: 'supplier_id', readOnly: true, read: house }),
  },
  lifecycle: lifecycle({
    start: 'active',
    states: { active: 'success', inactive: 'neutral' },
    moves: {
      deactivate: {
        from: ['active'],
        to: 'inactive',
        by: ['admin'],
        asks: { reason },
        danger: true,
      },
      activate: { from: ['inactive'], to: 'active', by: ['admin'] },
      propose_standing: { internal: true, from: ['active', 'inactive'], by: house, asks: { standing, reason } },
      confirm_standing: { internal: true, from: ['active', 'inactive'], by: ['admin'], asks: { comment } },
      refuse_standing: { internal: true, from: ['active', 'inactive'], by: ['admin'], asks: { reason } },
      withdraw_standing: { internal: true, from: ['active', 'inactive'], by: house, asks: { comment } },
      set_standing: { internal: true, from: ['active', 'inactive'], by: ['admin'], asks: { standing, reason } },
    },
  }),
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin'],
  },
  scope: { Agent: 'own', staff: 'own' },
  portfolio: 'itself',
  key: ['code'],
  sort: ['supplier_name'],
  columns: ['supplier_name', 'code', 'standing', 'proposed_standing', 'score', 'country', 'city', 'type', 'status'],
})
export type Supplier = RecordOf<typeof suppliers>
