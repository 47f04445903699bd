import type { MoveHooks } from '#server/kit/kit.ts'
import type { Area } from '#shared/kit/area.ts'
import { type AllocationPlan, validStateOf } from '#shared/trade/allocation.ts'
import { editOf, readDraft, titlesOf } from './drafts'
import { guardsOf } from './guards'
import type { AllocationKind } from './kind'
import { successorOf } from './outdate'
import { keepReceipt } from './receipts'
import { remindSupplier } from './reminders'

type Effect = NonNullable<MoveHooks['effect']>

/** Guards and effects of the moves that allocations may declare. */
export const allocationMoves = <F>(
  area: Area,
  plan: AllocationPlan,
  kind: AllocationKind<F>,
): Record<string, MoveHooks> => {
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
  /** Approves the current version of the record and opens a new round for the supplier's answer. */
  const reallocate: Effect = async (work, target, change, input) => {
    if (plan.library?.versions === 'succeeded') target[plan.library.by] = await successorOf(work, plan.library, target)
    const draft = await readDraft(work, area, plan, target)
    if (draft?.record) {
      Object.assign(target, titlesOf(draft), editOf(plan, draft))
      if (kind.fill) kind.fill(work, draft, await kind.facts(work, [draft]))
    }
    await decide(work, target, change, input)
    if (plan.answer === 'none') return
    const unanswered = { responded_by: null, responded_at: null, verified_by: null, verified_at: null }
    const round = { round: Number(target.round ?? 1) + 1, requested_by: work.me.id || null, requested_at: work.now }
    Object.assign(target, unanswered, round)
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
    reallocate: { guard: hasSuccessor, effect: reallocate },
    // Keeps the version and stores the reason; the receipt stays due if the supplier has not given it yet.
    keep: {
      effect: (work, target, change, { reason }) => {
        if (plan.answer === 'receipt') target.status = target.responded_at ? validStateOf(plan) : 'allocated'
        return decide(work, target, change, { comment: reason })
      },
    },
    cancel: {
      guard: isRemovable,
      effect: (work, target, change, { reason }) => decide(work, target, change, { comment: reason }),
    },
  }
}

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
