import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type AllocationPlan, countsEdits, isLineOpen } from '#shared/trade/allocation.ts'
import { type Share, shareProblems } from '#shared/trade/allocation-rules.ts'
import type { AllocationDraft, AllocationKind, LibraryRecord } from './kind'
import { allocationsByLine, readAllocations, readLines } from './lines'

/** Reads the lines, library records and other allocations of changes; undefined where the line or record is missing. */
export const readDrafts = async (
  work: Work,
  area: Area,
  plan: AllocationPlan,
  changes: readonly Change[],
): Promise<(AllocationDraft | undefined)[]> => {
  const lineIds = [...new Set(changes.map(({ after }) => Number(after.po_line_id)))]
  const [lines, allocations, records] = await Promise.all([
    readLines(work.tx, plan, lineIds),
    readAllocations(work.tx, area, lineIds),
    readRecords(work, plan, changes),
  ])
  const lineById = new Map(lines.map((line) => [line.id, line]))
  const recordById = new Map(records.map((record) => [record.id, record]))
  const othersByLine = allocationsByLine(allocations)
  return changes.map(({ before, after }) => {
    const line = lineById.get(Number(after.po_line_id))
    const record = plan.library ? recordById.get(Number(after[plan.library.by])) : null
    if (!line || record === undefined) return undefined
    const others = (othersByLine.get(line.id) ?? []).filter(({ id }) => id !== after.id)
    return { allocation: after, before, line, record, others }
  })
}

export const readDraft = async (work: Work, area: Area, plan: AllocationPlan, target: Doc) => {
  const [draft] = await readDrafts(work, area, plan, [{ before: target, after: target }])
  return draft
}

const readRecords = async ({ kit, tx }: Work, { library, typed }: AllocationPlan, changes: readonly Change[]) => {
  if (!library) return []
  const area = kit.register.get(library.area)
  return tx.query<LibraryRecord>(
    `select id, version, ${area.lifecycle ? 'status' : 'null as status'}, ${area.title} as title,
       ${area.titleZh ?? 'null'} as title_zh, archived_at, ${typed ? typed.by : 'null'} as type
     from ${tableOf(area)} where id = any($1::bigint[])`,
    [[...new Set(changes.map(({ after }) => after[library.by]))]],
  )
}

/** Locks the orders, so that concurrent writes cannot allocate the same units. */
export const lockOrders = async ({ tx }: Work, plan: AllocationPlan, changes: readonly Change[]) => {
  await tx.query(
    `select id from ${tableOf(plan.orders)}
     where id in (select purchase_order_id from ${tableOf(plan.lines)} where id = any($1::bigint[]))
     order by id for update`,
    [changes.map(({ after }) => after.po_line_id)],
  )
}

/** Reasons why the allocation is refused: the state of its line and record, its units, and the checks of its kind. */
export const problemsOf = <F>(
  work: Work,
  plan: AllocationPlan,
  kind: AllocationKind<F>,
  draft: AllocationDraft,
  facts: F,
  /** Whether an existing allocation is edited. An edit may keep a version that was succeeded since. */
  isEdit = false,
): Problem[] => {
  const { allocation, line, record, others } = draft
  const { library } = plan
  const isUsable =
    !library ||
    (isEdit && library.versions === 'succeeded') ||
    !record ||
    ((record.status === null || library.usable.includes(record.status)) && !record.archived_at)
  const unusable = isUsable
    ? null
    : problem(textOf('problems.allocations.not_usable', { title: record.title }), library.by)
  return [
    ...(isLineOpen(line) ? [] : [problem(textOf('problems.allocations.line_closed'), 'po_line_id')]),
    ...shareProblems(plan, allocation as unknown as Share, others, line),
    ...(allocation.replaces_id ? (kind.keeps?.(work, draft, facts) ?? []) : []),
    ...kind.check(work, draft, facts, unusable),
  ]
}

export const titlesOf = ({ line: { line_title }, record }: AllocationDraft) => {
  const title = (name: string | null | undefined) => cutText([line_title, name].filter(Boolean).join(' · '), 255)
  return {
    allocation_title: title(record?.title),
    allocation_title_zh: record?.title_zh ? title(record.title_zh) : null,
  }
}

export const editOf = ({ library }: AllocationPlan, { record }: AllocationDraft) =>
  countsEdits(library) ? { library_version: record?.version ?? null } : {}
