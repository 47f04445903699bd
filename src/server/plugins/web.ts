import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/kit/errors.ts'

/**
 * Serves the built web app from `root`: compressed as the build left it (`.br`, `.gz`), hashed files for ever, the page
 * itself asked for anew each time. Every other address that a browser opens gets the page, which routes by itself.
 */
export const web = async (app: FastifyInstance, { root }: { root: string }) => {
  await app.register(fastifyStatic, {
    root,
    // A route per file, found at start: no request looks for files that are not there.
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
