import type { AnyRecord } from '#shared/kit/area.ts'
import { type Problem, problem, type RuleContext, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  // A released run must stay as the second person saw it.
  editable:
    ({ status }) =>
    (path) =>
      status === 'draft' || path === 'notes',
  guards: {
    submit: (run, context) => [...itemProblems(run), ...dayProblems(run, context)],
    release: (run, context) => [...fourEyesProblems(run, context), ...dayProblems(run, context)],
    send: fileProblems,
  },
  // After stopping, another run can pay the invoices; if the bank already has the file, it may pay them as well.
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

/** Users who proposed or submitted a run cannot release it. */
function fourEyesProblems({ proposed_by, submitted_by }: AnyRecord, { me }: RuleContext): Problem[] {
  if (proposed_by === me.id) return [problem(textOf('problems.payment-runs.own_proposal'))]
  return submitted_by === me.id ? [problem(textOf('problems.payment-runs.own_submission'))] : []
}

function fileProblems({ payments_qty, exported_at }: AnyRecord): Problem[] {
  return Number(payments_qty) > 0 && !exported_at ? [problem(textOf('problems.payment-runs.file_first'))] : []
}
