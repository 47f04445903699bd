import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { artworkAllocations } from '../area'
import { needNames } from '../rules'
import { readNeeds } from './needs'

/** `GET …/:id/needs`: the prerequisites of this artwork on its line, and what is missing. */
export const needsRoute = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'GET',
      url: `/api/${artworkAllocations.name}/:id/needs`,
      tags: [artworkAllocations.name],
      summary: 'What the line must have before its artwork is submitted and approved, and what of it is missing',
      params: z.strictObject({ id: idParam }),
      mayCall: ({ role }) => kit.can(role, artworkAllocations.name, 'read'),
      answer: { description: 'In the order in which they are printed', schema: needsAnswer },
      refusals: [401, 403, 404],
    },
    async ({ me, headers }, { params: { id } }) => {
      const [allocation] = await kit.repository(artworkAllocations.name).find(kit.db, me, [id])
      if (!allocation) throw notFound()
      const line = Number(allocation.po_line_id)
      const needs = await readNeeds(kit.db, [{ line, type: allocation.artwork_type }])
      const language = languageOf(headers['accept-language'])
      return {
        needs: needs(line, allocation.artwork_type).map(({ name, missing }) => ({
          name,
          missing: missing.map(({ text, area, id }) => ({
            text: renderText(text, language),
            // Suppliers cannot open unreleased prices, so the link is left out.
            area: area === 'po-line-rrps' && !isOfficeRole(me.role) ? null : area,
            id: area === 'po-line-rrps' && !isOfficeRole(me.role) ? null : id,
          })),
        })),
      }
    },
  )

const needsAnswer = z.object({
  needs: z.array(
    z.object({
      name: z.enum(needNames),
      missing: z.array(
        z.object({
          text: z.string(),
          area: z
            .string()
            .nullable()
            .meta({ description: 'Where it is seen to; null where the caller cannot go there' }),
          id: z.int().nullable(),
        }),
      ),
    }),
  ),
})
