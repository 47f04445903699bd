import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choices, flag, integer, longText, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'
import { activityTypes } from '#shared/trade/qa.ts'

const house = ['admin', 'Office'] as const

/** What inspectors check besides defects. Starting an activity copies the items of its type. */
export const checklistItems = defineArea({
  name: 'checklist-items',
  path: '/apps/qa_checklist',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 12,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9-]{0,11}$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 120, search: true, sort: true }),
    name_zh: text({ required: true, max: 120, search: true }),
    how_en: longText({ max: 500 }),
    how_zh: longText({ max: 500 }),
    activity_types: choices(activityTypes),
    // A failed item fails the whole lot, regardless of other results.
    is_hard_fail: flag(),
    seq: integer({ required: true, min: 1, max: 9999, sort: true }),
  },
  lifecycle: retirable(house),
  access: { read: [...house, 'Agent', 'staff'], create: house, edit: house, delete: ['admin'] },
  key: ['code'],
  sort: ['seq'],
  columns: ['name_en', 'name_zh', 'code', 'activity_types', 'is_hard_fail', 'seq', 'status'],
})
export type ChecklistItem = RecordOf<typeof checklistItems>
