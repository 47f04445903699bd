import { type RawBuilder, sql } from 'kysely'
import { shownOfLine } from '#server/allocation/matrix.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { id } from '#server/kit/read/sql.ts'
import { tableOf } from '#shared/kit/area.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { planOf, readinessField } from '#shared/trade/allocation.ts'
import { type LineKind, lineKindAreas } from '#shared/trade/line-kinds.ts'
import { type ReadinessKind, turnFields } from '#shared/trade/readiness.ts'
import type { ReadinessCell, ReadinessRow } from '#shared/trade/readiness-matrix.ts'
import { poLines } from '../area'

/** The kinds of which the caller reads the allocations. */
export const kindsFor = (kit: Kit, me: Principal): LineKind[] =>
  lineKindAreas(kit.register.areas).filter(
    ({ area, plan }) =>
      kit.can(me.role, area.name, 'read') && kit.mayRead(subjectOf(me), poLines, readinessField(plan)),
  )

/** Names what the statements over these kinds differ in. */
export const kindsKey = (kinds: readonly LineKind[]) => kinds.map(({ plan }) => plan.kind).join()

/** A line as `pageSql` answers it. */
interface StoredRow {
  line: { id: number } & Record<string, unknown>
  supplier: { id: number; title: string }
  issued_at: string | null
  /** By kind: the day of the last reminder. */
  reminded: Partial<Record<ReadinessKind, string>> | null
  /** By kind: the earliest step of an allocation that waits, and the earliest day due. */
  waits: Partial<Record<ReadinessKind, { since: string | null; due: string | null }>>
}

/** When an allocation began to wait. */
const lastStep = sql`coalesce(greatest(a.requested_at, a.responded_at, a.verified_at,
  case when a.status = 'outdated' then a.updated_at end), a.created_at)`

/** The page of the list with what waits at each line, as one row `{ rows }`. */
export const pageSql = (kinds: readonly LineKind[], list: RawBuilder<unknown>) => {
  const waits = kinds.flatMap(({ area, plan }) => {
    const states = [...Object.keys(plan.turns), 'rejected']
    return [
      sql.lit(plan.kind),
      sql`(
        select json_build_object('since', min(${planOf(area) ? lastStep : sql`a.updated_at`}),
          'due', min(${planOf(area) ? sql`a.due_date` : sql`null::date`}))
        from ${id(tableOf(area))} as a
        where a.po_line_id = (p.line ->> 'id')::bigint and a.archived_at is null
          and a.status = any(${sql.lit(`{${states.join()}}`)}::text[]))`,
    ]
  })
  return sql`
    with page as (
      select l.line, l.at from (${list}) as x cross join lateral json_array_elements(x.rows::json) with ordinality as l(line, at))
    select coalesce(json_agg(json_build_object(
        'line', p.line,
        'supplier', json_build_object('id', s.id, 'title', s.supplier_name),
        'issued_at', o.issued_at,
        'waits', json_build_object(${sql.join(waits)}),
        'reminded', (
          select json_object_agg(r.kind, r.day) from (
            select kind, max(sent_on) as day from readiness_reminders
            where po_line_id = (p.line ->> 'id')::bigint and side = 'supplier' group by kind) as r)
      ) order by p.at), '[]')::text as rows
    from page p
    join purchase_orders as o on o.id = (p.line ->> 'purchase_order_id')::bigint
    join suppliers as s on s.id = o.supplier_id`
}

/** The lines that a statement of `pageSql` answers, with their cells. */
export const rowsIn = (kinds: readonly LineKind[], page: { rows: string } | undefined): ReadinessRow[] =>
  (JSON.parse(page?.rows ?? '[]') as StoredRow[]).map((row) => ({
    line: { ...shownOfLine(row.line), supplier: row.supplier },
    cells: cellsOf(kinds, row),
  }))

const cellsOf = (kinds: readonly LineKind[], { line, issued_at, waits, reminded }: StoredRow): ReadinessRow['cells'] =>
  Object.fromEntries(
    kinds.map(({ plan }): [string, ReadinessCell] => {
      const kind = plan.kind as ReadinessKind
      const turns = (['office', 'supplier'] as const).filter((side) =>
        (line[turnFields[side]] as string[] | undefined)?.includes(kind),
      )
      const { since = null, due = null } = waits[kind] ?? {}
      const isWaiting = turns.length > 0
      return [
        kind,
        {
          state: line[readinessField(plan)] as ReadinessCell['state'],
          turns,
          // Days count from the issue of the order at the earliest, even where the allocation is older.
          since: isWaiting && issued_at ? laterOf(since ?? issued_at, issued_at) : null,
          due: isWaiting ? due : null,
          reminded: (turns.includes('supplier') && reminded?.[kind]) || null,
        },
      ]
    }),
  )

const laterOf = (a: string, b: string): string => (Date.parse(a) > Date.parse(b) ? a : b)
