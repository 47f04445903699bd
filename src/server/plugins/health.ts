import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { body, jsonSchema } from '#server/kit/api/description.ts'
import { route } from '#server/kit/api/route.ts'

export interface HealthOptions {
  db: Queryable
  version: string
  /** The result of the last check of the database, at most five seconds old. */
  heartbeat: () => { ok: boolean; at: string | null }
  /** Whether accounts with a published password exist, about which the web app warns. */
  isDemo?: () => boolean
  /** A problem although the database answers, such as a read-only database or a portal that is stopping. */
  trouble?: () => string | null
}

/**
 * `GET /api/health` answers from the heartbeat, so that a busy database does not look like a dead portal; `?deep=1` queries
 * the database.
 */
export const health = (
  app: FastifyInstance,
  { db, version, heartbeat, isDemo, trouble = () => null }: HealthOptions,
) => {
  route(
    app,
    {
      method: 'GET',
      url: '/api/health',
      tags: ['Portal'],
      operationId: 'getHealth',
      summary: 'Whether the portal works',
      // Unknown parameters are allowed, since monitors add their own.
      query: z.looseObject({
        deep: z.literal('1').optional().catch(undefined).describe('Queries the database.'),
      }),
      answer: { description: 'The portal works.', schema: healthAnswer },
      responses: {
        503: {
          description: 'The portal does not work; `status` has the reason.',
          content: body(jsonSchema(healthAnswer)),
        },
      },
      open: true,
    },
    async (_request, { query }, reply) => {
      const { ok, at } = query.deep ? await ping(db) : heartbeat()
      const status = ok ? (trouble() ?? 'ok') : 'database unavailable'
      return reply.code(status === 'ok' ? 200 : 503).send({
        status,
        version,
        checked_at: at,
        ...(isDemo?.() && { demo: true }),
      })
    },
  )
}

const healthAnswer = z.object({
  status: z.string(),
  version: z.string(),
  checked_at: z.string().nullable(),
  demo: z.boolean().optional(),
})

const ping = async (db: Queryable) => {
  const ok = await db.query('select 1').then(
    () => true,
    () => false,
  )
  return { ok, at: new Date().toISOString() }
}
