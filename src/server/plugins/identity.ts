import type { FastifyInstance } from 'fastify'
import type { Sessions } from '#server/auth/sessions.ts'
import { signedOut } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Only routes declared `open` run without one. */
    me: Principal
  }
  interface FastifyContextConfig {
    /** Whether the route works without a sign-in. All other routes under /api require one. */
    open?: boolean
  }
}

/** Requires a sign-in for every route under /api without `config: { open: true }`, and sets `request.me`. */
export const identity = (app: FastifyInstance, { sessions }: { sessions: Pick<Sessions, 'principalOf'> }) => {
  app.decorateRequest('me')
  // Unauthenticated routes accept small bodies unless they set a limit themselves.
  app.addHook('onRoute', (route) => {
    if (route.config?.open) route.bodyLimit ??= openBodyLimit
  })
  app.addHook('onRequest', async (request) => {
    // The pattern of the route that matched, not the address as it was written: `/%61pi/…` reaches the same handler.
    const { url, config } = request.routeOptions
    if (url === undefined || !url.startsWith('/api/') || config.open) return
    const token = bearer.exec(request.headers.authorization ?? '')?.[1]
    if (!token) throw signedOut()
    request.me = await sessions.principalOf(token)
  })
}

/** Bytes: twice a registration with the longest names and passwords there can be. */
const openBodyLimit = 16 * 1024

const bearer = /^Bearer +([\w-]{1,2000}\.[\w-]{1,2000}\.[\w-]{1,200})$/i
