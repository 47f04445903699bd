import { sql } from 'kysely'
import { serve } from '#server/kit/kit.ts'
import { paymentRuns } from './area'
import { bankFileRoutes } from './server/bank-file'
import { completeRuns } from './server/complete'
import { confirmationRoute } from './server/confirmation'
import { moves } from './server/moves'
import { proposeRoute } from './server/propose'
import { remittanceOf } from './server/remittance'

export const server = serve(paymentRuns, {
  scopes: {
    // The totals of a run include all its suppliers, so it is visible only to users whose portfolio contains all of
    // them.
    in_portfolio: (alias, caller) =>
      sql<boolean>`(exists (select 1 from payment_run_items x where x.payment_run_id = ${sql.id(alias, 'id')})
        and not exists (select 1 from payment_run_items x where x.payment_run_id = ${sql.id(alias, 'id')}
          and not x.supplier_id = any(${caller.portfolio})))`,
  },

  conditions: {
    supplier: (alias, holds) =>
      sql`exists (select 1 from payment_run_items x where x.payment_run_id = ${sql.id(alias, 'id')} and ${holds(sql`x.supplier_id`)})`,
    invoice: (alias, holds) =>
      sql`exists (select 1 from payment_run_items x where x.payment_run_id = ${sql.id(alias, 'id')} and ${holds(sql`x.invoice_id`)})`,
  },

  prepare: completeRuns,
  moves,
  papers: { remittance: remittanceOf },
  routes: (app, kit) => {
    proposeRoute(app, kit)
    bankFileRoutes(app, kit)
    confirmationRoute(app, kit)
  },
})
