import { samplesOfLine } from '#server/allocation/sample-lines.ts'
import { quoted } from '#shared/base/quoted.ts'
import { bookedStates, shippedStates, spaceStates } from '#shared/trade/booking-terms.ts'
import { acceptedStates, inspectedStates } from '#shared/trade/qa.ts'
import { approvedStates } from '#shared/trade/samples.ts'
import { requiredSpecTypes } from '#shared/trade/specification.ts'
import type { TaskReporter } from '#shared/trade/tna-terms.ts'

/** The minimum quantity that the line must deliver, at least one unit. */
const leastUnits = 'greatest(1, ceil(l.qty * (100 - coalesce(o.qty_tolerance_under_pct, 0)) / 100))'

/**
 * The day of each event that completes a milestone, as an SQL expression over line `l` and order `o`; null until it has
 * happened. A new event needs an entry here, and in `server.ts` the area whose writes it follows.
 */
const fillers: Record<Exclude<TaskReporter, 'manual'>, string> = {
  issued: `(o.issued_at at time zone 'UTC')::date`,
  acknowledged: `(o.acknowledged_at at time zone 'UTC')::date`,
  factory_allocated: `(
    select case when sum(coalesce(f.qty, l.qty)) >= l.qty
      then max(coalesce(f.verified_at, f.requested_at, f.created_at) at time zone 'UTC')::date end
    from factory_allocations f where f.po_line_id = l.id and f.process_stage = 'main' and f.status = 'approved'
      and f.archived_at is null)`,
  // All prices that the line needs, in every market.
  prices_released: `(
    select case when bool_and(r.released_at is not null) then max(r.released_at at time zone 'UTC')::date end
    from po_line_rrps r where r.po_line_id = l.id and r.status <> 'not_required' and r.archived_at is null)`,
  tickets_confirmed: `(
    select case when bool_and(r.ticketed_at is not null) then max(r.ticketed_at at time zone 'UTC')::date end
    from po_line_rrps r where r.po_line_id = l.id and r.status <> 'not_required' and r.archived_at is null)`,
  // All types that every line needs, and every other type that is allocated to the line.
  specifications_acknowledged: `(
    select case when bool_and(s.status in ('acknowledged', 'waived'))
        and count(distinct s.spec_type) filter (where s.spec_type in (${quoted(requiredSpecTypes)}))
          = ${requiredSpecTypes.length}
      then max(coalesce(s.responded_at, s.updated_at) at time zone 'UTC')::date end
    from spec_allocations s
    where s.po_line_id = l.id and s.status not in ('replaced', 'cancelled') and s.archived_at is null)`,
  // The later of the two days, because a label prints both.
  composition_and_care: `(
    select case when f.day is not null and c.day is not null then greatest(f.day, c.day) end
    from ${decidedDay('fibre_allocations')} f, ${decidedDay('care_allocations')} c)`,
  // Every type that the line needs.
  artwork_approved: `(
    select case when l.artwork_readiness in ('ok', 'waived') then d.day end from ${decidedDay('artwork_allocations')} d)`,
  lab_dip_sent: sampleDay('LAB_DIP', 'sent'),
  lab_dip_approved: sampleDay('LAB_DIP', 'approved'),
  fit_sent: sampleDay('FIT', 'sent'),
  fit_approved: sampleDay('FIT', 'approved'),
  size_set_sent: sampleDay('SIZE_SET', 'sent'),
  size_set_approved: sampleDay('SIZE_SET', 'approved'),
  pps_sent: sampleDay('PPS', 'sent'),
  pps_approved: sampleDay('PPS', 'approved'),
  top_approved: sampleDay('TOP', 'approved'),
  pp_meeting_held: inspectedDay('pp_meeting'),
  inline_inspected: inspectedDay('inline'),
  dupro_inspected: inspectedDay('dupro'),
  lab_test_passed: acceptedDay('lab_test'),
  final_passed: acceptedDay('final'),
  material_in_house: wholeStage('material_in_house'),
  cutting: begunStage('cutting'),
  sewing: begunStage('sewing'),
  // Goods that have left count as packed, whether or not packing was reported.
  packing: `coalesce(${wholeStage('packing')}, ${left()})`,
  ex_factory: left(),
  booking_submitted: bookedDay(bookedStates, 'b.submitted_at'),
  booking_approved: bookedDay(spaceStates, 'b.approved_at'),
  on_board: bookedDay(shippedStates, 'b.atd'),
  // Counts every booking that has left.
  documents_complete: `(
    select case when ${bookedUnits(shippedStates)} >= ${leastUnits}
        and bool_and(b.documents_complete_on is not null) then max(b.documents_complete_on) end
    from bookings b
    where b.status in (${quoted(shippedStates)})
      and exists (select 1 from booking_lines x where x.booking_id = b.id and x.po_line_id = l.id))`,
  received_in_dc: `(
    select case when sum(x.received_qty) >= ${leastUnits} then max(x.received_on) end
    from booking_lines x where x.po_line_id = l.id)`,
}

/** All fillers as one JSON value. */
export const factsSql = `json_build_object(${Object.entries(fillers)
  .map(([filler, day]) => `'${filler}', ${day}`)
  .join(', ')})`

/** The day on which the last allocation of the line in this table was approved or waived. */
function decidedDay(table: string) {
  return `(select max(coalesce(d.verified_at, d.updated_at) at time zone 'UTC')::date as day from ${table} d
    where d.po_line_id = l.id and d.status in ('approved', 'waived') and d.archived_at is null)`
}

/**
 * The first day on which a sample of the line, or of its article with the same supplier, was sent in full or approved.
 * Archived samples count as well.
 */
function sampleDay(type: string, step: 'sent' | 'approved') {
  const day =
    step === 'sent'
      ? `min(s.dispatch_date) filter (where s.status <> 'part_dispatched')`
      : `(min(s.evaluated_at) filter (where s.status in (${quoted(approvedStates)}))
        at time zone 'UTC')::date`
  return `(
    select ${day} from sample_requests s join sample_types t on t.id = s.sample_type_id
    where t.code = '${type}' and s.status <> 'cancelled' and ${samplesOfLine('s', 't')})`
}

/** The first day on which the line was inspected, regardless of the result. */
function inspectedDay(type: string) {
  return `(
    select min(q.inspected_on) from qa_activities q
    where q.po_line_id = l.id and q.original_type = '${type}' and q.status in (${quoted(inspectedStates)}))`
}

/** The first day on which an activity of this type, or its re-inspection, accepted the goods of the line. */
function acceptedDay(type: string) {
  return `(
    select (min(q.decided_at) at time zone 'UTC')::date from qa_activities q
    where q.po_line_id = l.id and q.original_type = '${type}' and q.status in (${quoted(acceptedStates)}))`
}

function wholeStage(stage: string) {
  return `(select p.reported_on from wip_progress p where p.po_line_id = l.id and p.stage = '${stage}' and p.qty >= l.qty)`
}

function begunStage(stage: string) {
  return `(
    select min(r.report_date) from wip_reports r
    where r.po_line_id = l.id and r.stage = '${stage}' and r.cumulative_qty > 0 and r.archived_at is null)`
}

function left() {
  return `case when l.goods_state = 'left' then l.actual_ex_factory_date end`
}

/** The day on which bookings in these states covered the minimum quantity of the line. */
function bookedDay(states: readonly string[], moment: string) {
  const day = moment.endsWith('_at') ? `max(${moment} at time zone 'UTC')::date` : `max(${moment})`
  return `(
    select case when sum(x.qty) >= ${leastUnits} then ${day} end
    from booking_lines x join bookings b on b.id = x.booking_id
    where x.po_line_id = l.id and b.status in (${quoted(states)}))`
}

function bookedUnits(states: readonly string[]) {
  return `(select coalesce(sum(x.qty), 0) from booking_lines x join bookings y on y.id = x.booking_id
    where x.po_line_id = l.id and y.status in (${quoted(states)}))`
}
