import type { AnyRecord } from '#shared/kit/area.ts'
import { type Problem, problem, type RuleContext, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  guards: {
    finish: (task, context) => [...ownerProblems(task, context), ...eventProblems(task)],
    revise: (task, context) => ownerProblems(task, context),
    reopen: ({ set_by }) => [
      ...(set_by === 'event' ? [problem(textOf('problems.tna-tasks.set_by_event'))] : []),
      ...(set_by === 'line' ? [problem(textOf('problems.tna-tasks.set_by_line'))] : []),
    ],
  },
}

/** Supplier users report only on their own milestones. */
const ownerProblems = ({ owner }: AnyRecord, { me }: RuleContext): Problem[] =>
  owner === 'supplier' || me.role === 'admin' || me.role === 'Office'
    ? []
    : [problem(textOf('problems.tna-tasks.of_the_office'))]

/** Milestones that moves of the order complete cannot be completed by hand. */
const eventProblems = ({ filled_by }: AnyRecord): Problem[] =>
  filled_by === 'issued' || filled_by === 'acknowledged' ? [problem(textOf('problems.tna-tasks.fills_itself'))] : []
