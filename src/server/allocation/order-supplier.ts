import type { Change, Work } from '#server/kit/kit.ts'
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
