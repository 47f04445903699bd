import type { FastifyInstance } from 'fastify'
import type { Queryable } from '#server/db/types.ts'

export interface HealthOptions {
  db: Queryable
  version: string
  /** The last look at the database, at most five seconds old. */
  heartbeat: () => { ok: boolean; at: string | null }
  /** Whether accounts with a known password exist: the web app warns of it. */
  isDemo?: () => boolean
  /** What is wrong although the database answers: it cannot be written to, or the portal is about to end. */
  trouble?: () => string | null
}

/** `GET /api/health` costs no query: a busy database must not look like a dead portal. `?deep=1` asks the database itself. */
export const health = (
  app: FastifyInstance,
  { db, version, heartbeat, isDemo, trouble = () => null }: HealthOptions,
) => {
  app.get<{ Querystring: { deep?: string } }>('/api/health', { config: { open: true } }, async (request, reply) => {
    const { ok, at } = request.query.deep === '1' ? await ask(db) : heartbeat()
    const status = ok ? (trouble() ?? 'ok') : 'database unavailable'
    return reply.code(status === 'ok' ? 200 : 503).send({
      status,
      version,
      checked_at: at,
      ...(isDemo?.() && { demo: true }),
    })
  })
}

const ask = async (db: Queryable) => {
  const ok = await db.query('select 1').then(
    () => true,
    () => false,
  )
  return { ok, at: new Date().toISOString() }
}
