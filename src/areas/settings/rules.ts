import { minorUnitProblems } from '#shared/kit/checks.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { scoreParts, weightField } from '#shared/trade/scorecard.ts'
import { settings as area } from './area'

/** The weights of the scorecard must add up to 100. */
const weightProblems = (settings: Record<string, unknown>): Problem[] => {
  const total = scoreParts.reduce((sum, part) => sum + Number(settings[weightField(part)] ?? 0), 0)
  if (total === 100) return []
  return scoreParts.map((part) => problem(textOf('problems.settings.weights', { total }), weightField(part)))
}

/** The bands blocked, watch and approved must cover 0 to 100 in this order, and none may be empty. */
const bandProblems = ({
  score_watch_from: watch,
  score_approved_from: approved,
}: Record<string, unknown>): Problem[] =>
  Number(watch) > 0 && Number(watch) < Number(approved)
    ? []
    : [problem(textOf('problems.settings.bands'), Number(watch) > 0 ? 'score_approved_from' : 'score_watch_from')]

export const rules: Rules = {
  check: (settings) => [
    ...weightProblems(settings),
    ...bandProblems(settings),
    ...minorUnitProblems(area, settings, settings.base_currency),
  ],
}
