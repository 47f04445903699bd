import type { Problem, RuleContext } from '#shared/kit/rules.ts'

/** A rule's view of 20 November 2026 by somebody of the given kind. */
export const context = (
  me: Partial<RuleContext['me']> = {},
  settings: Record<string, unknown> = { base_currency: 'GBP', office_approval_limit: '25000' },
): RuleContext => ({ today: '2026-11-20', me: { id: 2, role: 'Office', supplier_id: null, ...me }, settings })

export const paths = (problems: Problem[] | undefined) => (problems ?? []).map(({ field }) => field ?? '')
export const texts = (problems: Problem[] | undefined) => (problems ?? []).map(({ text }) => text.key)
