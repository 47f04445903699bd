import type { FastifyInstance } from 'fastify'
import { notFound } from '../kit/errors'
import type { Kit } from '../kit/kit'
import { readerOf, recordSeen, seesFile } from './access'
import { attachmentRoutes } from './attachments'
import type { Files, SignedFile } from './store'

/** Attachments of records, and every file by its signed address. */
export const fileRoutes = (app: FastifyInstance, { kit, files }: { kit: Kit; files: Files }) => {
  attachmentRoutes(app, { kit, files })

  // The address says by its signature who may: whoever has it, or somebody who must still see the record.
  app.get('/api/files/:id', { config: { open: true } }, async (request, reply) => {
    const { id } = request.params as { id: string }
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    const query = request.query as Record<string, unknown>
    const file = await files.signed(Number(id), query)
    if (file.slot === 'attachment') await requireReader(file)
    // Pictures are drawn in the browser, papers where they are asked for; everything else is saved, so that nothing in
    // it runs as ours.
    const isPaper = file.type === 'application/pdf' && query.view !== undefined
    const disposition = isPaper || file.type.startsWith('image/') ? 'inline' : 'attachment'
    const stays = Math.max(0, Math.floor(Number(query.expires) - Date.now() / 1000))
    const tag = `"${file.sha256.slice(0, 32)}"`
    reply
      .header('cache-control', `private, max-age=${stays}, immutable`)
      .header('content-security-policy', isPaper ? paperPolicy : filePolicy)
      .header('etag', tag)
    if (isPaper) reply.header('x-frame-options', 'SAMEORIGIN')
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const stream = file.stream()
    reply.raw.once('close', () => stream.destroy())
    return reply
      .type(file.type)
      .header('content-disposition', `${disposition}; ${fileName(file.name)}`)
      .header('content-length', file.size)
      .send(stream)
  })

  async function requireReader(file: SignedFile) {
    const reader = file.reader && (await readerOf(kit.db, file.reader))
    if (!reader || !seesFile(reader, file)) throw notFound()
    await recordSeen(kit, kit.db, reader, file)
  }
}

const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
// The browser's own viewer draws it in our page; it is a plug-in, which a sandbox would not let run.
const paperPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** The name for old readers in ASCII, for others as it is (RFC 6266, RFC 8187). */
const fileName = (name: string) => {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}
