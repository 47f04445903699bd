import { repeatProblems } from '../../shared/checks'
import { problem, type Rules } from '../../shared/rules'
import { say } from '../../shared/text'

export const rules: Rules = {
  check: (scale) =>
    repeatProblems(
      scale.sizes as { label: string }[],
      ({ label }) => label.toLowerCase(),
      (index) => problem(say('problems.size-scales.label_repeated'), `sizes.${index}.label`),
    ),
}
