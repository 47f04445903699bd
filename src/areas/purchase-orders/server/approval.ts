import { invalid } from '#server/kit/errors.ts'
import type { Change, Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { compare, multiply, sum } from '#shared/base/money.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type Decision, decisionProblems, fourEyesProblems, isOverOfficeLimit } from '#shared/trade/approval.ts'
import { type ApprovalReason, asOrder, isCancelled, isOutsideSeason, type Line, type Order } from '../rules'
import { factoryReasons, readMinimums } from './factories'
import { type Facts, idsOf, readFacts } from './facts'
import { mailBuyer, personOf } from './notices'
import { licenceProblems, submitProblems } from './problems'

/** The moves that submit an order for approval, approve it and return it. */
export const approvalMoves: Record<string, MoveHooks> = {
  submit: {
    guard: async (work, _target, doc) => {
      const order = asOrder(doc)
      return submitProblems(work, order, await readFacts(work, [order]))
    },
    effect: async (work, target, _change, { comment }) => {
      const order = asOrder(target)
      // An administrator who exceeds the licence has to comment on it.
      if (!comment && licenceProblems(order, await readFacts(work, [order])).length > 0)
        throw invalid({ comment: [textOf('messages.purchase-orders.licence_override')] })
      order.submitted_by = personOf(work)
      await requestApproval(work, order)
    },
  },
  return: {
    guard: async (work, target) => {
      const { created_by } = await decisionOf(work, target)
      return fourEyesProblems({ created_by, submitted_by: null }, work.context)
    },
    // The lines keep the comment until the order is submitted again.
    effect: (work, target, _change, { comment }) => {
      const order = asOrder(target)
      for (const line of order.lines)
        if (line.status === 'pending')
          Object.assign(line, { approval_comment: comment, decided_by: personOf(work), decided_at: work.now })
      withdraw(order)
    },
  },
  take_back: {
    guard: async (work, target) => {
      const { created_by, submitted_by } = await decisionOf(work, target)
      const isAuthor = work.me.id === created_by || work.me.id === submitted_by
      return isAuthor ? [] : [problem(textOf('messages.purchase-orders.not_yours_to_take_back'))]
    },
    effect: (_work, target) => withdraw(asOrder(target)),
  },
  approve: {
    guard: async (work, target) => decisionProblems(await decisionOf(work, target), work.context),
    effect: (work, target, _change, { comment }) => {
      for (const line of asOrder(target).lines)
        if (line.status === 'pending') {
          line.status = 'approved'
          line.decided_by = personOf(work)
          line.decided_at = work.now
          line.approval_comment = comment ? String(comment) : null
        }
    },
  },
}

/** Submits every line that is not approved yet, with the reasons to check it. */
const requestApproval = async (work: Work, order: Order) => {
  const facts = await readFacts(work, [order])
  const [lastPrices, retail, minimums] = await Promise.all([
    readLastPrices(work, order),
    readRetailReasons(work, order),
    readMinimums(work, order),
  ])
  const headerReasons = orderReasons(work, order, facts)
  for (const line of order.lines)
    if (!isCancelled(line) && line.status !== 'approved') {
      line.status = 'pending'
      line.approval_round += 1
      line.last_price = lastPrices.get(line.article_id) ?? null
      line.approval_reasons = [
        ...priceReasons(work, line),
        ...headerReasons,
        ...seasonReasons(order, line, facts),
        ...(retail.get(line.id ?? 0) ?? []),
        ...factoryReasons(work, line, minimums),
      ]
      line.decided_by = null
      line.decided_at = null
      line.approval_comment = null
    }
}

const orderReasons = ({ context }: Work, order: Order, { suppliers }: Facts): ApprovalReason[] => [
  ...(isOverOfficeLimit(order.total_value_base, context.settings)
    ? [order.total_value_base === null ? ('value_unknown' as const) : ('value_above_limit' as const)]
    : []),
  ...(suppliers.get(order.supplier_id)?.standing === 'watch' ? ['supplier_on_watch' as const] : []),
]

const priceReasons = (
  { context: { settings } }: Work,
  { unit_price, target_price, last_price }: Line,
): ApprovalReason[] => [
  ...(isAbove(unit_price, target_price, settings.price_over_target_pct) ? ['price_above_target' as const] : []),
  ...(isAbove(unit_price, last_price, settings.price_over_last_pct) ? ['price_above_last' as const] : []),
]

const isAbove = (price: string | null, reference: string | null, tolerancePct: unknown) =>
  price !== null &&
  reference !== null &&
  compare(multiply(price, '100'), multiply(reference, sum(['100', String(tolerancePct)]))) > 0

const seasonReasons = ({ order_date }: Order, { season_id }: Line, { seasons }: Facts): ApprovalReason[] => {
  const season = season_id ? seasons.get(season_id) : undefined
  return isOutsideSeason(order_date, season) ? ['outside_season_window'] : []
}

/**
 * Reasons by line: a missing retail price, a mark-up below the category's minimum, or a price that cannot be checked.
 */
const readRetailReasons = async (work: Work, { lines }: Order) => {
  const rows = await work.tx.query<{ id: number; reasons: ApprovalReason[] }>(
    `select po_line_id as id, array_remove(array[
       case when bool_or(status = 'required') then 'rrp_missing' end,
       case when bool_or(amount is not null and imu_pct < min_imu_pct) then 'imu_below_minimum' end,
       case when bool_or(findings && '{no_cost,no_rate,no_tax}') then 'rrp_unchecked' end], null) as reasons
     from po_line_rrps where po_line_id = any($1::bigint[]) and status <> 'not_required' and archived_at is null
     group by po_line_id`,
    [lines.flatMap(({ id }) => id ?? [])],
    'purchase_order_retail_reasons',
  )
  return new Map(rows.map(({ id, reasons }) => [id, reasons]))
}

/** The supplier's last agreed price of each article, in this order's currency. */
const readLastPrices = async (work: Work, { id, supplier_id, currency, lines }: Order) => {
  const rows = await work.tx.query<{ article_id: number; unit_price: string }>(
    `select distinct on (l.article_id) l.article_id, l.unit_price
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.article_id = any($1::bigint[]) and o.supplier_id = $2 and o.currency = $3 and o.id <> $4
       and o.status in ('approved', 'issued', 'change_proposed', 'confirmed', 'closed', 'completed')
       and o.order_type is distinct from 'sample' and l.line_status <> 'cancelled' and l.unit_price > 0
     order by l.article_id, o.order_date desc nulls last, l.id desc`,
    [[...idsOf(lines, ({ article_id }) => [article_id])], supplier_id, currency, id],
    'purchase_order_last_prices',
  )
  return new Map(rows.map(({ article_id, unit_price }) => [article_id, unit_price]))
}

/** The facts of an approval decision. The creator is not a field of the order, so it is read from its row. */
const decisionOf = async (work: Work, target: Doc): Promise<Decision> => {
  const [row] = await work.tx.query<{ created_by: number | null }>(
    'select created_by from purchase_orders where id = $1',
    [target.id],
    'purchase_order_creator',
  )
  const { submitted_by, total_value_base } = asOrder(target)
  return { created_by: row?.created_by ?? null, submitted_by, value_base: total_value_base }
}

/**
 * Updates the status of the header after the last line is decided. The order is approved if every line is; otherwise it
 * becomes a draft again, where refused lines are corrected and resubmitted while approved lines keep their approval.
 */
export const settleApproval = ({ before, after }: Change) => {
  const lines = asOrder(after).lines.filter((line) => !isCancelled(line))
  if (before?.status !== 'pending_approval' || after.status !== 'pending_approval') return
  if (lines.some(({ status }) => status === 'pending')) return
  after.status = lines.every(({ status }) => status === 'approved') ? 'approved' : 'draft'
}

/**
 * Mails the buyer that the order is approved, or that it is a draft again, with the approvers' comments. The buyer's own
 * decision is not mailed, nor an order that its author took back.
 */
export const mailDecision = async (work: Work, { before, after }: Change) => {
  const order = asOrder(after)
  if (before?.status !== 'pending_approval' || order.buyer_id === work.me.id) return
  if (after.status === 'approved') await mailBuyer(work, order, 'po_approved')
  const returned = order.lines.filter(({ status, decided_by }) => status !== 'approved' && decided_by)
  const comments = new Set(returned.flatMap(({ approval_comment }) => approval_comment || []))
  if (after.status === 'draft' && returned.length > 0)
    await mailBuyer(work, order, 'po_returned', [...comments].join('\n'))
}

/** Withdraws undecided lines from approval. */
export const withdraw = ({ lines }: Order) => {
  for (const line of lines) if (line.status === 'pending') line.status = 'not_submitted'
}
