import { repeatProblems } from '#shared/kit/checks.ts'
import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import type { FirmProgram } from '#shared/trade/accreditation.ts'

export const rules: Rules = {
  check: (firm, { today }) => {
    const programs = (firm.programs ?? []) as FirmProgram[]
    return [
      ...repeatProblems(
        programs,
        ({ standard_program_id, country }) => `${standard_program_id} ${country ?? ''}`,
        (index) => problem(textOf('validation.duplicate_row'), `programs.${index}.country`),
      ),
      ...programs.flatMap(({ suspended_on }, index) =>
        typeof suspended_on === 'string' && suspended_on > today
          ? [problem(textOf('problems.auditing-firms.suspended_later'), `programs.${index}.suspended_on`)]
          : [],
      ),
    ]
  },
  editable: (firm) => (path) => firm.status !== 'retired' || path === 'notes',
}
