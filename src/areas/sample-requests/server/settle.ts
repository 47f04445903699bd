import { planOf, readPlans } from '#server/allocation/category-plans.ts'
import { changedLines, differs, linesAtOnce, openLinesWith, settleByRecords } from '#server/allocation/settle-lines.ts'
import { restartDailyWork } from '#server/kit/daily.ts'
import type { Change, Work } from '#server/kit/kit.ts'
import { plan, sampleRequests } from '../area'

/** Sets how far lines are with the samples that cutting, bulk production or shipment wait for. */
const settleSamples = async (work: Work, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0 || work.isTrial) return
  await settleByRecords(work, sampleKind, ids, await readGatingTypes(work))
}

export const sampleKind = { area: sampleRequests, plan }

/** Finds the types of the category's plan that something waits for. */
export const readGatingTypes = async ({ tx }: Pick<Work, 'tx'>) => {
  const { plans, categories } = await readPlans(tx)
  return ({ product_category_id }: { product_category_id: number | null }) =>
    (planOf(plans, categories, product_category_id)?.kinds ?? []).flatMap(({ id, gate }) =>
      gate === 'none' ? [] : [id],
    )
}

/** Requests were written: the lines that they are for are settled, the first of them at once, the rest in the background. */
export const followRequests = async (work: Work, changes: readonly Change[]): Promise<void> => {
  const documents = changes
    .filter(({ before, after }) => decidingFields.some((field) => differs(before, after, field)))
    .flatMap(({ before, after }) => (before ? [before, after] : [after]))
  if (documents.length === 0 || work.isTrial) return
  const idsOf = (field: string) => [...new Set(documents.flatMap((request) => Number(request[field]) || []))]
  const rows = await work.tx.query<{ id: number }>(
    `select l.id from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where 'sample' = any(l.requirements) and l.line_status = 'open'
       and (l.id = any($1::bigint[]) or (l.article_id = any($2::bigint[]) and o.supplier_id = any($3::bigint[])))
     order by l.id = any($1::bigint[]) desc, l.id limit ${mostAtOnce + 1}`,
    [idsOf('po_line_id'), idsOf('article_id'), idsOf('supplier_id')],
    'sample_lines_of_requests',
  )
  await settleSamples(
    work,
    rows.slice(0, mostAtOnce).map(({ id }) => id),
  )
  if (rows.length > mostAtOnce) await restartDailyWork(work, sampleRequests.name)
}

const decidingFields = ['status', 'sample_type_id', 'po_line_id', 'article_id', 'colourway_id', 'supplier_id']
const mostAtOnce = 2 * linesAtOnce

/** Orders were written: lines that need samples, and are of another style, supplier or state now. */
export const followOrders = (work: Work, changes: readonly Change[]) =>
  settleSamples(
    work,
    changedLines(
      {
        kind: plan.kind,
        order: ['status', 'supplier_id', 'product_category_id'],
        line: ['line_status', 'article_id', 'colourway_id', 'product_category_id'],
      },
      changes,
    ),
  )

/** Types or plans were written: every open line is settled again in the background. */
export const followLibraries = (work: Work): Promise<void> | undefined =>
  work.isTrial || work.me.id === 0 ? undefined : restartDailyWork(work, sampleRequests.name)

/** A portion of the daily work. */
export const settleSamplesOfDay = async (work: Work, after: number): Promise<number | null> => {
  const { ids, next } = await openLinesWith(work, plan, after)
  await settleSamples(work, ids)
  return next
}
