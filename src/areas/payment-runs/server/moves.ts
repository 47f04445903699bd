import { invalid } from '#server/kit/errors.ts'
import type { Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { addDays } from '#shared/base/dates.ts'
import { compare } from '#shared/base/money.ts'
import { textOf } from '#shared/kit/text.ts'
import { netOf } from '#shared/trade/payment-run.ts'
import { accountProblems, changedAccounts, storeAccounts } from './accounts'
import { changedSince, itemsOf, openGroups } from './complete'
import { notifySuppliers } from './notices'
import { isFinished, lastDay, pay, schedule, unschedule } from './pay'

const openItems = (run: Doc) => itemsOf(run).filter(({ outcome }) => outcome === 'open')

/** Releases all unsettled invoices and ends the run. */
const endRun: MoveHooks['effect'] = async (work, run, { before }, { reason }) => {
  const items = openItems(run)
  if (before?.status !== 'draft') await unschedule(work, items)
  for (const item of items) item.outcome = 'withdrawn'
  run.answer = reason
}

export const moves: Record<string, MoveHooks> = {
  submit: {
    guard: changedSince,
    effect: async (work, run) => {
      await schedule(work, itemsOf(run))
      Object.assign(run, { submitted_by: work.me.id || null, submitted_at: work.now, answer: null })
    },
  },
  return: {
    effect: async (work, run, _change, { reason }) => {
      await unschedule(work, openItems(run))
      Object.assign(run, { submitted_by: null, submitted_at: null, answer: reason })
    },
  },
  release: {
    guard: accountProblems,
    effect: async (work, run) => {
      await storeAccounts(work, run)
      openGroups(run).forEach((items, index) => {
        for (const item of items) item.end_to_end_id = `${run.run_no}-${String(index + 1).padStart(3, '0')}`
      })
      Object.assign(run, { released_by: work.me.id || null, released_at: work.now })
    },
  },
  send: {
    guard: changedAccounts,
    effect: async (work, run) => {
      Object.assign(run, { sent_by: work.me.id || null, sent_at: work.now })
      await settleNotes(work, run)
    },
  },
  settle: {
    effect: async (work, run, _change, { paid_on, bank_reference }) => {
      if (String(paid_on) > addDays(work.context.today, 1))
        throw invalid({ paid_on: [textOf('problems.payment-runs.future')] })
      const items = openItems(run)
      await pay(work, run, items, { paid_on: String(paid_on), reference: String(bank_reference) })
      Object.assign(run, { settled_on: lastDay(run), confirmed_by: work.me.id || null })
      await notifySuppliers(work, run, items)
    },
  },
  cancel: { effect: endRun },
  stop: { effect: endRun },
}

/**
 * If notes cancel out everything that a supplier would receive, the bank has nothing to transfer; invoices and notes
 * are settled at once.
 */
async function settleNotes(work: Work, run: Doc) {
  const settled = openGroups(run).filter((items) => compare(netOf(items), '0') === 0)
  for (const items of settled)
    await pay(work, run, items, { paid_on: work.context.today, reference: String(run.run_no) })
  if (settled.length > 0 && isFinished(run)) Object.assign(run, { status: 'settled', settled_on: lastDay(run) })
  await notifySuppliers(work, run, settled.flat())
}
