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

/** The last day that may be called today: a factory east of the office is a day ahead in its morning. */
const latestDay = (today: string) => addDays(today, 1)

const inFuture = (record: Readonly<Record<string, unknown>>, field: string, today: string, path = ''): Problem[] => {
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
        ...inFuture(step as never, 'done_on', today, path),
        ...(typeof step.due_on === 'string' && typeof audit.audit_date === 'string' && step.due_on < audit.audit_date
          ? [problem(textOf('problems.factory-accreditations.due_before_audit'), `${path}due_on`)]
          : []),
        ...(step.verified && !step.done_on
          ? [problem(textOf('problems.factory-accreditations.verified_undone'), `${path}verified`)]
          : []),
      ]
    }),
  )

/** What a submitted audit must say, as its programme wants it; the server alone knows the programme and the files. */
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

/** A programme that issues certificates wants one; any other, and a self-assessment, what the auditor wrote. */
export const wantsCertificate = (scheme: string | undefined, auditType: unknown): boolean =>
  scheme === 'certificate' && auditType !== 'self_assessment'

/** Where the programme asks for a plan, each non-conformity has a step when it is submitted. */
const planProblems = (audit: AnyRecord): Problem[] =>
  findingsOf(audit).flatMap(({ actions }, at) =>
    actions?.length ? [] : [problem(textOf('problems.factory-accreditations.plan_needed'), `findings.${at}.actions`)],
  )

/** By a finding or by the grade; the count holds both. */
export const hasZeroTolerance = ({ nc_zero_tolerance }: Partial<AnyRecord>): boolean =>
  Number(nc_zero_tolerance ?? 0) > 0

/** Whether the factory has passed, by the grade and the gravest finding. */
export const isPassed = (audit: AnyRecord, grade: GradeRule | undefined): boolean =>
  !failsBy(grade) && !hasZeroTolerance(audit)

/** Nobody passes judgement on what they have submitted themselves. */
const otherReviewer = ({ submitted_by }: AnyRecord, { me }: RuleContext): Problem[] =>
  submitted_by !== null && submitted_by !== undefined && submitted_by === me.id
    ? [problem(textOf('problems.factory-accreditations.own_submission'))]
    : []

const firmWarnings: Record<FirmFinding, string> = {
  suspended: 'problems.factory-accreditations.firm_suspended',
  not_accredited: 'problems.factory-accreditations.firm_not_accredited',
  accreditation_expired: 'problems.factory-accreditations.firm_accreditation_expired',
}

/** What is to be known about the auditing firm, as a warning. */
export const firmWarning = ({ firm_finding }: AnyRecord): Problem[] =>
  firm_finding ? [problem(textOf(firmWarnings[firm_finding as FirmFinding]), 'auditing_firm_id')] : []

export const rules: Rules = {
  check: (audit, { today }) => [
    ...inFuture(audit, 'audit_date', today),
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
  guards: { confirm: otherReviewer, record_failure: otherReviewer },
  cautions: {
    confirm: firmWarning,
    record_failure: (audit) =>
      hasZeroTolerance(audit) ? [problem(textOf('problems.factory-accreditations.will_suspend'))] : [],
  },
  editable: (audit, { me }) => {
    const status = audit.status ?? ''
    if (openAuditStates.includes(status)) return () => true
    if (me.role === 'Agent') {
      // What another supplier brought is reported on by that one; what the office brought, by who works with the factory.
      const isOfOthers = Boolean(audit.supplier_id) && audit.supplier_id !== me.supplier_id
      return (path) => establishedStates.includes(status) && !isOfOthers && supplierPlanFields.has(path)
    }
    // A reviewer corrects a slip instead of sending the papers back.
    if (reviewStates.includes(status)) return (path) => path !== 'follow_up_of_id' && path !== 'factory_id'
    return (path) => ownFields.has(path) || (establishedStates.includes(status) && planFields.has(path))
  },
}

/** What a supplier reports of the plan after the review. */
const supplierPlanFields: ReadonlySet<string> = new Set([
  'findings.root_cause',
  'findings.actions',
  'findings.actions.responsible',
  'findings.actions.done_on',
  'findings.actions.evidence',
])
/** The plan as the office keeps it after the review; what was found stays. */
const planFields: ReadonlySet<string> = new Set([
  ...supplierPlanFields,
  'findings.actions.step',
  'findings.actions.due_on',
  'findings.actions.verified',
])
const ownFields: ReadonlySet<string> = new Set(['responsible_id', 'notes_internal'])
