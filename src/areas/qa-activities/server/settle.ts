import { changedLines, endedLines, openLinesWith, settleByRecords } from '#server/allocation/settle-lines.ts'
import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { plan, qaActivities } from '../area'
import { isTold, tellCancelled } from './notices'

/** Sets how far lines are with their final inspection. */
const settleInspections = async (work: Work, ids: readonly number[]): Promise<void> =>
  work.isTrial ? undefined : settleByRecords(work, inspectionKind, ids)

export const inspectionKind = { area: qaActivities, plan }

/** Activities were written: the lines of final inspections are settled, before and now. */
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

/** Orders were written: what has not begun ends with its line; lines that need an inspection, or did, are settled. */
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
    // Of the person who ended the line: the portal itself tells nobody.
    if (isTold(activity)) await tellCancelled(work, cancelled, String(reason))
  }
}

/** A portion of the daily work. */
export const settleInspectionsOfDay = async (work: Work, after: number): Promise<number | null> => {
  const { ids, next } = await openLinesWith(work, plan, after)
  await settleInspections(work, ids)
  return next
}
