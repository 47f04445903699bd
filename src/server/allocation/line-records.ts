import { type RawBuilder, sql } from 'kysely'
import { id } from '#server/kit/read/sql.ts'
import { tableOf } from '#shared/kit/area.ts'
import { planOf } from '#shared/trade/allocation.ts'
import type { LineKind } from '#shared/trade/line-kinds.ts'
import { samplesOfLine } from './sample-lines'

/**
 * The records of a kind that count for the line `l` around it, as a table: `standing` (the key of the plan's turns and
 * readiness), `type`, `since` (the last step) and `due`.
 */
export const lineRecords = ({ area, plan }: LineKind): RawBuilder<unknown> =>
  sql`(${sources[plan.kind] ?? stored({ area, plan })}) as records`

const stored = ({ area }: LineKind) => sql`
  select a.status as standing, null::bigint as type, ${planOf(area) ? lastStep : sql`a.updated_at`} as since,
    ${planOf(area) ? sql`a.due_date` : sql`null::date`} as due
  from ${id(tableOf(area))} as a where a.po_line_id = l.id and a.archived_at is null`

/** When an allocation began to wait. */
const lastStep = sql`coalesce(greatest(a.requested_at, a.responded_at, a.verified_at,
  case when a.status = 'outdated' then a.updated_at end), a.created_at)`

/** Kinds whose records belong to lines in another way, or whose state is more than a status. */
const sources: Partial<Record<string, RawBuilder<unknown>>> = {
  // Those that something waits for. What is archived was decided, and still counts.
  sample: sql`
    select r.status as standing, r.sample_type_id as type, r.updated_at as since, r.due_date as due
    from purchase_orders as o, sample_requests as r join sample_types as t on t.id = r.sample_type_id
    where o.id = l.purchase_order_id and t.gate <> 'none' and ${sql.raw(samplesOfLine('r', 't'))}`,
  // A rejected lot counts until another final inspection follows.
  inspection: sql`
    select case when q.status = 'rework_required' then 'rework_' || coalesce(q.plan_state, 'asked')
        when q.status = 'rejected' and exists (
          select 1 from qa_activities as n
          where n.po_line_id = q.po_line_id and n.original_type = 'final' and n.id > q.id and n.status <> 'cancelled')
        then 'replaced' else q.status end as standing,
      null::bigint as type, q.updated_at as since, coalesce(q.plan_due, q.planned_date) as due
    from qa_activities as q where q.po_line_id = l.id and q.original_type = 'final'`,
}
