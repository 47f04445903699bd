import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { malformed, notFound, Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { press } from '#server/paper/press.ts'
import { languageOf } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'
import {
  type CartonRange,
  cartonLabelForms,
  cartonLabels,
  cartonsInRange,
  mostCartonLabels,
} from '#shared/trade/carton-label.ts'
import type { CartonRow } from '#shared/trade/packing.ts'
import { asDownload, binary, disconnectSignal, fileName } from './answers'
import { type LabelledBooking, labelCommon, labelledRows } from './booking-facts'

const area = 'bookings'

/** `GET /api/bookings/:id/labels.pdf`: a label with an SSCC (serial shipping container code) for each carton. */
export const bookingLabelRoutes = (app: FastifyInstance, { kit }: { kit: Kit }) =>
  route(
    app,
    {
      method: 'GET',
      tags: ['Labels'],
      url: `/api/${area}/:id/labels.pdf`,
      summary: 'Labels of the cartons of a booking, each with its SSCC as GS1-128, as a PDF in their true size',
      description: `At most ${mostCartonLabels} labels in one file: with from and to those of some cartons.`,
      mayCall: ({ role }) => kit.can(role, area, 'read'),
      params: z.strictObject({ id: idParam }),
      query: z.strictObject({
        format: z.enum(cartonLabelForms).default('a6'),
        from: cartonNumber.default(1),
        to: cartonNumber.optional(),
      }),
      responses: { 200: { description: 'The PDF', content: binary('application/pdf') } },
      refusals: [400, 401, 403, 404, 409, 503],
    },
    async (request, { params, query }, reply) => {
      const { me } = request
      const [record] = await kit.repository(area).find(kit.db, me, [params.id])
      if (!record) throw notFound()
      const booking = record as unknown as LabelledBooking
      const rows = labelledRows(booking)
      const { format, from } = query
      const { to = Math.max(0, ...rows.map(({ last_no }) => Number(last_no ?? 0))) } = query
      refuseRange(rows, { from, to })
      const language = languageOf(request.headers['accept-language'])
      const common = await labelCommon(kit, me, booking, language)
      const marks = cartonLabels(rows, common, { from, to })
      const title = `Carton labels ${booking.booking_no}`
      const order = { kind: 'carton_label', marks, form: format, title, language: 'en' } as const
      const content = await press.print({ kind: 'marks', order }, me.id, disconnectSignal(reply))
      const name = fileName('carton-labels', booking.booking_no, marks[0]?.number, format)
      return asDownload(reply, 'application/pdf', `${name}.pdf`).send(content)
    },
  )

const lastNumber = 10_000_000
const cartonNumber = z.coerce.number().int().min(1).max(lastNumber)

/** Throws 409 if nothing is packed yet, 400 if the range has no cartons or too many for one file. */
const refuseRange = (rows: readonly CartonRow[], range: CartonRange) => {
  if (cartonsInRange(rows, { from: 1, to: lastNumber }) === 0)
    throw new Refusal(409, 'label_incomplete', textOf('problems.marks.nothing_packed'))
  const count = cartonsInRange(rows, range)
  if (count === 0) throw malformed('from', textOf('problems.marks.none_in_range', { ...range }))
  if (count > mostCartonLabels)
    throw malformed('to', textOf('problems.marks.too_many_labels', { most: mostCartonLabels }))
}
