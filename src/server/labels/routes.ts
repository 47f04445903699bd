import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { malformed, notFound, Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { formats, tableFile } from '#server/kit/read/export.ts'
import type { LabelOrder } from '#server/paper/label/order.ts'
import { press } from '#server/paper/press.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { type LabelSource, missingForLabel } from '#shared/trade/garment-label.ts'
import { labelLanguages, labelParts } from '#shared/trade/label-parts.ts'
import type { LabelSheet } from '#shared/trade/label-sheet.ts'
import { asDownload, binary, disconnectSignal, fileName, pageOf } from './answers'
import { createLineReader, type LabelFacts, type MarketFacts, readFibres, readMarkets } from './facts'
import { type LineTarget, lineTargets } from './lines'
import { labelOrder, usualMarket } from './order'
import { printFile } from './print-file'

/** The labels of order lines: as data with the gaps, as a PDF in true size, and as a file for label makers. */
export const labelRoutes = (app: FastifyInstance, { kit }: { kit: Kit }) => {
  const access = labelAccess(kit)
  dataRoute(app, kit, access)
  pdfRoute(app, kit, access)
  fileRoutes(app, kit, access)
}

const commonOf = (kit: Kit) =>
  ({
    method: 'GET',
    tags: ['Labels'] as [string],
    params: z.strictObject({ id: idParam }),
    mayCall: ({ role }: Principal) => kit.can(role, 'po-lines', 'read'),
  }) as const

const dataRoute = (app: FastifyInstance, kit: Kit, access: LabelAccess) =>
  route(
    app,
    {
      ...commonOf(kit),
      url: '/api/po-lines/:id/label',
      summary: 'The labels of an order line in a market, where everything stands on them, and what is missing',
      description: 'Without a market: that of the country to which the order is shipped, else the first by code.',
      query: z.strictObject({ market: code.optional(), size: size.optional() }),
      answer: { description: 'A label for each size', schema: labelAnswer },
      refusals: [400, 401, 403, 404, 409, 503],
    },
    async (request, { params, query }, reply) => {
      const [line] = await access.linesFor(request.me, { line: params.id })
      const { market, markets } = await access.marketsFor(line, query.market)
      const fibres = await readFibres(kit, [line])
      const order = await access.orderOf([line], market, query.size)
      const language = languageOf(request.headers['accept-language'])
      return {
        market: market.code,
        markets: markets.map(({ id, code, name_en, name_zh }) => ({ id, code, name_en, name_zh })),
        purchase_order_id: line.purchase_order_id,
        seam_mm: market.seam_mm,
        sizes: line.sizes,
        missing: missingForLabel(line, market, fibres).map(({ text, source, id }) => ({
          text: renderText(text, language),
          area: areaOf[source],
          id,
        })),
        labels: order.labels,
        sheets: await sheetsOf(order, request.me, disconnectSignal(reply)),
      }
    },
  )

const pdfRoute = (app: FastifyInstance, kit: Kit, access: LabelAccess) =>
  route(
    app,
    {
      ...commonOf(kit),
      url: '/api/po-lines/:id/label.pdf',
      summary: 'The labels of an order line as a PDF in their true size, a page for each size',
      description: 'Only once nothing is missing; before that 409 with what is.',
      query: z.strictObject({ market: code, size: size.optional() }),
      responses: { 200: { description: 'The PDF', content: binary('application/pdf') } },
      refusals: [400, 401, 403, 404, 409, 503],
    },
    async (request, { params, query }, reply) => {
      const lines = await access.linesFor(request.me, { line: params.id })
      const { market } = await access.marketsFor(lines[0], query.market)
      await access.refuseIncomplete(lines, market)
      const order = await access.orderOf(lines, market, query.size)
      const content = await press.print({ kind: 'labels', order }, request.me.id, disconnectSignal(reply))
      return asDownload(reply, 'application/pdf', `${nameOf(lines, market, query.size)}.pdf`).send(content)
    },
  )

/** A file for the labels of one line, and one for those of an order. */
const fileRoutes = (app: FastifyInstance, kit: Kit, access: LabelAccess) => {
  for (const [area, target] of Object.entries(lineTargets))
    route(
      app,
      {
        ...commonOf(kit),
        url: `/api/${area}/:id/label-file`,
        summary: 'File for label makers: a row for each line and size, a column for each part and language',
        description: 'Only once nothing is missing of any line; before that 409 with what is, by line.',
        query: z.strictObject({ market: code, format: z.enum(['csv', 'xlsx']).default('csv') }),
        responses: {
          200: {
            description: 'The file',
            content: Object.assign({}, ...Object.values(formats).map(({ type }) => binary(type))),
          },
        },
        refusals: [400, 401, 403, 404, 409],
      },
      async (request, { params, query }, reply) => {
        const lines = await access.linesFor(request.me, target(params.id))
        const { market } = await access.marketsFor(lines[0], query.market)
        await access.refuseIncomplete(lines, market)
        const { columns, rows } = printFile(lines, market, await readFibres(kit, lines))
        const stream = tableFile(query.format, 'labels', columns, pageOf(rows))
        reply.raw.once('close', () => stream.destroy())
        return asDownload(reply, formats[query.format].type, `${nameOf(lines, market)}.${query.format}`).send(stream)
      },
    )
}

type LabelAccess = ReturnType<typeof labelAccess>

/** Reads what the routes need, with the refusals that they share. */
const labelAccess = (kit: Kit) => {
  const readLines = createLineReader(kit)
  return { linesFor, marketsFor, orderOf, refuseIncomplete }

  /** The lines in the caller's scope; throws 404 if there is none. */
  async function linesFor(me: Principal, target: LineTarget): Promise<[LabelFacts, ...LabelFacts[]]> {
    const [first, ...others] = await readLines(me, target)
    if (!first) throw notFound()
    return [first, ...others]
  }

  /** All markets, and the one of a code (400 if unknown) or else of the destination (409 if there is none). */
  async function marketsFor({ ship_to_country }: LabelFacts, marketCode: string | undefined) {
    const markets = await readMarkets(kit)
    const usual = usualMarket(markets, { ship_to_country })
    const market = marketCode === undefined ? usual : markets.find(({ code }) => code === marketCode)
    if (market) return { market, markets }
    throw marketCode === undefined
      ? new Refusal(409, 'no_label_market', textOf('problems.labels.no_market'))
      : malformed('market', textOf('problems.labels.unknown_market', { market: marketCode }))
  }

  /** A label for each size of the lines, or for one size; throws 400 if no line has that size. */
  async function orderOf(lines: readonly LabelFacts[], market: MarketFacts, size?: string): Promise<LabelOrder> {
    const order = labelOrder(lines, market, await readFibres(kit, lines), size)
    if (order.labels.length === 0) throw malformed('size', textOf('problems.labels.unknown_size', { size: size ?? '' }))
    return order
  }

  /** Throws 409 with the missing data of each line, by its title. */
  async function refuseIncomplete(lines: readonly LabelFacts[], market: MarketFacts) {
    const fibres = await readFibres(kit, lines)
    const errors: Record<string, Text[]> = {}
    for (const line of lines) {
      const texts = missingForLabel(line, market, fibres).map(({ text }) => text)
      if (texts.length > 0) errors[line.line_title] = texts
    }
    if (Object.keys(errors).length > 0)
      throw new Refusal(409, 'label_incomplete', textOf('problems.labels.incomplete'), errors)
  }
}

/** The layout of the labels, measured with the fonts that print them. */
const sheetsOf = async (order: LabelOrder, me: Principal, signal: AbortSignal): Promise<LabelSheet[]> => {
  const content = await press.print({ kind: 'label_sheets', order }, me.id, signal)
  return JSON.parse(content.toString('utf8'))
}

/** The area in which missing data of a source is entered. */
const areaOf: Readonly<Record<LabelSource, string>> = {
  composition: 'fibre-allocations',
  care: 'care-allocations',
  care_instruction: 'care-instructions',
  order: 'purchase-orders',
  article: 'articles',
  fibre: 'fibres',
  market: 'label-markets',
}

/** The file name: `label-PO-1001-2-AU-M`, without the line number for several lines. */
const nameOf = (lines: readonly LabelFacts[], market: MarketFacts, size?: string): string => {
  const [first, second] = lines
  return fileName('label', first?.po_no, second ? undefined : first?.line_no, market.code, size)
}

const code = z.string().max(8)
const size = z.string().max(20)

const languageCode = z.enum(labelLanguages).nullable()
const labelAnswer = z.object({
  market: z.string(),
  markets: z.array(z.object({ id: z.int(), code: z.string(), name_en: z.string(), name_zh: z.string().nullable() })),
  purchase_order_id: z.int(),
  seam_mm: z.int().meta({ description: 'Left empty at the top, where the label is sewn in' }),
  sizes: z.array(z.string()),
  missing: z.array(
    z.object({
      text: z.string(),
      area: z.string().meta({ description: 'Where it is filled in' }),
      id: z.int().nullable(),
    }),
  ),
  labels: z.array(
    z.object({
      size: z.string().nullable(),
      sections: z.array(
        z.object({
          part: z.enum(labelParts),
          lines: z.array(z.object({ language: languageCode, text: z.string() })),
          symbols: z.array(z.string()).meta({ description: 'Codes of care symbols' }),
        }),
      ),
    }),
  ),
  sheets: z
    .array(
      z.object({
        size: z.string().nullable(),
        width: z.number(),
        height: z.number(),
        items: z.array(z.looseObject({ kind: z.enum(['text', 'symbol']), x: z.number(), y: z.number() })),
      }),
    )
    .meta({ description: 'Where everything stands, in points of 1/72 inch from the upper left corner' }),
})
