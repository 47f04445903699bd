import type { FastifyInstance } from 'fastify'
import { say } from '../../shared/text'
import { malformed, notFound } from '../kit/errors'
import type { Kit } from '../kit/kit'
import type { Files } from './store'

/** Lists the files of a record for those who see it, with addresses to fetch them by. */
export const fileRoutes = (app: FastifyInstance, { kit, files }: { kit: Kit; files: Files }) => {
  app.get('/api/files', async (request) => {
    const { area: name, record, ...others } = request.query as Record<string, unknown>
    const [unknown] = Object.keys(others)
    if (unknown) throw malformed(unknown, say('messages.unknown_filter', { name: unknown.slice(0, 80) }))
    const area = typeof name === 'string' ? kit.register.find(name) : undefined
    if (!area) throw malformed('area', say('messages.bad_filter_value', { value: String(name).slice(0, 40) }))
    if (typeof record !== 'string' || !/^[1-9]\d{0,14}$/.test(record))
      throw malformed('record', say('messages.not_a_number'))
    const [seen] = await kit.repository(area.name).find(kit.db, request.me, [Number(record)])
    if (!seen) throw notFound()
    const found = await files.list(kit.db, { area: area.name, record_id: Number(record) })
    return found.map(({ sha256: _sha256, ...file }) => ({ ...file, url: files.address(file.id, minutes(15)) }))
  })

  // Whoever has the address may: it says so itself, by its signature.
  app.get('/api/files/:id', { config: { open: true } }, async (request, reply) => {
    const { id } = request.params as { id: string }
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    const { expires, signature } = request.query as Record<string, unknown>
    const file = await files.signed(Number(id), expires, signature)
    // Only pictures are drawn in the browser; everything else is saved, so nothing in it runs as ours.
    const disposition = file.type.startsWith('image/') ? 'inline' : 'attachment'
    const stays = Math.max(0, Math.floor(Number(expires) - Date.now() / 1000))
    const tag = `"${file.sha256.slice(0, 32)}"`
    reply
      .header('cache-control', `private, max-age=${stays}, immutable`)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const stream = file.stream()
    reply.raw.once('close', () => stream.destroy())
    return reply
      .type(file.type)
      .header('content-disposition', `${disposition}; ${fileName(file.name)}`)
      .header('content-length', file.size)
      .send(stream)
  })
}

const minutes = (count: number) => count * 60

/** The name for old readers in ASCII, for others as it is (RFC 6266, RFC 8187). */
const fileName = (name: string) => {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}
