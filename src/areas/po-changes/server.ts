import { sql } from 'kysely'
import { serve } from '#server/kit/kit.ts'
import { poChanges } from './area'

export const server = serve(poChanges, {
  scopes: {
    sent: (alias, _caller, inScope) =>
      sql<boolean>`(${sql.id(alias, 'sent_at')} is not null and exists (
        select 1 from purchase_orders as o where o.id = ${sql.id(alias, 'purchase_order_id')} and ${inScope('purchase-orders', 'o')}))`,
  },
})
