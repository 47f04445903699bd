import { defineArea } from '#shared/kit/area.ts'
import { choice, flag, reference } from '#shared/kit/fields.ts'
import { allRequirementTypes, requirementKinds } from '#shared/trade/requirement-profiles.ts'

/** What a profile says of a kind of requirement, or of one of its types. */
export const profileRequirements = defineArea({
  name: 'profile-requirements',
  title: 'kind',
  fields: {
    requirement_profile_id: reference('requirement-profiles', { required: true, fixed: true }),
    kind: choice(requirementKinds, { required: true, sort: true }),
    // Left empty: the usual types of the kind where it is needed, all of them where it is not.
    type: choice(allRequirementTypes),
    is_needed: flag({ default: true }),
  },
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  partOf: { area: 'requirement-profiles', by: 'requirement_profile_id' },
  key: ['kind', 'type'],
  sort: ['kind'],
})
