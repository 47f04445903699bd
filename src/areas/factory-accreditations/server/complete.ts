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

/** Completes audits before validation: number, suggestions, and values derived from findings and the auditing firm. */
export const completeAudits = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const facts = await readFacts(
    work.tx,
    changes.map(({ after }) => after),
  )
  const problems: Problem[][] = []
  for (const change of changes) {
    const { before, after } = change
    if (!before) await completeNew(work, facts, after)
    derive(work, facts, after)
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

/** Sets number and responsible users of a new audit, and suggests grade and validity where they are empty. */
const completeNew = async (work: Work, facts: Facts, audit: Doc) => {
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

/** Derives values from the audit's other fields and from records that it refers to. */
const derive = ({ context }: Work, facts: Facts, audit: Doc) => {
  const program = programOf(facts, audit)
  const findings = (audit.findings ?? []) as NonConformity[]
  const counts = countFindings(findings)
  const previous = facts.previous.get(Number(audit.follow_up_of_id))
  Object.assign(audit, {
    audit_title: `${audit.audit_no ?? 'AU'} ${program?.code ?? ''}`.trim(),
    follow_up_due: followUpDue(audit.audit_date as string, gradeOf(facts, audit)),
    // A zero-tolerance grade counts as a finding, even if none was entered.
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

/** Refuses audits that a firm carried out on or after the day of its suspension; accepted audits are only flagged. */
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

/** A follow-up must be a later audit of the same programme. Requiring a later date also rules out cycles. */
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

/** Records the user who verifies a step. */
const verifySteps = ({ me, now }: Work, { before, after }: Change) => {
  const earlier = new Map(stepsOf(before).map((step) => [step.id, step]))
  for (const step of stepsOf(after)) {
    const wasVerified = step.id !== undefined && earlier.get(step.id)?.verified
    if (step.verified && !wasVerified) {
      step.verified_by ??= me.id || null
      step.verified_at ??= now
    }
    if (!step.verified) Object.assign(step, { verified_by: null, verified_at: null })
  }
}

/** After acceptance, a supplier may add steps and report on them, but not remove any. */
const planProblems = ({ me }: Work, before: Doc, after: Doc): Problem[] => {
  if (me.role !== 'Agent' || !establishedStates.includes(before.status ?? '')) return []
  const stepsAfter = new Map(stepsOf(after).map((step) => [step.id, step]))
  const steps = stepsOf(before)
  if (steps.some(({ id }) => !stepsAfter.has(id)))
    return [problem(textOf('problems.factory-accreditations.step_removed'), 'findings')]
  const isTouched = steps.some((step) => {
    const now = stepsAfter.get(step.id)
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
