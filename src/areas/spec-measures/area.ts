import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { integer, reference, rows, text } from '#shared/kit/fields.ts'
import { gradeStep, tolerance } from '#shared/trade/lengths.ts'

/** A row of a measurement table: a point of measure with its tolerances, its grade step and a value for each size. */
export const specMeasures = defineArea({
  name: 'spec-measures',
  title: 'pom_id',
  fields: {
    specification_id: reference('specifications', { required: true, fixed: true }),
    seq: integer({ required: true, min: 1, max: 9999, sort: true }),
    // Accepts points in any state, because a new version copies those of the previous one. New rows offer active
    // points.
    pom_id: reference('poms', { required: true }),
    remark: text({ max: 120 }),
    tol_plus_mm: tolerance(),
    tol_minus_mm: tolerance(),
    // Absent when each size is entered by hand.
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
