import type { Work } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import { type ClaimType, claimedDecisions, supplierLateReasons } from '#shared/trade/claim-terms.ts'
import { countedStates } from '#shared/trade/containers.ts'
import { isDeliveredTerm } from '#shared/trade/invoice-terms.ts'
import { daysLate } from './complete'
import { type LineFacts, readLineFacts } from './facts'

/** The source of claims: a counted container, a decided inspection, or a late order line. */
export interface Source {
  kind: 'container' | 'inspection' | 'line'
  id: number
}

/** One event that may be claimed, with the fields of its claim line. */
export interface Fact {
  type: ClaimType
  /** The day by which the rule is chosen. */
  day: string
  order: LineFacts
  head: { container_id: number | null; booking_id: number | null; qa_activity_id: number | null }
  line: {
    source_key: string
    po_line_id: number
    size_id: number | null
    units: number
    days_late: number | null
    ordered_qty: number | null
    shipped_qty: number | null
    received_qty: number | null
    damaged_qty: number | null
    agreed_date: string | null
    actual_date: string | null
  }
}

/** The current facts of a source, whether already claimed or not. */
export const readFactsOf = (work: Work, { kind, id }: Source): Promise<Fact[]> =>
  kind === 'container'
    ? factsOfContainer(work, id)
    : kind === 'inspection'
      ? factsOfInspection(work, id)
      : factsOfLine(work, id)

const noRecords = { container_id: null, booking_id: null, qa_activity_id: null }
const noDates = { days_late: null, agreed_date: null, actual_date: null }

interface Counted {
  line: number
  size: number | null
  bookings: number[]
  day: string
  ordered: number | null
  expected: number
  received: number
  short: number
  damaged: number
}

const factsOfContainer = async (work: Work, id: number): Promise<Fact[]> => {
  const rows = await work.tx.query<Counted>(
    `select l.po_line_id as line, s.size_id as size, json_agg(distinct l.booking_id) as bookings,
       max(c.received_on)::text as day,
       (select sum(x.qty)::int from po_line_sizes x where x.po_line_id = l.po_line_id and x.size_id = s.size_id) as ordered,
       sum(s.expected_qty)::int as expected, sum(s.received_qty)::int as received,
       sum(greatest(s.expected_qty - s.received_qty, 0))::int as short, sum(coalesce(s.damaged_qty, 0))::int as damaged
     from containers c join container_lines l on l.container_id = c.id
       join container_line_sizes s on s.container_line_id = l.id
     where c.id = $1 and c.status in (${quoted(countedStates)}) and c.received_on is not null
       and s.received_qty is not null and l.po_line_id is not null
     group by 1, 2
     having sum(greatest(s.expected_qty - s.received_qty, 0)) > 0 or sum(coalesce(s.damaged_qty, 0)) > 0
     order by 1, 2`,
    [id],
    'claim_counts',
  )
  const facts = await readLineFacts(
    work,
    rows.map(({ line }) => line),
  )
  return rows.flatMap((row) => {
    const order = facts.get(Number(row.line))
    if (!order) return []
    // Under a delivered incoterm only received units are paid, so missing units are not claimed.
    const missing = isDeliveredTerm(order.incoterm) ? [] : countedFacts(id, order, row, 'short', row.short)
    return [...missing, ...countedFacts(id, order, row, 'damage', row.damaged)]
  })
}

const countedFacts = (id: number, order: LineFacts, row: Counted, type: 'short' | 'damage', units: number): Fact[] => {
  if (units === 0) return []
  const size = row.size === null ? null : Number(row.size)
  return [
    {
      type,
      day: row.day,
      order,
      head: {
        ...noRecords,
        container_id: id,
        booking_id: row.bookings.length === 1 ? (row.bookings[0] ?? null) : null,
      },
      line: {
        ...noDates,
        source_key: `${type}:c${id}:l${order.id}:s${size ?? 0}`,
        po_line_id: order.id,
        size_id: size,
        units,
        ordered_qty: row.ordered ?? order.ordered_qty,
        shipped_qty: row.expected,
        received_qty: row.received,
        damaged_qty: row.damaged,
      },
    },
  ]
}

const factsOfInspection = async (work: Work, id: number): Promise<Fact[]> => {
  const [row] = await work.tx.query<{ line: number; units: number; day: string }>(
    `select po_line_id as line, coalesce(critical_qty, 0) + coalesce(major_qty, 0) as units,
       coalesce((decided_at at time zone 'UTC')::date, inspected_on, $2::date)::text as day
     from qa_activities where id = $1 and original_type = 'final' and result = 'failed' and po_line_id is not null
       and status in (${quoted(claimedDecisions)}) and archived_at is null`,
    [id, work.context.today],
    'claim_inspection',
  )
  const order = row && (await readLineFacts(work, [row.line])).get(Number(row.line))
  if (!order || row.units === 0) return []
  return [
    {
      type: 'quality',
      day: row.day,
      order,
      head: { ...noRecords, qa_activity_id: id },
      line: {
        ...noDates,
        source_key: `quality:q${id}`,
        po_line_id: order.id,
        size_id: null,
        units: row.units,
        ordered_qty: order.ordered_qty,
        shipped_qty: order.shipped_qty,
        received_qty: order.received_qty,
        damaged_qty: null,
      },
    },
  ]
}

const factsOfLine = async (work: Work, id: number): Promise<Fact[]> => {
  const [row] = await work.tx.query(
    `select l.id from po_lines l where l.id = $1 and ${answeredFor('l')} and ${isDelivered('l')}`,
    [id],
    'claim_late_line',
  )
  const order = row && (await readLineFacts(work, [id])).get(id)
  if (!order?.actual_date) return []
  const days_late = daysLate(order)
  if (days_late === 0) return []
  return [
    {
      type: 'late',
      day: order.actual_date,
      order,
      head: noRecords,
      line: {
        source_key: `late:l${id}`,
        po_line_id: id,
        size_id: null,
        units: order.ordered_qty,
        days_late,
        ordered_qty: order.ordered_qty,
        shipped_qty: order.shipped_qty,
        received_qty: order.received_qty,
        damaged_qty: null,
        agreed_date: order.agreed_date,
        actual_date: order.actual_date,
      },
    },
  ]
}

/** SQL condition: if the line is late, the supplier is responsible, judged by the given reason. */
export const answeredFor = (line: string): string =>
  `(${line}.late_reason is null or ${line}.late_reason in (${quoted(supplierLateReasons)}))`

/** SQL condition: the goods of the line have left or arrived. */
const isDelivered = (line: string): string =>
  `(${line}.line_status <> 'cancelled' and (${line}.goods_state = 'left' or ${line}.received_on is not null))`
