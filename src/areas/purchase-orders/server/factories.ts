import { affectsReadiness, settleReadiness } from '#server/allocation/line-readiness.ts'
import { settleTurns } from '#server/allocation/turns.ts'
import type { Change, Work } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type ApprovalReason, asOrder, type Line, type Order } from '../rules'
import { idsOf } from './facts'

/** Settles the readiness of the lines of these orders, where the write may have changed it. */
export const settleLineReadiness = (work: Work, changes: readonly Change[]) =>
  settleReadiness(work, work.kit.register.get('po-lines'), changes.flatMap(linesOf))

/** Settles whose turn it is at these lines, once the orders are stored. */
export const settleTurnsOfLines = (work: Work, changes: readonly Change[]) =>
  settleTurns(
    work.tx,
    work.kit.register.areas,
    changes
      .flatMap(linesOf)
      .filter(affectsReadiness)
      .map(({ after }) => Number(after.id)),
  )

const linesOf = ({ before, after }: Change) => {
  const earlier = new Map((before ? asOrder(before).lines : []).map((line) => [line.id, line]))
  return asOrder(after).lines.map((line) => ({
    before: (line.id !== undefined && earlier.get(line.id)) || null,
    after: line,
  }))
}

/** Refuses a new supplier of a draft for which a factory allocated to its lines does not work. */
export const unlinkedFactoryProblems = async ({ tx }: Work, { before, after }: Change): Promise<Problem[]> => {
  if (!before || before.supplier_id === after.supplier_id) return []
  const rows = await tx.query<{ name_en: string }>(
    `select distinct f.name_en from factory_allocations a join factories f on f.id = a.factory_id
     where a.purchase_order_id = $1 and a.status in ('proposed', 'approved') and a.archived_at is null
       and not exists (select 1 from factory_suppliers s where s.factory_id = f.id and s.supplier_id = $2)
     order by f.name_en limit 5`,
    [after.id, after.supplier_id],
    'purchase_order_strangers',
  )
  return rows.map(({ name_en }) =>
    problem(textOf('problems.factory-allocations.not_linked', { factory: name_en }), 'supplier_id'),
  )
}

/** Submits an approved line again if its factory changed; an approved order waits for that decision before its issue. */
export const resubmitChangedFactories = ({ before, after }: Change) => {
  if (!before || after.status === 'draft' || after.status === 'cancelled') return
  const order = asOrder(after)
  const earlier = new Map(asOrder(before).lines.map((line) => [line.id, line]))
  for (const line of order.lines) {
    const earlierFactory = earlier.get(line.id)?.factory_id
    if (
      !earlierFactory ||
      line.factory_id === earlierFactory ||
      line.status !== 'approved' ||
      line.line_status !== 'open'
    )
      continue
    line.status = 'pending'
    line.approval_round += 1
    line.approval_reasons = ['factory_changed']
    line.decided_by = null
    line.decided_at = null
    line.approval_comment = null
    if (order.status === 'approved') order.status = 'pending_approval'
  }
}

/** Reasons about the factory for an approver to check the line. */
export const factoryReasons = (
  { context: { settings } }: Work,
  { factory_id, qty }: Line,
  minimums: ReadonlyMap<number, number>,
): ApprovalReason[] => [
  ...(settings.approval_needs_factory && !factory_id ? ['factory_not_allocated' as const] : []),
  ...(factory_id && qty < (minimums.get(factory_id) ?? 0) ? ['moq_not_met' as const] : []),
]

/** The minimum order quantities of the factories of an order's lines, by factory id. */
export const readMinimums = async ({ tx }: Work, { lines }: Order): Promise<Map<number, number>> => {
  const ids = [...idsOf(lines, ({ factory_id }) => [factory_id ?? null])]
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: number; moq: number }>(
    'select id, moq from factories where id = any($1::bigint[]) and moq is not null',
    [ids],
    'purchase_order_factory_minimums',
  )
  return new Map(rows.map(({ id, moq }) => [id, moq]))
}
