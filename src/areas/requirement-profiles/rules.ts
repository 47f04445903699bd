import { repeatProblems } from '#shared/kit/checks.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import {
  type ProfileProgram,
  type ProfileRow,
  requirementTypes,
  usualTypes,
} from '#shared/trade/requirement-profiles.ts'

export const rules: Rules = {
  check: (profile) => {
    const requirements = (profile.requirements ?? []) as ProfileRow[]
    const programs = (profile.programs ?? []) as ProfileProgram[]
    return [
      ...requirements.flatMap(typeProblems),
      ...repeatProblems(
        requirements,
        ({ kind, type }) => `${kind} ${type ?? ''}`,
        (index) => problem(textOf('validation.duplicate_row'), `requirements.${index}.kind`),
      ),
      ...repeatProblems(
        programs,
        ({ group_name, standard_program_id }) => `${String(group_name ?? '').toLowerCase()} ${standard_program_id}`,
        (index) => problem(textOf('validation.duplicate_row'), `programs.${index}.standard_program_id`),
      ),
      ...accreditationProblems(requirements, programs),
    ]
  },
  editable: (profile) => () => profile.status !== 'retired',
}

/** A type must belong to its kind, and is mandatory where the kind has no default types. */
const typeProblems = ({ kind, type, is_needed }: ProfileRow, index: number): Problem[] => {
  const types = requirementTypes(kind)
  const at = `requirements.${index}.type`
  if (type && !types.includes(type))
    return [
      problem(
        types.length > 0
          ? textOf('problems.requirement-profiles.other_type')
          : textOf('problems.requirement-profiles.no_types'),
        at,
      ),
    ]
  return !type && is_needed && types.length > 0 && usualTypes(kind).length === 0
    ? [problem(textOf('problems.requirement-profiles.type_needed'), at)]
    : []
}

/**
 * Accreditation needs programmes: it could not be satisfied without one, and programmes are useless when it is not
 * required.
 */
const accreditationProblems = (requirements: readonly ProfileRow[], programs: readonly ProfileProgram[]): Problem[] => {
  const index = requirements.findIndex(({ kind }) => kind === 'accreditation')
  const row = requirements[index]
  if (!row) return []
  if (row.is_needed && programs.length === 0)
    return [problem(textOf('problems.requirement-profiles.programs_needed'), 'programs')]
  return !row.is_needed && programs.length > 0
    ? [problem(textOf('problems.requirement-profiles.programs_unused'), `requirements.${index}.is_needed`)]
    : []
}
