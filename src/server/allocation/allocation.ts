import { sql } from 'kysely'
import { asPortal } from '#server/kit/as-portal.ts'
import { type Change, type Doc, type Kit, type MoveHooks, serve, type Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { diffDocument, sameStoredValue } from '#server/kit/write/diff.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import {
  type AllocatedLibrary,
  type AllocatedLine,
  type AllocationPlan,
  canOutdate,
  countsEdits,
  firstState,
  isLineOpen,
  outdatedFrom,
  planOf,
  readinessField,
  standingState,
} from '#shared/trade/allocation.ts'
import { versionBefore } from '#shared/trade/allocation-receipts.ts'
import { ofType, presentRecord, type Share, shareProblems, typesOn } from '#shared/trade/allocation-rules.ts'
import { type LinePlan, lineKinds, linePlanOf } from '#shared/trade/line-kinds.ts'
import { isReady, overallReadiness, type Readiness, readinessOf } from '#shared/trade/readiness.ts'
import { neededTypes, needsKind } from '#shared/trade/requirement-profiles.ts'
import { followArticles, followSupplier } from './follow-orders'
import type { AllocationDraft, AllocationKind, LibraryRecord } from './kind'
import { readAllocations, readLines, versionsInUse } from './lines'
import { tellChanges } from './notices'
import { lineIsOpen } from './open-lines'
import { keepReceipt } from './receipts'
import { remindedToday, remindOverdue, remindSupplier } from './reminders'
import { allocationRoutes } from './routes'
import { settleTurns } from './turns'
import { keepWarnings } from './warnings'

/** The server half of an area of allocations: scope, completion, guards, effects, commands over many lines. */
export const serveAllocation = <F>(area: Area, kind: AllocationKind<F>) => {
  const plan = planOf(area)
  if (!plan) throw new Error(`${area.name} has no plan of allocation`)

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
      for (const { before, after } of changes) await takePlace(work, area, before, after)
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

/** Completes and checks allocations that are made or edited; moves have guards of their own. */
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
    const given = draftOf.get(change)
    if (!given) return []
    // Allocations of one write stand in each other's way as those that are stored do.
    const draft = { ...given, others: [...given.others, ...(accepted.get(given.line.id) ?? [])] }
    if (!change.before) begin(work, plan, draft)
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

/** Whether somebody edited what was approved. */
const isContentEdited = ({ me, kit }: Work, area: Area, { content }: AllocationPlan, change: Change) => {
  if (me === system || change.before?.status !== 'approved' || content.length === 0) return false
  const rowAreas = content.flatMap((name) => area.fields[name]?.options.to ?? [])
  return diffDocument(area, kit.register, change).some(
    (write) => rowAreas.includes(write.area.name) || write.changes.some(({ field }) => content.includes(field)),
  )
}

type Guard = NonNullable<MoveHooks['guard']>
type Effect = NonNullable<MoveHooks['effect']>

const allocationMoves = <F>(area: Area, plan: AllocationPlan, kind: AllocationKind<F>): Record<string, MoveHooks> => {
  const { isFitting, isAcknowledgeable, isRemindable, isRemovable, isLineStillOpen, isProven, hasSuccessor } = guardsOf(
    area,
    plan,
    kind,
  )
  const approve: Effect = async (work, target, change, input) => {
    await decide(work, target, change, input)
    kind.decided?.(work, target, 'approved')
    const draft = kind.approved && (await readDraft(work, area, plan, target))
    if (draft) kind.approved?.(work, draft, await kind.facts(work, [draft]))
  }
  /** Approves the record's present version; what the supplier has to answer begins anew. */
  const renew: Effect = async (work, target, change, input) => {
    if (plan.library?.versions === 'succeeded') target[plan.library.by] = await successorOf(work, plan.library, target)
    const draft = await readDraft(work, area, plan, target)
    if (draft?.record) {
      Object.assign(target, titlesOf(draft), editOf(plan, draft))
      if (kind.fill) kind.fill(work, draft, await kind.facts(work, [draft]))
    }
    await decide(work, target, change, input)
    if (plan.answer === 'none') return
    const open = { responded_by: null, responded_at: null, verified_by: null, verified_at: null }
    const round = { round: Number(target.round ?? 1) + 1, requested_by: work.me.id || null, requested_at: work.now }
    Object.assign(target, open, round)
  }
  const submit =
    (answer: Effect): Effect =>
    async (work, target, change, input) => {
      await answer(work, target, change, input)
      kind.submitted?.(work, target)
    }
  return {
    approve: { guard: isFitting, effect: approve },
    reject: {
      effect: async (work, target, change, input) => {
        await decide(work, target, change, input)
        kind.decided?.(work, target, 'rejected')
      },
    },
    acknowledge: {
      guard: isAcknowledgeable,
      effect: async (work, target, change, input) => {
        await respond(work, target, change, input)
        await keepReceipt(work, area, plan, target, input.comment)
        await kind.acknowledged?.(work, target)
      },
    },
    submit_evidence: { guard: isProven, effect: submit(respond) },
    resubmit: { guard: plan.answer === 'evidence' ? isProven : isFitting, effect: submit(respondAgain) },
    withdraw: { effect: respond },
    remind: { guard: isRemindable, effect: remindSupplier(area, plan, kind.mails) },
    waive: {
      guard: isLineStillOpen,
      effect: (_work, target, _change, { reason }) => void Object.assign(target, { waiver_reason: reason }),
    },
    reallocate: { guard: hasSuccessor, effect: renew },
    // The version stays, with the reason; a receipt is still due where the supplier has given none.
    keep: {
      effect: (work, target, change, { reason }) => {
        if (plan.answer === 'receipt') target.status = target.responded_at ? standingState(plan) : 'allocated'
        return decide(work, target, change, { comment: reason })
      },
    },
    cancel: {
      guard: isRemovable,
      effect: (work, target, change, { reason }) => decide(work, target, change, { comment: reason }),
    },
  }
}

const guardsOf = <F>(area: Area, plan: AllocationPlan, kind: AllocationKind<F>): Record<GuardName, Guard> => {
  const isLineStillOpen: Guard = async (work, target) => {
    const draft = await readDraft(work, area, plan, target)
    return draft && !isLineOpen(draft.line) ? [problem(textOf('problems.allocations.line_closed'))] : []
  }
  return {
    isLineStillOpen,
    // The page of an allocation compares its version with the one that was acknowledged; a list does not.
    isAcknowledgeable: async (work, target, doc) => {
      const before = work.isBulk && plan.library ? versionBefore(target, plan.library.by) : null
      return [
        ...(await isLineStillOpen(work, target, doc)),
        ...(before ? [problem(textOf('problems.allocations.changed_version'))] : []),
      ]
    },
    isRemindable: async (work, target, doc) => [
      ...(await isLineStillOpen(work, target, doc)),
      ...(await remindedToday(plan)(work, target, doc)),
    ],
    isFitting: async (work, target) => {
      // Who only asks what is possible waits for nobody.
      if (work.action !== 'read') await lockOrders(work, plan, [{ before: target, after: target }])
      const draft = await readDraft(work, area, plan, target)
      if (!draft) return [problem(textOf('validation.no_such_record'))]
      const facts = await kind.facts(work, [draft])
      return withoutFields([
        ...problemsOf(work, plan, kind, draft, facts),
        ...(kind.answer?.(work, draft, facts) ?? []),
      ])
    },
    hasSuccessor: async (work, target, doc) => [
      ...(await isLineStillOpen(work, target, doc)),
      ...(plan.library?.versions === 'succeeded' && (await successorOf(work, plan.library, target)) === null
        ? [problem(textOf('problems.allocations.no_successor'))]
        : []),
    ],
    isRemovable: async (work, target) => {
      const draft = await readDraft(work, area, plan, target)
      if (!draft) return []
      const shipped = draft.line.shipped_qty > 0 && work.me.role !== 'admin'
      const isStanding = target.status === standingState(plan)
      return [
        ...(shipped && isStanding ? [problem(textOf('problems.allocations.shipped'))] : []),
        ...(isStanding ? (kind.keeps?.(work, draft, await kind.facts(work, [draft])) ?? []) : []),
      ]
    },
    isProven: async (work, target, doc) => {
      const draft = await readDraft(work, area, plan, target)
      const facts = draft && (await kind.facts(work, [draft]))
      const additional = (draft && facts && kind.evidence?.(work, draft, facts)) ?? []
      return [
        ...(await isLineStillOpen(work, target, doc)),
        // Another may have taken the place of what was rejected.
        ...(draft ? withoutFields(shareProblems(plan, target as unknown as Share, draft.others, draft.line)) : []),
        ...(draft && facts ? withoutFields(kind.answer?.(work, draft, facts) ?? []) : []),
        ...(work.isOffer ? [] : await missingEvidence(work, area, [...plan.evidence, ...additional], target)),
      ]
    },
  }
}
type GuardName =
  | 'isFitting'
  | 'isAcknowledgeable'
  | 'isRemindable'
  | 'isRemovable'
  | 'isLineStillOpen'
  | 'isProven'
  | 'hasSuccessor'

/** Without the names of fields: a move's form would ask for them. */
const withoutFields = (problems: readonly Problem[]): Problem[] => problems.map(({ field: _field, ...rest }) => rest)

const decide: Effect = (work, target, _change, { comment }) => {
  target.verified_by = work.me.id || null
  target.verified_at = work.now
  target.decision_comment = comment || null
}

const respond: Effect = (work, target, _change, { comment }) => {
  target.responded_by = work.me.id || null
  target.responded_at = work.now
  if (comment) target.comment = comment
}

const respondAgain: Effect = (work, target, change, input) => {
  target.round = Number(target.round ?? 1) + 1
  target.verified_by = null
  target.verified_at = null
  return respond(work, target, change, input)
}

const readDraft = async (work: Work, area: Area, plan: AllocationPlan, target: Doc) => {
  const [draft] = await readDrafts(work, area, plan, [{ before: target, after: target }])
  return draft
}

/** Allocations with an earlier version of an edited or succeeded record become outdated, until somebody decides. */
const outdate =
  (area: Area, plan: AllocationPlan, library: AllocatedLibrary) => async (work: Work, changes: readonly Change[]) => {
    const edited = changes.filter(({ before, after }) => before && isAnother(library, work, before, after))
    if (edited.length === 0) return
    const rows = await work.tx.query<{ id: number }>(
      `select id from ${tableOf(area)} where ${library.by} = any($1::bigint[]) and status = any($2::text[])
         and archived_at is null
         and po_line_id in (select id from ${tableOf(plan.lines)} where line_status = 'open') order by id`,
      [edited.map(({ after }) => after.id), outdatedFrom(plan)],
    )
    for (const { id } of rows) await work.kit.repository(area.name).move(asPortal(work, 'outdate'), id, 'outdate', {})
  }

/** Whether a record that is edited in place had a person's field changed (a move alone makes no version), or another took over. */
const isAnother = (library: AllocatedLibrary, { kit }: Work, before: Doc, after: Doc) =>
  library.versions === 'succeeded'
    ? before.status !== 'superseded' && after.status === 'superseded'
    : Object.entries(kit.register.get(library.area).fields).some(
        ([name, field]) => !field.options.readOnly && !sameStoredValue(field, before[name], after[name]),
      )

/** The last version of the allocated record that may be used; null without one. */
const successorOf = async ({ tx }: Work, library: AllocatedLibrary, target: Doc): Promise<number | null> => {
  const id = Number(target[library.by])
  return (await versionsInUse(tx, library, [id])).get(id) ?? null
}

const problemsOf = <F>(
  work: Work,
  plan: AllocationPlan,
  kind: AllocationKind<F>,
  draft: AllocationDraft,
  facts: F,
  /** Whether an allocation is edited, not made or approved: a version that was succeeded since does not hinder that. */
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

const titlesOf = ({ line: { line_title }, record }: AllocationDraft) => {
  const title = (name: string | null | undefined) => cutText([line_title, name].filter(Boolean).join(' · '), 255)
  return {
    allocation_title: title(record?.title),
    allocation_title_zh: record?.title_zh ? title(record.title_zh) : null,
  }
}

const editOf = ({ library }: AllocationPlan, { record }: AllocationDraft) =>
  countsEdits(library) ? { library_version: record?.version ?? null } : {}

/** What a new allocation starts with. */
const begin = (work: Work, plan: AllocationPlan, draft: AllocationDraft) => {
  const { allocation, line, record } = draft
  const now = {
    ...titlesOf(draft),
    purchase_order_id: line.purchase_order_id,
    supplier_id: line.supplier_id,
    ...editOf(plan, draft),
    round: 1,
    requested_by: allocation.requested_by ?? (work.me.id || null),
    requested_at: allocation.requested_at ?? work.now,
    ...(plan.typed && { [plan.typed.by]: record?.type ?? null }),
  }
  Object.assign(allocation, now)
  if (work.me !== system) allocation.status = firstState(plan, work.me.role)
  if (allocation.status === 'approved' && work.me !== system) {
    allocation.verified_by = work.me.id
    allocation.verified_at = work.now
  }
}

/** Without units of its own it has those that are left of the line. */
const fillUnits = (plan: AllocationPlan, { allocation, line, others }: AllocationDraft) => {
  if (!plan.shared) return
  const present = presentRecord(plan, allocation as unknown as Share, others)
  const left = line.qty - present.reduce((sum, { qty }) => sum + Number(qty ?? 0), 0)
  allocation[plan.shared.qty] ??= left > 0 ? left : line.qty
}

/** Locks the orders, so that two people cannot share out the same units. */
const lockOrders = async ({ tx }: Work, plan: AllocationPlan, changes: readonly Change[]) => {
  await tx.query(
    `select id from ${tableOf(plan.orders)}
     where id in (select purchase_order_id from ${tableOf(plan.lines)} where id = any($1::bigint[]))
     order by id for update`,
    [changes.map(({ after }) => after.po_line_id)],
  )
}

/** These allocations with their lines, records and the others of their lines; undefined where one is missing. */
const readDrafts = async (
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
  const othersByLine = byLine(allocations)
  return changes.map(({ before, after }) => {
    const line = lineById.get(Number(after.po_line_id))
    const record = plan.library ? recordById.get(Number(after[plan.library.by])) : null
    if (!line || record === undefined) return undefined
    const others = (othersByLine.get(line.id) ?? []).filter(({ id }) => id !== after.id)
    return { allocation: after, before, line, record, others }
  })
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

/** Moves the replaced allocation away once its replacement is allocated or approved. */
const takePlace = async (work: Work, area: Area, before: Doc | null, after: Doc) => {
  const isAllocated = (doc: Doc | null) => doc !== null && (doc.status === 'approved' || doc.status === 'allocated')
  if (!after.replaces_id || !isAllocated(after) || isAllocated(before)) return
  const [replaced] = await work.tx.query<{ status: string }>(`select status from ${tableOf(area)} where id = $1`, [
    after.replaces_id,
  ])
  if (!replaced || !area.lifecycle?.moves.replace?.from.includes(replaced.status)) return
  await work.kit.repository(area.name).move(asPortal(work, 'replace'), Number(after.replaces_id), 'replace', {})
}

const missingEvidence = async (work: Work, area: Area, evidence: readonly AttachmentKind[], target: Doc) => {
  if (evidence.length === 0) return []
  const rows = await work.tx.query<{ kind: string }>(
    `select distinct kind from files where area = $1 and record_id = $2 and slot = 'attachment' and scan <> 'refused'`,
    [area.name, target.id],
  )
  return evidence
    .filter((kind) => !rows.some((row) => row.kind === kind))
    .map((kind) => problem(textOf('problems.allocations.evidence', { kind: textOf(`files.kinds.${kind}`) })))
}

/** Updates lines after their allocations changed: readiness of the kind and of all kinds, and values that they take over. */
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
  const allocations = byLine(all)
  for (const line of lines) {
    const ofLine = allocations.get(line.id) ?? []
    const before = stored.get(line.id) ?? {}
    const readiness = readinessIn(plan, line, ofLine)
    const values = {
      ...((await kind.lineValues?.(work, { ...before, ...line }, ofLine)) ?? {}),
      [readinessField(plan)]: readiness,
      readiness: overallOf(work.kit, lineArea, { ...before, [readinessField(plan)]: readiness }),
    }
    const changed = Object.entries(values).filter(([name, value]) => (before[name] ?? null) !== value)
    if (changed.length > 0)
      await work.kit.repository(lineArea.name).edit(asPortal(work), line.id, Object.fromEntries(changed))
  }
  await settleTurns(work.tx, work.kit.register.areas, lineIds)
}

/** How far a line is with a kind whose records follow its write: what they will say is not known yet. */
const untested = (plan: LinePlan, line: LineOfOrder): Readiness => {
  const present = (line as unknown as Record<string, Readiness | undefined>)[readinessField(plan)]
  if (line.line_status === 'cancelled' || !needsKind(line.requirements, plan.kind)) return 'not_required'
  if (line.line_status !== 'open') return isReady(present) ? (present as Readiness) : 'not_required'
  return present === undefined || present === 'not_required' ? 'missing' : present
}

const byLine = (allocations: readonly (Share & Doc)[]) => {
  const lines = new Map<number, (Share & Doc)[]>()
  for (const allocation of allocations) {
    const ofLine = lines.get(allocation.po_line_id)
    if (ofLine) ofLine.push(allocation)
    else lines.set(allocation.po_line_id, [allocation])
  }
  return lines
}

/** How far a kind is on a line. */
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
        status: status === standingState(plan) ? 'approved' : status,
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
  // A line that is over needs nothing more.
  return line.line_status !== 'open' && !isReady(readiness) ? 'not_required' : readiness
}

/** How far a line is with all kinds that are built. */
export const overallOf = (kit: Kit, lines: Area, line: Record<string, unknown>) =>
  overallReadiness(lineKinds(lines, kit.register.areas).map((plan) => line[readinessField(plan)] as Readiness))

/** A line within its order, as the order's own write has it. */
export interface LineOfOrder {
  id?: number
  qty: number
  line_status: string
  requirements: string[]
}

/** Whether a line that is being written may need something else than before. */
export const needsOtherThings = ({ before, after }: { before: LineOfOrder | null; after: LineOfOrder }): boolean =>
  !before ||
  before.qty !== after.qty ||
  before.line_status !== after.line_status ||
  before.requirements.join() !== after.requirements.join()

/**
 * Sets the readiness of lines whose order is being written: new ones, and those whose quantity, status or requirements changed. Reads
 * the database only for the latter.
 */
export const settleReadiness = async (
  work: Work,
  lineArea: Area,
  lines: readonly { before: LineOfOrder | null; after: LineOfOrder }[],
) => {
  const { kit, tx } = work
  const moved = lines.filter(needsOtherThings)
  if (moved.length === 0) return
  const ids = moved.flatMap(({ before }) => (before?.id === undefined ? [] : [before.id]))
  for (const area of kit.register.areas) {
    const plan = planOf(area)
    const linePlan = linePlanOf(area)
    if (!linePlan || !(readinessField(linePlan) in lineArea.fields)) continue
    if (!plan) {
      for (const { after } of moved) Object.assign(after, { [readinessField(linePlan)]: untested(linePlan, after) })
      continue
    }
    const present = ids.length > 0 ? await readAllocations(tx, area, ids) : []
    for (const { before, after } of moved)
      Object.assign(after, {
        [readinessField(plan)]: readinessIn(
          plan,
          after,
          before ? present.filter(({ po_line_id }) => po_line_id === before.id) : [],
        ),
      })
  }
  for (const { after } of moved) Object.assign(after, { readiness: overallOf(kit, lineArea, { ...after }) })
}
