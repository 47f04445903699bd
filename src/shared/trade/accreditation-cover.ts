import { type AuditInLine, type Coverage, coversDay, reviewStates, supersedes } from './accreditation'
import type { Readiness, Side } from './readiness'

/** An audit, as far as testing a line's factory needs it. */
export interface TestedAudit extends AuditInLine, Coverage {
  audit_type: string
  grade_id: number | null
  /** The scope of the programme: `factory`, `product` or `both`. */
  scope: string
}

/** A programme that fulfils a requirement. */
export interface AcceptedProgram {
  standard_program_id: number
  /** Ids of the accepted grades; null for every passing grade. */
  grades: readonly number[] | null
}

/** States of a factory's coverage by a group of programmes on the ex-factory date of a line. */
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
  /** The audit that covers the date, waits for the office, or ends too early. */
  audit_id: number | null
  /** The last valid date of that audit. */
  until: string | null
}

/**
 * Tests a factory against a group of programmes, any of which suffices. Covered: the latest result in force on the date
 * is accepted. In review: a submission that would cover the date, or has no date yet, waits for the office. Expires
 * before: an accepted audit ends before the date. `chosen` takes precedence over other audits that cover the date.
 */
export const testCover = (
  programs: readonly AcceptedProgram[],
  audits: readonly TestedAudit[],
  day: string,
  chosen: number | null = null,
): Cover => {
  const accepted = audits.filter((audit) => isAccepted(audit, programs))
  const covering = inForceOn(audits, day).filter((audit) => accepted.includes(audit))
  const best = covering.find(({ id }) => id === chosen) ?? latestValid(covering)
  if (best) return { state: 'covered', audit_id: best.id, until: best.valid_to }
  const inReview = accepted.find(
    ({ status, valid_from, valid_to }) =>
      reviewStates.includes(status) &&
      (valid_to === null || valid_to >= day) &&
      (valid_from === null || valid_from <= day),
  )
  if (inReview) return { state: 'in_review', audit_id: inReview.id, until: inReview.valid_to }
  const expiring = latestValid(
    accepted.filter(
      (audit) => audit.valid_to !== null && audit.valid_to < day && inForceOn(audits, audit.valid_to).includes(audit),
    ),
  )
  return expiring
    ? { state: 'expires_before', audit_id: expiring.id, until: expiring.valid_to }
    : { state: 'missing', audit_id: null, until: null }
}

/** Whether programme and grade of the audit fulfil the requirement; self-assessments never do. */
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

/** The audits in force on a date: those that cover it, unless a later result covers it too or failed. */
const inForceOn = (audits: readonly TestedAudit[], day: string): TestedAudit[] =>
  audits.filter(
    (audit) =>
      coversDay(audit, day) &&
      !audits.some(
        (other) => supersedes(other, audit, audit.scope) && (other.status === 'failed' || coversDay(other, day)),
      ),
  )

const latestValid = (audits: readonly TestedAudit[]): TestedAudit | undefined =>
  [...audits].sort((a, b) => ((a.valid_to ?? '') < (b.valid_to ?? '') ? 1 : -1))[0]

/** A grade with its rank among the grades of its programme. */
interface RankedGrade {
  id: number
  sort_order: number
  passes: boolean
}

/** The ids of grades that are at least as good as `least`; null without a minimum. */
export const gradesFrom = (grades: readonly RankedGrade[], least: number | null): number[] | null => {
  if (least === null) return null
  const rank = grades.find(({ id }) => id === least)?.sort_order ?? 0
  return grades
    .filter(({ sort_order, passes, id }) => sort_order <= rank && (passes || id === least))
    .map(({ id }) => id)
}

/** Whether a waiver applies: the ex-factory date is not after its last day. */
export const isWaived = (waivedUntil: string | null, day: string): boolean => waivedUntil !== null && day <= waivedUntil

/** The readiness of a line in this state. */
export const coverReadiness: Readonly<Record<CoverState, Readiness>> = {
  covered: 'ok',
  waived: 'waived',
  in_review: 'in_progress',
  expires_before: 'missing',
  missing: 'missing',
  no_factory: 'missing',
  not_required: 'not_required',
}

/** The side that has to act in this state. */
export const coverTurns: Readonly<Partial<Record<CoverState, Side>>> = {
  no_factory: 'office',
  in_review: 'office',
  missing: 'supplier',
  expires_before: 'supplier',
}
