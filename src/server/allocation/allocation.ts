import { sql } from 'kysely'
import { asPortal } from '#server/kit/as-portal.ts'
import { type Change, type Doc, serve, type Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { diffDocument } from '#server/kit/write/diff.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import type { Text } from '#shared/kit/text.ts'
import { type AllocationPlan, canOutdate, firstState, planOf } from '#shared/trade/allocation.ts'
import { agreedAllocations, type Share } from '#shared/trade/allocation-rules.ts'
import { editOf, lockOrders, problemsOf, readDrafts, titlesOf } from './drafts'
import { followArticles, followSupplier } from './follow-orders'
import type { AllocationDraft, AllocationKind } from './kind'
import { settleLines } from './line-readiness'
import { allocationMoves } from './moves'
import { tellChanges } from './notices'
import { lineIsOpen } from './open-lines'
import { outdate } from './outdate'
import { remindOverdue } from './reminders'
import { allocationRoutes } from './routes'
import { keepWarnings } from './warnings'

/** The server half of an area of allocations: scope, completion, guards, effects, commands over many lines. */
export const serveAllocation = <F>(area: Area, kind: AllocationKind<F>) => {
  const plan = planOf(area)
  if (!plan)
    throw new Error(`The area ${area.name} has no allocation plan: declare it with allocationArea() in its area.ts`)

  return serve(area, {
    scopes: {
      own_lines: (alias, _caller, inScope) => {
        const line = `${alias}l`
        return sql<boolean>`exists (select 1 from ${sql.id(tableOf(plan.lines))} as ${sql.id(line)}
          where ${sql.id(line, 'id')} = ${sql.id(alias, 'po_line_id')} and ${inScope(plan.lines, line)})`
      },
    },

    conditions: { is_line_open: lineIsOpen(plan) },

    prepare: (work, changes) => prepareAllocations(work, area, plan, kind, changes),

    written: async (work, changes) => {
      for (const { before, after } of changes) await replacePredecessor(work, area, before, after)
      await settleLines(
        work,
        area,
        plan,
        kind,
        changes.map(({ after }) => Number(after.po_line_id)),
      )
      if (kind.mails) await tellChanges(work, area, plan, kind.mails, changes)
      await kind.settle?.(work, changes)
    },

    moves: allocationMoves(area, plan, kind),

    follows: {
      [plan.orders]: async (work, changes) => {
        await followSupplier(work, area, changes)
        await followArticles(work, area, plan, changes)
      },
      ...(plan.library && canOutdate(plan) && { [plan.library.area]: outdate(area, plan, plan.library) }),
    },

    ...(area.lifecycle?.moves.remind && { daily: remindOverdue(area, plan) }),

    routes: (app, kit) => allocationRoutes(app, { kit, area, plan }, kind.fits),
  })
}

/** Completes and checks allocations that are created, edited or imported; moves are checked by their own guards. */
const prepareAllocations = async <F>(
  work: Work,
  area: Area,
  plan: AllocationPlan,
  kind: AllocationKind<F>,
  changes: readonly Change[],
) => {
  const edited = changes.filter(
    ({ before }) => !before || work.action === 'edit' || work.action === 'import' || work.action === 'create',
  )
  if (edited.length === 0) return undefined
  if (!work.isTrial) await lockOrders(work, plan, edited)
  const drafts = await readDrafts(work, area, plan, edited)
  const facts = await kind.facts(
    work,
    drafts.filter((draft) => draft !== undefined),
  )
  const warnings = new Map<number, Text[]>()
  keepWarnings(work, warnings)
  const draftOf = new Map(edited.map((change, index) => [change, drafts[index]]))
  const accepted = new Map<number, (Share & Doc)[]>()
  return changes.map((change) => {
    const stored = draftOf.get(change)
    if (!stored) return []
    // Allocations of the same write count as already stored, so that two of them cannot claim the same units.
    const draft = { ...stored, others: [...stored.others, ...(accepted.get(stored.line.id) ?? [])] }
    if (!change.before) fillInitialValues(work, plan, draft)
    fillUnits(plan, draft)
    kind.fill?.(work, draft, facts)
    if (isContentEdited(work, area, plan, change)) change.after.status = 'outdated'
    if (work.me === system) return []
    warnings.set(draft.line.id, kind.warn?.(work, draft, facts) ?? [])
    const problems = problemsOf(work, plan, kind, draft, facts, change.before !== null)
    if (problems.length === 0 && !change.before) {
      const { id = 0, status = firstState(plan, work.me.role) } = change.after
      const share = { ...change.after, id, status, po_line_id: draft.line.id }
      accepted.set(draft.line.id, [...(accepted.get(draft.line.id) ?? []), share])
    }
    return problems
  })
}

/** Whether a user edited the approved content of the allocation. */
const isContentEdited = ({ me, kit }: Work, area: Area, { content }: AllocationPlan, change: Change) => {
  if (me === system || change.before?.status !== 'approved' || content.length === 0) return false
  const rowAreas = content.flatMap((name) => area.fields[name]?.options.to ?? [])
  return diffDocument(area, kit.register, change).some(
    (write) => rowAreas.includes(write.area.name) || write.changes.some(({ field }) => content.includes(field)),
  )
}

/** Sets the values with which a new allocation starts. */
const fillInitialValues = (work: Work, plan: AllocationPlan, draft: AllocationDraft) => {
  const { allocation, line, record } = draft
  const initial = {
    ...titlesOf(draft),
    purchase_order_id: line.purchase_order_id,
    supplier_id: line.supplier_id,
    ...editOf(plan, draft),
    round: 1,
    requested_by: allocation.requested_by ?? (work.me.id || null),
    requested_at: allocation.requested_at ?? work.now,
    ...(plan.typed && { [plan.typed.by]: record?.type ?? null }),
  }
  Object.assign(allocation, initial)
  if (work.me !== system) allocation.status = firstState(plan, work.me.role)
  if (allocation.status === 'approved' && work.me !== system) {
    allocation.verified_by = work.me.id
    allocation.verified_at = work.now
  }
}

/** An allocation without units gets those of the line that are not allocated yet. */
const fillUnits = (plan: AllocationPlan, { allocation, line, others }: AllocationDraft) => {
  if (!plan.shared) return
  const agreed = agreedAllocations(plan, allocation as unknown as Share, others)
  const unallocatedQty = line.qty - agreed.reduce((sum, { qty }) => sum + Number(qty ?? 0), 0)
  allocation[plan.shared.qty] ??= unallocatedQty > 0 ? unallocatedQty : line.qty
}

/** Sets the predecessor to "replaced" once its replacement is allocated or approved. */
const replacePredecessor = async (work: Work, area: Area, before: Doc | null, after: Doc) => {
  const isAllocated = (doc: Doc | null) => doc !== null && (doc.status === 'approved' || doc.status === 'allocated')
  if (!after.replaces_id || !isAllocated(after) || isAllocated(before)) return
  const [replaced] = await work.tx.query<{ status: string }>(`select status from ${tableOf(area)} where id = $1`, [
    after.replaces_id,
  ])
  if (!replaced || !area.lifecycle?.moves.replace?.from.includes(replaced.status)) return
  await work.kit.repository(area.name).move(asPortal(work, 'replace'), Number(after.replaces_id), 'replace', {})
}
