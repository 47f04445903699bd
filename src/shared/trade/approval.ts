import { compare, divide, formatAmount, multiply, subtract } from '#shared/base/money.ts'
import { type Problem, problem, type RuleContext } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** The subject of a decision: who created and submitted it, and its value in the base currency. */
export interface Decision {
  created_by: number | null
  submitted_by: number | null
  /** Null when no rate into the base currency is known. */
  value_base: string | null
}

/**
 * Why this person may not decide: the four-eyes principle for everybody, the value limit for Office. A value without a
 * rate into the base currency exceeds every limit.
 */
export const decisionProblems = (decision: Decision, context: RuleContext): Problem[] => [
  ...fourEyesProblems(decision, context),
  ...(context.me.role === 'Office' ? limitProblems(decision.value_base, context) : []),
]

/** Whoever created or submitted a record may not approve it. */
export const fourEyesProblems = (
  { created_by, submitted_by }: Pick<Decision, 'created_by' | 'submitted_by'>,
  { me }: RuleContext,
): Problem[] => {
  if (me.id === created_by) return [problem(textOf('problems.approval.creator'))]
  return me.id === submitted_by ? [problem(textOf('problems.approval.submitter'))] : []
}

/** Whether a value exceeds what Office may approve. */
export const isOverOfficeLimit = (value: string | null, settings: RuleContext['settings']): boolean =>
  value === null || compare(value, String(settings.office_approval_limit)) > 0

/**
 * How far a price is above its reference, in percent with one decimal (`'6.0'`, negative when below); null when there
 * is no reference.
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
