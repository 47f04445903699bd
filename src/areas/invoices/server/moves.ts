import { invalid } from '#server/kit/errors.ts'
import type { Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { compare, subtract } from '#shared/base/money.ts'
import { minorUnitProblem } from '#shared/kit/checks.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { matchNow } from './complete'
import { tellOffice, tellSupplier } from './notices'

const refuse = (field: string, text: Text) => invalid({ [field]: [text] })
const word = (value: unknown) => (typeof value === 'string' ? value : '')
const paymentsOf = (invoice: Doc) => (invoice.payments ?? []) as Doc[]

/** Approvals of an earlier round do not count. */
const afresh = {
  first_approved_by: null,
  first_approved_at: null,
  approved_by: null,
  approved_at: null,
  auto_approved: false,
}

const submitted: MoveHooks['effect'] = async (work, invoice, _change, { comment }) => {
  Object.assign(invoice, afresh, {
    submitted_by: work.me.id || null,
    submitted_at: work.now,
    answer: word(comment) || null,
  })
  await tellOffice(work, 'invoice_submitted', invoice, word(comment))
}

export const moves: Record<string, MoveHooks> = {
  submit: { effect: submitted },
  resubmit: { effect: submitted },
  dispute: {
    effect: async (work, invoice, _change, { dispute_reason, comment }) => {
      Object.assign(invoice, afresh, {
        dispute_reason,
        dispute_comment: comment,
        dispute_round: Number(invoice.dispute_round ?? 0) + 1,
        answer: null,
      })
      await tellSupplier(work, 'invoice_disputed', invoice, word(comment))
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
      if (hasExceptions(invoice) && !word(comment)) throw refuse('comment', textOf('problems.invoices.say_why'))
      Object.assign(invoice, {
        approved_by: work.me.id || null,
        approved_at: work.now,
        auto_approved: work.me.id === 0,
        answer: null,
      })
      await tellSupplier(work, 'invoice_approved', invoice, '')
    },
  },
  reject: {
    effect: async (work, invoice, _change, { reason }) => {
      Object.assign(invoice, afresh, { answer: reason })
      await tellSupplier(work, 'invoice_rejected', invoice, word(reason))
    },
  },
  withdraw: {
    effect: async (work, invoice, _change, { comment }) => {
      Object.assign(invoice, afresh)
      await tellOffice(work, 'invoice_withdrawn', invoice, word(comment))
    },
  },
  revise: { effect: (_work, invoice) => void Object.assign(invoice, { answer: null, dispute_reason: null }) },
  void: {
    effect: async (work, invoice, _change, { reason }) => {
      invoice.answer = reason
      await tellSupplier(work, 'invoice_rejected', invoice, word(reason))
    },
  },
  unschedule: { effect: (_work, invoice) => void Object.assign(invoice, { status: 'approved' }) },
  record_payment: {
    effect: async (work, invoice, _change, { paid_on, amount, reference }) => {
      requirePast(work, paid_on)
      for (const { text } of minorUnitProblem(word(amount), word(invoice.currency), 'amount'))
        throw refuse('amount', text)
      if (compare(word(amount), String(invoice.balance)) > 0)
        throw refuse('amount', textOf('problems.invoices.more_than_due'))
      addPayment(work, invoice, { paid_on, paid_amount: amount, discount: '0', reference, source: 'recorded' })
      await tellSupplier(work, 'invoice_paid', invoice, word(reference))
    },
  },
  reverse_payment: {
    guard: (_work, invoice) => (lastPayment(invoice) ? [] : [problem(textOf('problems.invoices.nothing_to_reverse'))]),
    effect: (work, invoice, _change, { paid_on }) => {
      requirePast(work, paid_on)
      const last = lastPayment(invoice)
      if (!last) return
      if (word(paid_on) < word(last.paid_on)) throw refuse('paid_on', textOf('problems.invoices.before_payment'))
      const minus = (value: unknown) => subtract('0', word(value) || '0')
      addPayment(work, invoice, {
        paid_on,
        paid_amount: minus(last.paid_amount),
        discount: minus(last.discount),
        reference: last.reference,
        source: 'reversed',
        payment_run_no: last.payment_run_no ?? null,
      })
    },
  },
}

/** Prices, units and documents are looked at as they are now. */
async function exceptionGuard(work: Work, invoice: Doc): Promise<Problem[]> {
  const { codes } = await matchNow(work, invoice)
  return codes.length > 0 && work.me.role !== 'admin' ? [problem(textOf('problems.invoices.admin_overrides'))] : []
}

const hasExceptions = ({ exceptions }: Doc) => Array.isArray(exceptions) && exceptions.length > 0

const addPayment = (work: Work, invoice: Doc, row: Doc) => {
  invoice.payments = [...paymentsOf(invoice), { ...row, entered_by: work.me.id || null }]
}

/** The last payment that was not taken back. */
const lastPayment = (invoice: Doc): Doc | undefined => {
  const open: Doc[] = []
  for (const row of paymentsOf(invoice))
    if (row.source === 'reversed') open.pop()
    else open.push(row)
  return open.at(-1)
}

const requirePast = ({ context }: Work, day: unknown) => {
  if (word(day) > context.today) throw refuse('paid_on', textOf('problems.invoices.later_than_today'))
}
