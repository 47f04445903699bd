import { addDays, addMonths, daysBetween } from '#shared/base/dates.ts'

/** What a programme gives: a grade, a certificate with a number, or a report alone. */
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

/** What is wrong with the firm of an audit, the gravest first. */
export const firmFindings = ['suspended', 'not_accredited', 'accreditation_expired'] as const
export type FirmFinding = (typeof firmFindings)[number]

/** Days before its expiry from which an accreditation counts as expiring. */
export const expiringDays = 60
/** Days before its expiry on which suppliers and the office are told, each once; 0 is the last valid day. */
export const noticeDays = [90, 60, 30, 7, 0] as const

/** States after a review that accepted the audit as passed; dates move a record on from the first to the last. */
export const passedStates = ['valid', 'expiring', 'expired'] as const
export type PassedState = (typeof passedStates)[number]
/** States after a review that took the audit as it is, passed or not. */
export const establishedStates: readonly string[] = [...passedStates, 'failed']
/** States in which the supplier still works on its papers. */
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
  /** Null: the programme's usual validity. */
  validity_months: number | null
  /** Months after the audit within which another one has to follow; null: none. */
  follow_up_months: number | null
}

export interface ProgramRule {
  scheme: ProgramScheme
  default_validity_months: number | null
  requires_cap: boolean
  grades: readonly GradeRule[]
}

/**
 * The grade that a score in percent means. Programmes print whole percentages (A 86–100, B 71–85); what lies between
 * two ranges has not reached the better one. Null where no range begins at or below the score, or it is above all of
 * them.
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

/** Whether the grade says that the factory has not passed. Without a grade nothing is said. */
export const failsBy = (grade: Pick<GradeRule, 'passes' | 'zero_tolerance'> | null | undefined): boolean =>
  grade !== null && grade !== undefined && (!grade.passes || grade.zero_tolerance)

/**
 * The day until which an accreditation is proposed to be valid: the months of its grade, else of its programme, after
 * its first day. Null where neither says anything, and for a grade that is not passed.
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

/** The day by which another audit has to follow; null where the grade asks for none. */
export const followUpDue = (
  auditDate: string | null | undefined,
  grade: GradeRule | null | undefined,
): string | null => (auditDate && grade?.follow_up_months ? addMonths(auditDate, grade.follow_up_months) : null)

/** A step of a corrective action plan. */
export interface CorrectiveStep {
  due_on: string
  done_on: string | null
  /** The office has seen that it was done. */
  verified: boolean
}

/** A non-conformity with its corrective actions. */
export interface NonConformity {
  severity: Severity
  actions: readonly CorrectiveStep[]
}

/** Numbers of non-conformities by severity. */
export const countFindings = (findings: readonly Pick<NonConformity, 'severity'>[]): Record<Severity, number> =>
  Object.fromEntries(
    severities.map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length]),
  ) as Record<Severity, number>

/**
 * Where the corrective action plan stands. `closed`: every non-conformity has steps and the office has verified all of
 * them. `overdue`: a step is past its day and not done. `none`: nothing to correct, or nothing that the programme wants
 * a plan for.
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

/** The earliest day of a step that is not done; null where all are. */
export const nextStepDue = (findings: readonly NonConformity[]): string | null =>
  findings
    .flatMap(({ actions }) => actions)
    .filter(({ done_on, verified }) => done_on === null && !verified)
    .map(({ due_on }) => due_on)
    .sort()[0] ?? null

/** The state of an accepted accreditation on a day; it is valid through its last day. */
export const standingOn = (validTo: string, day: string): PassedState => {
  const left = daysBetween(day, validTo)
  return left < 0 ? 'expired' : left <= expiringDays ? 'expiring' : 'valid'
}

/**
 * The notice that is due: the smallest threshold that the days left have reached, unless it or a smaller one was sent
 * (`told`). Days on which the portal stood still cost the thresholds between, never several mails at once.
 */
export const dueNotice = (validTo: string, day: string, told: number | null): number | null => {
  const left = Math.max(0, daysBetween(day, validTo))
  const due = noticeDays.findLast((days) => left <= days)
  return due === undefined || (told !== null && told <= due) ? null : due
}

/** The last day on which nothing is due yet: an accreditation that ends later is of no interest to the day's work. */
export const noticeHorizon = (day: string): string => addDays(day, noticeDays[0])

/** What decides whether an accreditation covers a day. */
export interface Coverage {
  status: string
  valid_from: string | null
  valid_to: string | null
}

/**
 * Whether an accreditation covers a day, such as that on which goods leave the factory: accepted, not revoked, and the
 * day within its validity. Today is not asked: what is valid now may have ended by then, and what has expired covered
 * the days before.
 */
export const coversDay = ({ status, valid_from, valid_to }: Coverage, day: string): boolean =>
  (passedStates as readonly string[]).includes(status) &&
  valid_from !== null &&
  valid_to !== null &&
  valid_from <= day &&
  day <= valid_to

/**
 * Audits that count, the one that is valid longest first; then those that count for nothing (yet), in the order given.
 */
export const longestValidFirst = <A extends { status?: string; valid_to?: unknown }>(audits: readonly A[]): A[] => {
  const until = ({ status, valid_to }: A) =>
    (passedStates as readonly unknown[]).includes(status) && typeof valid_to === 'string' ? valid_to : ''
  return [...audits].sort((a, b) => (until(a) === until(b) ? 0 : until(a) > until(b) ? -1 : 1))
}

/** What decides which of the audits of a factory is the current one. */
export interface AuditInLine {
  id: number
  factory_id: number
  standard_program_id: number
  follow_up_of_id: number | null
  audit_date: string
  status: string
}

/**
 * Whether an audit takes the place of an earlier one: a later result of the same factory and programme, also one that
 * was not passed. Certificates for products (`of` is the scope of the programme) stand beside each other, so that only
 * the one that was followed up gives way.
 */
export const supersedes = (later: AuditInLine, earlier: AuditInLine, of: string): boolean =>
  later.factory_id === earlier.factory_id &&
  later.standard_program_id === earlier.standard_program_id &&
  establishedStates.includes(later.status) &&
  (later.audit_date > earlier.audit_date || (later.audit_date === earlier.audit_date && later.id > earlier.id)) &&
  (of !== 'product' || later.follow_up_of_id === earlier.id)

/** The results in force among audits, without those that a later one took the place of. */
export const currentAudits = <A extends AuditInLine>(audits: readonly A[], scopeOf: (audit: A) => string): A[] =>
  audits.filter(
    (audit) =>
      establishedStates.includes(audit.status) && !audits.some((other) => supersedes(other, audit, scopeOf(audit))),
  )

/** A firm's standing with one programme; `country` null: everywhere. */
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

/** An audit as its firm's standing is asked for it. */
export interface FirmsAudit {
  standard_program_id: number
  country: string | null
  audit_date: string
}

/** The entry that holds for the audit: that of its country before that of everywhere. */
const entryFor = (
  { programs }: FirmStanding,
  { standard_program_id, country }: FirmsAudit,
): FirmProgram | undefined => {
  const entries = programs.filter((entry) => entry.standard_program_id === standard_program_id)
  return (
    entries.find((entry) => country !== null && entry.country === country) ?? entries.find((e) => e.country === null)
  )
}

/** The first day on which the firm's audits do not count; null while they do. */
const suspendedSince = (firm: FirmStanding, audit: FirmsAudit): string | null => {
  const days = [firm.suspended_on, entryFor(firm, audit)?.suspended_on ?? null]
  return days.filter((day) => day !== null).sort()[0] ?? null
}

/** What is to be known about the firm of an audit; null where nothing is. */
export const firmFindingOf = (firm: FirmStanding, audit: FirmsAudit): FirmFinding | null => {
  if (firm.status === 'suspended' || suspendedSince(firm, audit) !== null) return 'suspended'
  if (!entryFor(firm, audit)) return 'not_accredited'
  return firm.accreditation_expiry !== null && firm.accreditation_expiry < audit.audit_date
    ? 'accreditation_expired'
    : null
}

/** Whether the audit took place when its firm was suspended already. */
export const isAfterSuspension = (firm: FirmStanding, audit: FirmsAudit): boolean => {
  const since = suspendedSince(firm, audit)
  return since !== null && audit.audit_date >= since
}
