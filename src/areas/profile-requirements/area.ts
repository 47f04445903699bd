import { defineArea } from '#shared/kit/area.ts'
import { choice, flag, reference } from '#shared/kit/fields.ts'
import { allRequirementTypes, requirementKinds } from '#shared/trade/requirement-profiles.ts'

/** Whether a profile requires a kind of requirement, or one of its types. */
export const profileRequirements = defineArea({
  name: 'profile-requirements',
  title: 'kind',
  fields: {
    requirement_profile_id: reference('requirement-profiles', { required: true, fixed: true }),
    kind: choice(requirementKinds, { required: true, sort: true }),
    // Empty: the default types when required, all types when not required.
    type: choice(allRequirementTypes),
    is_needed: flag({ default: true }),
  },
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  partOf: { area: 'requirement-profiles', by: 'requirement_profile_id' },
  key: ['kind', 'type'],
  sort: ['kind'],
})
