import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/kit/errors.ts'

/**
 * Serves the built web app from `root`: precompressed (`.br`, `.gz`), hashed files cached for ever, the page itself
 * revalidated. Every other address that a browser opens gets the page, which routes on the client.
 */
export const web = async (app: FastifyInstance, { root }: { root: string }) => {
  await app.register(fastifyStatic, {
    root,
    // One route per file, registered at start: no request looks for missing files.
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', (request, reply) => {
    const opensPage = !/^\/api(\/|$)/.test(request.url) && request.headers.accept?.includes('text/html')
    if (!opensPage) throw notFound()
    return reply.sendFile('index.html')
  })
}
