import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/db/types.ts'
import { all, compile, id, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { readinessField } from '#shared/trade/allocation.ts'
import { type LineKind, type LinePlan, lineKindAreas } from '#shared/trade/line-kinds.ts'
import { goneStates, readyStates, type Side, turnFields } from '#shared/trade/readiness.ts'
import { lineRecords } from './line-records'

/**
 * Stores for each line which kinds wait for the office and which for the supplier. Call it after allocations and readiness
 * are stored. Without `ids` it settles all lines.
 */
export const settleTurns = async (on: Queryable, areas: readonly Area[], ids?: readonly number[]): Promise<void> => {
  if (ids?.length === 0) return
  const statements = statementsOf(areas)
  await run(on, ids ? statements.ofLines : statements.ofAll, { ids })
}

/** The statements are long: compiled once, so that PostgreSQL keeps their plans. */
const statementsOf = (areas: readonly Area[]) => {
  const cached = compiled.get(areas)
  if (cached) return cached
  const kinds = lineKindAreas(areas)
  const statements = {
    ofLines: compile(turnsSql(kinds, sql`l.id = any(${slot('ids')}::bigint[])`)),
    ofAll: compile(turnsSql(kinds, sql`true`)),
  }
  compiled.set(areas, statements)
  return statements
}
const compiled = new WeakMap<readonly Area[], { ofLines: Statement; ofAll: Statement }>()

const turnsSql = (kinds: readonly LineKind[], condition: RawBuilder<unknown>) => {
  const turn = (side: Side) =>
    sql`array_remove(array[${sql.join(
      kinds.map(({ area, plan }) => sql`case when ${waitsFor(side, area, plan)} then ${sql.lit(plan.kind)} end`),
    )}]::text[], null)`
  return sql`
    update po_lines as l set office_turn = w.office, supplier_turn = w.supplier
    from (
      select l.id, ${turn('office')} as office, ${turn('supplier')} as supplier from po_lines as l
      where ${condition}) as w
    where w.id = l.id and (l.${id(turnFields.office)}, l.${id(turnFields.supplier)}) is distinct from (w.office, w.supplier)`
}

/** Whether a kind of the line `l` waits for a side. */
const waitsFor = (side: Side, area: Area, plan: LinePlan): RawBuilder<unknown> => {
  const readiness = id('l', readinessField(plan))
  const states = plan.turns
  const statesOf = (turn: Side) => Object.keys(states).filter((state) => states[state] === turn)
  const reasons = [
    hasRecord(area, plan, statesOf(side)),
    ...(plan.whenMissing === side ? [isMissing(area, plan)] : []),
    ...(plan.whenRejected === side ? [sql`${readiness} = 'rejected'`] : []),
    ...(plan.whenIdle === side
      ? [sql`(${readiness} = 'in_progress' and not ${hasRecord(area, plan, Object.keys(states))})`]
      : []),
  ]
  return sql`(l.line_status = 'open' and ${readiness} <> all(${sql.lit(`{${readyStates.join()}}`)}::text[]) and (${all(reasons, ' or ')}))`
}

const isMissing = (area: Area, plan: LinePlan): RawBuilder<unknown> => {
  // `requirementName` joins kind and type in the same way.
  const prefix = sql.lit(`${plan.kind}_`)
  return plan.typed
    ? sql`exists (select 1 from unnest(l.requirements) as r(name) where starts_with(r.name, ${prefix}) and not ${allocations(
        area,
        sql`a.status <> all(${sql.lit(`{${[...goneStates].join()}}`)}::text[]) and r.name = ${prefix} || a.${id(plan.typed.by)}`,
      )})`
    : sql`${id('l', readinessField(plan))} = 'missing'`
}

const hasRecord = (area: Area, plan: LinePlan, states: readonly string[]) =>
  sql`exists (select 1 from ${lineRecords({ area, plan })} where standing = any(${sql.lit(`{${states.join()}}`)}::text[]))`

const allocations = (area: Area, where: RawBuilder<unknown>) =>
  sql`exists (select 1 from ${id(tableOf(area))} as a where a.po_line_id = l.id and a.archived_at is null and ${where})`
