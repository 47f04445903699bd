import { sql } from 'kysely'
import { serve } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import { endedStates, shippedStates } from '#shared/trade/booking-terms.ts'
import { bookings } from './area'
import { bookableRoute } from './server/bookable'
import { completeBookings } from './server/complete'
import { moves } from './server/moves'
import { packingListRoute } from './server/packing-list'
import { packingListOf, paperOf } from './server/paper'
import { followBookings } from './server/settle'
import { followVoyages } from './server/voyage'

export const server = serve(bookings, {
  scopes: {
    own: (alias, caller) => sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id})`,
  },

  conditions: {
    // The planned departure of bookings that have not sailed and are not ended.
    sails_in: (alias, holds) =>
      sql`(${sql.id(alias, 'atd')} is null and ${sql.id(alias, 'status')} not in (${sql.raw(quoted(endedStates))}) and ${holds(sql.id(alias, 'etd'))})`,
    documents_late: (alias, holds, caller) =>
      holds(
        sql`(${sql.id(alias, 'status')} in (${sql.raw(quoted(shippedStates))}) and ${sql.id(alias, 'documents_complete_on')} is null and ${sql.id(alias, 'documents_due')} < ${caller.today})`,
      ),
    // Late from the cut-off on; without a cut-off, from the end of the day of departure.
    instruction_late: (alias, holds) =>
      holds(
        sql`(${sql.id(alias, 'status')} = 'confirmed' and coalesce(${sql.id(alias, 'si_cutoff')}, ${sql.id(alias, 'cy_cutoff')}, (${sql.id(alias, 'etd')} + 1)::timestamptz) <= now())`,
      ),
    order: (alias, holds) =>
      sql`exists (select 1 from booking_lines as bo where bo.booking_id = ${sql.id(alias, 'id')} and ${holds(sql`bo.purchase_order_id`)})`,
    order_line: (alias, holds) =>
      sql`exists (select 1 from booking_lines as bl where bl.booking_id = ${sql.id(alias, 'id')} and ${holds(sql`bl.po_line_id`)})`,
    container: (alias, holds) =>
      sql`exists (select 1 from booking_containers as bc where bc.booking_id = ${sql.id(alias, 'id')} and ${holds(sql`bc.container_no`)})`,
  },

  prepare: completeBookings,
  written: followBookings,
  follows: { voyages: followVoyages },
  moves,
  routes: (app, kit) => {
    bookableRoute(app, kit)
    packingListRoute(app, kit)
  },
  paper: paperOf,
  papers: { 'packing-list': packingListOf },

  import: {
    aliases: {
      cargo_ready_date: ['crd', 'cargo ready', '货好', '货好日期'],
      'lines.po_line_id': ['po line', 'line', '订单行'],
      'lines.sizes.size_id': ['size', '尺码'],
      'lines.sizes.qty': ['qty', 'pcs', '数量'],
    },
  },
})
