/** What a claim is about: goods that left or came late, pieces that are missing or damaged, defects of an inspection. */
export const claimTypes = ['late', 'short', 'damage', 'quality'] as const
export type ClaimType = (typeof claimTypes)[number]

/**
 * What the rate of a rule multiplies: percent of the line's value for each started week, percent of the value of the units
 * concerned, their value times a factor, an amount for each unit, or one amount for the whole claim.
 */
export const claimBases = ['percent_per_week', 'percent_of_units', 'price_factor', 'per_unit', 'per_claim'] as const
export type ClaimBasis = (typeof claimBases)[number]

/** Whether the rate is an amount of the base currency. */
export const isFixedBasis = (basis: unknown): boolean => basis === 'per_unit' || basis === 'per_claim'
/** Whether the rate is a percentage. */
export const isPercentBasis = (basis: unknown): boolean => basis === 'percent_per_week' || basis === 'percent_of_units'

/** Reasons of lateness that the supplier answers for. A line without a reason is the supplier's too. */
export const supplierLateReasons = ['material_late', 'capacity', 'quality_rework', 'test_failed', 'holiday'] as const

/** Decisions after a failed inspection with which the goods are taken; goods that are rejected are not paid at all. */
export const claimedDecisions = ['accepted_with_concession', 'reinspected'] as const

/** States in which the supplier, or the office, has something to do. */
export const openClaimStates = ['draft', 'shared', 'contested', 'accepted', 'upheld'] as const
/** States in which the supplier owes the amount. */
export const dueClaimStates = ['accepted', 'upheld'] as const

/** Days before the answer is due on which the supplier is reminded. */
export const answerReminderDays = 3
/** Days after which goods that left late are no longer claimed without a person asking for it. */
export const slipWindowDays = 90
