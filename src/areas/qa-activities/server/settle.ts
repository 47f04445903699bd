import { changedLines, endedLines, openLinesWith, settleByRecords } from '#server/allocation/settle-lines.ts'
import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { plan, qaActivities } from '../area'
import { isAnnounced, mailCancelled } from './notices'

/** Sets the inspection readiness of lines. */
const settleInspections = async (work: Work, ids: readonly number[]): Promise<void> =>
  work.isTrial ? undefined : settleByRecords(work, inspectionKind, ids)

export const inspectionKind = { area: qaActivities, plan }

/** Settles the lines of written final inspections, including the line that an inspection had before. */
export const followActivities = async (work: Work, changes: readonly Change[]): Promise<void> => {
  const ids = changes.flatMap(({ before, after }) =>
    [before, after].flatMap((activity) =>
      activity?.original_type === 'final' ? Number(activity.po_line_id) || [] : [],
    ),
  )
  if (ids.length === 0 || work.isTrial) return
  const rows = await work.tx.query<{ id: number }>(
    `select id from po_lines where id = any($1::bigint[]) and 'inspection' = any(requirements)`,
    [ids],
    'inspection_lines_of_activities',
  )
  await settleInspections(
    work,
    rows.map(({ id }) => id),
  )
}

/** Cancels activities of ended lines that have not begun, and settles the lines that need an inspection, or did. */
export const followOrders = async (work: Work, changes: readonly Change[]): Promise<void> => {
  await cancelEnded(work, changes)
  await settleInspections(work, changedLines({ kind: plan.kind, order: ['status'], line: ['line_status'] }, changes))
}

const cancelEnded = async (work: Work, changes: readonly Change[]): Promise<void> => {
  const reasons = new Map(endedLines(changes).map(({ id, reason }) => [id, reason]))
  if (reasons.size === 0 || work.isTrial) return
  const activities = await work.tx.query<Doc & { id: number; po_line_id: number }>(
    `select id, po_line_id, status, requested_at from qa_activities
     where po_line_id = any($1::bigint[]) and status = any($2::text[]) and archived_at is null order by id`,
    [[...reasons.keys()], qaActivities.lifecycle?.moves.cancel?.from],
    'qa_activities_of_ended_lines',
  )
  for (const activity of activities) {
    const reason = reasons.get(activity.po_line_id)
    const cancelled = await work.kit
      .repository(qaActivities.name)
      .move(asPortal(work, 'cancel'), activity.id, 'cancel', { reason })
    // Mailed with the work of the user who ended the line, because the portal itself sends no notices.
    if (isAnnounced(activity)) await mailCancelled(work, cancelled, String(reason))
  }
}

/** Settles one portion of the open lines as daily work; returns the id to go on after, null at the end. */
export const settleInspectionsOfDay = async (work: Work, after: number): Promise<number | null> => {
  const { ids, next } = await openLinesWith(work, plan, after)
  await settleInspections(work, ids)
  return next
}
