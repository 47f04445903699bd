import { invalid } from '#server/kit/errors.ts'
import type { Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { addDays } from '#shared/base/dates.ts'
import { compare, currencyDigits, divide, isWholeMinorUnits, multiply, round, subtract } from '#shared/base/money.ts'
import { textOf } from '#shared/kit/text.ts'
import { splitAmount } from '#shared/trade/claim-amount.ts'
import { linesOf } from './complete'
import { debitNoteProblems, makeDebitNote } from './debit-note'
import { notifyBuyers, notifySupplier } from './notices'

type Input = Record<string, unknown>

const answeredBy = ({ me, now }: Work) => ({ answered_by: me.id || null, answered_at: now })
const decision = ({ me, now }: Work, { comment }: Input) => ({
  decided_by: me.id || null,
  decided_at: now,
  decision_comment: comment,
})
/** The deadline for the supplier's answer to a claim that is shared now. */
const answerDue = ({ context }: Work) => ({
  answer_due: addDays(context.today, Number(context.settings.claim_answer_days)),
  is_reminded: false,
})

export const moves: Record<string, MoveHooks> = {
  share: {
    effect: (work, claim) => void Object.assign(claim, { shared_at: work.now, ...answerDue(work) }),
  },
  accept: {
    effect: async (work, claim, _change, { comment }) => {
      Object.assign(claim, answeredBy(work))
      await notifyBuyers(work, 'claim_accepted', claim, String(comment ?? ''))
    },
  },
  contest: {
    effect: async (work, claim, _change, { comment }) => {
      Object.assign(claim, answeredBy(work), { contest_comment: comment })
      await notifyBuyers(work, 'claim_contested', claim, String(comment))
    },
  },
  lapse: {
    effect: async (work, claim) => {
      Object.assign(claim, { answered_by: null, answered_at: work.now, is_automatic: true })
      await notifySupplier(work, 'claim_lapsed', claim, '')
      await notifyBuyers(work, 'claim_accepted', claim, '')
    },
  },
  uphold: {
    effect: async (work, claim, _change, input) => {
      Object.assign(claim, decision(work, input))
      await notifySupplier(work, 'claim_decided', claim, String(input.comment))
    },
  },
  reduce: {
    effect: async (work, claim, _change, input) => {
      reduceClaim(claim, input)
      Object.assign(claim, decision(work, input), answerDue(work), { answered_by: null, answered_at: null })
      await notifySupplier(work, 'claim_decided', claim, String(input.comment))
    },
  },
  settle: {
    guard: debitNoteProblems,
    effect: async (work, claim) => {
      const debit_note_id = await makeDebitNote(work, claim)
      Object.assign(claim, { debit_note_id, settled_by: work.me.id || null, settled_at: work.now })
    },
  },
  unsettle: {
    effect: (_work, claim) => {
      claim.status = isUpheld(claim) ? 'upheld' : 'accepted'
      Object.assign(claim, { debit_note_id: null, settled_by: null, settled_at: null })
    },
  },
  resettle: { effect: (work, claim) => void Object.assign(claim, { settled_at: work.now }) },
  withdraw: {
    effect: async (work, claim, _change, { reason }) => {
      claim.withdraw_reason = reason
      if (claim.shared_at) await notifySupplier(work, 'claim_decided', claim, String(reason))
    },
  },
  reopen: { effect: (_work, claim) => void Object.assign(claim, { withdraw_reason: null }) },
}

/** Whether the office has decided since the supplier's last answer. */
const isUpheld = ({ decided_at, answered_at }: Doc): boolean =>
  Boolean(decided_at && answered_at) && Date.parse(String(decided_at)) > Date.parse(String(answered_at))

/** Reduces the claim to an amount or by a percentage; lines and fee in proportion. */
const reduceClaim = (claim: Doc, { reduce_pct, reduced_amount, comment }: Input) => {
  const [before, currency] = [String(claim.amount), String(claim.currency)]
  const total = typeof reduced_amount === 'string' ? reduced_amount : null
  if ((total === null) === (typeof reduce_pct !== 'string'))
    throw invalid({ reduced_amount: [textOf('problems.claims.percent_or_amount')] })
  const after = total ?? divide(multiply(before, subtract('100', String(reduce_pct))), '100', currencyDigits(currency))
  const field = total === null ? 'reduce_pct' : 'reduced_amount'
  if (!isWholeMinorUnits(after, currency))
    throw invalid({ [field]: [textOf('problems.claims.minor_unit', { currency })] })
  if (compare(after, '0') <= 0) throw invalid({ [field]: [textOf('problems.claims.withdraw_instead')] })
  if (compare(after, before) >= 0) throw invalid({ [field]: [textOf('problems.claims.not_lower')] })
  const lines = linesOf(claim)
  const amounts = lines.map(({ claimed_amount }) => String(claimed_amount ?? '0'))
  const parts = splitAmount(round(after, currencyDigits(currency)), [...amounts, String(claim.fee ?? '0')], currency)
  for (const [at, line] of lines.entries())
    Object.assign(line, { claimed_amount: parts[at], reason: cutText(String(comment), 500) })
  claim.fee = parts.at(-1)
}
