import type { AnyRecord } from '#shared/kit/area.ts'
import { type Problem, problem, type RuleContext, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  // What is released is what somebody else has seen.
  editable:
    ({ status }) =>
    (path) =>
      status === 'draft' || path === 'notes',
  guards: {
    submit: (run, context) => [...itemProblems(run), ...dayProblems(run, context)],
    release: (run, context) => [...ownHands(run, context), ...dayProblems(run, context)],
    send: fileProblems,
  },
  // The invoices can be paid by another run, and by the bank if it has the file.
  cautions: {
    stop: ({ exported_at }) => (exported_at ? [problem(textOf('problems.payment-runs.file_taken'))] : []),
  },
}

function itemProblems({ items }: AnyRecord): Problem[] {
  return Array.isArray(items) && items.length > 0 ? [] : [problem(textOf('problems.payment-runs.no_items'))]
}

function dayProblems({ execution_date }: AnyRecord, { today }: RuleContext): Problem[] {
  return String(execution_date) < today ? [problem(textOf('problems.payment-runs.day_past'))] : []
}

/** Whoever proposed or submitted a run does not release it. */
function ownHands({ proposed_by, submitted_by }: AnyRecord, { me }: RuleContext): Problem[] {
  if (proposed_by === me.id) return [problem(textOf('problems.payment-runs.own_proposal'))]
  return submitted_by === me.id ? [problem(textOf('problems.payment-runs.own_submission'))] : []
}

function fileProblems({ payments_qty, exported_at }: AnyRecord): Problem[] {
  return Number(payments_qty) > 0 && !exported_at ? [problem(textOf('problems.payment-runs.file_first'))] : []
}
