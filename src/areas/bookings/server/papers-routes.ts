import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { malformed, notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { isPaperLanguage, printPaper, tonguesOf } from '#server/paper/papers.ts'
import { languageOf } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'
import { bookings } from '../area'
import { packingListOf } from './paper'

/** `GET /api/bookings/:id/packing-list.pdf`: the second paper of a booking, for those who read it. */
export const paperRoutes = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'GET',
      tags: [bookings.name],
      url: `/api/${bookings.name}/:id/packing-list.pdf`,
      summary: 'The packing list of a booking as a PDF',
      description: 'Without a language: that of the request.',
      mayCall: ({ role }) => kit.can(role, bookings.name, 'read'),
      params: z.strictObject({ id: idParam }),
      query: z.strictObject({
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
      refusals: [400, 401, 403, 404, 429, 503],
    },
    async (request, { params, query }, reply) => {
      const { me } = request
      const { language = languageOf(request.headers['accept-language']) } = query
      if (!isPaperLanguage(language)) throw malformed('language', textOf('paper.unknown_language'))
      const [record] = await kit.repository(bookings.name).find(kit.db, me, [params.id])
      if (!record) throw notFound()
      const tongues = tonguesOf(language)
      const { name, paper } = await packingListOf(kit, me, record, tongues)
      // Cancelled when the client disconnects.
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const content = await printPaper(paper, tongues, me.id, gone.signal)
      const file = [name, ...tongues.map((tongue) => tongue.language)].join('-')
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${file}.pdf"`)
        .header('cache-control', 'no-store')
        .send(content)
    },
  )
