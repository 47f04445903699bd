import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { country, date, longText, rows, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'

const house = ['admin', 'Office'] as const
const reason = { reason: longText({ required: true, max: 500 }) }

/** Firms that audit factories. Programmes accredit them and may suspend them, even in single countries. */
export const auditingFirms = defineArea({
  name: 'auditing-firms',
  path: '/apps/accreditation/auditing_firm_database',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 20,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9-]*$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 120, search: true, sort: true }),
    name_zh: text({ max: 120, search: true }),
    country: country({ sort: true }),
    website: text({ max: 255, keyboard: 'url', pattern: /^https:\/\/[^\s/?#]+\.[^\s/?#]+\S*$/ }),
    accreditation_body: text({ max: 120 }),
    accreditation_no: text({ max: 60, search: 'code' }),
    accreditation_expiry: date({ sort: true }),
    suspended_on: date({ readOnly: true, sort: true }),
    status_reason: longText({ readOnly: true, max: 500 }),
    notes: longText({ max: 2000 }),
    programs: rows('auditing-firm-programs', { by: 'auditing_firm_id', max: 200 }),
    contacts: rows('auditing-firm-contacts', { by: 'auditing_firm_id', max: 30 }),
  },
  lifecycle: lifecycle({
    start: 'active',
    states: { active: 'success', suspended: 'danger', retired: 'neutral' },
    moves: {
      suspend: {
        from: ['active'],
        to: 'suspended',
        by: ['admin'],
        asks: { suspended_on: date({ required: true, happened: true }), ...reason },
        danger: true,
      },
      reinstate: { from: ['suspended'], to: 'active', by: ['admin'], asks: reason },
      retire: { from: ['active', 'suspended'], to: 'retired', by: ['admin'], asks: reason, danger: true },
      activate: { from: ['retired'], to: 'active', by: ['admin'] },
    },
  }),
  access: { read: ['admin', 'Office', 'Agent'], create: house, edit: house, delete: ['admin'] },
  // An agent names the firm of an audit.
  only: { read: { Agent: ['code', 'name_en', 'name_zh'] } },
  key: ['code'],
  sort: ['name_en'],
  columns: ['name_en', 'code', 'status', 'country', 'accreditation_no', 'accreditation_expiry', 'suspended_on'],
})
export type AuditingFirm = RecordOf<typeof auditingFirms>
