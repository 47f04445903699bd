import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, flag, integer, longText, percent, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'

/** The name of a fibre on labels in one more language. */
const printedName = () => text({ max: 60 })

/**
 * Fibres by their generic names. `eu_no` is the number in Annex I of Regulation (EU) No 1007/2011. `code` is the
 * trade's abbreviation, which labels must not print.
 */
export const fibres = defineArea({
  name: 'fibres',
  path: '/apps/fiber_database',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 10,
      case: 'upper',
      pattern: /^[A-Z][A-Z0-9-]{1,9}$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 60, search: true, sort: true }),
    name_zh: text({ required: true, max: 60, search: true }),
    family: choice(['natural_plant', 'natural_animal', 'regenerated', 'synthetic', 'other'], { required: true }),
    eu_no: integer({ min: 1, max: 99, sort: true }),
    us_name: text({ max: 60, search: true }),
    name_fr: printedName(),
    name_de: printedName(),
    name_es: printedName(),
    name_it: printedName(),
    trade_names: longText({ max: 300 }),
    aliases: longText({ max: 300, search: true }),
    moisture_regain_pct: percent({ min: '0', max: '30' }),
    needs_certificate: flag(),
  },
  lifecycle: retirable(['admin', 'Office']),
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin'],
  },
  // Suppliers read only the names of a fibre. Agents also enter compositions, so they can use every spelling.
  only: {
    read: {
      Agent: ['code', 'name_en', 'name_zh', 'us_name', 'aliases', 'trade_names'],
      staff: ['code', 'name_en', 'name_zh'],
    },
  },
  key: ['code'],
  sort: ['eu_no', 'code'],
  columns: ['name_en', 'name_zh', 'code', 'family', 'eu_no', 'us_name', 'needs_certificate', 'status'],
})
export type Fibre = RecordOf<typeof fibres>
