import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { integer, reference, rows, text } from '#shared/kit/fields.ts'
import { gradeStep, tolerance } from '#shared/trade/lengths.ts'

/** A row of a measurement table: a point of measure with its tolerances, its grade and a value for each size. */
export const specMeasures = defineArea({
  name: 'spec-measures',
  title: 'pom_id',
  fields: {
    specification_id: reference('specifications', { required: true, fixed: true }),
    seq: integer({ required: true, min: 1, max: 9999, sort: true }),
    // Of any state: a version goes on with the points of the one before. New rows are offered active ones.
    pom_id: reference('poms', { required: true }),
    remark: text({ max: 120 }),
    tol_plus_mm: tolerance(),
    tol_minus_mm: tolerance(),
    // Absent: each size by hand.
    grade_step_mm: gradeStep(),
    values: rows('spec-measure-values', { by: 'spec_measure_id', max: 60, order: ['size_id'] }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  partOf: { area: 'specifications', by: 'specification_id' },
  key: ['pom_id'],
  sort: ['seq'],
})
export type SpecMeasure = RecordOf<typeof specMeasures>
