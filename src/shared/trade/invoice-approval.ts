import { compare } from '#shared/base/money.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { type Problem, problem, type RuleContext } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** Whether an invoice exceeds a limit of the settings. Without an exchange rate it counts as exceeding. */
const isAbove = ({ total_base }: AnyRecord, limit: unknown): boolean =>
  typeof total_base !== 'string' || compare(total_base, String(limit ?? '0')) > 0

/** Whether an invoice needs two approvals. */
export const needsTwo = (invoice: AnyRecord, settings: RuleContext['settings']): boolean =>
  isAbove(invoice, settings.second_approval_above)

/** Whether only an administrator may give the final approval. */
export const needsAdmin = (invoice: AnyRecord, settings: RuleContext['settings']): boolean =>
  isAbove(invoice, settings.invoice_approval_limit)

/** The four-eyes principle: a problem if the caller is the account in one of these fields. */
const fourEyesProblems = (invoice: AnyRecord, { me }: RuleContext, fields: readonly string[]): Problem[] =>
  me.id !== 0 && fields.some((field) => invoice[field] === me.id)
    ? [problem(textOf('problems.invoices.four_eyes'))]
    : []

/** Why the caller cannot give the first of two approvals. */
export const firstApprovalProblems = (invoice: AnyRecord, context: RuleContext): Problem[] => {
  if (!needsTwo(invoice, context.settings)) return [problem(textOf('problems.invoices.one_is_enough'))]
  if (invoice.first_approved_by) return [problem(textOf('problems.invoices.first_given'))]
  return fourEyesProblems(invoice, context, ['submitted_by'])
}

/** Why the caller cannot give the final approval of an invoice, apart from its match. */
export const approvalProblems = (invoice: AnyRecord, context: RuleContext): Problem[] => {
  const { me, settings } = context
  if (me.role !== 'admin' && needsAdmin(invoice, settings)) return [problem(textOf('problems.invoices.above_limit'))]
  if (me.id !== 0 && needsTwo(invoice, settings) && !invoice.first_approved_by)
    return [problem(textOf('problems.invoices.needs_first'))]
  return fourEyesProblems(invoice, context, ['submitted_by', 'first_approved_by'])
}
