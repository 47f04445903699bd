import { repeatProblems } from '../../shared/checks'
import { problem, type Rules } from '../../shared/rules'
import { say } from '../../shared/text'

export const rules: Rules = {
  check: (template) =>
    repeatProblems(
      template.items as { size_id: number }[],
      ({ size_id }) => size_id,
      (index) => problem(say('problems.ratio-templates.size_repeated'), `items.${index}.size_id`),
    ),
}
