import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/db/types.ts'
import { notFound } from '#server/kit/errors.ts'
import { answer } from './answer'
import { logSecurity } from './security-log'
import { endSession, endSessions, forgetPrincipal } from './sessions'

/** Where somebody is signed in, and how to end it there. */
export const ownSessionRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  app.get('/api/auth/sessions', async ({ me }) => ({
    data: await db.query(
      `select id, id = $2 as current, address, agent, remember, created_at as started_at, last_seen_at, expires_at
       from sessions where user_id = $1 and ended_at is null and expires_at > now()
       order by id = $2 desc, last_seen_at desc, id limit 200`,
      [me.id, me.sid],
      'own_sessions',
    ),
  }))

  app.post('/api/auth/sessions/:id/end', async (request) => {
    const { id } = request.params as { id: string }
    // Only what can be one is looked for: anything else would be an error of the database.
    const ended = /^[\w-]{22}$/.test(id) && (await db.transaction((tx) => endSession(tx, request.me.id, id)))
    if (!ended) throw notFound()
    forgetPrincipal(request.me.id)
    logSecurity(request.log, 'session_ended', { account: request.me.id })
    return answer(request, null, 'messages.session_ended')
  })

  app.post('/api/auth/sessions/end-others', async (request) => {
    await db.transaction((tx) => endSessions(tx, request.me.id, request.me.sid))
    forgetPrincipal(request.me.id)
    logSecurity(request.log, 'session_ended', { account: request.me.id, which: 'others' })
    return answer(request, null, 'messages.other_sessions_ended')
  })
}
