import { addDays } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { dateProblems, missingProblems } from '#shared/kit/checks.ts'
import { type Problem, problem, type RuleContext, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import {
  establishedStates,
  type FirmFinding,
  failsBy,
  type GradeRule,
  openAuditStates,
  type ProgramRule,
  reviewStates,
} from '#shared/trade/accreditation.ts'

interface Finding {
  severity: string
  actions?: { due_on: string; done_on: string | null; verified: boolean }[]
}

const findingsOf = (audit: AnyRecord) => (audit.findings ?? []) as Finding[]

/** The latest acceptable "today": in the morning, a factory east of the office is one day ahead. */
const latestDay = (today: string) => addDays(today, 1)

const futureProblems = (
  record: Readonly<Record<string, unknown>>,
  field: string,
  today: string,
  path = '',
): Problem[] => {
  const day = record[field]
  return typeof day === 'string' && day > latestDay(today)
    ? [problem(textOf('problems.factory-accreditations.in_future'), path + field)]
    : []
}

const stepProblems = (audit: AnyRecord, today: string): Problem[] =>
  findingsOf(audit).flatMap(({ actions = [] }, at) =>
    actions.flatMap((step, index) => {
      const path = `findings.${at}.actions.${index}.`
      return [
        ...futureProblems(step as never, 'done_on', today, path),
        ...(typeof step.due_on === 'string' && typeof audit.audit_date === 'string' && step.due_on < audit.audit_date
          ? [problem(textOf('problems.factory-accreditations.due_before_audit'), `${path}due_on`)]
          : []),
        ...(step.verified && !step.done_on
          ? [problem(textOf('problems.factory-accreditations.verified_undone'), `${path}verified`)]
          : []),
      ]
    }),
  )

/** Checks that a submitted audit has the fields that its programme requires. Runs on the server, which has the programme. */
export const submitProblems = (
  audit: AnyRecord,
  program: ProgramRule | undefined,
  grade: GradeRule | undefined,
): Problem[] => {
  const needed = textOf('problems.factory-accreditations.needed')
  if (!program) return []
  return [
    ...(wantsCertificate(program.scheme, audit.audit_type)
      ? missingProblems(audit, ['certificate_no'], '', textOf('problems.factory-accreditations.certificate_needed'))
      : []),
    ...(program.scheme === 'grade' && !grade && !hasZeroTolerance(audit)
      ? missingProblems(audit, ['grade_id'], '', textOf('problems.factory-accreditations.grade_needed'))
      : []),
    ...(isPassed(audit, grade) ? missingProblems(audit, ['valid_from', 'valid_to'], '', needed) : []),
    ...(program.requires_cap ? planProblems(audit) : []),
  ]
}

/** Programmes that issue certificates need one, except for self-assessments; all other audits need the report. */
export const wantsCertificate = (scheme: string | undefined, auditType: unknown): boolean =>
  scheme === 'certificate' && auditType !== 'self_assessment'

/** If the programme requires a corrective action plan, each non-conformity needs a step on submission. */
const planProblems = (audit: AnyRecord): Problem[] =>
  findingsOf(audit).flatMap(({ actions }, at) =>
    actions?.length ? [] : [problem(textOf('problems.factory-accreditations.plan_needed'), `findings.${at}.actions`)],
  )

/** Whether a finding or the grade is zero tolerance; `nc_zero_tolerance` counts both. */
export const hasZeroTolerance = ({ nc_zero_tolerance }: Partial<AnyRecord>): boolean =>
  Number(nc_zero_tolerance ?? 0) > 0

/** Whether the factory passed, judged by the grade and the zero-tolerance findings. */
export const isPassed = (audit: AnyRecord, grade: GradeRule | undefined): boolean =>
  !failsBy(grade) && !hasZeroTolerance(audit)

/** Users cannot review their own submissions. */
const ownSubmissionProblems = ({ submitted_by }: AnyRecord, { me }: RuleContext): Problem[] =>
  submitted_by !== null && submitted_by !== undefined && submitted_by === me.id
    ? [problem(textOf('problems.factory-accreditations.own_submission'))]
    : []

const firmWarnings: Record<FirmFinding, string> = {
  suspended: 'problems.factory-accreditations.firm_suspended',
  not_accredited: 'problems.factory-accreditations.firm_not_accredited',
  accreditation_expired: 'problems.factory-accreditations.firm_accreditation_expired',
}

/** A warning about the accreditation of the auditing firm. */
export const firmWarning = ({ firm_finding }: AnyRecord): Problem[] =>
  firm_finding ? [problem(textOf(firmWarnings[firm_finding as FirmFinding]), 'auditing_firm_id')] : []

export const rules: Rules = {
  check: (audit, { today }) => [
    ...futureProblems(audit, 'audit_date', today),
    ...(audit.audit_type === 'self_assessment' || audit.auditing_firm_id
      ? []
      : [problem(textOf('problems.factory-accreditations.firm_needed'), 'auditing_firm_id')]),
    ...(audit.audit_type === 'follow_up' && !audit.follow_up_of_id
      ? [problem(textOf('problems.factory-accreditations.previous_needed'), 'follow_up_of_id')]
      : []),
    ...dateProblems(audit, [
      {
        early: 'valid_from',
        late: 'valid_to',
        strict: true,
        at: 'valid_to',
        text: 'problems.factory-accreditations.validity_reversed',
      },
    ]),
    ...stepProblems(audit, today),
  ],
  warn: firmWarning,
  guards: { confirm: ownSubmissionProblems, record_failure: ownSubmissionProblems },
  cautions: {
    confirm: firmWarning,
    record_failure: (audit) =>
      hasZeroTolerance(audit) ? [problem(textOf('problems.factory-accreditations.will_suspend'))] : [],
  },
  editable: (audit, { me }) => {
    const status = audit.status ?? ''
    if (openAuditStates.includes(status)) return () => true
    if (me.role === 'Agent') {
      // Only the supplier that submitted an audit reports on its plan; for audits of the office, any supplier of the
      // factory does.
      const isOfOthers = Boolean(audit.supplier_id) && audit.supplier_id !== me.supplier_id
      return (path) => establishedStates.includes(status) && !isOfOthers && supplierPlanFields.has(path)
    }
    // Reviewers correct slips themselves instead of sending the documents back.
    if (reviewStates.includes(status)) return (path) => path !== 'follow_up_of_id' && path !== 'factory_id'
    return (path) => ownFields.has(path) || (establishedStates.includes(status) && planFields.has(path))
  },
}

/** Fields of the plan that a supplier updates after the review. */
const supplierPlanFields: ReadonlySet<string> = new Set([
  'findings.root_cause',
  'findings.actions',
  'findings.actions.responsible',
  'findings.actions.done_on',
  'findings.actions.evidence',
])
/** Fields of the plan that the office updates after the review; the findings stay as they were. */
const planFields: ReadonlySet<string> = new Set([
  ...supplierPlanFields,
  'findings.actions.step',
  'findings.actions.due_on',
  'findings.actions.verified',
])
const ownFields: ReadonlySet<string> = new Set(['responsible_id', 'notes_internal'])
