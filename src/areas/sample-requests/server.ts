import { sql } from 'kysely'
import { samplesOfLine } from '#server/allocation/sample-lines.ts'
import { serve } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import { commentDays, supplierStates } from '#shared/trade/samples.ts'
import { sampleRequests } from './area'
import { completeRequests } from './server/complete'
import { moves } from './server/moves'
import { paperOf } from './server/paper'
import { parcelRoute } from './server/parcel'
import { planRoutes } from './server/plan'
import { followLibraries, followOrders, followRequests, settleSamplesOfDay } from './server/settle'

const isToSend = (alias: string) => sql`${sql.id(alias, 'status')} in (${sql.raw(quoted(supplierStates))})`

export const server = serve(sampleRequests, {
  scopes: {
    own_sent: (alias, caller) =>
      sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id} and ${sql.id(alias, 'requested_at')} is not null)`,
  },

  conditions: {
    is_late: (alias, holds, caller) =>
      holds(sql`(${isToSend(alias)} and ${sql.id(alias, 'due_date')} < ${caller.today})`),
    has_unsent: (alias, holds) =>
      holds(sql`(coalesce(${sql.id(alias, 'sent_qty')}, 0) < ${sql.id(alias, 'requested_qty')})`),
    comments_late: (alias, holds, caller) =>
      holds(
        sql`(${sql.id(alias, 'status')} = 'received' and ${sql.id(alias, 'received_date')} + ${sql.raw(String(commentDays))} < ${caller.today})`,
      ),
    for_line: (alias, holds) =>
      sql`exists (
        select 1 from po_lines l join purchase_orders o on o.id = l.purchase_order_id, sample_types as type
        where type.id = ${sql.id(alias, 'sample_type_id')} and ${holds(sql`l.id`)}
          and ${sql.raw(samplesOfLine(`"${alias}"`, 'type'))})`,
    due_by: (alias, holds) => sql`(${isToSend(alias)} and ${holds(sql.id(alias, 'due_date'))})`,
  },

  prepare: completeRequests,
  written: followRequests,
  moves,
  paper: paperOf,
  follows: { 'purchase-orders': followOrders, 'sample-types': followLibraries, 'sample-plans': followLibraries },
  followsRemoval: { 'sample-types': followLibraries, 'sample-plans': followLibraries },
  daily: settleSamplesOfDay,
  routes: (app, kit) => {
    planRoutes(app, kit)
    parcelRoute(app, kit)
  },

  import: {
    aliases: {
      sample_type_id: ['sample', 'type', '样品', '样品类型'],
      article_id: ['article', 'style', '款号', '款式'],
      due_date: ['due', '到期日', '交期'],
    },
  },
})
