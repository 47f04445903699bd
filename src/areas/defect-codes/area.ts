import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'
import { defectCategories, defectSeverities } from '#shared/trade/qa.ts'

/** Defects of garments. Inspections refer to them, so that the same fault always has the same name. */
export const defectCodes = defineArea({
  name: 'defect-codes',
  path: '/apps/defect_codes',
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
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ required: true, max: 80, search: true }),
    category: choice(defectCategories, { required: true, sort: true }),
    // The preselected severity; the inspector may change it for each defect.
    default_severity: choice(defectSeverities, { required: true }),
  },
  lifecycle: retirable(['admin', 'Office']),
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin'],
  },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'name_zh', 'code', 'category', 'default_severity', 'status'],
})
export type DefectCode = RecordOf<typeof defectCodes>
