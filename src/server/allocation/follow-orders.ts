import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { type AllocationPlan, outdatedFrom } from '#shared/trade/allocation.ts'

/** Copies a changed supplier of an order to the allocations of its lines. */
export const followSupplier = async ({ tx, touched }: Work, area: Area, changes: readonly Change[]) => {
  for (const { before, after } of changes) {
    if (!before || before.supplier_id === after.supplier_id) continue
    await tx.query(
      `update ${tableOf(area)} set supplier_id = $2 where purchase_order_id = $1`,
      [after.id, after.supplier_id],
      `${tableOf(area)}_follow_supplier`,
    )
    touched.add(area.name)
  }
}

/** Recomputes values that allocations take from article and colourway, where a line got others. */
export const followArticles = async (work: Work, area: Area, plan: AllocationPlan, changes: readonly Change[]) => {
  if (!('article_id' in area.fields)) return
  const lines = changes.flatMap(({ before, after }) => {
    const earlier = new Map(linesOf(before).map((line) => [line.id, line]))
    return linesOf(after).flatMap((line) => {
      const old = earlier.get(line.id)
      const isChanged = old && (old.article_id !== line.article_id || old.colourway_id !== line.colourway_id)
      return isChanged ? Number(line.id) : []
    })
  })
  if (lines.length === 0) return
  const rows = await work.tx.query<{ id: number }>(
    `select id from ${tableOf(area)}
     where po_line_id = any($1::bigint[]) and status not in ('replaced', 'cancelled') order by id`,
    [lines],
    `${tableOf(area)}_follow_articles`,
  )
  for (const { id } of rows) await work.kit.repository(area.name).edit(asPortal(work), id, {})
  await outdateOfOtherArticles(work, area, plan, lines)
}

/** Sets allocations of records made for another article than the line has now to "outdated", until the office decides. */
const outdateOfOtherArticles = async (work: Work, area: Area, plan: AllocationPlan, lines: readonly number[]) => {
  const article = plan.library?.madeFor?.article
  if (!plan.library || !article) return
  const rows = await work.tx.query<{ id: number }>(
    `select a.id from ${tableOf(area)} a
       join ${tableOf(work.kit.register.get(plan.library.area))} r on r.id = a.${plan.library.by}
       join ${tableOf(work.kit.register.get(plan.lines))} l on l.id = a.po_line_id
     where a.po_line_id = any($1::bigint[]) and a.status = any($2::text[]) and r.${article} <> l.article_id
     order by a.id`,
    [lines, outdatedFrom(plan)],
    `${tableOf(area)}_of_other_articles`,
  )
  for (const { id } of rows) await work.kit.repository(area.name).move(asPortal(work, 'outdate'), id, 'outdate', {})
}

const linesOf = (order: Doc | null) => (order?.lines ?? []) as Doc[]
