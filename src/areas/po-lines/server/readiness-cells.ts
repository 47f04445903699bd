import { type RawBuilder, sql } from 'kysely'
import { lineRecords } from '#server/allocation/line-records.ts'
import { shownOfLine } from '#server/allocation/matrix.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { readinessField } from '#shared/trade/allocation.ts'
import { type LineKind, lineKindAreas, missingStates } from '#shared/trade/line-kinds.ts'
import { isReady, type ReadinessKind, turnFields } from '#shared/trade/readiness.ts'
import type { ReadinessCell, ReadinessRow } from '#shared/trade/readiness-matrix.ts'
import { requirementTypes } from '#shared/trade/requirement-profiles.ts'
import { poLines } from '../area'

/** The kinds whose records and readiness the caller may read. */
export const kindsFor = (kit: Kit, me: Principal): LineKind[] =>
  lineKindAreas(kit.register.areas).filter(
    ({ area, plan }) =>
      kit.can(me.role, area.name, 'read') && kit.mayRead(subjectOf(me), poLines, readinessField(plan)),
  )

/** The key under which a statement over these kinds is cached. */
export const kindsKey = (kinds: readonly LineKind[]) => kinds.map(({ plan }) => plan.kind).join()

/** A line as `pageSql` returns it. */
interface StoredRow {
  line: { id: number } & Record<string, unknown>
  supplier: { id: number; title: string }
  issued_at: string | null
  /** The day of the last reminder, by kind. */
  reminded: Partial<Record<ReadinessKind, string>> | null
  /** By kind: the earliest last step of waiting records, their earliest due date, and the missing types. */
  waits: Partial<Record<ReadinessKind, { since: string | null; due: string | null; missing: string[] | null }>>
}

/** Selects one row `{ rows }`: the page of the list as JSON, each line with its waiting records and reminders. */
export const pageSql = (kinds: readonly LineKind[], list: RawBuilder<unknown>) => {
  const waits = kinds.flatMap((kind) => {
    const states = [...Object.keys(kind.plan.turns), 'rejected']
    const missing = missingStates(kind.plan)
    return [
      sql.lit(kind.plan.kind),
      sql`(
        select json_build_object('since', min(since), 'due', min(due), 'missing', ${
          missing.length > 0 ? sql`json_agg(type) filter (where standing = any(${among(missing)}))` : sql`null`
        })
        from ${lineRecords(kind)} where standing = any(${among(states)}))`,
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
    join po_lines as l on l.id = (p.line ->> 'id')::bigint
    join purchase_orders as o on o.id = l.purchase_order_id
    join suppliers as s on s.id = o.supplier_id`
}

const among = (states: readonly string[]) => sql`${sql.lit(`{${states.join()}}`)}::text[]`

/** Converts the row of `pageSql` into lines with their cells. */
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
      const { since = null, due = null, missing } = waits[kind] ?? {}
      const state = line[readinessField(plan)] as ReadinessCell['state']
      const isWaiting = turns.length > 0
      return [
        kind,
        {
          state,
          turns,
          // Waiting days count from the issue of the order, even if the allocation is older.
          since: isWaiting && issued_at ? laterOf(since ?? issued_at, issued_at) : null,
          due: isWaiting ? due : null,
          missing: isReady(state) ? [] : requirementTypes(kind).filter((type) => missing?.includes(type)),
          reminded: (turns.includes('supplier') && reminded?.[kind]) || null,
        },
      ]
    }),
  )

const laterOf = (a: string, b: string): string => (Date.parse(a) > Date.parse(b) ? a : b)
