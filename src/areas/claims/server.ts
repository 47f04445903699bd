import { sql } from 'kysely'
import { serve } from '#server/kit/kit.ts'
import { claims } from './area'
import { completeClaims } from './server/complete'
import { followInvoices } from './server/debit-note'
import { followActivities, followContainers, followRules, settleClaimsOfDay } from './server/follow'
import { moves } from './server/moves'
import { notifyShared } from './server/notices'
import { proposalRoutes } from './server/proposals'

export const server = serve(claims, {
  scopes: {
    own_shared: (alias, caller) =>
      sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id} and ${sql.id(alias, 'shared_at')} is not null)`,
  },

  conditions: {
    order_line: (alias, holds) =>
      sql`exists (select 1 from claim_lines as cl where cl.claim_id = ${sql.id(alias, 'id')} and ${holds(sql`cl.po_line_id`)})`,
  },

  prepare: completeClaims,
  written: notifyShared,
  moves,
  follows: {
    containers: followContainers,
    'qa-activities': followActivities,
    'claim-rules': followRules,
    invoices: followInvoices,
  },
  daily: settleClaimsOfDay,
  routes: proposalRoutes,

  // Suppliers do not see what the office did before it shared the claim.
  historySince: (me, { shared_at }) => (me.role === 'Agent' ? String(shared_at) : null),

  import: {
    aliases: {
      purchase_order_id: ['order', 'po', 'po no', '订单号'],
      'lines.po_line_id': ['po line', 'line', '订单行'],
      'lines.units': ['qty', 'pcs', 'pieces', '数量'],
    },
  },
})
