import type { AnyRecord } from '#shared/kit/area.ts'
import { repeatProblems } from '#shared/kit/checks.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import type { GradeRule } from '#shared/trade/accreditation.ts'

export const rules: Rules = {
  check: (program) => {
    const grades = (program.grades ?? []) as GradeRule[]
    return [
      ...repeatProblems(
        grades,
        ({ code }) => String(code ?? '').toLowerCase(),
        (index) => problem(textOf('validation.duplicate_row'), `grades.${index}.code`),
      ),
      ...grades.flatMap(rangeProblems),
      ...overlapProblems(grades),
    ]
  },
  editable: (program) => () => program.status !== 'retired',
  guards: {
    activate: (program: AnyRecord) =>
      program.scheme === 'grade' && !(program.grades as unknown[] | undefined)?.length
        ? [problem(textOf('problems.standard-programs.grades_needed'), 'grades')]
        : [],
  },
}

/** A range needs both ends in order; a failing grade must not have a validity. */
const rangeProblems = ({ from_pct, to_pct, ...grade }: GradeRule, index: number): Problem[] => [
  ...((from_pct ?? null) === null && (to_pct ?? null) !== null
    ? [problem(textOf('problems.standard-programs.half_a_range'), `grades.${index}.from_pct`)]
    : []),
  ...((to_pct ?? null) === null && (from_pct ?? null) !== null
    ? [problem(textOf('problems.standard-programs.half_a_range'), `grades.${index}.to_pct`)]
    : []),
  ...(Number(from_pct ?? 0) > Number(to_pct ?? 100)
    ? [problem(textOf('problems.standard-programs.range_reversed'), `grades.${index}.to_pct`)]
    : []),
  ...(grade.zero_tolerance && grade.passes
    ? [problem(textOf('problems.standard-programs.zero_tolerance_passes'), `grades.${index}.passes`)]
    : []),
]

/** A score must not match two grades. */
const overlapProblems = (grades: readonly GradeRule[]): Problem[] =>
  grades.flatMap((grade, index) => {
    const earlier = grades.slice(0, index).find((other) => overlaps(grade, other))
    return earlier
      ? [
          problem(
            textOf('problems.standard-programs.ranges_overlap', { grade: earlier.code }),
            `grades.${index}.from_pct`,
          ),
        ]
      : []
  })

const overlaps = (one: GradeRule, other: GradeRule): boolean =>
  [one, other].every(({ from_pct, to_pct }) => typeof from_pct === 'number' && typeof to_pct === 'number') &&
  Number(one.from_pct) <= Number(other.to_pct) &&
  Number(other.from_pct) <= Number(one.to_pct)
