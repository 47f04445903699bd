import { repeatProblems } from '#shared/kit/checks.ts'
import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  check: (scale) =>
    repeatProblems(
      scale.sizes as { label: string }[],
      ({ label }) => label.toLowerCase(),
      (index) => problem(textOf('problems.size-scales.label_repeated'), `sizes.${index}.label`),
    ),
}
