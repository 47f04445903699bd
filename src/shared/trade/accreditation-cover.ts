import { type AuditInLine, type Coverage, coversDay, reviewStates, supersedes } from './accreditation'
import type { Readiness, Side } from './readiness'

/** An audit as the test of a line looks at it. */
export interface TestedAudit extends AuditInLine, Coverage {
  audit_type: string
  grade_id: number | null
  /** What the programme covers: `factory`, `product` or `both`. */
  scope: string
}

/** A programme that answers a requirement. */
export interface AcceptedProgram {
  standard_program_id: number
  /** The grades that count, the least among them; null: every grade that is passed. */
  grades: readonly number[] | null
}

/** How a factory stands with one group of programmes on the day on which a line's goods leave it. */
export const coverStates = [
  'covered',
  'expires_before',
  'in_review',
  'missing',
  'no_factory',
  'waived',
  'not_required',
] as const
export type CoverState = (typeof coverStates)[number]

export interface Cover {
  state: Extract<CoverState, 'covered' | 'expires_before' | 'in_review' | 'missing'>
  /** The audit that covers the day, waits for the office, or ends too early. */
  audit_id: number | null
  /** Its last day. */
  until: string | null
}

/**
 * Tests one factory against one group of programmes, of which any suffices. Covered: the latest result in force on the
 * day is accepted. In review: papers that would cover the day, or that name no day yet, wait for the office. Expires
 * before: what is accepted ends earlier. `chosen` goes before others that cover the day too.
 */
export const testCover = (
  programs: readonly AcceptedProgram[],
  audits: readonly TestedAudit[],
  day: string,
  chosen: number | null = null,
): Cover => {
  const accepted = audits.filter((audit) => isAccepted(audit, programs))
  const covering = inForceOn(audits, day).filter((audit) => accepted.includes(audit))
  const best = covering.find(({ id }) => id === chosen) ?? latest(covering)
  if (best) return { state: 'covered', audit_id: best.id, until: best.valid_to }
  const reviewed = accepted.find(
    ({ status, valid_from, valid_to }) =>
      reviewStates.includes(status) &&
      (valid_to === null || valid_to >= day) &&
      (valid_from === null || valid_from <= day),
  )
  if (reviewed) return { state: 'in_review', audit_id: reviewed.id, until: reviewed.valid_to }
  const ended = latest(
    accepted.filter(
      (audit) => audit.valid_to !== null && audit.valid_to < day && inForceOn(audits, audit.valid_to).includes(audit),
    ),
  )
  return ended
    ? { state: 'expires_before', audit_id: ended.id, until: ended.valid_to }
    : { state: 'missing', audit_id: null, until: null }
}

/** Whether the audit's programme and grade answer the requirement; what a factory says of itself does not. */
export const isAccepted = (
  { audit_type, standard_program_id, grade_id }: Pick<TestedAudit, 'audit_type' | 'standard_program_id' | 'grade_id'>,
  programs: readonly AcceptedProgram[],
): boolean =>
  audit_type !== 'self_assessment' &&
  programs.some(
    (program) =>
      program.standard_program_id === standard_program_id &&
      (program.grades === null || (grade_id !== null && program.grades.includes(grade_id))),
  )

/** The audits in force on a day: those that cover it, unless a later result covers it too or was not passed. */
const inForceOn = (audits: readonly TestedAudit[], day: string): TestedAudit[] =>
  audits.filter(
    (audit) =>
      coversDay(audit, day) &&
      !audits.some(
        (other) => supersedes(other, audit, audit.scope) && (other.status === 'failed' || coversDay(other, day)),
      ),
  )

const latest = (audits: readonly TestedAudit[]): TestedAudit | undefined =>
  [...audits].sort((a, b) => ((a.valid_to ?? '') < (b.valid_to ?? '') ? 1 : -1))[0]

/** A grade as its rank among those of its programme. */
interface RankedGrade {
  id: number
  sort_order: number
  passes: boolean
}

/** The grades of a programme that are at least as good as this one; null where none is named. */
export const gradesFrom = (grades: readonly RankedGrade[], least: number | null): number[] | null => {
  if (least === null) return null
  const rank = grades.find(({ id }) => id === least)?.sort_order ?? 0
  return grades
    .filter(({ sort_order, passes, id }) => sort_order <= rank && (passes || id === least))
    .map(({ id }) => id)
}

/** Whether a waiver holds: goods leave the factory until its last day. */
export const isWaived = (waivedUntil: string | null, day: string): boolean => waivedUntil !== null && day <= waivedUntil

/** How far a line is with a group in this state. */
export const coverReadiness: Readonly<Record<CoverState, Readiness>> = {
  covered: 'ok',
  waived: 'waived',
  in_review: 'in_progress',
  expires_before: 'missing',
  missing: 'missing',
  no_factory: 'missing',
  not_required: 'not_required',
}

/** Whose turn it is with a group in this state. */
export const coverTurns: Readonly<Partial<Record<CoverState, Side>>> = {
  no_factory: 'office',
  in_review: 'office',
  missing: 'supplier',
  expires_before: 'supplier',
}
