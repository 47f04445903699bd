import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, flag, integer, longText, rows, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'
import { programSchemes } from '#shared/trade/accreditation.ts'

const house = ['admin', 'Office'] as const

/** Standards and programmes by which factories and goods are audited, with their grades. */
export const standardPrograms = defineArea({
  name: 'standard-programs',
  path: '/apps/accreditation/standard_accreditation_programs_database',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    // Fixed, because titles of audits contain it.
    code: text({
      required: true,
      unique: true,
      fixed: true,
      max: 30,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9_-]*$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 120, search: true, sort: true }),
    name_zh: text({ max: 120, search: true }),
    owner_org: text({ max: 120, search: true }),
    kind: choice(['social', 'environment', 'security', 'quality', 'chemical', 'product', 'animal'], {
      required: true,
      sort: true,
    }),
    scheme: choice(programSchemes, { required: true }),
    scope: choice(['factory', 'product', 'both'], { required: true, default: 'factory' }),
    default_validity_months: integer({ min: 1, max: 120 }),
    requires_cap: flag(),
    url: text({ max: 255, keyboard: 'url', pattern: /^https:\/\/[^\s/?#]+\.[^\s/?#]+\S*$/ }),
    notes: longText({ max: 2000 }),
    grades: rows('standard-grades', { by: 'standard_program_id', max: 40, order: ['sort_order'] }),
  },
  lifecycle: retirable(['admin']),
  access: { read: ['admin', 'Office', 'Agent'], create: house, edit: house, delete: ['admin'] },
  // Agents choose a programme; their form derives its suggestions from the grades, which all programmes publish.
  only: {
    read: {
      Agent: [
        'code',
        'name_en',
        'name_zh',
        'kind',
        'scheme',
        'scope',
        'default_validity_months',
        'requires_cap',
        'grades',
      ],
    },
  },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'code', 'owner_org', 'kind', 'scheme', 'scope', 'default_validity_months', 'status'],
})
export type StandardProgram = RecordOf<typeof standardPrograms>
