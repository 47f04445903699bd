import { sql } from 'kysely'
import type { Queryable } from '#server/db/types.ts'
import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { readinessField } from '#shared/trade/allocation.ts'
import { type LineKind, type LinePlan, missingStates, readinessOfRecords } from '#shared/trade/line-kinds.ts'
import { isReady, type Readiness, type Side } from '#shared/trade/readiness.ts'
import { namesOfKind, needsKind, requirementTypes } from '#shared/trade/requirement-profiles.ts'
import { overallReadinessOf } from './line-readiness'
import { lineRecords } from './line-records'
import { settleTurns } from './turns'

/** An order line with the records of a kind whose readiness follows from the standings of its records. */
export interface SettledLine {
  id: number
  line_status: string
  requirements: string[]
  product_category_id: number | null
  records: { standing: string; type: number | string | null }[]
}

/**
 * Sets readiness and turn of lines for a kind whose records decide by their states alone. `typesOf` returns the types
 * of which a line needs one record each; without it any record suffices.
 */
export const settleByRecords = async (
  work: Work,
  kind: LineKind,
  ids: readonly number[],
  typesOf: (line: SettledLine) => readonly number[] = () => [],
): Promise<void> => {
  if (ids.length === 0) return
  await lockOrdersOf(work, ids)
  await writeReadiness(work, kind.plan, await readReadiness(work, kind, ids, typesOf))
}

/** Computes the readiness of lines for such a kind from the stored records, without writing it. */
export const readReadiness = async (
  { tx }: Pick<Work, 'tx'>,
  kind: LineKind,
  ids: readonly number[],
  typesOf: (line: SettledLine) => readonly number[] = () => [],
): Promise<{ id: number; readiness: Readiness }[]> => {
  const lines = await run<SettledLine>(tx, statementOf(kind), { ids: [...new Set(ids)] })
  return lines.map((line) => ({ id: line.id, readiness: readinessIn(kind.plan, line, typesOf(line)) }))
}

/** The types of a kind that a line is missing; empty if the line is ready or closed, or the kind's records have no types. */
export const readMissing = async (
  on: Queryable,
  kind: LineKind,
  line: { id: number } & Record<string, unknown>,
): Promise<string[]> =>
  isReady(line[readinessField(kind.plan)]) ? [] : readTypes(on, kind, line.id, missingStates(kind.plan))

/** The types of a kind that a line is missing and that wait for this side; empty if the kind's records have no types. */
export const readMissingOf = (on: Queryable, kind: LineKind, line: number, side: Side): Promise<string[]> =>
  readTypes(
    on,
    kind,
    line,
    missingStates(kind.plan).filter((state) => kind.plan.turns[state] === side),
  )

const readTypes = async (on: Queryable, kind: LineKind, id: number, states: readonly string[]): Promise<string[]> => {
  if (states.length === 0) return []
  const [row] = await run<SettledLine>(on, statementOf(kind), { ids: [id] })
  const missing = (row?.records ?? []).flatMap(({ standing, type }) => (states.includes(standing) ? [type] : []))
  return requirementTypes(kind.plan.kind).filter((type) => missing.includes(type))
}

/** Locks the orders of the lines, so that concurrent writes settle the same line one after the other. */
export const lockOrdersOf = ({ tx }: Work, ids: readonly number[]) =>
  tx.query(
    `select id from purchase_orders where id in (select purchase_order_id from po_lines where id = any($1::bigint[]))
     order by id for update`,
    [ids],
    'settled_orders_lock',
  )

const statementOf = (kind: LineKind): Statement => {
  const cached = compiled.get(kind.plan)
  if (cached) return cached
  const statement = compile(sql`
    select l.id, l.line_status, l.requirements,
      coalesce(l.product_category_id, (select product_category_id from purchase_orders where id = l.purchase_order_id))
        as product_category_id,
      (select coalesce(json_agg(json_build_object('standing', standing, 'type', type)), '[]') from ${lineRecords(kind)}) as records
    from po_lines as l where l.id = any(${slot('ids')}::bigint[])`)
  compiled.set(kind.plan, statement)
  return statement
}
const compiled = new WeakMap<LinePlan, Statement>()

const readinessIn = (plan: LinePlan, line: SettledLine, types: readonly number[]): Readiness => {
  if (line.line_status === 'cancelled' || !needsKind(line.requirements, plan.kind)) return 'not_required'
  const readiness = readinessOfRecords(plan, line.records, types)
  // A closed line needs nothing more.
  return line.line_status === 'open' || isReady(readiness) ? readiness : 'not_required'
}

/** Stores the readiness of lines where it changed, and settles their turns. */
export const writeReadiness = async (
  work: Work,
  plan: LinePlan,
  settled: readonly { id: number; readiness: Readiness }[],
): Promise<void> => {
  const { tx, kit } = work
  const field = readinessField(plan)
  const rows = await tx.query<Record<string, unknown> & { id: number; purchase_order_id: number }>(
    `select * from po_lines where id = any($1::bigint[])`,
    [settled.map(({ id }) => id)],
    'settled_lines',
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  const changed = settled.flatMap(({ id, readiness }) => {
    const line = stored.get(id)
    if (!line || line[field] === readiness) return []
    const overall = overallReadinessOf(kit, kit.register.get('po-lines'), { ...line, [field]: readiness })
    return [{ id, order: line.purchase_order_id, values: { [field]: readiness, readiness: overall } }]
  })
  for (const order of new Set(changed.map(({ order }) => order)))
    await kit.repository('po-lines').editRows(
      asPortal(work),
      changed.flatMap(({ id, values, order: lineOrder }) => (lineOrder === order ? [{ id, values }] : [])),
    )
  await settleTurns(
    tx,
    kit.register.areas,
    settled.map(({ id }) => id),
  )
}

/** The fields of orders and lines that affect a kind, besides the requirements of the line. */
export interface LineFacts {
  kind: string
  order: readonly string[]
  line: readonly string[]
}

/** The lines of written orders that need the kind, or did, and of which a field that affects it changed. */
export const changedLines = ({ kind, order, line: fields }: LineFacts, changes: readonly Change[]): number[] =>
  changes.flatMap(({ before, after }) => {
    const earlier = new Map(linesOf(before).map((line) => [line.id, line]))
    const isOrderChanged = order.some((field) => differs(before, after, field))
    return linesOf(after).flatMap((line) => {
      const old = earlier.get(line.id) ?? null
      if (!needs(kind, line) && !needs(kind, old)) return []
      return !old || isOrderChanged || [...fields, 'requirements'].some((field) => differs(old, line, field))
        ? [Number(line.id)]
        : []
    })
  })

/** An order line that is no longer expected, with the reason. */
export interface EndedLine {
  id: number
  reason: string
}

/** The lines that this write cancelled or closed short. Lines delivered in full are left out: their inspections stay. */
export const endedLines = (changes: readonly Change[]): EndedLine[] =>
  changes.flatMap(({ before, after }) => {
    const wasOpen = new Set(linesOf(before).flatMap(({ id, line_status }) => (line_status === 'open' ? [id] : [])))
    return linesOf(after).flatMap(({ id, line_status, line_title, short_close_reason }) => {
      if (!wasOpen.has(id) || (line_status !== 'cancelled' && line_status !== 'short_closed')) return []
      const reason = [line_title, short_close_reason ?? after.cancel_reason].filter(Boolean).join(': ')
      return [{ id: Number(id), reason: cutText(reason, 500) }]
    })
  })

const linesOf = (order: Doc | null) => (order?.lines ?? []) as Doc[]
const needs = (kind: string, line: Doc | null) => needsKind((line?.requirements ?? []) as string[], kind)

/** Whether the value of a field changed. */
export const differs = (before: Doc | null, after: Doc, field: string): boolean =>
  String(before?.[field] ?? '') !== String(after[field] ?? '')

/** A portion of the daily work: open lines with an id above `after` that need a kind, or did. */
export const openLinesWith = async (
  { tx }: Work,
  plan: LinePlan,
  after: number,
): Promise<{ ids: number[]; next: number | null }> => {
  const rows = await tx.query<{ id: number }>(
    `select l.id from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.id > $1 and l.line_status = 'open' and o.status not in ('closed', 'completed', 'cancelled')
       and ($2::text[] && l.requirements or l.${readinessField(plan)} <> 'not_required')
     order by l.id limit ${linesAtOnce}`,
    [after, namesOfKind(plan.kind)],
    `settled_lines_with_${plan.kind}`,
  )
  const ids = rows.map(({ id }) => id)
  return { ids, next: ids.length < linesAtOnce ? null : (ids.at(-1) ?? null) }
}

/** Lines of one portion: settling them takes about a second, even if all of them are written. */
export const linesAtOnce = 50
