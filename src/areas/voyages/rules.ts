import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { journeyProblems } from '#shared/trade/cut-offs.ts'

export const rules: Rules = {
  check: (voyage) => [
    ...journeyProblems(voyage),
    ...(voyage.port_of_loading_id && voyage.port_of_loading_id === voyage.port_of_discharge_id
      ? [problem(textOf('problems.voyages.same_port'), 'port_of_discharge_id')]
      : []),
  ],
}
