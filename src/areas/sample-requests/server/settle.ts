import { planOf, readPlans } from '#server/allocation/category-plans.ts'
import { samplesOfLine } from '#server/allocation/sample-lines.ts'
import {
  changedLines,
  differs,
  endedLines,
  linesAtOnce,
  openLinesWith,
  settleByRecords,
} from '#server/allocation/settle-lines.ts'
import { asPortal } from '#server/kit/as-portal.ts'
import { restartDailyWork } from '#server/kit/daily.ts'
import type { Change, Work } from '#server/kit/kit.ts'
import { plan, sampleRequests } from '../area'
import { notifySupplier } from './notices'

/** Updates the sample readiness of lines: the samples that cutting, bulk production or shipment depend on. */
const settleSamples = async (work: Work, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0 || work.isTrial) return
  await settleByRecords(work, sampleKind, ids, await readGatingTypes(work))
}

export const sampleKind = { area: sampleRequests, plan }

/** Returns a function that finds the sample types of a category's plan that gate a step. */
export const readGatingTypes = async ({ tx }: Pick<Work, 'tx'>) => {
  const { plans, categories } = await readPlans(tx)
  return ({ product_category_id }: { product_category_id: number | null }) =>
    (planOf(plans, categories, product_category_id)?.kinds ?? []).flatMap(({ id, gate }) =>
      gate === 'none' ? [] : [id],
    )
}

/**
 * Runs after requests were written. Settles the affected lines: the first ones at once, the others in the background.
 */
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

/**
 * Runs after orders were written. Cancels unsent samples of ended lines, and settles lines whose article, supplier or
 * state changed.
 */
export const followOrders = async (work: Work, changes: readonly Change[]): Promise<void> => {
  await cancelEnded(work, changes)
  await settleSamples(
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
}

/**
 * Cancels requests of ended lines, unless an open line of the same article needs the sample too. Requests of an article
 * without a line stay.
 */
const cancelEnded = async (work: Work, changes: readonly Change[]): Promise<void> => {
  const ended = endedLines(changes)
  if (ended.length === 0 || work.isTrial) return
  const requests = await work.tx.query<{ id: number; ended_line: number }>(
    `select r.id, coalesce((select e.id from po_lines e where e.id = r.po_line_id and e.id = any($1::bigint[])),
         (select min(e.id) from po_lines e where e.id = any($1::bigint[]) and e.article_id = r.article_id)) as ended_line
     from sample_requests r join sample_types t on t.id = r.sample_type_id join po_lines own on own.id = r.po_line_id
     where r.status = any($2::text[]) and r.archived_at is null and own.line_status in ('cancelled', 'short_closed')
       and (r.po_line_id = any($1::bigint[])
         or r.article_id in (select e.article_id from po_lines e where e.id = any($1::bigint[])))
       and not exists (
         select 1 from po_lines l join purchase_orders o on o.id = l.purchase_order_id
         where l.article_id = r.article_id and l.line_status = 'open'
           and o.status not in ('closed', 'completed', 'cancelled') and ${samplesOfLine('r', 't')})
     order by r.id`,
    [ended.map(({ id }) => id), sampleRequests.lifecycle?.moves.cancel?.from],
    'sample_requests_of_ended_lines',
  )
  const reasons = new Map(ended.map(({ id, reason }) => [id, reason]))
  for (const { id, ended_line } of requests) {
    const reason = reasons.get(ended_line)
    const cancelled = await work.kit
      .repository(sampleRequests.name)
      .move(asPortal(work, 'cancel'), id, 'cancel', { reason })
    // Sent in the name of the user who ended the line: the portal itself sends no notices.
    if (cancelled.requested_at) await notifySupplier(work, 'sample_cancelled', cancelled, String(reason))
  }
}

/** Runs after types or plans were written: settles every open line in the background. */
export const followLibraries = (work: Work): Promise<void> | undefined =>
  work.isTrial || work.me.id === 0 ? undefined : restartDailyWork(work, sampleRequests.name)

/** Runs one portion of the daily work; returns where the next portion starts, null at the end. */
export const settleSamplesOfDay = async (work: Work, after: number): Promise<number | null> => {
  const { ids, next } = await openLinesWith(work, plan, after)
  await settleSamples(work, ids)
  return next
}
