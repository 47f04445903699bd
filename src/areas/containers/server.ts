import { sql } from 'kysely'
import { serve } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { notArrivedStates, outStates, portStates } from '#shared/trade/containers.ts'
import { containers } from './area'
import { goodsProblems } from './rules'
import { cartonsRoute } from './server/cartons'
import { completeContainers } from './server/complete'
import { eventsRoute } from './server/events'
import { eventsFileRoute } from './server/events-file'
import { followBookings } from './server/follow'
import { moves } from './server/moves'
import { followContainers } from './server/settle'

const isOneOf = (alias: string, states: readonly string[]) =>
  sql`${sql.id(alias, 'status')} in (${sql.raw(quoted(states))})`

export const server = serve(containers, {
  scopes: {
    own: (alias, caller) =>
      sql<boolean>`exists (select 1 from container_lines l where l.container_id = ${sql.id(alias, 'id')} and l.supplier_id = ${caller.supplier_id})`,
    in_portfolio: (alias, caller) =>
      sql<boolean>`exists (select 1 from container_lines l where l.container_id = ${sql.id(alias, 'id')} and l.supplier_id = any(${caller.portfolio}))`,
  },

  conditions: {
    demurrage: (alias, holds, caller) =>
      holds(
        sql`(${isOneOf(alias, portStates)} and ${sql.id(alias, 'gated_out_on')} is null and coalesce(${sql.id(alias, 'last_free_day')} < ${caller.today}, false))`,
      ),
    detention: (alias, holds, caller) =>
      holds(
        sql`(${isOneOf(alias, outStates)} and ${sql.id(alias, 'empty_returned_on')} is null and coalesce(${sql.id(alias, 'empty_return_due')} < ${caller.today}, false))`,
      ),
    has_discrepancy: (alias, holds) =>
      holds(sql`(${sql.id(alias, 'received_on')} is not null and ${sql.id(alias, 'discrepancy')} <> '{}')`),
    arrives_in: (alias, holds) => sql`(${isOneOf(alias, notArrivedStates)} and ${holds(sql.id(alias, 'eta'))})`,
    booking: (alias, holds, caller) =>
      sql`exists (select 1 from container_lines l where l.container_id = ${sql.id(alias, 'id')} and ${holds(sql`l.booking_id`)}
        and (${caller.supplier_id}::bigint is null or l.supplier_id = ${caller.supplier_id}))`,
    supplier: (alias, holds) =>
      sql`exists (select 1 from container_lines l where l.container_id = ${sql.id(alias, 'id')} and ${holds(sql`l.supplier_id`)})`,
  },

  prepare: completeContainers,
  written: followContainers,
  moves,
  mayDelete: (_work, container) => goodsProblems(container as AnyRecord),
  follows: { bookings: followBookings },
  routes: (app, kit) => {
    eventsRoute(app, kit)
    eventsFileRoute(app, kit)
    cartonsRoute(app, kit)
  },

  import: {
    aliases: {
      container_no: ['container', 'container number', '柜号', '集装箱号'],
      eta: ['arrival', '预计到港'],
      last_free_day: ['lfd', '免费期截止'],
      appointment_at: ['appointment', '预约时间'],
    },
  },
})
