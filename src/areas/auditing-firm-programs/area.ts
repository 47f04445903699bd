import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { country, date, reference, text } from '#shared/kit/fields.ts'

const house = ['admin', 'Office'] as const

/**
 * A programme that a firm may audit, everywhere or in one country. An entry for a country overrides the one for all
 * countries, because programmes also suspend firms in single countries.
 */
export const auditingFirmPrograms = defineArea({
  name: 'auditing-firm-programs',
  title: 'standard_program_id',
  fields: {
    auditing_firm_id: reference('auditing-firms', { required: true, fixed: true }),
    standard_program_id: reference('standard-programs', { required: true, states: ['active'] }),
    country: country(),
    accreditation_no: text({ max: 60 }),
    suspended_on: date(),
  },
  access: { read: house, create: house, edit: house, delete: house },
  partOf: { area: 'auditing-firms', by: 'auditing_firm_id' },
  key: ['standard_program_id', 'country'],
  sort: ['id'],
})
export type AuditingFirmProgram = RecordOf<typeof auditingFirmPrograms>
