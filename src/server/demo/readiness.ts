import type { Queryable } from '#server/db/types.ts'
import { readinessField } from '#shared/trade/allocation.ts'
import { readinessKinds } from '#shared/trade/readiness.ts'

/** Sets one kind's readiness on all lines from its allocations, one per line; a line that is no longer open needs none. */
export const setReadiness = (
  tx: Queryable,
  kind: 'fibre' | 'care' | 'artwork',
  made: readonly { po_line_id: number; status: string }[],
) =>
  tx.query(
    `with made as (
       select po_line_id, case status when 'approved' then 'ok' when 'waived' then 'waived' when 'rejected' then 'rejected'
         when 'cancelled' then 'missing' else 'in_progress' end as readiness
       from jsonb_to_recordset($1::jsonb) as m(po_line_id bigint, status text))
     update po_lines l set ${kind}_readiness = case
       when l.line_status <> 'open' and coalesce(m.readiness, 'missing') not in ('ok', 'waived') then 'not_required'
       else coalesce(m.readiness, 'missing') end
     from po_lines p left join made m on m.po_line_id = p.id where p.id = l.id`,
    [JSON.stringify(made.map(({ po_line_id, status }) => ({ po_line_id, status })))],
  )

export const storeReadiness = (tx: Queryable, kind: string, standing: readonly { id: number; readiness: string }[]) =>
  tx.query(
    `update po_lines l set ${readinessField({ kind })} = m.readiness
     from jsonb_to_recordset($1::jsonb) as m(id bigint, readiness text) where l.id = m.id`,
    [JSON.stringify(standing)],
  )

/** Sets the overall readiness of all lines from the readiness of each kind. */
export const setOverall = (tx: Queryable) =>
  tx.query(
    `update po_lines l set readiness = case
       when 'rejected' = any(kinds) then 'rejected' when 'missing' = any(kinds) then 'missing'
       when 'in_progress' = any(kinds) then 'in_progress' when 'waived' = any(kinds) then 'waived'
       when 'ok' = any(kinds) then 'ok' else 'not_required' end
     from (select id, array[${readinessKinds.map((kind) => readinessField({ kind })).join()}] as kinds from po_lines) k where k.id = l.id`,
  )
