import { defineArea } from '#shared/kit/area.ts'
import { choice, date, moment, reference } from '#shared/kit/fields.ts'
import { policyKinds } from '#shared/trade/policy-effect.ts'
import { requirementPolicies } from '#shared/trade/readiness.ts'

/**
 * A policy that takes effect on a given day, by the calendar of the retailer's office. It stays as a record afterwards.
 */
export const policyChanges = defineArea({
  name: 'policy-changes',
  title: 'kind',
  fields: {
    settings_id: reference('settings', { required: true, fixed: true }),
    kind: choice(policyKinds, { required: true, sort: true }),
    policy: choice(requirementPolicies, { required: true }),
    effective_from: date({ required: true, sort: true }),
    applied_at: moment({ readOnly: true }),
  },
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  partOf: { area: 'settings', by: 'settings_id' },
  settledBy: 'applied_at',
  key: ['kind', 'effective_from'],
  sort: ['effective_from'],
})
