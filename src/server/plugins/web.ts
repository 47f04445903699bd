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
      if (/\/pdf\.worker[^/]*$/.test(path)) reply.header('content-security-policy', pdfWorkerPolicy)
    },
  })
  app.get('/*', (request, reply) => {
    const opensPage = !/^\/api(\/|$)/.test(request.url) && request.headers.accept?.includes('text/html')
    if (!opensPage) throw notFound()
    return reply.sendFile('index.html')
  })
}

/**
 * The policy of PDF.js's worker, which is that of its own file: it decodes some pictures by WebAssembly, which pages of
 * the portal may not use, and reaches nothing but this portal.
 */
const pdfWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
