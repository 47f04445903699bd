import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'

/** What stands at the lines of an order is its supplier's: a draft that is written to another one takes it along. */
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

/** What is filled in from the article and colour of a line is filled in anew where the line has others now. */
export const followArticles = async (work: Work, area: Area, changes: readonly Change[]) => {
  if (!('article_id' in area.fields)) return
  const lines = changes.flatMap(({ before, after }) => {
    const earlier = new Map(linesOf(before).map((line) => [line.id, line]))
    return linesOf(after).flatMap((line) => {
      const old = earlier.get(line.id)
      const isOther = old && (old.article_id !== line.article_id || old.colourway_id !== line.colourway_id)
      return isOther ? Number(line.id) : []
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
}

const linesOf = (order: Doc | null) => (order?.lines ?? []) as Doc[]
