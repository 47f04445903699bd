import type { MoveHooks, Work } from '#server/kit/kit.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import type { AllocationPlan } from '#shared/trade/allocation.ts'
import { type AllocationMails, tellSupplier } from './notices'

/** The move that reminds the supplier of what it has not acknowledged; once a day at most. */
export const remindMove = (area: Area, plan: AllocationPlan, mails: AllocationMails | undefined): MoveHooks => ({
  guard: ({ now }, { reminded_at }) =>
    typeof reminded_at === 'string' && new Date(reminded_at).toISOString().slice(0, 10) === now.slice(0, 10)
      ? [problem(textOf('problems.allocations.reminded_today'))]
      : [],
  effect: async (work, target) => {
    target.reminded_at = work.now
    if (mails?.reminder) await tellSupplier(work, area, plan, mails.reminder, target)
  },
})

/** Reminds of what is past its day, and again each week; one portion, as daily work. */
export const remindOverdue = (area: Area) => async (work: Work, after: number) => {
  const rows = await work.tx.query<{ id: number }>(
    `select id from ${tableOf(area)}
     where status = 'allocated' and id > $1 and due_date < $2::date and archived_at is null
       and (reminded_at is null or reminded_at < $3::timestamptz - interval '7 days')
     order by id limit ${portion}`,
    [after, work.context.today, work.now],
    `${tableOf(area)}_overdue`,
  )
  for (const { id } of rows) await work.kit.repository(area.name).move({ ...work, action: 'remind' }, id, 'remind', {})
  return rows.length < portion ? null : (rows.at(-1)?.id ?? null)
}

/** As many as are done in a second. */
const portion = 50
