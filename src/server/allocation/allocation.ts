import { sql } from 'kysely'
import { type Change, type Doc, type Kit, type MoveHooks, serve, type Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { sameStoredValue } from '#server/kit/write/diff.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import {
  type AllocatedLine,
  type AllocationPlan,
  firstState,
  isLineOpen,
  lineKinds,
  planOf,
  readinessField,
} from '#shared/trade/allocation.ts'
import { presentRecord, type Share, shareProblems } from '#shared/trade/allocation-rules.ts'
import { isReady, overallReadiness, type Readiness, readinessOf } from '#shared/trade/readiness.ts'
import type { AllocationDraft, AllocationKind, LibraryRecord } from './kind'
import { readAllocations, readLines } from './lines'
import { allocationPaths, allocationRoutes } from './routes'
import { keepWarnings } from './warnings'

/** The server half of an area of allocations: scope, completion, guards, effects, commands over many lines. */
export const serveAllocation = <F>(area: Area, kind: AllocationKind<F>) => {
  const plan = planOf(area)
  if (!plan) throw new Error(`${area.name} has no plan of allocation`)
  const look = (work: Work, target: Doc) => readAsked(work, area, plan, [{ before: target, after: target }])

  const agreeable: MoveHooks['guard'] = async (work, target) => {
    const [asked] = await look(work, target)
    if (!asked) return [problem(textOf('validation.no_such_record'))]
    const facts = await kind.facts(work, [asked])
    // A guard that names fields would ask for them; what stands against an answer is said as it is.
    return problemsOf(work, plan, kind, asked, facts).map(({ text }) => problem(text))
  }
  const removable: MoveHooks['guard'] = async (work, target) => {
    const [asked] = await look(work, target)
    if (!asked) return []
    const shipped = asked.line.shipped_qty > 0 && work.me.role !== 'admin'
    return [
      ...(shipped && target.status === 'approved' ? [problem(textOf('problems.allocations.shipped'))] : []),
      ...(target.status === 'approved' ? (kind.keeps?.(work, asked, await kind.facts(work, [asked])) ?? []) : []),
    ]
  }
  const proven: MoveHooks['guard'] = async (work, target) => [
    ...(await openLine(work, target)),
    ...(await missingEvidence(work, area, plan, target)),
  ]
  const openLine = async (work: Work, target: Doc) => {
    const [asked] = await look(work, target)
    return asked && !isLineOpen(asked.line) ? [problem(textOf('problems.allocations.line_closed'))] : []
  }
  const decided: MoveHooks['effect'] = (work, target, _change, { comment }) => {
    target.verified_by = work.me.id || null
    target.verified_at = work.now
    target.decision_comment = comment || null
  }
  const responded: MoveHooks['effect'] = (work, target, _change, { comment }) => {
    target.responded_by = work.me.id || null
    target.responded_at = work.now
    if (comment) target.comment = comment
  }
  const again: MoveHooks['effect'] = (work, target, change, asked) => {
    target.round = Number(target.round ?? 1) + 1
    target.verified_by = null
    target.verified_at = null
    return responded(work, target, change, asked)
  }
  /** The record as it is now; what the supplier has to answer begins anew. */
  const renewed: MoveHooks['effect'] = async (work, target, change, asked) => {
    const [found] = await look(work, target)
    if (found) target.library_version = found.record.version
    await decided(work, target, change, asked)
    if (!plan.answered) return
    const open = { responded_by: null, responded_at: null, verified_by: null, verified_at: null }
    const afresh = { round: Number(target.round ?? 1) + 1, requested_by: work.me.id || null, requested_at: work.now }
    Object.assign(target, open, afresh)
  }
  /** It stays with the version that it was approved for; why is said. */
  const kept: MoveHooks['effect'] = (work, target, change, { reason }) =>
    decided(work, target, change, { comment: reason })

  return serve(area, {
    scopes: {
      own_lines: (alias, _caller, inScope) => {
        const line = `${alias}l`
        return sql<boolean>`exists (select 1 from ${sql.id(tableOf(plan.lines))} as ${sql.id(line)}
          where ${sql.id(line, 'id')} = ${sql.id(alias, 'po_line_id')} and ${inScope(plan.lines, line)})`
      },
    },

    prepare: async (work, changes) => {
      const touched = changes.filter(
        ({ before }) => !before || work.action === 'edit' || work.action === 'import' || work.action === 'create',
      )
      if (touched.length === 0) return undefined
      if (!work.isTrial) await lockOrders(work, plan, touched)
      const asked = await readAsked(work, area, plan, touched)
      const facts = await kind.facts(
        work,
        asked.filter((one) => one !== undefined),
      )
      const warnings = new Map<number, Text[]>()
      keepWarnings(work, warnings)
      const found = new Map(touched.map((change, index) => [change, asked[index]]))
      return changes.map((change) => {
        const one = found.get(change)
        if (!one) return []
        if (!change.before) begin(work, plan, one)
        kind.fill?.(work, one, facts)
        if (work.me === system) return []
        warnings.set(one.line.id, kind.warn?.(work, one, facts) ?? [])
        return problemsOf(work, plan, kind, one, facts)
      })
    },

    written: async (work, changes) => {
      for (const { before, after } of changes) await takePlace(work, area, before, after)
      await settleLines(
        work,
        area,
        plan,
        kind,
        changes.map(({ after }) => Number(after.po_line_id)),
      )
      await kind.settle?.(work, changes)
    },

    moves: {
      approve: { guard: agreeable, effect: decided },
      reject: { effect: decided },
      acknowledge: { guard: openLine, effect: responded },
      submit_evidence: { guard: proven, effect: responded },
      resubmit: { guard: plan.answered ? proven : agreeable, effect: again },
      withdraw: { effect: responded },
      waive: {
        guard: openLine,
        effect: (_work, target, _change, { reason }) => void Object.assign(target, { waiver_reason: reason }),
      },
      reallocate: { guard: openLine, effect: renewed },
      keep: { effect: kept },
      cancel: {
        guard: removable,
        effect: (work, target, change, { reason }) => decided(work, target, change, { comment: reason }),
      },
    },

    ...(plan.versioned && {
      follows: { [plan.library]: (work: Work, changes: readonly Change[]) => outdate(work, area, plan, changes) },
    }),

    routes: (app, kit) => allocationRoutes(app, kit, area, plan, kind.fits),
    paths: allocationPaths(area),
  })
}

/** A record was edited: what was approved of it as it was before waits for somebody to say whether that still does. */
const outdate = async (work: Work, area: Area, plan: AllocationPlan, changes: readonly Change[]) => {
  const edited = changes.filter(({ before, after }) => before && isAnother(plan, work, before, after))
  if (edited.length === 0) return
  const rows = await work.tx.query<{ id: number }>(
    `select id from ${tableOf(area)} where ${plan.by} = any($1::bigint[]) and status = 'approved' and archived_at is null
       and po_line_id in (select id from ${tableOf(plan.lines)} where line_status = 'open') order by id`,
    [edited.map(({ after }) => after.id)],
  )
  for (const { id } of rows) await work.kit.repository(area.name).move(following(work, 'outdate'), id, 'outdate', {})
}

/** Whether it is another version of the record: a move that changes nothing but where it stands makes none. */
const isAnother = ({ library }: AllocationPlan, { kit }: Work, before: Doc, after: Doc) =>
  Object.entries(kit.register.get(library).fields).some(
    ([name, field]) => !field.options.readOnly && !sameStoredValue(field, before[name], after[name]),
  )

const problemsOf = <F>(
  work: Work,
  plan: AllocationPlan,
  kind: AllocationKind<F>,
  asked: AllocationDraft,
  facts: F,
): Problem[] => {
  const { allocation, line, record, others } = asked
  const isUsable = (record.status === null || plan.usable.includes(record.status)) && !record.archived_at
  const unusable = isUsable
    ? null
    : problem(textOf('problems.allocations.not_usable', { title: record.title }), plan.by)
  return [
    ...(isLineOpen(line) ? [] : [problem(textOf('problems.allocations.line_closed'), 'po_line_id')]),
    ...shareProblems(plan, allocation as unknown as Share, others, line),
    ...(allocation.replaces_id ? (kind.keeps?.(work, asked, facts) ?? []) : []),
    ...kind.check(work, asked, facts, unusable),
  ]
}

const titleOf = ({ line_title }: AllocatedLine, record: string) =>
  [line_title, record].filter(Boolean).join(' · ').slice(0, 255)

/** What a new allocation starts with. */
const begin = (work: Work, plan: AllocationPlan, { allocation, line, record, others }: AllocationDraft) => {
  const now = {
    allocation_title: titleOf(line, record.title),
    allocation_title_zh: record.title_zh ? titleOf(line, record.title_zh) : null,
    purchase_order_id: line.purchase_order_id,
    supplier_id: line.supplier_id,
    library_version: record.version,
    round: 1,
    requested_by: allocation.requested_by ?? (work.me.id || null),
    requested_at: allocation.requested_at ?? work.now,
  }
  Object.assign(allocation, now)
  if (work.me !== system) allocation.status = firstState(plan, work.me.role)
  if (allocation.status === 'approved' && work.me !== system) {
    allocation.verified_by = work.me.id
    allocation.verified_at = work.now
  }
  if (plan.shared) {
    const present = presentRecord(plan, allocation as unknown as Share, others)
    const left = line.qty - present.reduce((sum, { qty }) => sum + Number(qty ?? 0), 0)
    allocation[plan.shared.qty] ??= left > 0 ? left : line.qty
  }
}

/** One order after the other, so that two people cannot share out the same units. */
const lockOrders = async ({ tx }: Work, plan: AllocationPlan, changes: readonly Change[]) => {
  await tx.query(
    `select id from ${tableOf(plan.orders)}
     where id in (select purchase_order_id from ${tableOf(plan.lines)} where id = any($1::bigint[]))
     order by id for update`,
    [changes.map(({ after }) => after.po_line_id)],
  )
}

/** The lines and records of these allocations with what else stands there; undefined where one of them is not to be found. */
const readAsked = async (
  work: Work,
  area: Area,
  plan: AllocationPlan,
  changes: readonly Change[],
): Promise<(AllocationDraft | undefined)[]> => {
  const lineIds = [...new Set(changes.map(({ after }) => Number(after.po_line_id)))]
  const library = work.kit.register.get(plan.library)
  const [lines, others, records] = await Promise.all([
    readLines(work.tx, plan, lineIds),
    readAllocations(work.tx, area, lineIds),
    work.tx.query<LibraryRecord>(
      `select id, version, ${library.lifecycle ? 'status' : 'null as status'}, ${library.title} as title,
         ${library.titleZh ?? 'null'} as title_zh, archived_at
       from ${tableOf(library)} where id = any($1::bigint[])`,
      [[...new Set(changes.map(({ after }) => after[plan.by]))]],
    ),
  ])
  const lineById = new Map(lines.map((line) => [line.id, line]))
  const recordById = new Map(records.map((record) => [record.id, record]))
  const standing = byLine(others)
  return changes.map(({ before, after }) => {
    const line = lineById.get(Number(after.po_line_id))
    const record = recordById.get(Number(after[plan.by]))
    if (!line || !record) return undefined
    const beside = (standing.get(line.id) ?? []).filter(({ id }) => id !== after.id)
    return { allocation: after, before, line, record, others: beside }
  })
}

/** What is replaced goes once the other stands. */
const takePlace = async (work: Work, area: Area, before: Doc | null, after: Doc) => {
  const stands = (doc: Doc | null) => doc !== null && (doc.status === 'approved' || doc.status === 'allocated')
  if (!after.replaces_id || !stands(after) || stands(before)) return
  const [held] = await work.tx.query<{ status: string }>(`select status from ${tableOf(area)} where id = $1`, [
    after.replaces_id,
  ])
  if (!held || !area.lifecycle?.moves.replace?.from.includes(held.status)) return
  await work.kit.repository(area.name).move(following(work, 'replace'), Number(after.replaces_id), 'replace', {})
}

/** A write that follows from this one: the portal's own, and not what the caller waits to read. */
const following = ({ sent: _sent, ...work }: Work, action: string): Work => ({ ...work, me: system, action })

const missingEvidence = async (work: Work, area: Area, { evidence }: AllocationPlan, target: Doc) => {
  if (evidence.length === 0) return []
  const rows = await work.tx.query<{ kind: string }>(
    `select distinct kind from files where area = $1 and record_id = $2 and slot = 'attachment'`,
    [area.name, target.id],
  )
  return evidence
    .filter((kind) => !rows.some((row) => row.kind === kind))
    .map((kind) => problem(textOf('problems.allocations.evidence', { kind: textOf(`files.kinds.${kind}`) })))
}

/** Brings the lines to what is allocated to them now: how far the kind is, how far all are, and what they take over. */
export const settleLines = async <F>(
  work: Work,
  area: Area,
  plan: AllocationPlan,
  kind: Pick<AllocationKind<F>, 'lineValues'>,
  ids: readonly number[],
) => {
  const wanted = [...new Set(ids)]
  const lineArea = work.kit.register.get(plan.lines)
  if (!(readinessField(plan) in lineArea.fields) || wanted.length === 0) return
  const [lines, all, rows] = await Promise.all([
    readLines(work.tx, plan, wanted),
    readAllocations(work.tx, area, wanted),
    work.tx.query<Record<string, unknown>>(`select * from ${tableOf(lineArea)} where id = any($1::bigint[])`, [wanted]),
  ])
  const held = new Map(rows.map((row) => [row.id, row]))
  const beside = byLine(all)
  for (const line of lines) {
    const own = beside.get(line.id) ?? []
    const now = held.get(line.id) ?? {}
    const standing = readinessIn(plan, line, own)
    const values = {
      ...((await kind.lineValues?.(work, { ...now, ...line }, own)) ?? {}),
      [readinessField(plan)]: standing,
      readiness: overallOf(work.kit, lineArea, { ...now, [readinessField(plan)]: standing }),
    }
    const changed = Object.entries(values).filter(([name, value]) => (now[name] ?? null) !== value)
    if (changed.length > 0)
      await work.kit.repository(lineArea.name).edit(following(work, 'edit'), line.id, Object.fromEntries(changed))
  }
}

const byLine = (allocations: readonly (Share & Doc)[]) => {
  const lines = new Map<number, (Share & Doc)[]>()
  for (const one of allocations) {
    const own = lines.get(one.po_line_id)
    if (own) own.push(one)
    else lines.set(one.po_line_id, [one])
  }
  return lines
}

/** How far a kind is on a line. */
const readinessIn = (
  plan: AllocationPlan,
  line: Pick<AllocatedLine, 'qty' | 'line_status'>,
  own: readonly (Share & Doc)[],
) => {
  const { shared } = plan
  const counted = shared ? own.filter((one) => one[shared.by] === shared.main) : own
  const standing = readinessOf(
    { isRequired: line.line_status !== 'cancelled', qty: line.qty, isAnswered: plan.answered },
    counted.map((one) => ({ id: one.id, status: one.status, qty: shared ? Number(one[shared.qty]) : null })),
  )
  // Of a line that was closed short nothing is expected any more: what is not ready need not become so.
  return line.line_status === 'short_closed' && !isReady(standing) ? 'not_required' : standing
}

/** How far a line is with all kinds that are built. */
const overallOf = (kit: Kit, lines: Area, line: Record<string, unknown>) =>
  overallReadiness(lineKinds(lines, kit.register.areas).map((plan) => line[readinessField(plan)] as Readiness))

/** A line within its order, as the order's own write has it. */
export interface LineOfOrder {
  id?: number
  qty: number
  line_status: string
}

/**
 * The standing of lines whose order is being written: of new ones, and of those whose quantity or state is another.
 * Asks the database only for the latter.
 */
export const settleReadiness = async (
  work: Work,
  lineArea: Area,
  lines: readonly { before: LineOfOrder | null; after: LineOfOrder }[],
) => {
  const { kit, tx } = work
  const moved = lines.filter(
    ({ before, after }) => !before || before.qty !== after.qty || before.line_status !== after.line_status,
  )
  if (moved.length === 0) return
  const ids = moved.flatMap(({ before }) => (before?.id === undefined ? [] : [before.id]))
  for (const area of kit.register.areas) {
    const plan = planOf(area)
    if (!plan || !(readinessField(plan) in lineArea.fields)) continue
    const own = ids.length > 0 ? await readAllocations(tx, area, ids) : []
    for (const { before, after } of moved)
      Object.assign(after, {
        [readinessField(plan)]: readinessIn(
          plan,
          after,
          before ? own.filter(({ po_line_id }) => po_line_id === before.id) : [],
        ),
      })
  }
  for (const { after } of moved) Object.assign(after, { readiness: overallOf(kit, lineArea, { ...after }) })
}
