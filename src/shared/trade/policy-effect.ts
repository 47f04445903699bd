import { readinessKinds } from './readiness'

/** The subjects of policies in the settings: the kinds of readiness, and factory licences. */
export const policyKinds = [...readinessKinds, 'licence'] as const

/** The number of open order lines that a policy applies to. */
export interface PolicyReach {
  /** Lines that need the kind; for licences, lines with a factory. */
  needed: number
  /** Those of them that are not ready; for licences, lines whose factory has no valid licence. */
  open: number
}

/** The reach of each policy, by kind. */
export interface PolicyEffect {
  kinds: Record<string, PolicyReach>
}
