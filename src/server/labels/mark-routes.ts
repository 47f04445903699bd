import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { malformed, notFound, Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { formats, tableFile } from '#server/kit/read/export.ts'
import type { MarkOrder } from '#server/paper/mark/order.ts'
import { press } from '#server/paper/press.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { type Language, type Text, textOf } from '#shared/kit/text.ts'
import { cartonCount, cartonGroups, cartonMarks, missingForMarks } from '#shared/trade/carton-mark.ts'
import { type MarkGap, type MarkKind, type MarkSource, markKinds } from '#shared/trade/mark.ts'
import { missingForTickets, priceTickets } from '#shared/trade/price-ticket.ts'
import { type PrintSheet, symbologies } from '#shared/trade/print-sheet.ts'
import { asDownload, binary, disconnectSignal, fileName } from './answers'
import { lineTargets } from './lines'
import { createMarkReader, type MarkFacts } from './mark-facts'
import { markFiles } from './mark-file'

/** Routes for carton marks and price tickets of order lines: as data, as PDF, as SVG, and as a file for printers. */
export const markRoutes = (app: FastifyInstance, { kit }: { kit: Kit }) => {
  const access = markAccess(kit)
  dataRoutes(app, access)
  drawingRoutes(app, access)
  printerFileRoutes(app, access)
}

const common = { method: 'GET', tags: ['Labels'] as [string], params: z.strictObject({ id: idParam }) } as const

const markAccess = (kit: Kit) => {
  const mayCall = ({ role }: Principal) => kit.can(role, 'po-lines', 'read')
  // Tickets show retail prices.
  const mayTicket = (me: Principal) => mayCall(me) && kit.can(me.role, 'po-line-rrps', 'read')
  const readLines = createMarkReader(kit)
  const readLine = async (me: Principal, id: number): Promise<MarkFacts> => {
    const [line] = await readLines(me, { line: id })
    if (!line) throw notFound()
    return line
  }
  return { readLine, readLines, mayCall, mayTicket }
}
type MarkAccess = ReturnType<typeof markAccess>

/** Routes for marks as data: what is missing of them, and their sheets if nothing is. */
const dataRoutes = (app: FastifyInstance, { readLine, mayCall, mayTicket }: MarkAccess) => {
  route(
    app,
    {
      ...common,
      mayCall,
      url: '/api/po-lines/:id/carton-marks',
      summary: 'The cartons of an order line, the mark of one of them, and what is missing',
      query: z.strictObject({ carton: cartonNumber.default(1) }),
      answer: { description: 'Cartons with the same content, and a mark', schema: cartonsAnswer },
      refusals: [400, 401, 403, 404, 503],
    },
    async (request, { params, query }, reply) => {
      const line = await readLine(request.me, params.id)
      const groups = cartonGroups(line)
      const missing = missingForMarks(line)
      const order = missing.length === 0 ? cartonsOf(line, query.carton, query.carton) : null
      return {
        purchase_order_id: line.purchase_order_id,
        cartons: cartonCount(groups),
        groups,
        missing: renderGaps(missing, languageOf(request.headers['accept-language'])),
        sheets: order ? await sheetsOf(order, request.me, disconnectSignal(reply)) : [],
      }
    },
  )

  route(
    app,
    {
      ...common,
      mayCall: mayTicket,
      url: '/api/po-lines/:id/price-tickets',
      summary: 'The price tickets of an order line in a market, a ticket for each size, and what is missing',
      description: 'Without a market: the first by code with a released price.',
      query: z.strictObject({ market: market.optional(), size: size.optional() }),
      answer: { description: 'A ticket for each size', schema: ticketsAnswer },
      refusals: [400, 401, 403, 404, 503],
    },
    async (request, { params, query }, reply) => {
      const line = await readLine(request.me, params.id)
      const chosen = query.market ?? usualMarket(line)
      const missing = missingForTickets(line, chosen)
      const order = missing.length === 0 && chosen ? ticketsOf(line, chosen, query.size) : null
      return {
        purchase_order_id: line.purchase_order_id,
        market: chosen,
        markets: line.prices.map(({ market }) => market),
        sizes: line.quantities.map(({ size }) => size),
        missing: renderGaps(missing, languageOf(request.headers['accept-language'])),
        sheets: order ? await sheetsOf(order, request.me, disconnectSignal(reply)) : [],
      }
    },
  )
}

/** Routes for marks as PDF and as SVG. */
const drawingRoutes = (app: FastifyInstance, { readLine, mayCall, mayTicket }: MarkAccess) => {
  for (const [form, type, kind] of forms) {
    route(
      app,
      {
        ...common,
        mayCall,
        url: `/api/po-lines/:id/carton-marks.${form}`,
        summary: `Carton marks of an order line as ${form.toUpperCase()} in their true size`,
        description: `Only once nothing is missing; before that 409 with what is. At most ${maxCartons} cartons in one file.`,
        query: z.strictObject({ from: cartonNumber.default(1), to: cartonNumber.optional() }),
        responses: { 200: { description: 'The file', content: binary(type) } },
        refusals: [400, 401, 403, 404, 409, 503],
      },
      async (request, { params, query: { from, to } }, reply) => {
        const line = await readLine(request.me, params.id)
        refuseIncomplete([line], 'carton_mark')
        const last = form === 'svg' ? from : (to ?? cartonCount(cartonGroups(line)))
        const content = await press.print(
          { kind, order: cartonsOf(line, from, last) },
          request.me.id,
          disconnectSignal(reply),
        )
        return asDownload(reply, type, `${fileName('carton-marks', line.po_no, line.line_no, from)}.${form}`).send(
          content,
        )
      },
    )

    route(
      app,
      {
        ...common,
        mayCall: mayTicket,
        url: `/api/po-lines/:id/price-tickets.${form}`,
        summary: `Price tickets of an order line as ${form.toUpperCase()} in their true size`,
        description: 'Only once nothing is missing; before that 409 with what is.',
        query: z.strictObject({ market, size: size.optional() }),
        responses: { 200: { description: 'The file', content: binary(type) } },
        refusals: [400, 401, 403, 404, 409, 503],
      },
      async (request, { params, query }, reply) => {
        const line = await readLine(request.me, params.id)
        refuseIncomplete([line], 'price_ticket', query.market)
        const order = ticketsOf(line, query.market, query.size)
        const content = await press.print({ kind, order }, request.me.id, disconnectSignal(reply))
        const name = fileName('price-tickets', line.po_no, line.line_no, query.market, query.size)
        return asDownload(reply, type, `${name}.${form}`).send(content)
      },
    )
  }
}

/** Routes for the files of printers. */
const printerFileRoutes = (app: FastifyInstance, { readLines, mayCall, mayTicket }: MarkAccess) => {
  for (const [area, target] of Object.entries(lineTargets))
    for (const kind of markKinds)
      route(
        app,
        {
          ...common,
          mayCall: kind === 'price_ticket' ? mayTicket : mayCall,
          url: `/api/${area}/:id/${paths[kind]}-file`,
          summary:
            kind === 'price_ticket'
              ? 'File for ticket printers: a row for each line, size and market with a released price'
              : 'File for printers of carton marks: a row for each carton',
          description: 'Only once nothing is missing of any line; before that 409 with what is, by line.',
          query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
          responses: {
            200: {
              description: 'The file',
              content: Object.assign({}, ...Object.values(formats).map(({ type }) => binary(type))),
            },
          },
          refusals: [400, 401, 403, 404, 409],
        },
        async (request, { params, query: { format } }, reply) => {
          const lines = await readLines(request.me, target(params.id))
          const [first, second] = lines
          if (!first) throw notFound()
          refuseIncomplete(lines, kind)
          const stream = tableFile(format, paths[kind], markFiles[kind].columns, markFiles[kind].pages(lines))
          reply.raw.once('close', () => stream.destroy())
          const name = fileName(paths[kind], first.po_no, second ? undefined : first.line_no)
          return asDownload(reply, formats[format].type, `${name}.${format}`).send(stream)
        },
      )
}

/** The most cartons of one file. */
const maxCartons = 500

const forms = [
  ['pdf', 'application/pdf', 'marks'],
  ['svg', 'image/svg+xml', 'mark_svg'],
] as const

const paths: Readonly<Record<MarkKind, string>> = { carton_mark: 'carton-mark', price_ticket: 'price-ticket' }

const usualMarket = ({ prices }: MarkFacts): string | null =>
  (prices.find(({ amount }) => amount !== null) ?? prices[0])?.market ?? null

/** The marks of these cartons; throws 400 if the line has no such cartons, or if they are too many for one file. */
const cartonsOf = (line: MarkFacts, from: number, to: number): MarkOrder => {
  const count = cartonCount(cartonGroups(line))
  if (from > count) throw malformed('from', textOf('problems.marks.unknown_carton', { carton: from, count }))
  if (to < from || to > count) throw malformed('to', textOf('problems.marks.unknown_carton', { carton: to, count }))
  if (to - from + 1 > maxCartons) throw malformed('to', textOf('problems.marks.too_many_cartons', { most: maxCartons }))
  return { kind: 'carton_mark', marks: cartonMarks(line, from, to), title: line.line_title, language: 'en' }
}

const ticketsOf = (line: MarkFacts, market: string, onlySize: string | undefined): MarkOrder => {
  const marks = priceTickets(line, market).filter(({ size }) => onlySize === undefined || size === onlySize)
  if (marks.length === 0) throw malformed('size', textOf('problems.labels.unknown_size', { size: onlySize ?? '' }))
  return { kind: 'price_ticket', marks, title: `${line.line_title} ${market}`, language: 'en' }
}

const incomplete: Record<MarkKind, string> = {
  carton_mark: 'problems.marks.incomplete_carton_mark',
  price_ticket: 'problems.marks.incomplete_price_ticket',
}

/** Throws 409 with the missing data of each line, by its title. */
const refuseIncomplete = (lines: readonly MarkFacts[], kind: MarkKind, market?: string) => {
  const errors: Record<string, Text[]> = {}
  for (const line of lines) {
    const gaps = kind === 'carton_mark' ? missingForMarks(line) : missingForTickets(line, market ?? usualMarket(line))
    if (gaps.length > 0) errors[line.line_title] = gaps.map(({ text }) => text)
  }
  if (Object.keys(errors).length > 0) throw new Refusal(409, 'label_incomplete', textOf(incomplete[kind]), errors)
}

const sheetsOf = async (order: MarkOrder, me: Principal, signal: AbortSignal): Promise<PrintSheet[]> =>
  JSON.parse((await press.print({ kind: 'mark_sheets', order }, me.id, signal)).toString('utf8'))

const renderGaps = (gaps: readonly MarkGap[], language: Language) =>
  gaps.map(({ text, source, id }) => ({ text: renderText(text, language), area: areaOf[source], id }))

/** The area in which missing data of a source is entered. */
const areaOf: Readonly<Record<MarkSource, string>> = {
  order: 'purchase-orders',
  article: 'articles',
  retail_price: 'po-line-rrps',
}

const cartonNumber = z.coerce.number().int().min(1).max(10_000_000)
const market = z.string().regex(/^[A-Z]{2}$/)
const size = z.string().max(20)

const missingAnswer = z.array(
  z.object({
    text: z.string(),
    area: z.string().meta({ description: 'Where it is filled in' }),
    id: z.int().nullable(),
  }),
)
const sheetsAnswer = z
  .array(
    z.object({
      width: z.number(),
      height: z.number(),
      items: z.array(
        z.looseObject({
          kind: z.enum(['text', 'symbol', 'barcode', 'rule']),
          symbology: z.enum(symbologies).optional(),
          x: z.number(),
          y: z.number(),
        }),
      ),
    }),
  )
  .meta({ description: 'Where everything stands, in points of 1/72 inch from the upper left corner' })

const cartonsAnswer = z.object({
  purchase_order_id: z.int(),
  cartons: z.int(),
  groups: z.array(
    z.object({
      from: z.int(),
      to: z.int(),
      units: z.int(),
      sizes: z.array(z.object({ size: z.string(), qty: z.int().nullable() })),
      gtin: z.string().nullable().meta({ description: 'GTIN-14 of a full carton of one size' }),
    }),
  ),
  missing: missingAnswer,
  sheets: sheetsAnswer,
})
const ticketsAnswer = z.object({
  purchase_order_id: z.int(),
  market: z.string().nullable(),
  markets: z.array(z.string()),
  sizes: z.array(z.string()),
  missing: missingAnswer,
  sheets: sheetsAnswer,
})
