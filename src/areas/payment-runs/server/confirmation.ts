import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { countRequest } from '#server/auth/attempts.ts'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { asPortal } from '#server/kit/as-portal.ts'
import { conflict, invalid, notFound } from '#server/kit/errors.ts'
import { takeFileBodies, uploadLimit } from '#server/kit/import/upload.ts'
import type { Doc, Kit, Work } from '#server/kit/kit.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { compare } from '#shared/base/money.ts'
import { textOf } from '#shared/kit/text.ts'
import { groupBy, netOf } from '#shared/trade/payment-run.ts'
import { paymentRuns } from '../area'
import { type BankAnswer, type BankResult, readBankAnswer } from './bank-answer'
import { itemsOf } from './complete'
import { notifySuppliers } from './notices'
import { fail, isFinished, lastDay, pay } from './pay'

/** Bytes of a bank answer. */
const maxFile = 5 * 1024 * 1024

/**
 * The result for a payment. `known`: already recorded; `conflict`: contradicts the recorded result; `differs`: another
 * amount or currency than was sent; `waiting`: the bank has not decided.
 */
const results = ['paid', 'failed', 'waiting', 'differs', 'known', 'conflict'] as const

const payment = z.object({
  end_to_end_id: z.string(),
  supplier: z.string(),
  amount: z.string(),
  result: z.enum(results),
  bank_amount: z.string().nullable(),
  paid_on: z.string().nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
})
type Payment = z.output<typeof payment>

const answerSchema = z.object({
  kind: z.enum(['pain002', 'camt054', 'csv']),
  payments: z.array(payment),
  unknown: z.array(z.string()).describe('Payments that are not of this run; the first hundred.'),
  written: z.int().describe('Payments whose result was recorded.'),
})

/**
 * `POST /api/payment-runs/:id/confirmation`: reads the bank's answer (pain.002, camt.054 or CSV) and, with
 * `commit=true`, records it. A payment has one result, so the same file again changes nothing.
 */
export const confirmationRoute = (app: FastifyInstance, kit: Kit) =>
  app.register(async (scope) => {
    takeFileBodies(scope)
    route(
      scope,
      {
        method: 'POST',
        url: `/api/${paymentRuns.name}/:id/confirmation`,
        tags: [paymentRuns.name],
        summary: 'Read the answer of the bank',
        mayCall: ({ role }) => kit.can(role, paymentRuns.name, 'move:settle'),
        params: z.strictObject({ id: idParam }),
        query: z.strictObject({
          commit: z.enum(['true', 'false']).optional().describe('Records it; otherwise nothing is written.'),
        }),
        file: true,
        bodyLimit: maxFile,
        answer: { description: 'What the bank says of each payment', schema: answerSchema },
        refusals: [400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503],
      },
      async (request, { params: { id }, query: { commit } }) => {
        await countRequest(kit.db, 'import', `#${request.me.id}`, uploadLimit)
        const bankAnswer = parseFile(request)
        if (commit !== 'true') {
          const [run] = (await kit.repository(paymentRuns.name).find(kit.db, request.me, [id])) as Doc[]
          return { ...preview(confirmableRun(run), bankAnswer, today()), written: 0 }
        }
        return kit.write(request.me, 'confirm', (work) => record(work, id, bankAnswer), { requestId: request.id })
      },
    )
  })

const parseFile = ({ body }: FastifyRequest): BankAnswer => {
  if (!Buffer.isBuffer(body)) throw invalid({ file: [textOf('import.no_file')] }, textOf('import.no_file'))
  const answer = readBankAnswer(body)
  if (answer && answer !== 'dates') return answer
  const text =
    answer === 'dates' ? textOf('problems.payment-runs.unclear_dates') : textOf('problems.payment-runs.no_answer')
  throw invalid({ file: [text] }, text)
}

/** Returns the run if bank answers are accepted for it; throws otherwise. */
const confirmableRun = (run: Doc | undefined): Doc => {
  if (!run) throw notFound()
  if (run.status !== 'sent' && run.status !== 'settled')
    throw conflict('illegal_move', textOf('problems.payment-runs.not_sent'))
  return run
}

const paymentGroups = (run: Doc): Doc[][] =>
  groupBy(itemsOf(run), ({ end_to_end_id }) => end_to_end_id).filter((items) => compare(netOf(items), '0') > 0)

const preview = (run: Doc, answer: BankAnswer, day: string) => {
  if (answer.message_id !== null && answer.message_id !== run.run_no) {
    const text = textOf('problems.payment-runs.answer_of_other', { run: answer.message_id.slice(0, 40) })
    throw invalid({ file: [text] }, text)
  }
  const resultsById = new Map(answer.results.map((result) => [result.end_to_end_id, result]))
  const groups = paymentGroups(run)
  const payments = groups.map((items): Payment => {
    const id = String(items[0]?.end_to_end_id)
    const result = resultsById.get(id) ?? (answer.of_all ? { ...answer.of_all, end_to_end_id: id } : null)
    return paymentOf(run, items, result, day)
  })
  const sentIds = new Set(payments.map(({ end_to_end_id }) => end_to_end_id))
  const unknown = [...resultsById.keys()].filter((id) => !sentIds.has(id)).slice(0, 100)
  return { kind: answer.kind, payments, unknown }
}

const paymentOf = (run: Doc, items: readonly Doc[], result: BankResult | null, day: string): Payment => {
  const [first = {}] = items
  const amount = netOf(items)
  const base = {
    end_to_end_id: String(first.end_to_end_id),
    supplier: String((first.supplier as { title?: unknown } | null | undefined)?.title ?? ''),
    amount,
    bank_amount: result?.amount ?? null,
    paid_on: result?.date ?? null,
    reference: result?.reference ?? null,
    reason: result?.reason ?? null,
  }
  if (!result || result.outcome === 'waiting')
    return { ...base, result: first.outcome === 'open' ? 'waiting' : 'known' }
  if (first.outcome !== 'open') return { ...base, result: first.outcome === result.outcome ? 'known' : 'conflict' }
  // A future date: the bank has accepted the order but not paid yet.
  if (result.date && result.date > addDays(day, 1)) return { ...base, result: 'waiting' }
  const isSame =
    (result.amount === null || compare(result.amount, amount) === 0) &&
    (result.currency === null || result.currency === run.currency)
  if (!isSame) return { ...base, result: 'differs' }
  return { ...base, result: result.outcome, paid_on: result.date ?? (result.outcome === 'paid' ? day : null) }
}

/** Records the new results. */
const record = async (work: Work, id: number, answer: BankAnswer) => {
  // Locked before it is read, so that a concurrent import of the same answer finds its results recorded.
  await work.tx.query('select id from payment_runs where id = $1 for update', [id], 'lock_payment_run')
  const repository = work.kit.repository(paymentRuns.name)
  const run = confirmableRun((await repository.find(work.tx, work.me, [id]))[0] as Doc | undefined)
  const { kind, payments, unknown } = preview(run, answer, work.context.today)
  const groups = new Map(paymentGroups(run).map((items) => [items[0]?.end_to_end_id, items]))
  const paid: Doc[] = []
  let newResults = 0
  for (const { end_to_end_id, result, paid_on, reference, reason } of payments) {
    const items = groups.get(end_to_end_id) ?? []
    if (result === 'failed') await fail(work, items, reason ?? '')
    if (result === 'paid') {
      await pay(work, run, items, {
        paid_on: paid_on ?? work.context.today,
        reference: reference ?? end_to_end_id,
      })
      paid.push(...items)
    }
    if (result === 'failed' || result === 'paid') newResults += 1
  }
  if (newResults > 0) await recordResults(work, id, run)
  await notifySuppliers(work, run, paid)
  return { kind, payments, unknown, written: newResults }
}

const recordResults = async (work: Work, id: number, run: Doc) => {
  const repository = work.kit.repository(paymentRuns.name)
  const portal = asPortal(work, 'bank_answer')
  const { version } = await repository.edit(portal, id, {
    items: itemsOf(run).map(({ id: item, outcome, fault, paid_on, bank_reference }) => ({
      id: item,
      ...{ outcome, fault, paid_on, bank_reference },
    })),
    confirmed_by: work.me.id || null,
    ...(isFinished(run) && { settled_on: lastDay(run) }),
  })
  if (isFinished(run)) await repository.move(asPortal(work, 'finish'), id, 'finish', { version })
}
