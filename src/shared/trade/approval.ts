import { compare, divide, formatAmount, multiply, subtract } from '#shared/base/money.ts'
import { type Problem, problem, type RuleContext } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** What a decision is about: who made it and who put it forward, and its value in the portal's own currency. */
export interface Decision {
  created_by: number | null
  submitted_by: number | null
  /** Null where no rate into the portal's currency is known. */
  value_base: string | null
}

/**
 * Why this person may not decide: four eyes hold for everybody, the value limit for Office. A value that cannot be
 * told in the portal's currency is over every limit.
 */
export const decisionProblems = (decision: Decision, context: RuleContext): Problem[] => [
  ...fourEyesProblems(decision, context),
  ...(context.me.role === 'Office' ? limitProblems(decision.value_base, context) : []),
]

/** Whoever made or submitted a thing does not approve it. */
export const fourEyesProblems = (
  { created_by, submitted_by }: Pick<Decision, 'created_by' | 'submitted_by'>,
  { me }: RuleContext,
): Problem[] => {
  if (me.id === created_by) return [problem(textOf('problems.approval.creator'))]
  return me.id === submitted_by ? [problem(textOf('problems.approval.submitter'))] : []
}

/** Whether a value is more than Office may approve. */
export const isOverOfficeLimit = (value: string | null, settings: RuleContext['settings']): boolean =>
  value === null || compare(value, String(settings.office_approval_limit)) > 0

/**
 * How far a price is above what it is measured by, in percent with one digit (`'6.0'`, negative below it); null where
 * there is nothing to compare.
 */
export const percentOver = (price: string | null, measure: string | null): string | null =>
  price === null || measure === null || compare(measure, '0') <= 0
    ? null
    : divide(multiply(subtract(price, measure), '100'), measure, 1)

const limitProblems = (value: string | null, { settings }: RuleContext): Problem[] => {
  if (!isOverOfficeLimit(value, settings)) return []
  if (value === null) return [problem(textOf('problems.approval.value_unknown'))]
  const limit = formatAmount(String(settings.office_approval_limit), String(settings.base_currency), 'en')
  return [problem(textOf('problems.approval.over_limit', { limit }))]
}
