import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { malformed, notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { languageOf } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'
import { isPaperLanguage, printPaper, tonguesOf } from './papers'

/**
 * `GET /api/<area>/:id/<name>.pdf?language=en|zh|both`: further papers of areas that declare some, with the fields that the
 * caller may read.
 */
export const furtherPaperRoutes = (app: FastifyInstance, { kit }: { kit: Kit }) => {
  for (const area of kit.register.areas)
    for (const [paper, paperOf] of Object.entries(kit.server(area.name).papers ?? {}))
      route(
        app,
        {
          method: 'GET',
          tags: [area.name],
          url: `/api/${area.name}/:id/${paper}.pdf`,
          summary: `The ${paper.replaceAll('-', ' ')} of a record as a PDF`,
          description: 'Without a language: that of the request.',
          mayCall: ({ role }) => kit.can(role, area.name, 'read'),
          params: z.strictObject({ id: idParam }),
          query: z.strictObject({
            language: z
              .string()
              .meta({ enum: ['en', 'zh', 'both'] })
              .optional(),
            supplier_id: idParam.optional().describe('For papers that are made for each supplier of a record.'),
          }),
          responses: {
            200: {
              description: 'The PDF',
              content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
            },
          },
          refusals: [400, 401, 403, 404, 409, 429, 503],
        },
        async (request, { params, query }, reply) => {
          const { me } = request
          const { language = languageOf(request.headers['accept-language']) } = query
          if (!isPaperLanguage(language)) throw malformed('language', textOf('paper.unknown_language'))
          const [record] = await kit.repository(area.name).find(kit.db, me, [params.id])
          if (!record) throw notFound()
          const tongues = tonguesOf(language)
          const printed = await paperOf(kit, me, record, { tongues, supplier_id: query.supplier_id })
          const disconnected = new AbortController()
          reply.raw.once('close', () => disconnected.abort())
          const content = await printPaper(printed.paper, tongues, me.id, disconnected.signal)
          const file = [printed.name, ...tongues.map((tongue) => tongue.language)].join('-')
          return reply
            .type('application/pdf')
            .header('content-disposition', `attachment; filename="${file}.pdf"`)
            .header('cache-control', 'no-store')
            .send(content)
        },
      )
}
