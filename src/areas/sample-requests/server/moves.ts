import { invalid } from '#server/kit/errors.ts'
import type { Change, Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { isPast } from '#server/kit/past-day.ts'
import { addDays } from '#shared/base/dates.ts'
import { textOf } from '#shared/kit/text.ts'
import { isAirWaybill, isAirWaybillRight } from '#shared/standards/air-waybill.ts'
import { type SampleResult, sampleTopics, writeQuantities } from '#shared/trade/samples.ts'
import { sampleRequests } from '../area'
import { evaluationProblems } from '../rules'
import { presetValues } from './complete'
import { notifyOffice, notifySupplier } from './notices'
import { parcelSizes } from './parcel'

type Input = Record<string, unknown>

export const moves: Record<string, MoveHooks> = {
  send: {
    effect: async (work, request) => {
      await requireDue(work, request, request.due_date)
      Object.assign(request, { requested_by: work.me.id || null, requested_at: work.now })
      await notifySupplier(work, 'sample_requested', request)
    },
  },
  acknowledge: {
    effect: async (work, request, _change, { promised_date }) => {
      if (await isPast(work, promised_date, request.supplier_id))
        throw refusal('promised_date', 'problems.sample-requests.past')
      Object.assign(request, { promised_date, acknowledged_at: work.now })
    },
  },
  query: {
    effect: (work, request, _change, { comment }) => notifyOffice(work, 'sample_query', request, String(comment)),
  },
  dispatch: { effect: dispatch },
  receive: {
    effect: (work, request, _change, { received_date, received_qty, condition }) => {
      requirePast(work, 'received_date', received_date)
      if (String(received_date) < String(request.dispatch_date))
        throw refusal('received_date', 'problems.sample-requests.before_dispatch')
      if (Number(received_qty ?? 0) > Number(request.sent_qty))
        throw refusal('received_qty', 'problems.sample-requests.more_than_sent')
      // The quantity is the total received so far, not that of the last parcel.
      const receivedBefore = Number(request.received_qty ?? 0)
      if (received_qty != null && Number(received_qty) < receivedBefore)
        throw refusal('received_qty', 'problems.sample-requests.fewer_than_received', { count: receivedBefore })
      Object.assign(request, { received_date, received_qty: received_qty ?? request.sent_qty, condition })
    },
  },
  lost: {
    effect: async (work, request, _change, { due_date }) => {
      await requireDue(work, request, due_date)
      for (const part of request.dispatches as Doc[]) part.is_lost = true
      for (const size of request.sizes as Doc[]) size.sent_qty = 0
      Object.assign(request, { due_date, promised_date: null, acknowledged_at: null, dispatch_date: null })
      await notifySupplier(work, 'sample_requested', request)
    },
  },
  evaluate: { effect: evaluate },
  correct_evaluation: { effect: evaluate },
  resubmit: { effect: resubmit },
  cancel: {
    effect: (work, request, _change, { reason }) =>
      request.requested_at ? notifySupplier(work, 'sample_cancelled', request, String(reason)) : undefined,
  },
}

const refusal = (field: string, text: string, params?: Record<string, string | number>) =>
  invalid({ [field]: [textOf(text, params)] })

const requireDue = async (work: Work, { supplier_id }: Doc, day: unknown) => {
  if (await isPast(work, day, supplier_id)) throw refusal('due_date', 'problems.sample-requests.past')
}

/** The day must not be in the future; one day of tolerance for countries further east. */
const requirePast = ({ context }: Work, field: string, day: unknown) => {
  if (String(day) > addDays(context.today, 1)) throw refusal(field, 'problems.sample-requests.future')
}

/** Sends a parcel. The request becomes `dispatched` once everything has been sent. */
async function dispatch(work: Work, request: Doc, _change: Change, input: Input) {
  const { dispatch_date, made_date, courier, fabric_status, trims_status, comment } = input
  requirePast(work, 'dispatch_date', dispatch_date)
  if (made_date && String(made_date) > String(dispatch_date))
    throw refusal('made_date', 'problems.sample-requests.after_dispatch')
  const awb_no = String(input.awb_no).toUpperCase()
  if (isAirWaybill(awb_no) && !isAirWaybillRight(awb_no))
    throw refusal('awb_no', 'problems.sample-requests.check_digit')
  const sent = await takeSizes(work, request)
  const parts = (request.dispatches ?? []) as Doc[]
  request.dispatches = [
    ...parts,
    {
      ...{ part_no: parts.length + 1, dispatch_date, courier, awb_no, made_date },
      ...{ quantities: writeQuantities(sent), qty: sent.reduce((sum, { qty }) => sum + qty, 0) },
      ...{ fabric_status, trims_status, comment, is_lost: false },
      ...{ dispatched_by: work.me.id || null, dispatched_at: work.now },
    },
  ]
  request.dispatch_date = dispatch_date
  if (request.status !== 'received')
    request.status = sent.every(({ qty, left }) => qty === left) ? 'dispatched' : 'part_dispatched'
  await notifyOffice(work, 'sample_dispatched', request, `${courier} ${awb_no}`)
}

/** Adds the pieces of this parcel to the rows; without a parcel, everything that is left. */
const takeSizes = async (work: Work, request: Doc) => {
  const rows = request.sizes as Doc[]
  const sizesOfParcel = parcelSizes.get(work)?.get(Number(request.id))
  const labels = await readLabels(work, rows)
  for (const row of sizesOfParcel?.keys() ?? [])
    if (!rows.some(({ id }) => id === row)) throw refusal('sizes', 'problems.sample-requests.no_such_size')
  const sent = rows.map((row) => {
    const left = Number(row.qty) - Number(row.sent_qty ?? 0)
    const qty = sizesOfParcel ? (sizesOfParcel.get(Number(row.id)) ?? 0) : left
    const label = labels.get(Number(row.size_id)) ?? ''
    if (qty > left)
      throw refusal('sizes', 'problems.sample-requests.more_than_left', { size: label || '–', count: left })
    return { row, label, left, qty }
  })
  if (sent.every(({ qty }) => qty === 0)) throw refusal('sizes', 'problems.sample-requests.nothing_sent')
  for (const { row, qty } of sent) row.sent_qty = Number(row.sent_qty ?? 0) + qty
  return sent
}

const readLabels = async ({ tx }: Work, rows: readonly Doc[]): Promise<ReadonlyMap<number, string>> => {
  const sizes = await tx.query<{ id: number; label: string }>(
    'select id, label from sizes where id = any($1::bigint[])',
    [rows.flatMap(({ size_id }) => (size_id === null ? [] : Number(size_id)))],
    'sample_size_labels',
  )
  return new Map(sizes.map(({ id, label }) => [id, label]))
}

async function evaluate(work: Work, request: Doc, _change: Change, input: Input) {
  const [fault] = evaluationProblems(input)
  if (fault) throw invalid({ [fault.field ?? '']: [fault.text] })
  const result = input.result as SampleResult
  // A correction keeps the time of the evaluation, from which the hours for corrections count; evaluating after a hold
  // sets it anew.
  if (request.status === 'received' || request.status === 'on_hold')
    Object.assign(request, { evaluated_by: work.me.id || null, evaluated_at: work.now })
  Object.assign(request, {
    status: result,
    result,
    next_action: input.next_action ?? usualAction[result],
    ...Object.fromEntries(sampleTopics.map((topic) => [topic, input[topic] ?? null])),
  })
  await notifySupplier(work, 'sample_evaluated', request)
}

const usualAction = { approved: 'proceed', approved_with_comments: 'proceed', rejected: 'resubmit', on_hold: null }

/** Creates the next round: the same request again, linked to this one. Its type may be retired by now. */
async function resubmit(work: Work, request: Doc, _change: Change, { due_date, location_id, comment }: Input) {
  await requireDue(work, request, due_date)
  const next: Doc = {
    ...Object.fromEntries(repeatedFields.map((field) => [field, request[field]])),
    specification_id: await activeSpecification(work, request.specification_id),
    location_id: await activeLocation(work, location_id ?? request.location_id),
    factory_id: await activeFactory(work, request.factory_id),
    due_date,
    instructions: comment || request.instructions,
    sizes: (request.sizes as Doc[]).map(({ size_id, qty }) => ({ size_id, qty })),
  }
  const making: Work = { ...work, action: 'create', isCopy: true, onSent: undefined }
  presetValues.set(making, {
    status: 'requested',
    round: Number(request.round) + 1,
    series_no: request.series_no,
    previous_request_id: request.id,
    requested_by: work.me.id || null,
    requested_at: work.now,
  })
  const [nextRequest] = await work.kit.repository(sampleRequests.name).create(making, [next])
  if (nextRequest) await notifySupplier(work, 'sample_requested', nextRequest)
}

const repeatedFields = [
  ...['sample_type_id', 'po_line_id', 'article_id', 'colourway_id', 'supplier_id', 'priority'],
  ...['cost_bearer', 'unit_cost', 'currency'],
]

/** The location; refuses an archived one. */
const activeLocation = async ({ tx }: Work, id: unknown): Promise<unknown> => {
  const [row] = await tx.query<{ archived: boolean }>(
    'select archived_at is not null as archived from locations where id = $1',
    [id],
    'sample_round_location',
  )
  if (row?.archived) throw refusal('location_id', 'validation.record_archived')
  return id
}

/** The factory; null if it has been archived since. */
const activeFactory = async ({ tx }: Work, id: unknown): Promise<unknown> => {
  const [row] = await tx.query<{ id: number }>(
    'select id from factories where id = $1 and archived_at is null',
    [id ?? null],
    'sample_round_factory',
  )
  return row?.id ?? null
}

/**
 * The specification if it is active; otherwise null, so that the next round uses the current version of line or
 * article.
 */
const activeSpecification = async ({ tx }: Work, id: unknown): Promise<unknown> => {
  const [row] = await tx.query<{ id: number }>(
    `select id from specifications where id = $1 and status = 'active' and archived_at is null`,
    [id ?? null],
    'sample_round_specification',
  )
  return row?.id ?? null
}
