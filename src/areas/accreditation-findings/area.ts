import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, longText, reference, rows, text } from '#shared/kit/fields.ts'
import { severities } from '#shared/trade/accreditation.ts'

const writers = ['admin', 'Office', 'Agent'] as const

/** A non-conformity that an audit found, with the plan that corrects it. */
export const accreditationFindings = defineArea({
  name: 'accreditation-findings',
  title: 'clause',
  fields: {
    factory_accreditation_id: reference('factory-accreditations', { required: true, fixed: true }),
    severity: choice(severities, { required: true }),
    // The area or clause of the standard, as the report names it: `PA 7: Occupational health and safety`.
    clause: text({ required: true, max: 120 }),
    description: longText({ required: true, max: 2000 }),
    root_cause: longText({ max: 2000 }),
    actions: rows('accreditation-actions', { by: 'accreditation_finding_id', max: 30, order: ['due_on', 'id'] }),
  },
  access: { read: writers, create: writers, edit: writers, delete: writers },
  partOf: { area: 'factory-accreditations', by: 'factory_accreditation_id' },
  sort: ['id'],
})
export type AccreditationFinding = RecordOf<typeof accreditationFindings>
