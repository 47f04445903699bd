import type { FastifyInstance } from 'fastify'
import { idOf } from '#server/kit/api/query-params.ts'
import { forbidden, malformed, notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { languageOf } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'
import { isLengthUnit } from '#shared/trade/lengths.ts'
import { isPaperLanguage, paperFile } from './papers'

/** `GET /api/<area>/:id/pdf?language=en|zh|both&unit=cm|in`: the paper of a record, with the fields the caller may read. */
export const paperRoutes = (app: FastifyInstance, { kit }: { kit: Kit }) => {
  for (const area of kit.register.areas)
    if (kit.server(area.name).paper)
      app.get(`/api/${area.name}/:id/pdf`, async (request, reply) => {
        const { me } = request
        if (!kit.can(me.role, area.name, 'read')) throw forbidden()
        const id = idOf(request)
        const { language = languageOf(request.headers['accept-language']), unit } = request.query as Record<
          string,
          unknown
        >
        if (typeof language !== 'string' || !isPaperLanguage(language))
          throw malformed('language', textOf('paper.unknown_language'))
        if (unit !== undefined && !isLengthUnit(unit)) throw malformed('unit', textOf('paper.unknown_unit'))
        const disconnected = new AbortController()
        reply.raw.once('close', () => disconnected.abort())
        const file = await paperFile(kit, me, { area: area.name, id, language, unit }, me.id, disconnected.signal)
        if (!file) throw notFound()
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${file.name}"`)
          .header('cache-control', 'no-store')
          .send(file.content)
      })
}
