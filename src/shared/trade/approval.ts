import { compare, divide, formatAmount, multiply, subtract } from '#shared/base/money.ts'
import { type Problem, problem, type RuleContext } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** What is to be approved: who created and submitted it, and its value in the base currency. */
export interface Decision {
  created_by: number | null
  submitted_by: number | null
  /** Null if no exchange rate to the base currency is known. */
  value_base: string | null
}

/**
 * Problems that prevent the caller from approving: the four-eyes principle for every role, the value limit for Office.
 * A value without an exchange rate exceeds every limit.
 */
export const decisionProblems = (decision: Decision, context: RuleContext): Problem[] => [
  ...fourEyesProblems(decision, context),
  ...(context.me.role === 'Office' ? limitProblems(decision.value_base, context) : []),
]

/** The four-eyes principle: the person who created or submitted a record may not approve it. */
export const fourEyesProblems = (
  { created_by, submitted_by }: Pick<Decision, 'created_by' | 'submitted_by'>,
  { me }: RuleContext,
): Problem[] => {
  if (me.id === created_by) return [problem(textOf('problems.approval.creator'))]
  return me.id === submitted_by ? [problem(textOf('problems.approval.submitter'))] : []
}

/** Whether a value in the base currency exceeds the limit of Office; an unknown value (null) does. */
export const isOverOfficeLimit = (value: string | null, settings: RuleContext['settings']): boolean =>
  value === null || compare(value, String(settings.office_approval_limit)) > 0

/**
 * By how many percent a price exceeds its reference, with one decimal (`'6.0'`, negative if below); null without a
 * reference.
 */
export const percentOver = (price: string | null, reference: string | null): string | null =>
  price === null || reference === null || compare(reference, '0') <= 0
    ? null
    : divide(multiply(subtract(price, reference), '100'), reference, 1)

const limitProblems = (value: string | null, { settings }: RuleContext): Problem[] => {
  if (!isOverOfficeLimit(value, settings)) return []
  if (value === null) return [problem(textOf('problems.approval.value_unknown'))]
  const limit = formatAmount(String(settings.office_approval_limit), String(settings.base_currency), 'en')
  return [problem(textOf('problems.approval.over_limit', { limit }))]
}
