/**
 * Subjects of claims: goods that left or arrived late, missing pieces, damaged pieces, defects found by an inspection.
 */
export const claimTypes = ['late', 'short', 'damage', 'quality'] as const
export type ClaimType = (typeof claimTypes)[number]

/**
 * What the rate of a rule means: percent of the line's value for each started week, percent of the value of the units
 * concerned, a factor of their value, an amount for each unit, or one amount for the whole claim.
 */
export const claimBases = ['percent_per_week', 'percent_of_units', 'price_factor', 'per_unit', 'per_claim'] as const
export type ClaimBasis = (typeof claimBases)[number]

/** Whether the rate is an amount in the base currency. */
export const isFixedBasis = (basis: unknown): boolean => basis === 'per_unit' || basis === 'per_claim'
/** Whether the rate is a percentage. */
export const isPercentBasis = (basis: unknown): boolean => basis === 'percent_per_week' || basis === 'percent_of_units'

/** Late reasons for which the supplier is responsible, in addition to no reason at all. */
export const supplierLateReasons = ['material_late', 'capacity', 'quality_rework', 'test_failed', 'holiday'] as const

/**
 * Decisions after a failed inspection by which the goods are accepted and can be claimed; rejected goods are not paid
 * at all.
 */
export const claimedDecisions = ['accepted_with_concession', 'reinspected'] as const

/** States in which the supplier or the office has to act. */
export const openClaimStates = ['draft', 'shared', 'contested', 'accepted', 'upheld'] as const
/** States in which the supplier owes the amount. */
export const dueClaimStates = ['accepted', 'upheld'] as const

/** Days before the due date of the answer on which the supplier is reminded. */
export const answerReminderDays = 3
/** Days after which goods that left late are claimed only on request. */
export const slipWindowDays = 90
