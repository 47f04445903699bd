import { repeatProblems } from '#shared/kit/checks.ts'
import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  check: (template) =>
    repeatProblems(
      template.items as { size_id: number }[],
      ({ size_id }) => size_id,
      (index) => problem(textOf('problems.ratio-templates.size_repeated'), `items.${index}.size_id`),
    ),
}
