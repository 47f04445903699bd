import type { Rules } from '#shared/kit/rules.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { specProblems, submitProblems } from '#shared/trade/specification.ts'
import { approverProblem, editableVersion } from '#shared/trade/succession.ts'

export const rules: Rules = {
  check: specProblems,
  guards: {
    // Only the server knows whether there is a file.
    submit: (spec) => submitProblems(spec, null),
    approve: (spec, context) => [
      ...approverProblem(spec, context),
      ...(typeof spec.effective_from === 'string' && spec.effective_from > context.today
        ? [problem(textOf('problems.specifications.effective_later', { date: spec.effective_from }))]
        : []),
    ],
    schedule: approverProblem,
  },
  editable: editableVersion,
}
