import { conflict, invalid } from '#server/kit/errors.ts'
import type { Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { decisionProblems } from '#shared/trade/approval.ts'
import {
  applyItems,
  asApproved,
  type ChangeItem,
  completeItems,
  type GrowthLimits,
  grownLines,
  itemProblems,
  staleItems,
  valueWithItems,
} from '#shared/trade/order-changes.ts'
import { purchaseOrders } from '../area'
import {
  asOrder,
  deriveTotals,
  linesPromisedLater,
  type Order,
  type OrderChange,
  openChange,
  openLines,
  sideOf,
} from '../rules'
import { mailBuyer, mailSupplier, personOf, sendOrder, startClock } from './notices'

/** The moves by which both sides change an issued order. Each change is stored with its author, reason and outcome. */
export const changeMoves: Record<string, MoveHooks> = {
  propose_change: {
    effect: async (work, target, _change, inputs) => {
      const order = asOrder(target)
      addChange(work, order, inputs)
      await mailBuyer(work, order, 'po_change_proposed', stringOf(inputs.comment))
    },
  },

  accept_change: {
    guard: (work, target) => valueProblems(work, asOrder(target)),
    effect: async (work, target, _change, { comment }) => {
      const order = asOrder(target)
      const change = requireOpenChange(order)
      applyAccepted(work, order, change, comment)
      confirm(work, order, change)
      await sendOrder(work, order, 'po_change_accepted', stringOf(comment))
    },
  },

  refuse_change: {
    effect: async (work, target, _change, { comment }) => {
      const order = asOrder(target)
      answer(work, requireOpenChange(order), 'refused', comment)
      await startClock(work, [order], work.now)
      await mailSupplier(work, order, 'po_change_refused', stringOf(comment))
    },
  },

  counter: {
    effect: async (work, target, _change, inputs) => {
      const order = asOrder(target)
      const { reason_code } = requireOpenChange(order)
      answer(work, requireOpenChange(order), 'refused', inputs.comment)
      await revise(work, order, { ...inputs, reason_code })
    },
  },

  withdraw_change: {
    effect: async (work, target, _change, { comment }) => {
      const order = asOrder(target)
      answer(work, requireOpenChange(order), 'withdrawn', comment)
      await mailBuyer(work, order, 'po_change_withdrawn', stringOf(comment))
    },
  },

  revise: {
    effect: async (work, target, { before }, inputs) => {
      const order = asOrder(target)
      const change = await revise(work, order, inputs)
      // A change in approval is not sent to the supplier yet: a declined order stays declined until then.
      if (change.outcome === 'in_approval' && before?.status) target.status = before.status
    },
  },

  request_change: {
    effect: async (work, target, _change, inputs) => {
      const order = asOrder(target)
      const change = addChange(work, order, inputs)
      if (change.initiated_by === 'buyer' && requestApproval(work, order, change)) return
      await notifyOtherSide(work, order, change, 'po_change_requested')
    },
  },

  accept_request: {
    guard: (work, target) => valueProblems(work, asOrder(target)),
    effect: async (work, target, _change, { comment }) => {
      const order = asOrder(target)
      const change = requireOpenChange(order)
      applyAccepted(work, order, change, comment)
      if (change.initiated_by === 'buyer') await notifyRequester(work, order, change, 'po_change_accepted')
      await sendOrder(work, order, 'po_change_accepted', stringOf(comment))
    },
  },

  refuse_request: {
    effect: async (work, target, _change, { comment }) => {
      const order = asOrder(target)
      const change = requireOpenChange(order)
      answer(work, change, 'refused', comment)
      await notifyRequester(work, order, change, 'po_change_refused')
    },
  },

  withdraw_request: {
    effect: async (work, target, _change, { comment }) => {
      const order = asOrder(target)
      const change = requireOpenChange(order)
      const wasProposed = change.outcome === 'proposed'
      dropChange(work, order, stringOf(comment))
      if (wasProposed) await notifyOtherSide(work, order, change, 'po_change_withdrawn')
    },
  },
}

/**
 * Continues a change once the last of its lines is decided: an approved change takes effect or goes to the supplier; if a
 * line was refused, the old values remain.
 */
export const settleChange = async (work: Work, order: Order) => {
  const change = openChange(order)
  if (change?.outcome !== 'in_approval') return
  const lines = linesOf(order, change)
  if (lines.some(({ status }) => status === 'pending')) return
  if (lines.some(({ status }) => status !== 'approved')) {
    answer(work, change, 'refused', lines.find(({ approval_comment }) => approval_comment)?.approval_comment)
    for (const line of lines) line.status = 'approved'
    return
  }
  change.sent_at = work.now
  if (order.status === 'confirmed') {
    change.outcome = 'proposed'
    await notifyOtherSide(work, order, change, 'po_change_requested')
    return
  }
  await sendToSupplier(work, order, change)
}

/** Withdraws the open change without an answer of the other side; lines that waited for approval keep their old values. */
export const dropChange = (work: Work, order: Order, comment = '') => {
  const change = openChange(order)
  if (!change) return
  if (change.outcome === 'in_approval')
    for (const line of linesOf(order, change)) if (line.status === 'pending') line.status = 'approved'
  answer(work, change, 'withdrawn', comment)
}

const addChange = (work: Work, order: Order, inputs: Record<string, unknown>): OrderChange => {
  const proposed = (inputs.items as ChangeItem[]).map((item) => ({ ...item, size_id: item.size_id ?? null }))
  const items = completeItems(order, proposed)
  refuseImpossible(work, order, proposed)
  if (items.length === 0) throw invalid({ items: [textOf('messages.po-changes.nothing_changed')] })
  const seq = order.changes.reduce((last, change) => Math.max(last, change.seq), 0) + 1
  const change: OrderChange = {
    seq,
    change_title: `${order.po_no} / ${seq}`,
    initiated_by: sideOf(work.context),
    outcome: 'proposed',
    reason_code: stringOf(inputs.reason_code) || null,
    comment: stringOf(inputs.comment) || null,
    proposed_by: personOf(work),
    proposed_at: work.now,
    sent_at: work.now,
    answered_by: null,
    answered_at: null,
    answer_comment: null,
    applied_revision: null,
    items,
  }
  order.changes.push(change)
  return change
}

/** Refuses a change that cannot take effect: when it is created, and again when it is accepted. */
const refuseImpossible = (work: Work, order: Order, items: readonly ChangeItem[]) => {
  const invalidItems = itemProblems(order, items)
  const problems = invalidItems.length > 0 ? invalidItems : outcomeProblems(work, order, items)
  if (problems.length > 0) throw invalid(errorsOf(problems))
}

/** Problems that the order would have after the change, each at the item that causes it. */
const outcomeProblems = (work: Work, order: Order, items: readonly ChangeItem[]): Problem[] => {
  const after = structuredClone(order)
  applyItems(after, items)
  deriveTotals(after, String(work.context.settings.base_currency))
  return work.kit
    .repository(purchaseOrders.name)
    .faults(work, after as unknown as Doc)
    .map(({ field = '', text }) => {
      const [, index, name] = /^(?:lines\.(\d+)\.)?(?:sizes\.\d+\.)?(\w+)$/.exec(field) ?? []
      const line = index === undefined ? null : after.lines[Number(index)]?.id
      const candidates = items.filter(({ po_line_id }) => line === null || po_line_id === line)
      const cause = candidates.find((item) => item.field === name) ?? candidates[0]
      return problem(text, cause ? `items.${items.indexOf(cause)}.new_value` : 'items')
    })
}

/**
 * Adds a change by the office. It is sent to the supplier at once, or after approval if a price or quantity grows beyond
 * the limits.
 */
const revise = async (work: Work, order: Order, inputs: Record<string, unknown>): Promise<OrderChange> => {
  const change = addChange(work, order, inputs)
  if (!requestApproval(work, order, change)) await sendToSupplier(work, order, change)
  return change
}

const sendToSupplier = async (work: Work, order: Order, change: OrderChange) => {
  answer(work, change, 'applied', null)
  apply(work, order, change)
  order.status = 'issued'
  await startClock(work, [order], work.now)
  await sendOrder(work, order, 'po_revised', change.comment ?? '')
}

/** Submits the lines that grow beyond the limits for approval; returns false if none does. */
const requestApproval = (work: Work, order: Order, change: OrderChange): boolean => {
  const grown = grownIn(work, order, change)
  if (grown.size === 0) return false
  change.outcome = 'in_approval'
  change.sent_at = null
  order.submitted_by = personOf(work)
  for (const line of openLines(order)) {
    const reasons = grown.get(Number(line.id))
    if (!reasons) continue
    line.status = 'pending'
    line.approval_round += 1
    line.approval_reasons = reasons
    line.decided_by = null
    line.decided_at = null
    line.approval_comment = null
  }
  return true
}

/** Applies a change of the other side. An office user who accepts growth beyond the limits thereby approves those lines. */
const applyAccepted = (work: Work, order: Order, change: OrderChange, comment: unknown) => {
  const grown = work.me.role === 'Agent' ? new Map() : grownIn(work, order, change)
  answer(work, change, 'applied', comment)
  apply(work, order, change)
  for (const line of openLines(order))
    if (grown.has(Number(line.id))) {
      line.decided_by = personOf(work)
      line.decided_at = work.now
    }
}

const apply = (work: Work, order: Order, change: OrderChange) => {
  if (staleItems(order, change.items).length > 0)
    throw conflict('stale_change', textOf('problems.purchase-orders.change_stale'))
  refuseImpossible(work, order, change.items)
  applyItems(order, change.items)
  order.revision_no = (order.revision_no ?? 0) + 1
  change.applied_revision = order.revision_no
}

const confirm = (work: Work, order: Order, { proposed_by }: OrderChange) => {
  order.acknowledged_at = work.now
  order.acknowledged_by = proposed_by
  // Later dates that the supplier promised outside of the proposal were not agreed.
  for (const line of linesPromisedLater(order)) line.promised_ex_factory_date = line.ex_factory_date
  for (const line of openLines(order)) {
    line.promised_ex_factory_date ??= line.ex_factory_date
    line.forecast_ex_factory_date ??= line.ex_factory_date
  }
}

const answer = (work: Work, change: OrderChange, outcome: OrderChange['outcome'], comment: unknown) => {
  change.outcome = outcome
  change.answered_by = personOf(work)
  change.answered_at = work.now
  change.answer_comment = stringOf(comment) || null
}

/** Refuses users who accept growth beyond the limits but may not approve the order's new value. */
const valueProblems = (work: Work, order: Order) => {
  const change = openChange(order)
  if (!change || work.me.role === 'Agent' || grownIn(work, order, change).size === 0) return []
  const value_base = valueWithItems(order, change.items, String(work.context.settings.base_currency))
  return decisionProblems({ created_by: null, submitted_by: change.proposed_by, value_base }, work.context)
}

const grownIn = (work: Work, order: Order, { items }: OrderChange) =>
  grownLines(order, items, limitsOf(work), asApproved(order, order.changes))

/** The open change; throws 409 if there is none. */
const requireOpenChange = (order: Order): OrderChange => {
  const change = openChange(order)
  if (!change) throw conflict('guard', textOf('problems.purchase-orders.no_change'))
  return change
}

const linesOf = (order: Order, { items }: OrderChange) =>
  openLines(order).filter(
    ({ id, approval_reasons }) =>
      items.some(({ po_line_id }) => po_line_id === id) &&
      approval_reasons.some((reason) => reason === 'price_raised' || reason === 'qty_raised'),
  )

const notifyOtherSide = (work: Work, order: Order, { initiated_by, comment }: OrderChange, mail: string) =>
  initiated_by === 'buyer'
    ? mailSupplier(work, order, mail, comment ?? '')
    : mailBuyer(work, order, mail, comment ?? '')

const notifyRequester = (work: Work, order: Order, { initiated_by, answer_comment }: OrderChange, mail: string) =>
  initiated_by === 'buyer'
    ? mailBuyer(work, order, mail, answer_comment ?? '')
    : mailSupplier(work, order, mail, answer_comment ?? '')

const limitsOf = ({ context: { settings } }: Work): GrowthLimits => ({
  price: String(settings.change_price_rise_pct),
  qty: String(settings.change_qty_rise_pct),
})

const errorsOf = (problems: readonly { field?: string; text: Text }[]) => {
  const errors: Record<string, Text[]> = {}
  for (const { field = '', text } of problems) {
    const texts = errors[field] ?? []
    // Header and lines may report the same problem of a date; it is shown once.
    if (!texts.some(({ key }) => key === text.key)) errors[field] = [...texts, text]
  }
  return errors
}

const stringOf = (value: unknown) => (typeof value === 'string' ? value : '')
