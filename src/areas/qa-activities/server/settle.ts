import { changedLines, openLinesWith, settleByRecords } from '#server/allocation/settle-lines.ts'
import type { Change, Work } from '#server/kit/kit.ts'
import { plan, qaActivities } from '../area'

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

/** Orders were written: lines that need an inspection, or did. */
export const followOrders = (work: Work, changes: readonly Change[]) =>
  settleInspections(work, changedLines({ kind: plan.kind, order: ['status'], line: ['line_status'] }, changes))

/** A portion of the daily work. */
export const settleInspectionsOfDay = async (work: Work, after: number): Promise<number | null> => {
  const { ids, next } = await openLinesWith(work, plan, after)
  await settleInspections(work, ids)
  return next
}
