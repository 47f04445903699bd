import { type RawBuilder, sql } from 'kysely'
import { id } from '#server/kit/read/sql.ts'
import { tableOf } from '#shared/kit/area.ts'
import { planOf } from '#shared/trade/allocation.ts'
import { attachmentKindsOf } from '#shared/trade/line-attachments.ts'
import type { LineKind } from '#shared/trade/line-kinds.ts'
import { samplesOfLine } from './sample-lines'

/**
 * SQL for the records of a kind that count for the line `l` of the enclosing query. Columns: `standing` (a key of the
 * plan's `turns` and `readiness`), `type` (for kinds with types), `since` (time of the last step) and `due`.
 */
export const lineRecords = ({ area, plan }: LineKind): RawBuilder<unknown> =>
  sql`(${sources[plan.kind] ?? stored({ area, plan })}) as records`

const stored = ({ area }: LineKind) => sql`
  select a.status as standing, null::bigint as type, ${planOf(area) ? lastStep : sql`a.updated_at`} as since,
    ${planOf(area) ? sql`a.due_date` : sql`null::date`} as due
  from ${id(tableOf(area))} as a where a.po_line_id = l.id and a.archived_at is null`

/** The time since which an allocation waits. */
const lastStep = sql`coalesce(greatest(a.requested_at, a.responded_at, a.verified_at,
  case when a.status = 'outdated' then a.updated_at end), a.created_at)`

// `requirementName` joins kind and type in the same way.
const attachmentPrefix = sql.lit('attachments_')

/** Kinds whose records are not found by `po_line_id`, or whose standing is more than a status. */
const sources: Partial<Record<string, RawBuilder<unknown>>> = {
  // Only samples that gate something. Archived requests were decided and still count.
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
  // One row for each kind of attachment that the line needs. Internal and replaced files do not count.
  attachments: sql`
    select case when there.is_clean then 'attached' when there.is_clean is not null then 'in_check'
        when needed.type = any(${sql.lit(`{${attachmentKindsOf('supplier').join()}}`)}::text[]) then 'awaits_supplier'
        else 'awaits_office' end as standing,
      needed.type, null::timestamptz as since, null::date as due
    from purchase_orders as o
    cross join (
      select substr(r.name, length(${attachmentPrefix}) + 1) as type from unnest(l.requirements) as r(name)
      where starts_with(r.name, ${attachmentPrefix})) as needed
    cross join lateral (
      select bool_or(f.scan = 'clean') as is_clean from files as f
      where (f.area, f.record_id) in (('po-lines', l.id), ('purchase-orders', o.id)) and f.slot = 'attachment'
        and f.kind = needed.type and f.visibility = 'shared' and f.scan <> 'refused'
        and (f.supplier_id is null or f.supplier_id = o.supplier_id)
        and not exists (
          select 1 from files as n
          where coalesce(n.series_id, n.id) = coalesce(f.series_id, f.id) and n.version_no > f.version_no and n.scan = 'clean')
    ) as there
    where o.id = l.purchase_order_id`,
}
