import type { Change, Doc, Kit, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { settleAccreditations } from './settle'

/** Orders were written: lines whose day, factory, state or requirements are others now are tested again. */
export const followOrders = (work: Work, changes: readonly Change[]) =>
  work.isTrial ? undefined : settleAccreditations(work, changes.flatMap(changedLines))

const orderFields = ['status', 'ex_factory_date', 'product_category_id', 'house_brand_id', 'ship_to_country'] as const
const lineFields = [
  'line_title',
  'line_status',
  'factory_id',
  'ex_factory_date',
  'product_category_id',
  'house_brand_id',
  'requirements',
] as const

const changedLines = ({ before, after }: Change): number[] => {
  const earlier = new Map(linesOf(before).map((line) => [line.id, line]))
  const isOther = orderFields.some((field) => differs(before, after, field))
  return linesOf(after).flatMap((line) => {
    const old = earlier.get(line.id) ?? null
    if (!needs(line) && !needs(old)) return []
    return !old || isOther || lineFields.some((field) => differs(old, line, field)) ? [Number(line.id)] : []
  })
}

const linesOf = (order: Doc | null) => (order?.lines ?? []) as Doc[]
const needs = (line: Doc | null) => ((line?.requirements ?? []) as string[]).includes('accreditation')
const differs = (before: Doc | null, after: Doc, field: string) =>
  String(before?.[field] ?? '') !== String(after[field] ?? '')

/** Factories were allocated to lines, or taken away. */
export const followFactories = (work: Work, changes: readonly Change[]) =>
  work.isTrial
    ? undefined
    : settleAccreditations(
        work,
        changes.map(({ after }) => Number(after.po_line_id)),
      )

/** Audits were written: the lines of their factories are tested again. */
export const followAudits = async (work: Work, changes: readonly Change[]) => {
  if (work.isTrial) return
  const factories = changes.flatMap(({ before, after }) =>
    auditFields.some((field) => differs(before, after, field))
      ? [before?.factory_id, after.factory_id].filter((id) => typeof id === 'number')
      : [],
  )
  if (factories.length > 0) await retest(work, { factories: [...new Set(factories)], after: 0 })
}

const auditFields = [
  'status',
  'factory_id',
  'standard_program_id',
  'audit_type',
  'audit_date',
  'grade_id',
  'valid_from',
  'valid_to',
  'follow_up_of_id',
] as const

/** The lines of factories behind number `after`. */
interface Portion {
  factories: readonly number[]
  after: number
}

/** The first portion at once, each further one in a transaction of its own. */
const retest = async (work: Work, { factories, after }: Portion): Promise<void> => {
  const rows = await work.tx.query<{ id: number }>(
    `select distinct a.po_line_id as id from accreditation_allocations a join po_lines l on l.id = a.po_line_id
     where a.factory_id = any($1::bigint[]) and a.status <> 'not_required' and l.line_status = 'open' and a.po_line_id > $2
     order by a.po_line_id limit ${linesAtOnce}`,
    [factories, after],
    'accreditation_lines_of_factories',
  )
  const ids = rows.map(({ id }) => id)
  await settleAccreditations(work, ids)
  if (ids.length === linesAtOnce) await work.enqueue('accreditation_retest', { factories, after: ids.at(-1) })
}

/** The next portion, for the outbox. */
export const retestNext = (kit: Kit, portion: unknown): Promise<void> =>
  kit.write(system, 'edit', (work) => retest(work, portion as Portion))

/** A portion of the daily work: open lines that need accreditation, or did. */
export const settleAccreditationsOfDay = async (work: Work, after: number): Promise<number | null> => {
  const rows = await work.tx.query<{ id: number }>(
    `select l.id from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.id > $1 and l.line_status = 'open' and o.status not in ('closed', 'completed', 'cancelled')
       and ('accreditation' = any(l.requirements) or l.accreditation_readiness <> 'not_required')
     order by l.id limit ${linesAtOnce}`,
    [after],
    'accreditation_lines_of_day',
  )
  await settleAccreditations(
    work,
    rows.map(({ id }) => id),
  )
  return rows.length < linesAtOnce ? null : (rows.at(-1)?.id ?? null)
}

/** As many as are tested, and in the worst case written, in a second. */
const linesAtOnce = 50
