import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { conflict, malformed, notFound } from '#server/kit/errors.ts'
import type { Doc, Kit } from '#server/kit/kit.ts'
import { isPaperLanguage, printPaper, tonguesOf } from '#server/paper/papers.ts'
import { languageOf } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'
import { remittancePaper } from '#shared/trade/remittance-paper.ts'
import { paymentRuns } from '../area'
import { itemsOf } from './complete'

/** `GET /api/payment-runs/:id/remittance.pdf?supplier_id=`: what one supplier is paid, once it is paid. */
export const remittanceRoute = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'GET',
      url: `/api/${paymentRuns.name}/:id/remittance.pdf`,
      tags: [paymentRuns.name],
      summary: 'The remittance advice of a supplier as a PDF',
      description: 'Without a language: that of the request.',
      mayCall: ({ role }) => kit.can(role, paymentRuns.name, 'read'),
      params: z.strictObject({ id: idParam }),
      query: z.strictObject({
        supplier_id: idParam,
        language: z
          .string()
          .meta({ enum: ['en', 'zh', 'both'] })
          .optional(),
      }),
      responses: {
        200: {
          description: 'The PDF',
          content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
        },
      },
      refusals: [400, 401, 403, 404, 409, 429, 503],
    },
    async (request, { params: { id }, query: { supplier_id, ...query } }, reply) => {
      const { me } = request
      const { language = languageOf(request.headers['accept-language']) } = query
      if (!isPaperLanguage(language)) throw malformed('language', textOf('paper.unknown_language'))
      const [run] = (await kit.repository(paymentRuns.name).find(kit.db, me, [id])) as Doc[]
      const [supplier] = run ? await kit.repository('suppliers').find(kit.db, me, [supplier_id]) : []
      const own = run ? itemsOf(run).filter((item) => item.supplier_id === supplier_id) : []
      if (!run || !supplier || own.length === 0) throw notFound()
      const items = own.filter(({ outcome }) => outcome === 'paid')
      if (items.length === 0) throw conflict('guard', textOf('problems.payment-runs.not_paid'))
      const tongues = tonguesOf(language)
      const settings = await kit.settings()
      const paper = remittancePaper({
        run,
        items,
        supplier: supplier as Readonly<Record<string, unknown>>,
        company: String(settings.company_name),
        areas: { run: paymentRuns, item: kit.register.get('payment-run-items') },
        tongues,
      })
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const content = await printPaper(paper, tongues, me.id, gone.signal)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${run.run_no}-${supplier.code}-${language}.pdf"`)
        .header('cache-control', 'no-store')
        .send(content)
    },
  )
