import { compare } from '#shared/base/money.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  check: ({ lines }) => linesOf(lines).flatMap(amountProblems),
  // A shared claim stays as the supplier saw it.
  editable: ({ status }) => {
    if (status === 'draft') return () => true
    return (path) => path === 'notes_internal'
  },
  guards: {
    share: needsAmount,
    settle: needsAmount,
    reopen: ({ shared_at }) => (shared_at ? [problem(textOf('problems.claims.was_shared'))] : []),
  },
}

const linesOf = (lines: unknown) => (Array.isArray(lines) ? lines : []) as AnyRecord[]

/** The claimed amount must not exceed the computed amount; a lower one needs a reason. */
const amountProblems = ({ computed_amount, claimed_amount, reason }: AnyRecord, at: number): Problem[] => {
  if (typeof computed_amount !== 'string' || typeof claimed_amount !== 'string') return []
  const order = compare(claimed_amount, computed_amount)
  if (order > 0) return [problem(textOf('problems.claims.above_computed'), `lines.${at}.claimed_amount`)]
  return order < 0 && !reason ? [problem(textOf('problems.claims.reason_needed'), `lines.${at}.reason`)] : []
}

function needsAmount({ amount }: AnyRecord): Problem[] {
  return typeof amount === 'string' && compare(amount, '0') <= 0
    ? [problem(textOf('problems.claims.nothing_claimed'))]
    : []
}
