import { invalid } from '#server/kit/errors.ts'
import type { MoveHooks } from '#server/kit/kit.ts'
import { textOf } from '#shared/kit/text.ts'
import { closeLine, reopenLine } from '#shared/trade/close-line.ts'
import { asOrder, isCancelled, openLines } from '../rules'
import { withdraw } from './approval'
import { dropChange } from './changes'
import { readFacts } from './facts'
import { mailBuyer, mailSupplier, personOf, sendOrder, startClock } from './notices'
import { supplierProblems } from './problems'

/** The moves after approval: issue, acknowledge, hold, close, cancel. */
export const orderMoves: Record<string, MoveHooks> = {
  issue: {
    guard: async (work, target) => supplierProblems(asOrder(target), await readFacts(work, [asOrder(target)])),
    effect: async (work, target) => {
      const order = asOrder(target)
      order.issued_at = work.now
      await startClock(work, [order])
      await sendOrder(work, order, 'po_issued')
    },
  },
  send_again: {
    effect: (work, target, _change, { comment }) =>
      sendOrder(work, asOrder(target), 'po_sent_again', comment ? String(comment) : ''),
  },
  recall: {
    effect: async (work, target) => {
      const order = asOrder(target)
      order.issued_at = null
      order.ack_due_date = null
      // The supplier has not seen the order, so its open change needs no answer.
      dropChange(work, order)
      await mailSupplier(work, order, 'po_recalled')
    },
  },
  acknowledge: {
    effect: (work, target, _change, { comment }) => {
      const order = asOrder(target)
      if (work.me.role !== 'Agent' && !comment)
        throw invalid({ comment: [textOf('messages.purchase-orders.on_behalf_comment')] })
      order.acknowledged_at = work.now
      order.acknowledged_by = personOf(work)
      for (const line of openLines(order)) {
        line.promised_ex_factory_date ??= line.ex_factory_date
        line.forecast_ex_factory_date ??= line.ex_factory_date
      }
    },
  },
  decline: {
    effect: (work, target, _change, { reason }) => mailBuyer(work, asOrder(target), 'po_declined', String(reason)),
  },
  hold: {
    effect: (work, target, _change, { hold_type, reason, share_reason }) => {
      const hold_reason_shared = share_reason ? reason : null
      Object.assign(target, {
        on_hold: true,
        hold_type,
        hold_reason: reason,
        hold_reason_shared,
        held_at: work.now,
      })
    },
  },
  release: {
    effect: (_work, target) => {
      Object.assign(target, {
        on_hold: false,
        hold_type: null,
        hold_reason: null,
        hold_reason_shared: null,
        held_at: null,
      })
    },
  },
  short_close: {
    effect: (work, target, _change, { reason }) => {
      const order = asOrder(target)
      order.closed_at = work.now
      for (const line of openLines(order)) closeLine(line, String(reason))
    },
  },
  reopen_closed: {
    effect: (_work, target) => {
      const order = asOrder(target)
      order.closed_at = null
      for (const line of order.lines) if (!isCancelled(line)) reopenLine(line)
    },
  },
  complete: {
    effect: (work, target) => {
      const order = asOrder(target)
      order.closed_at = work.now
      for (const line of openLines(order)) line.line_status = 'closed'
    },
  },
  cancel: {
    effect: async (work, target, _change, { reason }) => {
      const order = asOrder(target)
      order.cancelled_at = work.now
      order.cancel_reason = String(reason)
      withdraw(order)
      dropChange(work, order)
      for (const line of openLines(order)) line.line_status = 'cancelled'
      if (order.issued_at) await mailSupplier(work, order, 'po_cancelled', String(reason))
    },
  },
}
