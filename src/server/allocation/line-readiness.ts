import { asPortal } from '#server/kit/as-portal.ts'
import type { Doc, Kit, Work } from '#server/kit/kit.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import {
  type AllocatedLine,
  type AllocationPlan,
  planOf,
  readinessField,
  validStateOf,
} from '#shared/trade/allocation.ts'
import { ofType, type Share, typesOn } from '#shared/trade/allocation-rules.ts'
import { type LinePlan, lineKinds, linePlanOf } from '#shared/trade/line-kinds.ts'
import { isReady, overallReadiness, type Readiness, readinessOf } from '#shared/trade/readiness.ts'
import { neededTypes, needsKind } from '#shared/trade/requirement-profiles.ts'
import type { AllocationKind } from './kind'
import { allocationsByLine, readAllocations, readLines } from './lines'
import { settleTurns } from './turns'

/** Updates lines after their allocations changed: readiness of the kind, overall readiness, and values that they copy. */
export const settleLines = async <F>(
  work: Work,
  area: Area,
  plan: AllocationPlan,
  kind: Pick<AllocationKind<F>, 'lineValues'>,
  ids: readonly number[],
) => {
  const lineIds = [...new Set(ids)]
  const lineArea = work.kit.register.get(plan.lines)
  if (!(readinessField(plan) in lineArea.fields) || lineIds.length === 0) return
  const [lines, all, rows] = await Promise.all([
    readLines(work.tx, plan, lineIds),
    readAllocations(work.tx, area, lineIds),
    work.tx.query<Record<string, unknown>>(
      `select * from ${tableOf(lineArea)} where id = any($1::bigint[])`,
      [lineIds],
      `settled_${tableOf(lineArea)}`,
    ),
  ])
  const stored = new Map(rows.map((row) => [row.id, row]))
  const allocations = allocationsByLine(all)
  for (const line of lines) {
    const ofLine = allocations.get(line.id) ?? []
    const before = stored.get(line.id) ?? {}
    const readiness = readinessIn(plan, line, ofLine)
    const values = {
      ...((await kind.lineValues?.(work, { ...before, ...line }, ofLine)) ?? {}),
      [readinessField(plan)]: readiness,
      readiness: overallReadinessOf(work.kit, lineArea, { ...before, [readinessField(plan)]: readiness }),
    }
    const changed = Object.entries(values).filter(([name, value]) => (before[name] ?? null) !== value)
    if (changed.length > 0)
      await work.kit.repository(lineArea.name).edit(asPortal(work), line.id, Object.fromEntries(changed))
  }
  await settleTurns(work.tx, work.kit.register.areas, lineIds)
}

/** A line of an order that is being written. */
export interface LineOfOrder {
  id?: number
  qty: number
  line_status: string
  requirements: string[]
}

/** Whether the write changed anything that decides about the requirements of a line. */
export const affectsReadiness = ({ before, after }: { before: LineOfOrder | null; after: LineOfOrder }): boolean =>
  !before ||
  before.qty !== after.qty ||
  before.line_status !== after.line_status ||
  before.requirements.join() !== after.requirements.join()

/**
 * Sets the readiness of lines whose order is being written: new lines, and lines whose quantity, status or requirements
 * changed. Only changed lines need a query.
 */
export const settleReadiness = async (
  work: Work,
  lineArea: Area,
  lines: readonly { before: LineOfOrder | null; after: LineOfOrder }[],
) => {
  const { kit, tx } = work
  const affected = lines.filter(affectsReadiness)
  if (affected.length === 0) return
  const ids = affected.flatMap(({ before }) => (before?.id === undefined ? [] : [before.id]))
  for (const area of kit.register.areas) {
    const plan = planOf(area)
    const linePlan = linePlanOf(area)
    if (!linePlan || !(readinessField(linePlan) in lineArea.fields)) continue
    if (!plan) {
      for (const { after } of affected)
        Object.assign(after, { [readinessField(linePlan)]: provisionalReadiness(linePlan, after) })
      continue
    }
    const present = ids.length > 0 ? await readAllocations(tx, area, ids) : []
    for (const { before, after } of affected)
      Object.assign(after, {
        [readinessField(plan)]: readinessIn(
          plan,
          after,
          before ? present.filter(({ po_line_id }) => po_line_id === before.id) : [],
        ),
      })
  }
  for (const { after } of affected) Object.assign(after, { readiness: overallReadinessOf(kit, lineArea, { ...after }) })
}

/** The provisional readiness of a kind whose records are settled only after the order is written. */
const provisionalReadiness = (plan: LinePlan, line: LineOfOrder): Readiness => {
  const present = (line as unknown as Record<string, Readiness | undefined>)[readinessField(plan)]
  if (line.line_status === 'cancelled' || !needsKind(line.requirements, plan.kind)) return 'not_required'
  if (line.line_status !== 'open') return isReady(present) ? (present as Readiness) : 'not_required'
  return present === undefined || present === 'not_required' ? 'missing' : present
}

/** The readiness of a line for a kind, from the allocations of that line. */
const readinessIn = (
  plan: AllocationPlan,
  line: Pick<AllocatedLine, 'qty' | 'line_status' | 'requirements'>,
  ofLine: readonly (Share & Doc)[],
): Readiness => {
  const { shared, typed, answer } = plan
  const counted = shared ? ofLine.filter((allocation) => allocation[shared.by] === shared.main) : ofLine
  const readinessWith = (allocations: readonly (Share & Doc)[]) =>
    readinessOf(
      {
        isRequired:
          line.line_status !== 'cancelled' && (typed !== undefined || needsKind(line.requirements, plan.kind)),
        qty: line.qty,
        isAnswered: answer !== 'none',
      },
      allocations.map(({ id, status, ...values }) => ({
        id,
        status: status === validStateOf(plan) ? 'approved' : status,
        qty: shared ? Number(values[shared.qty]) : null,
      })),
    )
  const readiness = typed
    ? overallReadiness(
        typesOn(typed, neededTypes(line.requirements, plan.kind), counted).map((type) =>
          readinessWith(ofType(typed, counted, type)),
        ),
      )
    : readinessWith(counted)
  // A closed line needs nothing more.
  return line.line_status !== 'open' && !isReady(readiness) ? 'not_required' : readiness
}

/** The overall readiness of a line, over all kinds. */
export const overallReadinessOf = (kit: Kit, lines: Area, line: Record<string, unknown>) =>
  overallReadiness(lineKinds(lines, kit.register.areas).map((plan) => line[readinessField(plan)] as Readiness))
