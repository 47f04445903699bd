import { quoted } from '#shared/base/quoted.ts'
import { handedOverStates } from '#shared/trade/booking-terms.ts'

/** SQL: the least units of a line within the under-tolerance of its order, at least 1. The arguments are aliases. */
const leastSql = (line: string, order: string) =>
  `greatest(1, ceil(${line}.qty * (100 - coalesce(${order}.qty_tolerance_under_pct, 0)) / 100))`

/**
 * SQL: the day by which the least units of a line had left the factory, by production reports, else by what the carrier
 * has taken over. Null while too few have left; a corrected report may make it null again.
 */
export const leftOnSql = (line: string, order: string): string =>
  `coalesce(${reportedLeaving(line, leastSql(line, order))}, ${takenLeaving(line, leastSql(line, order))})::text`

/** The first report day from which on enough units had left, over all factories. */
const reportedLeaving = (line: string, least: string) => `(
  with sums as (
    select days.day, sum(last.qty) as qty
    from (select distinct report_date as day from wip_reports
        where po_line_id = ${line}.id and stage = 'ex_factory' and archived_at is null) days
      cross join lateral (
        select distinct on (coalesce(r.factory_id, 0)) r.cumulative_qty as qty from wip_reports r
        where r.po_line_id = ${line}.id and r.stage = 'ex_factory' and r.archived_at is null and r.report_date <= days.day
        order by coalesce(r.factory_id, 0), r.report_date desc) last
    group by days.day)
  select min(day) from sums
  where day > coalesce((select max(day) from sums where qty < ${least}), '-infinity'))`

const takenLeaving = (line: string, least: string) => `(
  select case when sum(x.qty) >= ${least} then max(b.cargo_received_on) end
  from booking_lines x join bookings b on b.id = x.booking_id
  where x.po_line_id = ${line}.id and b.status in (${quoted(handedOverStates)}))`
