import { followSupplier } from '#server/allocation/follow-orders.ts'
import { changedLines, differs, linesAtOnce, openLinesWith } from '#server/allocation/settle-lines.ts'
import type { Change, Kit, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { accreditationAllocations, plan } from '../area'
import { settleAccreditations } from './settle'

/** Runs after orders were written: tests lines again whose date, factory, state or requirements changed. */
export const followOrders = async (work: Work, changes: readonly Change[]) => {
  if (work.isTrial) return
  await followSupplier(work, accreditationAllocations, changes)
  await settleAccreditations(work, changedLines(testedFacts, changes))
}

const testedFacts = {
  kind: 'accreditation',
  order: ['status', 'ex_factory_date', 'product_category_id', 'house_brand_id', 'ship_to_country'],
  line: ['line_title', 'line_status', 'factory_id', 'ex_factory_date', 'product_category_id', 'house_brand_id'],
}

/** Runs after factories were allocated to lines or removed from them. */
export const followFactories = (work: Work, changes: readonly Change[]) =>
  work.isTrial
    ? undefined
    : settleAccreditations(
        work,
        changes.map(({ after }) => Number(after.po_line_id)),
      )

/** Runs after audits were written: tests the lines of their factories again. */
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

/** The lines of factories with ids above `after`. */
interface Portion {
  factories: readonly number[]
  after: number
}

/** Handles the first portion at once, each further one in its own transaction. */
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

/** Handles the next portion from the outbox. */
export const retestNext = (kit: Kit, portion: unknown): Promise<void> =>
  kit.write(system, 'edit', (work) => retest(work, portion as Portion))

/** One portion of the daily work: open lines that need accreditation or have records of it. */
export const settleAccreditationsOfDay = async (work: Work, after: number): Promise<number | null> => {
  const { ids, next } = await openLinesWith(work, plan, after)
  await settleAccreditations(work, ids)
  return next
}
