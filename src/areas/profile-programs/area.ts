import { defineArea } from '#shared/kit/area.ts'
import { reference, text } from '#shared/kit/fields.ts'

/** A programme that satisfies the accreditation requirement of a profile. One programme of each group is enough. */
export const profilePrograms = defineArea({
  name: 'profile-programs',
  title: 'group_name',
  fields: {
    requirement_profile_id: reference('requirement-profiles', { required: true, fixed: true }),
    group_name: text({ required: true, max: 60, sort: true }),
    standard_program_id: reference('standard-programs', { required: true, states: ['active'] }),
    // The minimum grade; empty: any passing grade.
    least_grade_id: reference('standard-grades', {
      within: { field: 'standard_program_id', of: 'standard_program_id' },
    }),
  },
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  partOf: { area: 'requirement-profiles', by: 'requirement_profile_id' },
  key: ['group_name', 'standard_program_id'],
  sort: ['group_name'],
})
