import type { Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import type { Area } from '#shared/kit/area.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type AllocationPlan, isLineOpen, validStateOf } from '#shared/trade/allocation.ts'
import { versionBefore } from '#shared/trade/allocation-receipts.ts'
import { type Share, shareProblems } from '#shared/trade/allocation-rules.ts'
import { lockOrders, problemsOf, readDraft } from './drafts'
import type { AllocationKind } from './kind'
import { successorOf } from './outdate'
import { remindedToday } from './reminders'

type Guard = NonNullable<MoveHooks['guard']>

export const guardsOf = <F>(area: Area, plan: AllocationPlan, kind: AllocationKind<F>): Record<GuardName, Guard> => {
  const isLineStillOpen: Guard = async (work, target) => {
    const draft = await readDraft(work, area, plan, target)
    return draft && !isLineOpen(draft.line) ? [problem(textOf('problems.allocations.line_closed'))] : []
  }
  return {
    isLineStillOpen,
    // Only the page of an allocation shows how the new version differs from the acknowledged one, so lists refuse.
    isAcknowledgeable: async (work, target, doc) => {
      const earlierVersion = work.isBulk && plan.library ? versionBefore(target, plan.library.by) : null
      return [
        ...(await isLineStillOpen(work, target, doc)),
        ...(earlierVersion ? [problem(textOf('problems.allocations.changed_version'))] : []),
      ]
    },
    isRemindable: async (work, target, doc) => [
      ...(await isLineStillOpen(work, target, doc)),
      ...(await remindedToday(plan)(work, target, doc)),
    ],
    isFitting: async (work, target) => {
      // Only a write locks; a read of the possible moves must not wait.
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
      const isShipped = draft.line.shipped_qty > 0 && work.me.role !== 'admin'
      const isInForce = target.status === validStateOf(plan)
      return [
        ...(isShipped && isInForce ? [problem(textOf('problems.allocations.shipped'))] : []),
        ...(isInForce ? (kind.keeps?.(work, draft, await kind.facts(work, [draft])) ?? []) : []),
      ]
    },
    isProven: async (work, target, doc) => {
      const draft = await readDraft(work, area, plan, target)
      const facts = draft && (await kind.facts(work, [draft]))
      const additional = (draft && facts && kind.evidence?.(work, draft, facts)) ?? []
      return [
        ...(await isLineStillOpen(work, target, doc)),
        // Another allocation may have replaced the rejected one.
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

/** Drops the field names of problems, because the form of a move would ask for those fields. */
const withoutFields = (problems: readonly Problem[]): Problem[] => problems.map(({ field: _field, ...rest }) => rest)

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
