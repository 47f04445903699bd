import type { FastifyInstance } from 'fastify'
import { settleRisks } from '#areas/purchase-orders/server/risk.ts'
import type { Db } from '#server/db/types.ts'
import { hour } from '#server/db/watchdog.ts'
import { system } from '#server/kit/principal.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { advanceIds, articleOfLine, copyOrders, fillLibraries, firstSupplier, type Spread, styleCount } from './orders'

export const scaleSuppliers = 300
/** A style is bought some seventy times, whatever the size of the book: who orders more has more styles. */
export const stylesOf = (orders: number) => Math.max(styleCount, orders / 25)

/**
 * Fills an empty, migrated database of a PostgreSQL server with `count` orders as an order book of three years has them:
 * most are done, the last weeks are open; 300 suppliers, of whom the first has four orders in a hundred; one size a line. Constraints,
 * triggers and indexes wait until all rows are there, so a million orders take minutes; `settle` is what the triggers
 * would have done.
 */
export const fillOrderBook = async (
  app: FastifyInstance,
  db: Db,
  count: number,
  log: (text: string) => void,
): Promise<void> => {
  await fillLibraries(app, db, { suppliers: scaleSuppliers, styles: stylesOf(count) })
  await db.query(`set session_replication_role = replica`)
  const indexes = await db.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
     where i.indrelid = any(array['purchase_orders', 'po_lines', 'po_line_sizes', 'history']::regclass[]) and c.oid is null`,
  )
  for (const { name } of indexes) await db.query(`drop index ${name}`)
  await copyOrders(db, count, spreadOf(count, today()), log, 1)
  await settleOpenLines(app)
  log('slips and risks of the day settled')
  await db.query(`set session_replication_role = origin`)
  // A connection that met an error on the way was replaced by one that knows nothing of earlier settings.
  await db.query(`set statement_timeout = 0`)
  await db.query(`set maintenance_work_mem = '256MB'`)
  for (const { definition } of indexes) await db.query(definition)
  log('indexes made')
  await db.query('analyze')
  for (const statement of settle) await db.query(statement)
  log('sums made')
  await advanceIds(db)
}

/** As the work of the day leaves them; all in one go, for no index has to be kept yet. */
const settleOpenLines = (app: FastifyInstance) =>
  app.kit.write(
    system,
    'daily',
    async (work) => {
      await work.tx.query('set local statement_timeout = 0')
      await work.tx.query('analyze purchase_orders, po_lines')
      const lines = await work.tx.query<{ id: number }>(
        `select id from po_lines where line_status = 'open' and delivery_status_id is not null`,
      )
      const ids = lines.map(({ id }) => id)
      await settleRisks(work, ids)
      await work.tx.query(
        `update purchase_orders o set slip_days = x.slip_days
         from (select purchase_order_id, max(slip_days) as slip_days from po_lines where id = any($1::bigint[]) group by 1) x
         where o.id = x.purchase_order_id and o.slip_days is distinct from x.slip_days`,
        [ids],
      )
    },
    { longest: hour },
  )

const settle = [
  `insert into order_ships (purchase_order_id, ship_date, supplier_id, units)
   select o.id, coalesce(l.ex_factory_date, l.ship_window_end), o.supplier_id, sum(l.qty)
   from purchase_orders o join po_lines l on l.purchase_order_id = o.id
   where o.id > 1000 and is_ordered(o.status) and l.line_status <> 'cancelled' group by 1, 2, 3`,
  `delete from ship_sums`,
  `insert into ship_sums (supplier_id, grain, ship_date, units, orders)
   select w.supplier_id, g.grain, date_trunc(g.grain, s.ship_date::timestamp)::date, sum(s.units), count(distinct s.purchase_order_id)
   from order_ships s cross join (values ('day'), ('week'), ('month')) as g(grain)
     cross join lateral (values (s.supplier_id), (0)) as w(supplier_id) group by 1, 2, 3`,
  `select recount_figures()`,
]

/** Age of an order in days, the newest last, and what hangs on it. */
const spreadOf = (count: number, day: string): Spread => {
  const share = `((${count} - n.at)::float8 / ${count})`
  const ordered = `(date '${day}' - floor(${share} * 1100)::int)`
  const status = `(case when ${share} < 0.004 then 'draft' when ${share} < 0.006 then 'pending_approval'
    when ${share} < 0.008 then 'approved' when ${share} < 0.02 then 'issued' when ${share} < 0.022 then 'change_proposed'
    when ${share} < 0.12 then case n.at % 50 when 0 then 'declined' when 1 then 'cancelled' else 'confirmed' end
    else case n.at % 20 when 0 then 'cancelled' when 1 then 'closed' else 'completed' end end)`
  const isOut = `(${share} >= 0.008)`
  const isAnswered = `(${status} in ('confirmed', 'closed', 'completed'))`
  const supplier = `(case when n.at % 25 = 7 then ${firstSupplier} else ${firstSupplier} + 1 + (n.at * 7919) % ${scaleSuppliers - 1} end)`
  const brand = `(${supplier} * 3 + n.at % 3) % 10 + 1`
  const season = `(${ordered} - date '${addDays(day, -1100)}') / 140 + 1`
  const currency = `(array['USD', 'USD', 'EUR', 'GBP', 'CNY'])[${supplier} % 5 + 1]`
  // Older ones had a reason to change until lately: a few of them each day.
  const changed = `least(${ordered} + (n.at % 90) * interval '1 day', timestamptz '${day}' - (n.at * 7 % 90) * interval '8 hours')`
  const exFactory = `(${ordered} + 75 + (n.at % 60)::int)`
  const slip = `case when ${isOut} and n.at % 10 <> 3 then ((n.at % 9) - 2)::int end`
  const delivery = `(case when not ${isOut} or ${status} = 'declined' then null
    when ${status} in ('closed', 'completed') then 'delivered' when ${status} = 'cancelled' then 'cancelled'
    when ${status} <> 'confirmed' then 'awaiting_ack'
    when ${exFactory} < date '${day}' and n.at % 6 > 0 then 'booked'
    when ${exFactory} < date '${day}' + 20 then 'in_production' else 'confirmed' end)`
  const stage = `(case ${delivery} when 'awaiting_ack' then 'pre_production' when 'confirmed' then 'pre_production'
    when 'in_production' then 'production' when 'booked' then 'shipping' when 'delivered' then 'delivered'
    when 'cancelled' then 'closed' end)`
  const reasons = `case when ${stage} in ('pre_production', 'production', 'ready', 'shipping') then array_remove(array[
    case when ${exFactory} < date '${day}' and ${stage} in ('pre_production', 'production') then 'ex_factory_passed' end,
    case when ${status} in ('issued', 'change_proposed') and ${ordered} + 14 + 5 < date '${day}' then 'ack_overdue' end,
    case when ${slip} > 0 then 'forecast_after_ex_factory' end,
    case when ${exFactory} - 14 <= date '${day}' and ${stage} in ('pre_production', 'production', 'ready') then 'requirement_open' end], null)
    else '{}' end`
  return {
    'purchase-orders': {
      supplier_id: supplier,
      status,
      house_brand_id: brand,
      season_id: season,
      currency,
      buyer_id: 'n.at % 2 + 1',
      order_date: ordered,
      ex_factory_date: exFactory,
      ship_window_start: exFactory,
      ship_window_end: `${exFactory} + 10`,
      forecast_ex_factory_date: `${exFactory} + ${slip}`,
      slip_days: slip,
      issued_at: `case when ${isOut} then ${ordered} + interval '8 hours' end`,
      ack_due_date: `case when ${isOut} then ${ordered} + 14 end`,
      acknowledged_at: `case when ${isAnswered} then ${ordered} + interval '9 hours' + (1 + n.at % 16) * interval '1 day' end`,
      acknowledged_by: 'null',
      on_hold: `${share} between 0.008 and 0.12 and n.at % 100 = 5`,
      change_awaits: `case when ${status} = 'change_proposed' then 'buyer' end`,
      created_at: `${ordered} + interval '7 hours'`,
      updated_at: changed,
    },
    'po-lines': {
      ...articleOfLine(stylesOf(count)),
      status: `case when ${share} < 0.004 then 'not_submitted' when ${share} < 0.006 then 'pending' else 'approved' end`,
      line_status: `case ${status} when 'cancelled' then 'cancelled' when 'closed' then 'closed' when 'completed' then 'closed' else 'open' end`,
      house_brand_id: brand,
      season_id: season,
      currency,
      ex_factory_date: exFactory,
      ship_window_start: exFactory,
      ship_window_end: `${exFactory} + 10`,
      forecast_ex_factory_date: `${exFactory} + ${slip}`,
      slip_days: slip,
      delivery_status_id: `(select id from delivery_statuses where code = ${delivery})`,
      delivery_stage: stage,
      goods_state: `case when ${delivery} = 'booked' then 'packed' when ${delivery} = 'delivered' then 'left'
        when ${delivery} <> 'cancelled' then 'unpacked' end`,
      delivery_risk: `case when ${stage} in ('pre_production', 'production', 'ready', 'shipping') then case
        when ${reasons} && array['ex_factory_passed', 'ack_overdue'] then 'red'
        when cardinality(${reasons}) > 0 then 'amber' else 'green' end end`,
      delivery_risk_reasons: reasons,
      production_status: `case when ${delivery} in ('booked', 'delivered') then 'finished' when ${delivery} = 'in_production' then 'in_production' else 'not_started' end`,
      updated_at: changed,
    },
    'po-line-sizes': {},
  }
}
