import type { Change, Work } from '#server/kit/kit.ts'
import { asOrder, deriveTotals, type Line } from '../rules'
import { startClock } from './notices'

/** Completes imported orders that are not drafts: approval and status of their lines, and the day to acknowledge. */
export const takeOver = async (work: Work, changes: readonly Change[]) => {
  const imported = changes.flatMap(({ before, after }) =>
    before === null && after.status !== 'draft' ? [asOrder(after)] : [],
  )
  for (const order of imported) {
    const approval = order.status === 'pending_approval' ? 'pending' : 'approved'
    for (const line of order.lines) {
      if (line.status === 'not_submitted' && order.status !== 'cancelled') line.status = approval
      if (line.line_status === 'open') line.line_status = lineStatusIn[order.status] ?? 'open'
    }
    if (issuedStates.has(order.status)) order.issued_at ??= work.now
    deriveTotals(order, String(work.context.settings.base_currency))
  }
  await startClock(
    work,
    imported.filter(({ status, ack_due_date }) => status === 'issued' && ack_due_date === null),
  )
}

const lineStatusIn: Record<string, Line['line_status']> = {
  closed: 'closed',
  completed: 'closed',
  cancelled: 'cancelled',
}
const issuedStates: ReadonlySet<string> = new Set([
  'issued',
  'change_proposed',
  'confirmed',
  'declined',
  'closed',
  'completed',
])
