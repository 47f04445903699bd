import { sql } from 'kysely'
import { conflict } from '#server/kit/errors.ts'
import { type Doc, type MoveHooks, serve, type Work } from '#server/kit/kit.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { standingOn } from '#shared/trade/accreditation.ts'
import { isCurrent } from '#shared/trade/accreditation-sql.ts'
import { factoryAccreditations } from './area'
import { hasZeroTolerance, isPassed, submitProblems, wantsCertificate } from './rules'
import { certificateRoutes } from './server/certificate'
import { completeAudits, suspensionProblems } from './server/complete'
import { settleAccreditations } from './server/daily'
import { expiryRoutes } from './server/expiries'
import { gradeOf, programOf, readFacts } from './server/facts'
import { flagAudits } from './server/firms'
import { notifyDecision } from './server/notices'
import { followPrograms } from './server/programs'
import { suspendFactory } from './server/zero-tolerance'

export const server = serve(factoryAccreditations, {
  scopes: {
    linked: (alias, caller) => sql<boolean>`(${sql.id(alias, 'factory_id')} in (
        select fs.factory_id from factory_suppliers as fs where fs.supplier_id = ${caller.supplier_id})
      and (${sql.id(alias, 'supplier_id')} = ${caller.supplier_id}
        or ${sql.id(alias, 'status')} in ('valid', 'expiring', 'expired', 'failed', 'revoked')))`,
    linked_within: (alias, caller) => sql<boolean>`${sql.id(alias, 'factory_id')} in (
      select fs.factory_id from factory_suppliers as fs where fs.supplier_id = any(${caller.portfolio}))`,
  },

  conditions: {
    is_current: (alias, holds) => holds(sql.raw(isCurrent(`"${alias}"`))),
  },

  prepare: completeAudits,

  moves: {
    submit: {
      guard: submitRefusals,
      effect: ({ me, now }, audit) =>
        void Object.assign(audit, {
          ...{ submitted_by: me.id || null, submitted_at: now },
          ...{ reviewed_by: null, reviewed_at: null, decision_comment: null },
        }),
    },
    withdraw: { effect: (_work, audit) => void Object.assign(audit, { submitted_by: null, submitted_at: null }) },
    start_review: {
      effect: (work, audit) => {
        Object.assign(audit, review(work))
        audit.responsible_id ??= work.me.id || null
      },
    },
    confirm: {
      guard: async (work, audit) => {
        const facts = await readFacts(work.tx, [audit])
        return isPassed(audit as AnyRecord, gradeOf(facts, audit))
          ? [
              ...submitProblems(audit as AnyRecord, programOf(facts, audit), gradeOf(facts, audit)),
              ...suspensionProblems(facts, audit),
            ]
          : [problem(textOf('problems.factory-accreditations.not_passed'))]
      },
      effect: async (work, audit, _change, { comment }) => {
        // A certificate that was submitted late may have expired already; it needs no more reminders.
        const statusToday = standingOn(String(audit.valid_to), work.context.today)
        Object.assign(audit, review(work), { status: statusToday, decision_comment: comment ?? null })
        if (statusToday === 'expired') audit.notified_days = 0
        await notifyDecision(work, audit, { all: false })
      },
    },
    record_failure: {
      guard: async (work, audit) => {
        const facts = await readFacts(work.tx, [audit])
        return isPassed(audit as AnyRecord, gradeOf(facts, audit))
          ? [problem(textOf('problems.factory-accreditations.is_passed'))]
          : []
      },
      effect: async (work, audit, _change, { comment }) => {
        // A failed audit has no validity.
        Object.assign(audit, review(work), { decision_comment: comment ?? null, valid_from: null, valid_to: null })
        await notifyDecision(work, audit, { all: true })
        if (hasZeroTolerance(audit)) await suspendFactory(work, audit)
      },
    },
    reject: decision({ all: false }),
    revoke: decision({ all: true }),
  },

  follows: {
    'auditing-firms': (work, changes) =>
      flagAudits(
        work,
        'auditing_firm_id',
        changes.flatMap(({ before, after }) => (before ? [Number(after.id)] : [])),
      ),
    'standard-programs': followPrograms,
    factories: (work, changes) =>
      flagAudits(
        work,
        'factory_id',
        changes.flatMap(({ before, after }) => (before && before.country !== after.country ? [Number(after.id)] : [])),
      ),
  },

  // A failed result replaces an earlier valid one, but would not do so in the archive.
  removed: async ({ tx }, audit) => {
    if (audit.status !== 'failed' || audit.archived_at) return
    const rows = await tx.query(
      `select 1 from factory_accreditations a join factory_accreditations e
         on e.factory_id = a.factory_id and e.standard_program_id = a.standard_program_id
       where a.id = $1 and ${isCurrent('a')} and e.status in ('valid', 'expiring') and e.archived_at is null
         and (e.audit_date, e.id) < (a.audit_date, a.id) limit 1`,
      [audit.id],
      'accreditation_before_failure',
    )
    if (rows.length > 0) throw conflict('guard', textOf('problems.factory-accreditations.failure_counts'))
  },

  // The programme determines which documents an audit needs.
  extras: async ({ tx }, audit) => {
    const { programs } = await readFacts(tx, [{ standard_program_id: audit.standard_program_id }])
    const scheme = programs.get(Number(audit.standard_program_id))?.scheme
    return { needs_certificate: wantsCertificate(scheme, audit.audit_type) }
  },

  daily: settleAccreditations,
  routes: (app, kit) => {
    certificateRoutes(app, kit)
    expiryRoutes(app, kit)
  },
})

const review = ({ me, now }: Work) => ({ reviewed_by: me.id || null, reviewed_at: now })

/** A decision with a reason, of which suppliers are notified. */
function decision(recipients: { all: boolean }): MoveHooks {
  return {
    effect: async (work, audit, _change, { reason }) => {
      Object.assign(audit, review(work), { decision_comment: reason })
      await notifyDecision(work, audit, recipients)
    },
  }
}

async function submitRefusals(work: Work, audit: Doc): Promise<Problem[]> {
  const facts = await readFacts(work.tx, [audit])
  const program = programOf(facts, audit)
  return [
    ...submitProblems(audit as AnyRecord, program, gradeOf(facts, audit)),
    ...suspensionProblems(facts, audit),
    ...(await paperProblems(work, audit, wantsCertificate(program?.scheme, audit.audit_type))),
  ]
}

/** Certificates must be attached themselves; for other results any document of the auditor is accepted. */
const paperProblems = async ({ tx }: Work, { id }: Doc, isCertificate: boolean): Promise<Problem[]> => {
  const kinds = isCertificate ? ['certificate'] : ['audit_report', 'certificate', 'corrective_action_plan']
  const rows = await tx.query(
    `select 1 from files where area = $1 and record_id = $2 and slot = 'attachment' and scan <> 'refused'
       and kind = any($3::text[]) limit 1`,
    [factoryAccreditations.name, id, kinds],
    'accreditation_papers',
  )
  if (rows.length > 0) return []
  return [
    problem(
      isCertificate
        ? textOf('problems.factory-accreditations.certificate_paper_needed')
        : textOf('problems.factory-accreditations.papers_needed'),
    ),
  ]
}
