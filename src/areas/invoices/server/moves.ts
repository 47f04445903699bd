import { invalid } from '#server/kit/errors.ts'
import type { Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { compare, subtract } from '#shared/base/money.ts'
import { minorUnitProblem } from '#shared/kit/checks.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { matchNow } from './complete'
import { mailOffice, mailSupplier } from './notices'

const refuse = (field: string, text: Text) => invalid({ [field]: [text] })
const stringOf = (value: unknown) => (typeof value === 'string' ? value : '')
const paymentsOf = (invoice: Doc) => (invoice.payments ?? []) as Doc[]

/** Clears the approvals of an earlier round. */
const withoutApprovals = {
  first_approved_by: null,
  first_approved_at: null,
  approved_by: null,
  approved_at: null,
  auto_approved: false,
}

const submitted: MoveHooks['effect'] = async (work, invoice, _change, { comment }) => {
  Object.assign(invoice, withoutApprovals, {
    submitted_by: work.me.id || null,
    submitted_at: work.now,
    answer: stringOf(comment) || null,
  })
  await mailOffice(work, 'invoice_submitted', invoice, stringOf(comment))
}

export const moves: Record<string, MoveHooks> = {
  submit: { effect: submitted },
  resubmit: { effect: submitted },
  dispute: {
    effect: async (work, invoice, _change, { dispute_reason, comment }) => {
      Object.assign(invoice, withoutApprovals, {
        dispute_reason,
        dispute_comment: comment,
        dispute_round: Number(invoice.dispute_round ?? 0) + 1,
        answer: null,
      })
      await mailSupplier(work, 'invoice_disputed', invoice, stringOf(comment))
    },
  },
  approve_first: {
    guard: exceptionGuard,
    effect: (work, invoice) =>
      void Object.assign(invoice, { first_approved_by: work.me.id || null, first_approved_at: work.now }),
  },
  approve: {
    guard: exceptionGuard,
    effect: async (work, invoice, _change, { comment }) => {
      if (hasExceptions(invoice) && !stringOf(comment)) throw refuse('comment', textOf('problems.invoices.say_why'))
      Object.assign(invoice, {
        approved_by: work.me.id || null,
        approved_at: work.now,
        auto_approved: work.me.id === 0,
        answer: null,
      })
      await mailSupplier(work, 'invoice_approved', invoice, '')
    },
  },
  reject: {
    effect: async (work, invoice, _change, { reason }) => {
      Object.assign(invoice, withoutApprovals, { answer: reason })
      await mailSupplier(work, 'invoice_rejected', invoice, stringOf(reason))
    },
  },
  withdraw: {
    effect: async (work, invoice, _change, { comment }) => {
      Object.assign(invoice, withoutApprovals)
      await mailOffice(work, 'invoice_withdrawn', invoice, stringOf(comment))
    },
  },
  revise: { effect: (_work, invoice) => void Object.assign(invoice, { answer: null, dispute_reason: null }) },
  void: {
    effect: async (work, invoice, _change, { reason }) => {
      invoice.answer = reason
      await mailSupplier(work, 'invoice_rejected', invoice, stringOf(reason))
    },
  },
  unschedule: { effect: (_work, invoice) => void Object.assign(invoice, { status: 'approved' }) },
  record_payment: {
    effect: async (work, invoice, _change, { paid_on, amount, reference }) => {
      requirePast(work, paid_on)
      for (const { text } of minorUnitProblem(stringOf(amount), stringOf(invoice.currency), 'amount'))
        throw refuse('amount', text)
      if (compare(stringOf(amount), String(invoice.balance)) > 0)
        throw refuse('amount', textOf('problems.invoices.more_than_due'))
      addPayment(work, invoice, { paid_on, paid_amount: amount, discount: '0', reference, source: 'recorded' })
      await mailSupplier(work, 'invoice_paid', invoice, stringOf(reference))
    },
  },
  reverse_payment: {
    guard: (_work, invoice) => (lastPayment(invoice) ? [] : [problem(textOf('problems.invoices.nothing_to_reverse'))]),
    effect: (work, invoice, _change, { paid_on }) => {
      requirePast(work, paid_on)
      const last = lastPayment(invoice)
      if (!last) return
      if (stringOf(paid_on) < stringOf(last.paid_on))
        throw refuse('paid_on', textOf('problems.invoices.before_payment'))
      const negated = (value: unknown) => subtract('0', stringOf(value) || '0')
      addPayment(work, invoice, {
        paid_on,
        paid_amount: negated(last.paid_amount),
        discount: negated(last.discount),
        reference: last.reference,
        source: 'reversed',
        payment_run_no: last.payment_run_no ?? null,
      })
    },
  },
}

/** Refuses users other than administrators if the invoice does not match the current prices, units and documents. */
async function exceptionGuard(work: Work, invoice: Doc): Promise<Problem[]> {
  const { codes } = await matchNow(work, invoice)
  return codes.length > 0 && work.me.role !== 'admin' ? [problem(textOf('problems.invoices.admin_overrides'))] : []
}

const hasExceptions = ({ exceptions }: Doc) => Array.isArray(exceptions) && exceptions.length > 0

const addPayment = (work: Work, invoice: Doc, row: Doc) => {
  invoice.payments = [...paymentsOf(invoice), { ...row, entered_by: work.me.id || null }]
}

/** The last payment that was not reversed. */
const lastPayment = (invoice: Doc): Doc | undefined => {
  const open: Doc[] = []
  for (const row of paymentsOf(invoice))
    if (row.source === 'reversed') open.pop()
    else open.push(row)
  return open.at(-1)
}

const requirePast = ({ context }: Work, day: unknown) => {
  if (stringOf(day) > context.today) throw refuse('paid_on', textOf('problems.invoices.later_than_today'))
}
