import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, flag, integer, longText, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'
import { sampleGates, sampleSizesRules, sampleStages } from '#shared/trade/samples.ts'

const house = ['admin', 'Office'] as const

/** Kinds of samples, in the order in which they are made. */
export const sampleTypes = defineArea({
  name: 'sample-types',
  path: '/apps/sample_management/sample_types',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    // Fixed, because milestones refer to some types by code.
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
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    seq: integer({ required: true, min: 1, max: 9999, sort: true }),
    stage: choice(sampleStages, { required: true, sort: true }),
    gate: choice(sampleGates, { required: true, default: 'none' }),
    default_qty: integer({ required: true, min: 1, max: 99, default: 1 }),
    sizes_rule: choice(sampleSizesRules, { required: true, default: 'base' }),
    // Working days that a supplier needs from the request to the finished sample.
    lead_days: integer({ required: true, max: 200, default: 10 }),
    needs_colourway: flag(),
    needs_line: flag(),
    needs_measurement: flag(),
    needs_lab_test: flag(),
    notes: longText({ max: 1000 }),
  },
  lifecycle: retirable(['admin']),
  access: { read: house, create: house, edit: house, delete: ['admin'] },
  key: ['code'],
  sort: ['seq'],
  columns: ['name_en', 'name_zh', 'code', 'seq', 'stage', 'gate', 'default_qty', 'sizes_rule', 'lead_days', 'status'],
})
export type SampleType = RecordOf<typeof sampleTypes>
