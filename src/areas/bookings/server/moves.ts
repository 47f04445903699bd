import { invalid } from '#server/kit/errors.ts'
import type { Change, Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { addDays } from '#shared/base/dates.ts'
import type { Problem } from '#shared/kit/rules.ts'
import { problem } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { isAirWaybill, isAirWaybillRight } from '#shared/standards/air-waybill.ts'
import { instructionProblems, submitProblems } from '#shared/trade/booking.ts'
import { journeyProblems } from '#shared/trade/cut-offs.ts'
import { endedLines, factsOf, readCountries } from './complete'
import { bookedLinesOf, type LineFacts, readLineFacts } from './lines'
import { mailOffice, mailSupplier } from './notices'
import { isSame, voyageTerms } from './voyage'

type Input = Record<string, unknown>

const linesOf = (booking: Doc) => ((booking.lines ?? []) as Doc[]).map(({ po_line_id }) => Number(po_line_id))

const factsFor = async (work: Work, booking: Doc): Promise<Map<number, LineFacts>> =>
  readLineFacts(work.tx, linesOf(booking), Number(booking.id))

/** Refuses lines whose order is on hold or cancelled. */
const heldProblems = (facts: ReadonlyMap<number, LineFacts>): Problem[] => {
  const heldLine = [...facts.values()].find(({ on_hold, order_status }) => on_hold || order_status === 'cancelled')
  return heldLine ? [problem(textOf('problems.bookings.order_held', { line: heldLine.line_title }))] : []
}

export const moves: Record<string, MoveHooks> = {
  submit: {
    guard: async (work, booking) => {
      // The wizard shows these problems at their fields; other screens show the first one as the reason.
      const facts = await factsFor(work, booking)
      const lines = bookedLinesOf(booking, facts, work.context.settings)
      const countries = await readCountries(work, [{ before: booking, after: booking }])
      return [
        ...heldProblems(facts),
        ...endedLines(booking, facts),
        ...submitProblems(factsOf(booking, countries), lines, work.context.today),
      ]
    },
    effect: async (work, booking, _change, { comment }) => {
      Object.assign(booking, { submitted_at: work.now, submitted_by: work.me.id || null })
      await mailOffice(work, 'booking_submitted', booking, String(comment ?? ''))
    },
  },
  approve: {
    guard: async (work, booking) => heldProblems(await factsFor(work, booking)),
    effect: async (work, booking, _change, { comment }) => {
      Object.assign(booking, { approved_at: work.now, approved_by: work.me.id || null })
      await mailSupplier(work, 'booking_decided', booking, String(comment ?? ''))
    },
  },
  return: {
    effect: (work, booking, _change, { comment }) => mailSupplier(work, 'booking_decided', booking, String(comment)),
  },
  reject: {
    effect: (work, booking, _change, { reason }) => mailSupplier(work, 'booking_decided', booking, String(reason)),
  },
  confirm_carrier: { effect: takeCarrier },
  change_carrier: { effect: takeCarrier },
  submit_si: {
    guard: async (work, booking) =>
      instructionProblems(
        booking as Parameters<typeof instructionProblems>[0],
        bookedLinesOf(booking, await factsFor(work, booking), work.context.settings),
      ),
    effect: async (work, booking, _change, { bl_release, comment }) => {
      booking.bl_release = bl_release
      await mailOffice(work, 'booking_instruction_sent', booking, String(comment ?? ''))
    },
  },
  accept_si: { effect: (work, booking) => mailSupplier(work, 'booking_instruction', booking, '') },
  return_si: {
    effect: (work, booking, _change, { comment }) =>
      mailSupplier(work, 'booking_instruction', booking, String(comment)),
  },
  receive_cargo: {
    effect: (work, booking, _change, { cargo_received_on }) => {
      requirePast(work, 'cargo_received_on', cargo_received_on)
      booking.cargo_received_on = cargo_received_on
    },
  },
  ship: {
    effect: async (work, booking, _change, { atd, eta, hbl_no, mbl_no, awb_no }) => {
      requirePast(work, 'atd', atd)
      if (String(atd) < String(booking.cargo_received_on))
        throw refuse('atd', textOf('problems.bookings.sailed_before_received'))
      if (String(eta) < String(atd)) throw refuse('eta', textOf('problems.journey.eta_before_etd'))
      requireNumber(booking, { hbl_no, mbl_no, awb_no })
      Object.assign(booking, { atd, eta, hbl_no, mbl_no, awb_no: upper(awb_no) })
      await mailSupplier(work, 'booking_shipped', booking, [hbl_no, mbl_no, awb_no].filter(Boolean).join(', '))
    },
  },
  arrive: {
    effect: (work, booking, _change, { ata }) => {
      requirePast(work, 'ata', ata)
      if (String(ata) < String(booking.atd)) throw refuse('ata', textOf('problems.journey.ata_before_atd'))
      booking.ata = ata
    },
  },
  request_cancel: {
    effect: async (work, booking, { before }, { reason }) => {
      Object.assign(booking, { status_before_cancel: before?.status ?? null, cancel_reason: reason })
      await mailOffice(work, 'booking_cancel_asked', booking, String(reason))
    },
  },
  approve_cancel: {
    effect: (work, booking, _change, { comment }) =>
      mailSupplier(work, 'booking_decided', booking, String(comment ?? '')),
  },
  refuse_cancel: {
    effect: async (work, booking, _change, { comment }) => {
      booking.status = String(booking.status_before_cancel ?? 'submitted')
      Object.assign(booking, { status_before_cancel: null, cancel_reason: null })
      await mailSupplier(work, 'booking_decided', booking, String(comment))
    },
  },
  cancel: {
    effect: async (work, booking, _change, { reason }) => {
      booking.cancel_reason = reason
      await mailSupplier(work, 'booking_decided', booking, String(reason))
    },
  },
}

const refuse = (field: string, text: Text) => invalid({ [field]: [text] })
const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : null)

/** Throws 422 for a future date. Tomorrow is accepted, because it may be today in a country further east. */
const requirePast = ({ context }: Work, field: string, day: unknown) => {
  if (String(day) > addDays(context.today, 1)) throw refuse(field, textOf('problems.bookings.future'))
}

/** Throws 422 unless there is a bill of lading, or for air freight an air waybill with a correct check digit. */
const requireNumber = ({ load_type }: Doc, { hbl_no, mbl_no, awb_no }: Input) => {
  const isAirFreight = load_type === 'air' || load_type === 'courier'
  if (isAirFreight && !awb_no) throw refuse('awb_no', textOf('validation.required'))
  if (!isAirFreight && !hbl_no && !mbl_no) throw refuse('hbl_no', textOf('problems.bookings.bill_needed'))
  const number = typeof awb_no === 'string' ? awb_no.toUpperCase() : ''
  if (isAirWaybill(number) && !isAirWaybillRight(number))
    throw refuse('awb_no', textOf('problems.bookings.waybill_check_digit'))
}

/**
 * Sets the carrier's terms. Empty inputs are filled from the voyage; a changed voyage also replaces inputs that were left
 * unchanged.
 */
async function takeCarrier(work: Work, booking: Doc, _change: Change, input: Input) {
  const voyage = await readVoyage(work, input.voyage_id)
  const isNewVoyage = voyage !== undefined && Number(input.voyage_id) !== Number(booking.voyage_id ?? 0)
  const terms: Input = { ...input }
  for (const field of voyageTerms) {
    if (isNewVoyage && isSame(input[field], booking[field])) terms[field] = null
    terms[field] ??= voyage?.[field] ?? null
  }
  // Not every voyage has a carrier.
  terms.carrier ??= input.carrier ?? null
  for (const field of ['carrier', 'etd', 'eta']) if (!terms[field]) throw refuse(field, textOf('validation.required'))
  const [fault] = journeyProblems(terms)
  if (fault?.field) throw refuse(fault.field, fault.text)
  if (booking.cargo_ready_date && String(terms.etd) < String(booking.cargo_ready_date))
    throw refuse('etd', textOf('problems.bookings.etd_before_ready'))
  const { comment: _comment, version: _version, ...values } = terms
  Object.assign(booking, values)
  await mailSupplier(work, 'booking_confirmed', booking, '')
}

/** Reads the voyage and locks it for share, so that a concurrent change of the voyage includes this booking. */
const readVoyage = async ({ tx }: Work, id: unknown): Promise<Input | undefined> => {
  if (!id) return undefined
  const [row] = await tx.query<{ voyage: Input }>(
    `select json_build_object('carrier', v.carrier, 'vessel', s.name, 'voyage_no', v.voyage_no, 'etd', v.etd, 'eta', v.eta,
       'cfs_cutoff', v.cfs_cutoff, 'cy_cutoff', v.cy_cutoff, 'si_cutoff', v.si_cutoff, 'vgm_cutoff', v.vgm_cutoff) as voyage
     from voyages v join vessels s on s.id = v.vessel_id where v.id = $1 for share of v`,
    [id],
    'booking_voyage',
  )
  return row?.voyage
}
