import { defineArea } from '#shared/kit/area.ts'
import { choice, integer, reference, text } from '#shared/kit/fields.ts'
import { defectSeverities, garmentViews } from '#shared/trade/qa.ts'

const house = ['admin', 'Office'] as const

/** A defect found by an inspection. A unit with several defects counts once, by its most severe defect. */
export const qaDefects = defineArea({
  name: 'qa-defects',
  title: 'defect_code_id',
  fields: {
    qa_activity_id: reference('qa-activities', { required: true, fixed: true }),
    defect_code_id: reference('defect-codes', { required: true, states: ['active'], openTitle: true }),
    severity: choice(defectSeverities, { required: true }),
    qty: integer({ required: true, min: 1, max: 100_000, default: 1 }),
    size_id: reference('sizes'),
    position: text({ max: 120 }),
    // The position on a drawing of the garment, in thousandths from the upper left corner.
    place_view: choice(garmentViews, { inPlace: true }),
    place_x: integer({ max: 1000, inPlace: true }),
    place_y: integer({ max: 1000, inPlace: true }),
    comment: text({ max: 255 }),
  },
  access: { read: [...house, 'Agent', 'staff'], create: house, edit: house, delete: house },
  partOf: { area: 'qa-activities', by: 'qa_activity_id' },
  sort: ['id'],
})
