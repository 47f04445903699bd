import type { FastifyInstance } from 'fastify'
import type { Sessions } from '#server/auth/sessions.ts'
import { signedOut } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Routes declared `open` run without one. */
    me: Principal
  }
  interface FastifyContextConfig {
    /** Whether the route works without a sign-in, which all other routes under /api require. */
    open?: boolean
  }
}

/** Requires a sign-in for every route under /api without `config: { open: true }`, and sets `request.me`. */
export const identity = (app: FastifyInstance, { sessions }: { sessions: Pick<Sessions, 'principalOf'> }) => {
  app.decorateRequest('me')
  // Unauthenticated routes accept only small bodies, unless they set a limit themselves.
  app.addHook('onRoute', (route) => {
    if (route.config?.open) route.bodyLimit ??= openBodyLimit
  })
  app.addHook('onRequest', async (request) => {
    // Checks the pattern of the matched route instead of the request's URL, since `/%61pi/…` reaches the same handler.
    const { url, config } = request.routeOptions
    if (url === undefined || !url.startsWith('/api/') || config.open) return
    const token = bearer.exec(request.headers.authorization ?? '')?.[1]
    if (!token) throw signedOut()
    request.me = await sessions.principalOf(token)
  })
}

/** In bytes: twice the size of a registration with the longest names and passwords. */
const openBodyLimit = 16 * 1024

const bearer = /^Bearer +([\w-]{1,2000}\.[\w-]{1,2000}\.[\w-]{1,200})$/i
