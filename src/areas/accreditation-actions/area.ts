import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { date, flag, longText, moment, reference, text } from '#shared/kit/fields.ts'

const writers = ['admin', 'Office', 'Agent'] as const
const house = ['admin', 'Office'] as const

/** A step of a corrective action plan, with its due date and whether the office has verified it. */
export const accreditationActions = defineArea({
  name: 'accreditation-actions',
  title: 'step',
  fields: {
    accreditation_finding_id: reference('accreditation-findings', { required: true, fixed: true }),
    step: text({ required: true, max: 255 }),
    due_on: date({ required: true, sort: true }),
    responsible: text({ max: 120 }),
    done_on: date(),
    evidence: longText({ max: 1000 }),
    verified: flag({ write: house }),
    verified_by: reference('users', { readOnly: true, openTitle: true }),
    verified_at: moment({ readOnly: true }),
  },
  access: { read: writers, create: writers, edit: writers, delete: writers },
  partOf: { area: 'accreditation-findings', by: 'accreditation_finding_id' },
  sort: ['due_on', 'id'],
})
export type AccreditationAction = RecordOf<typeof accreditationActions>
