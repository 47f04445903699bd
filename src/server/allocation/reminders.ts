import type { MoveHooks, Work } from '#server/kit/kit.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type AllocationPlan, closedOrders } from '#shared/trade/allocation.ts'
import { type AllocationMails, tellSupplier } from './notices'

/** Effect of the move `remind`: mails the supplier about an allocation that it has not acknowledged. */
export const remindSupplier =
  (area: Area, plan: AllocationPlan, mails: AllocationMails | undefined): NonNullable<MoveHooks['effect']> =>
  async (work, target) => {
    target.reminded_at = work.now
    if (mails?.reminder) await tellSupplier(work, area, plan, mails.reminder, target)
  }

/** Guard of the move `remind`: refuses a second reminder on one day, of the allocation or of its kind at the line. */
export const remindedToday =
  ({ kind }: Pick<AllocationPlan, 'kind'>): NonNullable<MoveHooks['guard']> =>
  async ({ now, tx }, { reminded_at, po_line_id }) => {
    const day = now.slice(0, 10)
    const isReminded = typeof reminded_at === 'string' && new Date(reminded_at).toISOString().slice(0, 10) === day
    const ofLine = isReminded ? [] : await tx.query(remindersOfLine, [po_line_id, kind, day], 'reminders_of_line')
    return isReminded || ofLine.length > 0 ? [problem(textOf('problems.allocations.reminded_today'))] : []
  }

/** Reminders of a kind at a line (`cell-reminders.ts`), sent on that day. */
const remindersOfLine = `
  select 1 from readiness_reminders where po_line_id = $1 and kind = $2 and side = 'supplier' and sent_on = $3::date`

/** Reminds of overdue allocations of open lines, and again each week; one portion of the daily work. */
export const remindOverdue =
  (area: Area, { kind, lines, orders }: AllocationPlan) =>
  async (work: Work, after: number) => {
    const rows = await work.tx.query<{ id: number }>(
      `select id from ${tableOf(area)} a
     where a.status = 'allocated' and a.id > $1 and due_date < $2::date and a.archived_at is null
       and (reminded_at is null or reminded_at < $3::timestamptz - interval '7 days')
       and exists (select from ${tableOf(lines)} l join ${tableOf(orders)} o on o.id = l.purchase_order_id
         where l.id = a.po_line_id and l.line_status = 'open' and o.status <> all($5::text[]))
       and not exists (select from readiness_reminders r where r.po_line_id = a.po_line_id and r.kind = $4
         and r.side = 'supplier' and r.sent_on = ($3::timestamptz at time zone 'UTC')::date)
     order by id limit ${portion}`,
      [after, work.context.today, work.now, kind, [...closedOrders]],
      `${tableOf(area)}_overdue`,
    )
    for (const { id } of rows)
      await work.kit.repository(area.name).move({ ...work, action: 'remind' }, id, 'remind', {})
    return rows.length < portion ? null : (rows.at(-1)?.id ?? null)
  }

/** Allocations of one portion, which takes about a second. */
const portion = 50
