import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/kit/errors.ts'

/**
 * Serves the built web app from `root`: precompressed (`.br`, `.gz`), hashed files are cached for ever, the page is
 * revalidated. Every other URL that a browser opens gets the page, which routes on the client.
 */
export const web = async (app: FastifyInstance, { root }: { root: string }) => {
  await app.register(fastifyStatic, {
    root,
    // One route per file, registered at start, so that no request looks for missing files.
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
    const isNavigation = !/^\/api(\/|$)/.test(request.url) && request.headers.accept?.includes('text/html')
    if (!isNavigation) throw notFound()
    return reply.sendFile('index.html')
  })
}

/**
 * The policy of PDF.js's worker: it decodes some images with WebAssembly, which the portal's pages may not use, and may
 * connect only to the portal.
 */
const pdfWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
