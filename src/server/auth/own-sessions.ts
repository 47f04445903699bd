import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Db } from '#server/db/types.ts'
import { route } from '#server/kit/api/route.ts'
import { notFound } from '#server/kit/errors.ts'
import { answer } from './answer'
import { doneAnswer } from './schemas'
import { logSecurity } from './security-log'
import { endSession, endSessions, forgetPrincipal } from './sessions'

/** Routes that list and end the caller's sessions. */
export const ownSessionRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  route(
    app,
    {
      method: 'GET',
      url: '/api/auth/sessions',
      tags: ['Account'],
      operationId: 'listSessions',
      summary: 'List your own sessions',
      answer: { description: 'The sessions, the current one first.', schema: z.object({ data: z.array(session) }) },
      refusals: [401],
    },
    async ({ me }) => ({
      data: await db.query(
        `select id, id = $2 as current, address, agent, remember, created_at as started_at, last_seen_at, expires_at
         from sessions where user_id = $1 and ended_at is null and expires_at > now()
         order by id = $2 desc, last_seen_at desc, id limit 200`,
        [me.id, me.sid],
        'own_sessions',
      ),
    }),
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/auth/sessions/:id/end',
      tags: ['Account'],
      operationId: 'endSession',
      summary: 'Sign out elsewhere',
      params: z.object({ id: z.string() }),
      answer: doneAnswer,
      refusals: [401, 404],
    },
    async (request, { params: { id } }) => {
      // Only well-formed ids are looked up.
      const ended = /^[\w-]{22}$/.test(id) && (await db.transaction((tx) => endSession(tx, request.me.id, id)))
      if (!ended) throw notFound()
      forgetPrincipal(request.me.id)
      logSecurity(request.log, 'session_ended', { account: request.me.id })
      return answer(request, null, 'messages.session_ended')
    },
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/auth/sessions/end-others',
      tags: ['Account'],
      operationId: 'endOtherSessions',
      summary: 'Sign out everywhere else',
      answer: doneAnswer,
      refusals: [401],
    },
    async (request) => {
      await db.transaction((tx) => endSessions(tx, request.me.id, request.me.sid))
      forgetPrincipal(request.me.id)
      logSecurity(request.log, 'session_ended', { account: request.me.id, which: 'others' })
      return answer(request, null, 'messages.other_sessions_ended')
    },
  )
}

const session = z.object({
  id: z.string(),
  current: z.boolean(),
  address: z.string(),
  agent: z.string(),
  remember: z.boolean(),
  started_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
