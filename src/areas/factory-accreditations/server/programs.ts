import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import {
  type GradeRule,
  gradeForScore,
  openAuditStates,
  type ProgramRule,
  proposedValidTo,
  reviewStates,
} from '#shared/trade/accreditation.ts'
import { factoryAccreditations } from '../area'

/**
 * Updates audits without a decision after their programme changed: grades, scheme, default validity, or whether it
 * requires a plan. Values that users entered stay; values that the programme suggested are suggested again.
 */
export const followPrograms = async (work: Work, changes: readonly Change[]) => {
  for (const { before, after } of changes) {
    if (!before || rulesOf(before) === rulesOf(after)) continue
    const audits = await work.tx.query<Doc & { id: number }>(
      `select id, score::text, grade_id, audit_date::text, valid_from::text, valid_to::text from factory_accreditations
       where standard_program_id = $1 and status = any($2::text[]) and archived_at is null order by id for update`,
      [after.id, [...openAuditStates, ...reviewStates]],
      'accreditations_of_program',
    )
    const repository = work.kit.repository(factoryAccreditations.name)
    for (const audit of audits) await repository.edit(asPortal(work), audit.id, proposalsFor(audit, before, after))
  }
}

/** The values of a programme that audits depend on, as a comparable string. */
const rulesOf = ({ scheme, default_validity_months, requires_cap, grades }: Doc) =>
  JSON.stringify([
    ...[scheme, default_validity_months ?? null, requires_cap ?? false],
    ...(grades as Doc[]).map((grade) =>
      ['id', 'code', 'from_pct', 'to_pct', 'passes', 'zero_tolerance', 'validity_months', 'follow_up_months'].map(
        (name) => grade[name] ?? null,
      ),
    ),
  ])

/** The suggested values that changed and that users had not overridden. */
const proposalsFor = (audit: Doc, before: Doc, after: Doc): Record<string, unknown> => {
  const proposed = (program: Doc, gradeId: unknown) => {
    const { grades } = program as unknown as ProgramRule
    const grade = grades.find(({ id }) => id === gradeId)
    return proposedValidTo((audit.valid_from ?? audit.audit_date) as string, grade, program as unknown as ProgramRule)
  }
  const scored = (program: Doc) =>
    audit.score === null
      ? null
      : (gradeForScore(program.grades as unknown as GradeRule[], Number(audit.score))?.id ?? null)
  const isScored = audit.grade_id !== null && audit.grade_id === scored(before)
  const grade_id = isScored ? scored(after) : audit.grade_id
  const isProposed = audit.valid_to !== null && audit.valid_to === proposed(before, audit.grade_id)
  const valid_to = isProposed ? proposed(after, grade_id) : audit.valid_to
  return {
    ...(grade_id === audit.grade_id ? {} : { grade_id }),
    ...(valid_to === audit.valid_to ? {} : { valid_to }),
  }
}
