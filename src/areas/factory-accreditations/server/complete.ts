import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { nextNumber } from '#server/kit/write/counters.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import {
  capStateOf,
  countFindings,
  establishedStates,
  firmFindingOf,
  followUpDue,
  gradeForScore,
  isAfterSuspension,
  type NonConformity,
  nextStepDue,
  proposedValidTo,
} from '#shared/trade/accreditation.ts'
import { type Facts, gradeOf, programOf, readFacts } from './facts'

/** Completes audits before they are checked: number, proposals, what follows from findings and from the firm. */
export const completeAudits = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const facts = await readFacts(
    work.tx,
    changes.map(({ after }) => after),
  )
  const problems: Problem[][] = []
  for (const change of changes) {
    const { before, after } = change
    if (!before) await begin(work, facts, after)
    settle(work, facts, after)
    verifySteps(work, change)
    problems.push([
      ...followUpProblems(facts, after),
      ...firmProblems(facts, change),
      ...(before ? planProblems(work, before, after) : []),
      ...(await responsibleProblems(work, change)),
    ])
  }
  return problems
}

/** A new audit gets its number, its people, and what its score and grade propose where nothing was entered. */
const begin = async (work: Work, facts: Facts, audit: Doc) => {
  const { me, tx, context, isTrial } = work
  if (!isTrial) audit.audit_no ??= await nextNumber(tx, 'AU', context.today)
  if (me.role === 'Agent') audit.supplier_id = me.supplier_id
  else audit.responsible_id ??= me.id || null
  const program = programOf(facts, audit)
  if (program && audit.score !== null && audit.score !== undefined)
    audit.grade_id ??= gradeForScore(program.grades, Number(audit.score))?.id ?? null
  const proposed = proposedValidTo((audit.valid_from ?? audit.audit_date) as string, gradeOf(facts, audit), program)
  if (!proposed) return
  audit.valid_from ??= audit.audit_date
  audit.valid_to ??= proposed
}

/** What follows from the rest of the audit and from what it refers to. */
const settle = ({ context }: Work, facts: Facts, audit: Doc) => {
  const program = programOf(facts, audit)
  const findings = (audit.findings ?? []) as NonConformity[]
  const counts = countFindings(findings)
  const previous = facts.previous.get(Number(audit.follow_up_of_id))
  Object.assign(audit, {
    audit_title: `${audit.audit_no ?? 'AU'} ${program?.code ?? ''}`.trim(),
    follow_up_due: followUpDue(audit.audit_date as string, gradeOf(facts, audit)),
    // A grade of zero tolerance means such a finding, also where nobody typed it.
    nc_zero_tolerance: Math.max(counts.zero_tolerance, gradeOf(facts, audit)?.zero_tolerance ? 1 : 0),
    nc_critical: counts.critical,
    nc_major: counts.major,
    nc_minor: counts.minor,
    cap_status: capStateOf(findings, program?.requires_cap ?? false, context.today),
    cap_due_date: nextStepDue(findings),
    same_certificate:
      previous !== undefined && Boolean(audit.certificate_no) && previous.certificate_no === audit.certificate_no,
    firm_finding: firmFindingOfAudit(facts, audit),
  })
}

const firmOf = ({ firms }: Facts, { auditing_firm_id }: Doc) => firms.get(Number(auditing_firm_id))

const askedOfFirm = ({ countries }: Facts, audit: Doc) => ({
  standard_program_id: Number(audit.standard_program_id),
  country: countries.get(Number(audit.factory_id)) ?? null,
  audit_date: String(audit.audit_date),
})

const firmFindingOfAudit = (facts: Facts, audit: Doc) => {
  const firm = firmOf(facts, audit)
  return firm ? firmFindingOf(firm, askedOfFirm(facts, audit)) : null
}

/** A firm's audits from the day of its suspension on are refused; those that the office has accepted are only flagged. */
const firmProblems = (facts: Facts, { before, after }: Change): Problem[] => {
  const isAsked =
    !before || ['auditing_firm_id', 'audit_date', 'standard_program_id'].some((name) => before[name] !== after[name])
  return isAsked && !establishedStates.includes(after.status ?? '') ? suspensionProblems(facts, after) : []
}

export const suspensionProblems = (facts: Facts, audit: Doc): Problem[] => {
  const firm = firmOf(facts, audit)
  return firm && isAfterSuspension(firm, askedOfFirm(facts, audit))
    ? [problem(textOf('problems.factory-accreditations.after_suspension'), 'auditing_firm_id')]
    : []
}

/** A follow-up is a later audit by the same programme, which also keeps chains from leading back. */
const followUpProblems = ({ previous }: Facts, audit: Doc): Problem[] => {
  const before = previous.get(Number(audit.follow_up_of_id))
  if (!before) return []
  if (before.standard_program_id !== audit.standard_program_id)
    return [problem(textOf('problems.factory-accreditations.other_program'), 'follow_up_of_id')]
  return before.audit_date < String(audit.audit_date)
    ? []
    : [problem(textOf('problems.factory-accreditations.not_later'), 'follow_up_of_id')]
}

type Step = Doc & { verified: boolean; verified_by: unknown }

const stepsOf = (audit: Doc | null): Step[] =>
  ((audit?.findings ?? []) as Doc[]).flatMap(({ actions }) => (actions ?? []) as Step[])

/** Whoever ticks a step as verified is named with it. */
const verifySteps = ({ me, now }: Work, { before, after }: Change) => {
  const earlier = new Map(stepsOf(before).map((step) => [step.id, step]))
  for (const step of stepsOf(after)) {
    const was = step.id !== undefined && earlier.get(step.id)?.verified
    if (step.verified && !was) {
      step.verified_by ??= me.id || null
      step.verified_at ??= now
    }
    if (!step.verified) Object.assign(step, { verified_by: null, verified_at: null })
  }
}

/** Once the office has accepted the audit, a supplier adds steps and reports on them, but takes none back. */
const planProblems = ({ me }: Work, before: Doc, after: Doc): Problem[] => {
  if (me.role !== 'Agent' || !establishedStates.includes(before.status ?? '')) return []
  const kept = new Map(stepsOf(after).map((step) => [step.id, step]))
  const steps = stepsOf(before)
  if (steps.some(({ id }) => !kept.has(id)))
    return [problem(textOf('problems.factory-accreditations.step_removed'), 'findings')]
  const isTouched = steps.some((step) => {
    const now = kept.get(step.id)
    return step.verified && reported.some((name) => (step[name] ?? null) !== (now?.[name] ?? null))
  })
  return isTouched ? [problem(textOf('problems.factory-accreditations.step_verified'), 'findings')] : []
}
const reported = ['responsible', 'done_on', 'evidence'] as const

const responsibleProblems = async ({ tx }: Work, { before, after }: Change): Promise<Problem[]> => {
  const id = after.responsible_id
  if (!id || id === before?.responsible_id) return []
  const rows = await tx.query(
    `select 1 from users where id = $1 and type in ('admin', 'Office')`,
    [id],
    'accreditation_responsible',
  )
  return rows.length > 0 ? [] : [problem(textOf('problems.factory-accreditations.not_office'), 'responsible_id')]
}
