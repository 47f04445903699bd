import { type RawBuilder, sql } from 'kysely'
import { type Doc, type MoveServer, serve, type Work } from '../../server/kit/area-server'
import { type Decision, decisionProblems } from '../../shared/approval'
import { poLines } from './area'
import { paths, routes } from './server/requirements'

/** The three answers of an approver; the order itself follows with the last of its lines (see the order's own hooks). */
const decision: MoveServer = {
  guard: async (work, target) => decisionProblems(await decisionOf(work, target), work.context),
  effect: (work, target, _change, { comment }) => {
    target.decided_by = work.me.id || null
    target.decided_at = work.now
    target.approval_comment = comment ?? null
  },
}

export const server = serve(poLines, {
  conditions: {
    supplier_id: (alias, holds) => ofOrder(alias, holds(sql`po.supplier_id`)),
    buyer_id: (alias, holds) => ofOrder(alias, holds(sql`po.buyer_id`)),
    order_status: (alias, holds) => ofOrder(alias, holds(sql`po.status`)),
  },
  moves: { approve: decision, request_revision: decision, reject: decision },
  routes,
  paths,
})

const ofOrder = (alias: string, holds: RawBuilder<unknown>) =>
  sql`exists (select 1 from purchase_orders as po where po.id = ${sql.id(alias, 'purchase_order_id')} and ${holds})`

/** It is the whole order that is decided on: its makers and its value count, not the line's. */
const decisionOf = async (work: Work, target: Doc): Promise<Decision> => {
  const [row] = await work.tx.query<Decision>(
    `select created_by, submitted_by, total_value_base as value_base from purchase_orders where id = $1`,
    [target.purchase_order_id],
    'po_line_decision',
  )
  return row ?? { created_by: null, submitted_by: null, value_base: null }
}
