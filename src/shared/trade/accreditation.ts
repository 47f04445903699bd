import { addDays, addMonths, daysBetween } from '#shared/base/dates.ts'

/** What an audit of a programme results in: a grade, a certificate with a number, or only a report. */
export const programSchemes = ['grade', 'certificate', 'report'] as const
export type ProgramScheme = (typeof programSchemes)[number]

export const auditTypes = [
  'initial',
  'follow_up',
  'full',
  'surveillance',
  'recertification',
  'self_assessment',
] as const
export const announcements = ['announced', 'semi_announced', 'unannounced'] as const

/** Severities of non-conformities, the gravest first. */
export const severities = ['zero_tolerance', 'critical', 'major', 'minor'] as const
export type Severity = (typeof severities)[number]

export const capStates = ['none', 'open', 'in_progress', 'closed', 'overdue'] as const
export type CapState = (typeof capStates)[number]

/** Findings about the audit firm, the gravest first. */
export const firmFindings = ['suspended', 'not_accredited', 'accreditation_expired'] as const
export type FirmFinding = (typeof firmFindings)[number]

/** Days before its expiry from which an accreditation counts as expiring. */
export const expiringDays = 60
/** Days before its expiry on which suppliers and the office are notified; 0 is the last valid day. */
export const noticeDays = [90, 60, 30, 7, 0] as const

/** States after an audit was accepted as passed; a record moves from the first to the last as time passes. */
export const passedStates = ['valid', 'expiring', 'expired'] as const
export type PassedState = (typeof passedStates)[number]
/** States after a review that established the result, passed or failed. */
export const establishedStates: readonly string[] = [...passedStates, 'failed']
/** States in which the supplier can still edit the record. */
export const openAuditStates: readonly string[] = ['draft', 'rejected']
/** States that wait for the office. */
export const reviewStates: readonly string[] = ['submitted', 'under_review']

/** A grade of a programme. Percentages and months are whole numbers. */
export interface GradeRule {
  id?: number
  code: string
  from_pct: number | null
  to_pct: number | null
  passes: boolean
  zero_tolerance: boolean
  /** Null for the default validity of the programme. */
  validity_months: number | null
  /** Months after the audit within which a follow-up audit is due; null for none. */
  follow_up_months: number | null
}

export interface ProgramRule {
  scheme: ProgramScheme
  default_validity_months: number | null
  requires_cap: boolean
  grades: readonly GradeRule[]
}

/**
 * The grade of a score in percent. Programmes define whole percentages (A 86–100, B 71–85); a score between two ranges
 * gets the lower grade. Null if the score is below or above all ranges.
 */
export const gradeForScore = (grades: readonly GradeRule[], score: number): GradeRule | null => {
  const ranged = grades.filter(({ from_pct }) => from_pct !== null)
  if (score > Math.max(...ranged.map(({ to_pct }) => to_pct ?? 100))) return null
  return ranged
    .filter(({ from_pct }) => Number(from_pct) <= score)
    .reduce<GradeRule | null>(
      (best, grade) => (best === null || Number(grade.from_pct) > Number(best.from_pct) ? grade : best),
      null,
    )
}

/** Whether the grade means that the factory failed; false without a grade. */
export const failsBy = (grade: Pick<GradeRule, 'passes' | 'zero_tolerance'> | null | undefined): boolean =>
  grade !== null && grade !== undefined && (!grade.passes || grade.zero_tolerance)

/**
 * The proposed last valid date of an accreditation: its first date plus the months of its grade, else of its programme.
 * Null if neither has months, and for a failing grade.
 */
export const proposedValidTo = (
  validFrom: string | null | undefined,
  grade: GradeRule | null | undefined,
  program: Pick<ProgramRule, 'default_validity_months'> | null | undefined,
): string | null => {
  const months = grade?.validity_months ?? program?.default_validity_months ?? null
  if (!validFrom || months === null || months <= 0 || failsBy(grade)) return null
  return addMonths(validFrom, months)
}

/** The date by which a follow-up audit is due; null if the grade requires none. */
export const followUpDue = (
  auditDate: string | null | undefined,
  grade: GradeRule | null | undefined,
): string | null => (auditDate && grade?.follow_up_months ? addMonths(auditDate, grade.follow_up_months) : null)

/** A step of a corrective action plan. */
export interface CorrectiveStep {
  due_on: string
  done_on: string | null
  /** Whether the office has verified that the step was done. */
  verified: boolean
}

/** A non-conformity with its corrective actions. */
export interface NonConformity {
  severity: Severity
  actions: readonly CorrectiveStep[]
}

/** The number of non-conformities by severity. */
export const countFindings = (findings: readonly Pick<NonConformity, 'severity'>[]): Record<Severity, number> =>
  Object.fromEntries(
    severities.map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length]),
  ) as Record<Severity, number>

/**
 * The state of the corrective action plan. `closed`: every non-conformity has steps and the office has verified all of
 * them. `overdue`: a step is past its due date and not done. `none`: there are no non-conformities, or the programme
 * requires no plan and there are no steps.
 */
export const capStateOf = (findings: readonly NonConformity[], requiresCap: boolean, today: string): CapState => {
  const steps = findings.flatMap(({ actions }) => actions)
  if (findings.length === 0 || (!requiresCap && steps.length === 0)) return 'none'
  if (findings.every(({ actions }) => actions.length > 0) && steps.every(({ verified }) => verified)) return 'closed'
  if (steps.some((step) => isStepOverdue(step, today))) return 'overdue'
  return steps.some(({ done_on, verified }) => done_on !== null || verified) ? 'in_progress' : 'open'
}

export const isStepOverdue = ({ due_on, done_on, verified }: CorrectiveStep, today: string): boolean =>
  due_on < today && done_on === null && !verified

/** The earliest due date of a step that is not done; null if all are done. */
export const nextStepDue = (findings: readonly NonConformity[]): string | null =>
  findings
    .flatMap(({ actions }) => actions)
    .filter(({ done_on, verified }) => done_on === null && !verified)
    .map(({ due_on }) => due_on)
    .sort()[0] ?? null

/** The state of an accepted accreditation on a date; it is valid through its last date. */
export const standingOn = (validTo: string, day: string): PassedState => {
  const left = daysBetween(day, validTo)
  return left < 0 ? 'expired' : left <= expiringDays ? 'expiring' : 'valid'
}

/**
 * The notice that is due: the smallest threshold in `noticeDays` that the remaining days have reached, unless it or a
 * smaller one was sent already (`lastSent`). After a standstill only one notice is sent, not all missed ones.
 */
export const dueNotice = (validTo: string, day: string, lastSent: number | null): number | null => {
  const left = Math.max(0, daysBetween(day, validTo))
  const due = noticeDays.findLast((days) => left <= days)
  return due === undefined || (lastSent !== null && lastSent <= due) ? null : due
}

/** The last expiry date for which a notice can be due on `day`; the daily work ignores later ones. */
export const noticeHorizon = (day: string): string => addDays(day, noticeDays[0])

/** An accreditation, as far as its coverage needs it. */
export interface Coverage {
  status: string
  valid_from: string | null
  valid_to: string | null
}

/**
 * Whether an accreditation covers a date, such as the ex-factory date: it is accepted, not revoked, and valid on that
 * date. Today does not matter: a valid accreditation may expire before that date, and an expired one covered earlier
 * dates.
 */
export const coversDay = ({ status, valid_from, valid_to }: Coverage, day: string): boolean =>
  (passedStates as readonly string[]).includes(status) &&
  valid_from !== null &&
  valid_to !== null &&
  valid_from <= day &&
  day <= valid_to

/** Sorts audits: those that count by their last valid date, the latest first; then the others in the given order. */
export const longestValidFirst = <A extends { status?: string; valid_to?: unknown }>(audits: readonly A[]): A[] => {
  const until = ({ status, valid_to }: A) =>
    (passedStates as readonly unknown[]).includes(status) && typeof valid_to === 'string' ? valid_to : ''
  return [...audits].sort((a, b) => (until(a) === until(b) ? 0 : until(a) > until(b) ? -1 : 1))
}

/** An audit, as far as finding the current one of a factory needs it. */
export interface AuditInLine {
  id: number
  factory_id: number
  standard_program_id: number
  follow_up_of_id: number | null
  audit_date: string
  status: string
}

/**
 * Whether a later audit supersedes an earlier one: it is a later result of the same factory and programme, passed or
 * failed. Certificates for products (`scope` of the programme) are independent of each other, so that only the audit
 * that was followed up is superseded.
 */
export const supersedes = (later: AuditInLine, earlier: AuditInLine, scope: string): boolean =>
  later.factory_id === earlier.factory_id &&
  later.standard_program_id === earlier.standard_program_id &&
  establishedStates.includes(later.status) &&
  (later.audit_date > earlier.audit_date || (later.audit_date === earlier.audit_date && later.id > earlier.id)) &&
  (scope !== 'product' || later.follow_up_of_id === earlier.id)

/** The audits that no later one supersedes. */
export const currentAudits = <A extends AuditInLine>(audits: readonly A[], scopeOf: (audit: A) => string): A[] =>
  audits.filter(
    (audit) =>
      establishedStates.includes(audit.status) && !audits.some((other) => supersedes(other, audit, scopeOf(audit))),
  )

/** An audit firm's accreditation by one programme; `country` null means in all countries. */
export interface FirmProgram {
  standard_program_id: number
  country: string | null
  suspended_on: string | null
}

export interface FirmStanding {
  status: string
  suspended_on: string | null
  accreditation_expiry: string | null
  programs: readonly FirmProgram[]
}

/** An audit, as far as checking its firm needs it. */
export interface FirmsAudit {
  standard_program_id: number
  country: string | null
  audit_date: string
}

/** The entry that applies to the audit: the one for its country, else the one for all countries. */
const entryFor = (
  { programs }: FirmStanding,
  { standard_program_id, country }: FirmsAudit,
): FirmProgram | undefined => {
  const entries = programs.filter((entry) => entry.standard_program_id === standard_program_id)
  return (
    entries.find((entry) => country !== null && entry.country === country) ?? entries.find((e) => e.country === null)
  )
}

/** The first date on which the firm's audits do not count; null if they do. */
const suspendedSince = (firm: FirmStanding, audit: FirmsAudit): string | null => {
  const days = [firm.suspended_on, entryFor(firm, audit)?.suspended_on ?? null]
  return days.filter((day) => day !== null).sort()[0] ?? null
}

/** The finding about the firm of an audit; null if there is none. */
export const firmFindingOf = (firm: FirmStanding, audit: FirmsAudit): FirmFinding | null => {
  if (firm.status === 'suspended' || suspendedSince(firm, audit) !== null) return 'suspended'
  if (!entryFor(firm, audit)) return 'not_accredited'
  return firm.accreditation_expiry !== null && firm.accreditation_expiry < audit.audit_date
    ? 'accreditation_expired'
    : null
}

/** Whether the audit took place when its firm was already suspended. */
export const isAfterSuspension = (firm: FirmStanding, audit: FirmsAudit): boolean => {
  const since = suspendedSince(firm, audit)
  return since !== null && audit.audit_date >= since
}
