import { repeatProblems } from '#shared/kit/checks.ts'
import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  check: ({ items }) =>
    repeatProblems(
      (items ?? []) as { sample_type_id: number }[],
      ({ sample_type_id }) => sample_type_id,
      (index) => problem(textOf('validation.duplicate_row'), `items.${index}.sample_type_id`),
    ),
}
