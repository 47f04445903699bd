import { readinessKinds } from './readiness'

/** What a policy of the settings may be for: the kinds of readiness, and the licence of a factory. */
export const policyKinds = [...readinessKinds, 'licence'] as const

/** How many open order lines a policy of the settings is about. */
export interface PolicyReach {
  /** Lines that need the kind; of a licence: lines that have a factory. */
  needed: number
  /** Those of them that are not ready; of a licence: those with a factory whose licence does not hold. */
  open: number
}

/** The same for each kind that has a policy. */
export interface PolicyEffect {
  kinds: Record<string, PolicyReach>
}
