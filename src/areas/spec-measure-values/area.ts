import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { flag, reference } from '#shared/kit/fields.ts'
import { length } from '#shared/trade/lengths.ts'

/** A length in one size. Values that are not `by_hand` are computed from the base size and the grade step. */
export const specMeasureValues = defineArea({
  name: 'spec-measure-values',
  title: 'size_id',
  fields: {
    spec_measure_id: reference('spec-measures', { required: true, fixed: true }),
    size_id: reference('sizes', { required: true, sort: true }),
    value_mm: length(),
    by_hand: flag(),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  partOf: { area: 'spec-measures', by: 'spec_measure_id' },
  key: ['size_id'],
  sort: ['id'],
})
export type SpecMeasureValue = RecordOf<typeof specMeasureValues>
