import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, integer, reference, text } from '#shared/kit/fields.ts'
import { taskAnchors, taskOwners, taskReporters } from '#shared/trade/tna-terms.ts'

const code = { max: 40, case: 'lower', pattern: /^[a-z0-9][a-z0-9_-]*$/ } as const

export const tnaTemplateItems = defineArea({
  name: 'tna-template-items',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    tna_template_id: reference('tna-templates', { required: true, fixed: true }),
    seq: integer({ required: true, min: 1, max: 9999, sort: true }),
    code: text({ required: true, ...code }),
    name_en: text({ required: true, max: 80 }),
    name_zh: text({ max: 80 }),
    owner: choice(taskOwners, { required: true }),
    anchor: choice(taskAnchors, { required: true }),
    offset_days: integer({ required: true, min: -400, max: 400 }),
    offset_days_air: integer({ min: -400, max: 400 }),
    duration_days: integer({ max: 200 }),
    filled_by: choice(taskReporters, { required: true, default: 'manual' }),
    // Codes of the milestones of the same template that must be done first.
    after_code: text(code),
    and_after_code: text(code),
  },
  access: {
    read: ['admin', 'Office'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  partOf: { area: 'tna-templates', by: 'tna_template_id' },
  key: ['code'],
  sort: ['seq'],
})
export type TnaTemplateItem = RecordOf<typeof tnaTemplateItems>
