import type { Rules } from '#shared/kit/rules.ts'
import { approverProblem, editableVersion } from '#shared/trade/succession.ts'

export const rules: Rules = {
  guards: { approve: approverProblem, schedule: approverProblem },
  editable: editableVersion,
}
