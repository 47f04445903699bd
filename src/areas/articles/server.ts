import { sql } from 'kysely'
import { serve } from '../../server/kit/area-server'
import { articles } from './area'

export const server = serve(articles, {
  scopes: {
    // What stands on an order that the caller may see.
    ordered: (alias, _caller, inScope) => sql<boolean>`exists (
      select 1 from po_lines as ol join purchase_orders as oo on oo.id = ol.purchase_order_id
      where ol.article_id = ${sql.id(alias, 'id')} and ${inScope('purchase-orders', 'oo')})`,
  },
})
