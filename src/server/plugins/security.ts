import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export interface SecurityOptions {
  /** The address at which people reach the portal; HTTPS is enforced only if it is an HTTPS address. */
  publicUrl: string
  /** CSP sources of the inline scripts of the web app's page, from `inlineScriptHashes`. */
  scriptHashes: readonly string[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of every answer under /api, for answers that bypass the hooks. */
    apiHeaders: Readonly<Record<string, string>>
  }
}

/** Sets security headers: Helmet's for the web app, and a fixed set for answers under /api. */
export const security = async (app: FastifyInstance, { publicUrl, scriptHashes }: SecurityOptions) => {
  const https = publicUrl.startsWith('https:')
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        // Emotion creates style sheets at runtime, so their hashes are not known in advance.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: https && { maxAge: year, includeSubDomains: true },
    // Links in mails have their secret in the URL.
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    originAgentCluster: https,
    crossOriginOpenerPolicy: https,
  })
  // Computed once, since every answer has them.
  const apiHeaders: Record<string, string> = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https && { 'strict-transport-security': `max-age=${year}; includeSubDomains` }),
  }
  app.decorate('apiHeaders', apiHeaders)
  app.addHook('onRequest', async (request, reply) => {
    // Checks both: `/%61pi/…` matches a route under /api, and an unknown path under /api matches none.
    if (request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/')) reply.headers(apiHeaders)
    else await reply.helmet()
  })
}

/** CSP sources (`'sha256-…'`) of the inline scripts of an HTML page. */
export const inlineScriptHashes = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

const year = 31_536_000
