import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { invoices } from '#areas/invoices/area.ts'
import { electronicFacts, fileNameOf, papers } from '#areas/invoices/server/paper.ts'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { conflict, malformed, notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { isPaperLanguage, printPaper, tonguesOf } from '#server/paper/papers.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'
import { writeCii } from '#shared/trade/einvoice/cii.ts'
import { type InvoiceFacts, makeEInvoice } from '#shared/trade/einvoice/make.ts'
import type { EInvoice } from '#shared/trade/einvoice/model.ts'
import { ruleFindings } from '#shared/trade/einvoice/rules.ts'
import { writeUbl } from '#shared/trade/einvoice/ubl.ts'
import { invoiceForms } from '#shared/trade/invoice-paper.ts'

const writers = { cii: writeCii, ubl: writeUbl } as const

/**
 * Invoices as electronic documents by EN 16931: `cii.xml`, `ubl.xml`, and `factur-x.pdf`, which has the former embedded;
 * and the content of the printed forms. Refused where an invoice would not keep the rules of the standard.
 */
export const electronicInvoiceRoutes = (app: FastifyInstance, { kit }: { kit: Kit }) => {
  const common = {
    method: 'GET',
    tags: [invoices.name],
    mayCall: ({ role }: FastifyRequest['me']) => kit.can(role, invoices.name, 'read'),
    params,
    refusals: [400, 401, 403, 404, 409],
  } as const

  for (const [syntax, write] of Object.entries(writers))
    route(
      app,
      {
        ...common,
        url: `/api/${invoices.name}/:id/${syntax}.xml`,
        summary: `The invoice as ${syntax === 'cii' ? 'UN/CEFACT CII D16B' : 'UBL 2.1'}, by EN 16931`,
        query: z.strictObject({}),
        responses: { 200: { description: 'The document', content: { 'application/xml': { schema: binary } } } },
      },
      async (request, { params: { id } }, reply) => {
        const { facts, invoice } = await electronicInvoice(kit, request, id)
        return reply
          .type('application/xml; charset=utf-8')
          .header('content-disposition', `attachment; filename="${fileNameOf(facts.invoice_no)}-${syntax}.xml"`)
          .header('cache-control', 'no-store')
          .send(write(invoice))
      },
    )

  route(
    app,
    {
      ...common,
      url: `/api/${invoices.name}/:id/factur-x.pdf`,
      summary: 'The invoice as Factur-X: the modern form with its CII embedded',
      query: z.strictObject({ language: languageParam }),
      responses: { 200: { description: 'The PDF', content: { 'application/pdf': { schema: binary } } } },
      refusals: [400, 401, 403, 404, 409, 429, 503],
    },
    async (request, { params: { id }, query }, reply) => {
      const { me } = request
      const tongues = tonguesIn(request, query.language)
      const { facts, invoice, record } = await electronicInvoice(kit, request, id)
      const { paper } = await papers.modern(kit, me, record, { tongues })
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const embedded = {
        xml: writeCii(invoice),
        name: 'factur-x.xml',
        conformance: 'EN 16931',
        made: new Date().toISOString(),
      }
      const content = await printPaper(paper, tongues, me.id, gone.signal, embedded)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileNameOf(facts.invoice_no)}-factur-x.pdf"`)
        .header('cache-control', 'no-store')
        .send(content)
    },
  )

  route(
    app,
    {
      ...common,
      url: `/api/${invoices.name}/:id/paper`,
      summary: 'The content of a printed form of the invoice, for the browser to print',
      query: z.strictObject({ form: z.enum(invoiceForms).default('modern'), language: languageParam }),
      answer: { description: 'The paper', schema: z.object({ paper: z.record(z.string(), z.unknown()) }) },
      refusals: [400, 401, 403, 404],
    },
    async (request, { params: { id }, query }) => {
      const record = await readInvoice(kit, request, id)
      const tongues = tonguesIn(request, query.language)
      const { paper } = await papers[query.form](kit, request.me, record, { tongues })
      return { paper }
    },
  )
}

const params = z.strictObject({ id: idParam })
const binary = { type: 'string', format: 'binary' } as const
const languageParam = z
  .string()
  .meta({ enum: ['en', 'zh', 'both'] })
  .optional()

const tonguesIn = (request: FastifyRequest, wish: string | undefined) => {
  const language = wish ?? languageOf(request.headers['accept-language'])
  if (!isPaperLanguage(language)) throw malformed('language', textOf('paper.unknown_language'))
  return tonguesOf(language)
}

const readInvoice = async (kit: Kit, { me }: FastifyRequest, id: number) => {
  const [record] = await kit.repository(invoices.name).find(kit.db, me, [id])
  if (!record) throw notFound()
  return record
}

/** The invoice in the terms of the standard; 409 with what is missing where it does not keep its rules. */
const electronicInvoice = async (kit: Kit, request: FastifyRequest, id: number) => {
  const record = await readInvoice(kit, request, id)
  const [tongue] = tonguesOf('en')
  const facts: InvoiceFacts = await electronicFacts(kit, request.me, record, tongue)
  const invoice: EInvoice = makeEInvoice(facts)
  const findings = ruleFindings(invoice)
  const [first] = findings
  if (first) {
    const language = languageOf(request.headers['accept-language'])
    throw conflict(
      'not_conformant',
      textOf('einvoice.not_conformant', { rule: first.rule, what: renderText(first.text, language) }),
      { findings: findings.map(({ rule, text }) => ({ rule, message: renderText(text, language) })) },
    )
  }
  return { record, facts, invoice }
}
