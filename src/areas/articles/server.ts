import { sql } from 'kysely'
import { serve } from '../../server/kit/area-server'
import type { Problem } from '../../shared/rules'
import { articles } from './area'
import { carryOver, nameSeasons, rememberOrigin } from './server/carry-over'
import { lastPrices } from './server/last-prices'
import { completeSkus } from './server/skus'

export const server = serve(articles, {
  scopes: {
    // What stands on an order that the caller may see. `offset 0` has the caller's own orders read once, instead of
    // everybody's lines of each article.
    ordered: (alias, _caller, inScope) => sql<boolean>`${sql.id(alias, 'id')} in (
      select ol.article_id from purchase_orders as oo join po_lines as ol on ol.purchase_order_id = oo.id
      where ${inScope('purchase-orders', 'oo')} offset 0)`,
  },

  prepare: async (work, changes): Promise<Problem[][]> => {
    rememberOrigin(work, changes)
    await nameSeasons(work, changes)
    return completeSkus(work, changes)
  },

  moves: { carry_over: carryOver },

  routes: lastPrices,
})
