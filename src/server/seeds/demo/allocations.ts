import { addDays } from '#shared/base/dates.ts'
import { createRandom } from './random'

/** A line of a demo order with the factories of its supplier that may be allocated. */
export interface DemoLine {
  id: number
  line_title: string
  purchase_order_id: number
  supplier_id: number
  order_status: string
  line_status: string
  qty: number
  ex_factory_date: string | null
  factories: { id: number; title: string; title_zh: string | null; country: string }[]
  agent_id: number | null
  office_id: number | null
  /** Whether production of the line has begun. */
  is_begun: boolean
  /** Whether production of the line is finished, even if its order is still open. */
  is_made: boolean
}

/**
 * Allocates factories to the lines of the demo orders: to most their supplier's first factory, to some another, to a few
 * two factories. Some allocations are only proposed or were rejected, and some lines have none.
 */
export const makeAllocations = (lines: readonly DemoLine[], day: string) => {
  const random = createRandom(4_703)
  return lines.flatMap((line) => {
    const [first, second] = line.factories
    const chance = random.next()
    const isOver = line.order_status === 'closed' || line.order_status === 'completed'
    if (!first || (!isOver && chance < 0.14)) return []
    const isWaiting = !isOver && line.order_status === 'confirmed' && chance < 0.24
    const isShared = second !== undefined && line.qty >= 600 && chance > 0.9
    const status = isWaiting ? (chance < 0.16 ? 'rejected' : 'proposed') : 'approved'
    const half = Math.round(line.qty * 0.06) * 10
    const places =
      isShared && second && !isWaiting
        ? [
            { ...first, qty: half },
            { ...second, qty: line.qty - half },
          ]
        : []
    return (places.length > 0 ? places : [{ ...(chance > 0.8 && second ? second : first), qty: line.qty }]).map(
      (factory) => allocationOf(line, factory, status, day, random.integer(4, 12)),
    )
  })
}

const allocationOf = (
  line: DemoLine,
  factory: { id: number; title: string; title_zh: string | null; qty: number },
  status: string,
  day: string,
  weeks: number,
) => {
  const end = line.ex_factory_date
  const requestedOn = end && addDays(end, -7 * weeks - 20) < day ? addDays(end, -7 * weeks - 20) : addDays(day, -3)
  const byAgent = status !== 'approved'
  return {
    allocation_title: `${line.line_title} · ${factory.title}`,
    allocation_title_zh: factory.title_zh ? `${line.line_title} · ${factory.title_zh}` : null,
    po_line_id: line.id,
    purchase_order_id: line.purchase_order_id,
    supplier_id: line.supplier_id,
    factory_id: factory.id,
    process_stage: 'main',
    qty: factory.qty,
    start_date: end && addDays(end, -7 * weeks),
    end_date: end,
    status,
    requested_by: byAgent ? line.agent_id : line.office_id,
    requested_at: `${requestedOn}T09:20:00.000Z`,
    ...(status === 'proposed' ? {} : { verified_by: line.office_id, verified_at: `${requestedOn}T15:40:00.000Z` }),
    ...(status === 'rejected'
      ? { decision_comment: 'Too far from the port for this delivery; please propose another.' }
      : {}),
  }
}
