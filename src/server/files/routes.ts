import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { readPrincipal } from '#server/auth/accounts.ts'
import { number, query, text } from '#server/kit/api/description.ts'
import { existingIdParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { conflict, notFound, Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { textOf } from '#shared/kit/text.ts'
import { recordSeen, seesFile } from './access'
import { attachLinesRoute } from './attach-lines'
import { attachmentRoutes } from './attachments'
import { drawnSlots } from './checks'
import type { Files, SignedFile } from './files'
import { pinRoutes } from './pins'
import type { ByteRange } from './storage'
import { fileTypes } from './types'
import { uploadRoutes } from './upload-routes'

export interface FileRouteParts {
  kit: Kit
  files: Files
  /** By slot, for files that belong to no record of an area: throws if the reader may not fetch the file. */
  requireReader: Readonly<Record<string, (kit: Kit, reader: number | null, file: number) => Promise<void>>>
}

/** Routes for attachments, and the route that serves every file by its signed address. */
export const fileRoutes = (app: FastifyInstance, { kit, files, requireReader }: FileRouteParts) => {
  pinRoutes(app, kit)
  attachmentRoutes(app, { kit, files })
  attachLinesRoute(app, { kit, files })
  uploadRoutes(app, { kit, files })

  // The signature authorises either every holder of the address, or an account that still sees the record. The answer is
  // not compressed, because byte ranges refer to the file itself.
  route(app, fileRoute, async (request, { params: { id } }, reply) => {
    const address = request.query as Record<string, unknown>
    const file = await files.signed(id, address)
    const requireSlotReader = requireReader[file.slot]
    if (requireSlotReader) await requireSlotReader(kit, file.reader, file.id)
    else if (file.reader || ofRecords.has(file.slot)) await requireRecordReader(file)
    if (file.scan === 'waiting') throw conflict('file_waiting', textOf('messages.file_waiting'), { retry_after: 5 })
    if (file.scan === 'refused') throw new Refusal(403, 'file_refused', textOf('messages.file_refused'))
    // Pictures and PDFs with `view` are shown inline; everything else is a download, so that no content runs in our
    // origin.
    const isPaper = file.type === 'application/pdf' && address.view !== undefined
    const isPicture = file.type.startsWith('image/') && file.type !== fileTypes.svg.type
    const disposition = isPaper || isPicture ? 'inline' : 'attachment'
    const maxAge = Math.max(0, Math.floor(Number(address.expires) - Date.now() / 1000))
    const tag = `"${file.sha256.slice(0, 32)}"`
    reply
      .header('cache-control', requireSlotReader ? 'no-store' : `private, max-age=${maxAge}, immutable`)
      .header('content-security-policy', isPaper ? paperPolicy : filePolicy)
      .header('etag', tag)
    if (isPaper) reply.header('x-frame-options', 'SAMEORIGIN').header('accept-ranges', 'bytes')
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const range = rangeOf(request.headers, file.size, tag)
    if (range === 'beyond') {
      reply.header('content-range', `bytes */${file.size}`).header('cache-control', 'no-store')
      throw new Refusal(416, 'range', textOf('messages.bad_range'))
    }
    const stream = await file.read(range)
    reply.raw.once('close', () => stream.destroy())
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
    return reply
      .type(file.type)
      .header('content-disposition', `${disposition}; ${fileName(file.name)}`)
      .header('content-length', range ? range.end - range.start + 1 : file.size)
      .send(stream)
  })

  async function requireRecordReader(file: SignedFile) {
    const reader = file.reader && (await readPrincipal(kit.db, file.reader))
    if (!reader || !seesFile(reader, file)) throw notFound()
    await recordSeen(kit, kit.db, reader, file)
  }
}

const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } }

const fileRoute = {
  method: 'GET',
  url: '/api/files/:id',
  tags: ['Files'],
  summary: 'The file itself, by its signed address',
  params: z.object({ id: existingIdParam }),
  parameters: [
    query('expires', number, { required: true }),
    query('signature', text, { required: true }),
    query('reader', number, { description: 'The account that the address was made for.' }),
    query('view', text, { description: 'Draws a PDF in the page instead of saving it.' }),
    { name: 'Range', in: 'header', schema: text, description: 'One range of bytes.' },
  ],
  responses: {
    200: { description: 'The bytes.', content: bytes },
    206: { description: 'The part that was asked for.', content: bytes },
    304: { description: 'The browser has it.' },
  },
  refusals: [403, 404, 409, 416, 503],
  open: true,
  compress: false,
} as const

/**
 * The byte range of a request (RFC 9110, section 14). Undefined for several ranges, other units or another version: then
 * the whole file is sent. `beyond` if the range starts after the end of the file.
 */
const rangeOf = (
  { range, 'if-range': version }: FastifyRequest['headers'],
  size: number,
  tag: string,
): ByteRange | undefined | 'beyond' => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if ((!first && !last) || (version !== undefined && version !== tag)) return undefined
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (first && last && Number(last) < start) return undefined
  return start < size ? { start, end } : 'beyond'
}

/** Slots of files that readers of their record may see. */
const ofRecords: ReadonlySet<string> = new Set(['attachment', ...Object.values(drawnSlots), 'image', 'thumb'])

const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
// The browser's PDF viewer is a plug-in, which a sandbox would block.
const paperPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** The file name parameters of `Content-Disposition`: ASCII for old clients, UTF-8 for others (RFC 6266, RFC 8187). */
const fileName = (name: string) => {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}
