import type { Rules } from '#shared/kit/rules.ts'
import { compositionFieldProblems } from '#shared/trade/composition-rows.ts'

export const rules: Rules = {
  check: (colourway) => compositionFieldProblems(colourway, 'fibres'),
}
