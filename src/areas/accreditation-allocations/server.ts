import { sql } from 'kysely'
import { readAuditsOf, readGroups, readTestedLines } from '#server/allocation/accreditation.ts'
import { lineIsOpen } from '#server/allocation/open-lines.ts'
import { remindedToday } from '#server/allocation/reminders.ts'
import { restartDailyWork } from '#server/kit/daily.ts'
import { invalid } from '#server/kit/errors.ts'
import { type Change, type Doc, type MoveHooks, serve, type Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { isAccepted, isWaived, testCover } from '#shared/trade/accreditation-cover.ts'
import { accreditationAllocations, plan } from './area'
import { notifyReminder } from './server/notices'
import { followAudits, followFactories, followOrders, retestNext, settleAccreditationsOfDay } from './server/retest'
import { settleAccreditations } from './server/settle'

export const server = serve(accreditationAllocations, {
  scopes: {
    own_lines: (alias, _caller, inScope) => {
      const line = `${alias}l`
      return sql<boolean>`exists (select 1 from po_lines as ${sql.id(line)}
        where ${sql.id(line, 'id')} = ${sql.id(alias, 'po_line_id')} and ${inScope('po-lines', line)})`
    },
  },

  conditions: { is_line_open: lineIsOpen({ lines: 'po-lines', orders: 'purchase-orders' }) },

  moves: {
    choose_audit: {
      effect: async (work, target, _change, { factory_accreditation_id }) => {
        const { day, audits, programs } = await readTestFacts(work, target)
        const audit = audits.find(({ id }) => id === factory_accreditation_id)
        const cover = testCover(programs, audits, day, Number(factory_accreditation_id))
        if (!audit || !isAccepted(audit, programs) || cover.audit_id !== audit.id || cover.state !== 'covered')
          throw invalid({
            factory_accreditation_id: [textOf('problems.accreditation-allocations.does_not_cover')],
          })
        Object.assign(target, { factory_accreditation_id: audit.id, covered_until: cover.until, is_chosen: true })
      },
    },
    choose_latest: {
      guard: (_work, { is_chosen }) =>
        is_chosen ? [] : [problem(textOf('problems.accreditation-allocations.not_chosen'))],
      effect: async (work, target) => {
        const { day, audits, programs } = await readTestFacts(work, target)
        const { audit_id, until } = testCover(programs, audits, day)
        Object.assign(target, { factory_accreditation_id: audit_id, covered_until: until, is_chosen: false })
      },
    },
    remind: {
      guard: remindedToday(plan),
      effect: async (work, target) => {
        target.reminded_at = work.now
        await notifyReminder(work, target)
      },
    },
    waive: {
      effect: (work, target, _change, { waived_until, reason }) => {
        const day = String(target.ex_factory_date ?? work.context.today)
        if (!isWaived(String(waived_until), day))
          throw invalid({
            waived_until: [textOf('problems.accreditation-allocations.waived_too_short', { date: day })],
          })
        Object.assign(target, {
          waived_until,
          waiver_reason: reason,
          waived_by: work.me.id || null,
          waived_at: work.now,
        })
      },
    },
    retest: {
      effect: (_work, target, _change, { result, ...values }) => {
        // A waiver applies to one factory only.
        if (values.factory_id !== target.factory_id)
          Object.assign(target, { waived_until: null, waiver_reason: null, waived_by: null, waived_at: null })
        Object.assign(target, values, { status: result })
      },
    },
    // Writing the record tests it again.
    end_waiver: {
      effect: (_work, target) =>
        void Object.assign(target, { waived_until: null, waiver_reason: null, waived_by: null, waived_at: null }),
    },
  } satisfies Record<string, MoveHooks>,

  written: (work, changes) => (isByUser(work) ? followRecords(work, changes) : undefined),

  follows: {
    'purchase-orders': followOrders,
    'factory-allocations': followFactories,
    'factory-accreditations': followAudits,
    'requirement-profiles': restart,
    'standard-programs': restart,
  },

  jobs: { accreditation_retest: retestNext },
  daily: settleAccreditationsOfDay,
})

/** Tests every open line again: the first ones at once, the others in the background. */
function restart(work: Work): Promise<void> | undefined {
  return work.isTrial || (work.me === system && work.action === 'import')
    ? undefined
    : restartDailyWork(work, accreditationAllocations.name)
}

/** Whether a user made the move; the writes of the portal come from the test itself. */
const isByUser = ({ me }: Work): boolean => me.id !== 0

const followRecords = (work: Work, changes: readonly Change[]) =>
  settleAccreditations(
    work,
    changes.map(({ after }) => Number(after.po_line_id)),
  )

/** The facts that a record is tested against: the day, the audits of its factory, and the programmes of its group. */
const readTestFacts = async ({ tx, context }: Work, record: Doc) => {
  const [line] = await readTestedLines(tx, [Number(record.po_line_id)])
  const [groupsOf, auditsOf] = await Promise.all([readGroups(tx), readAuditsOf(tx, [Number(record.factory_id)])])
  const group = line
    ? groupsOf(line).find(
        ({ profile_id, name }) => profile_id === record.requirement_profile_id && name === record.group_name,
      )
    : undefined
  return {
    day: line?.ex_factory_date ?? context.today,
    audits: auditsOf(Number(record.factory_id)),
    programs: group?.programs ?? [],
  }
}
