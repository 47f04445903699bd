import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { invoices } from '#areas/invoices/area.ts'
import { noteAttachment } from '#server/files/attachment-rows.ts'
import type { Files, Upload } from '#server/files/store.ts'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { invalid } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { keyedWrite } from '#server/kit/write/keyed-write.ts'
import { findAnswer, keyOf, payloadOf } from '#server/plugins/idempotency.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import type { ReadInvoice } from '#shared/trade/einvoice/read.ts'
import { type Preview, previewOf, type ReadWish } from './preview'

/** Bytes of the largest file: a PDF with its pictures. */
const maxFile = 10 * 1024 * 1024

interface Parts {
  kit: Kit
  files: Files
}

/**
 * `POST /api/invoices/e-invoice`: reads a supplier's electronic invoice (CII, UBL, or a PDF with either), and answers what
 * it would become; with `commit` it becomes a draft, with the file attached.
 */
export const electronicInvoiceReading = (app: FastifyInstance, parts: Parts) =>
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    route(
      scope,
      {
        method: 'POST',
        url: `/api/${invoices.name}/e-invoice`,
        tags: [invoices.name],
        summary: 'Read an electronic invoice, and draft it',
        description: 'UN/CEFACT CII or UBL 2.1 as XML, or a PDF in which one is embedded (Factur-X, ZUGFeRD).',
        mayCall: ({ role }) => parts.kit.can(role, invoices.name, 'create'),
        query,
        file: true,
        keyed: true,
        bodyLimit: maxFile,
        answer: { description: 'What was read, and the draft', schema: preview },
        refusals: [400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503],
      } as Parameters<typeof route>[1],
      async (request, { query: wish }, reply) => {
        const done = await readFile(parts, request, wish as z.output<typeof query>)
        return reply.code(200).send(done)
      },
    )
  })

const query = z.strictObject({
  file_name: z.string().max(300).default('invoice.xml'),
  supplier_id: idParam.optional(),
  booking_id: idParam.optional(),
  commit: z.enum(['true', 'false']).default('false'),
})

const finding = z.object({ code: z.string(), grave: z.boolean(), message: z.string() })
const preview = z.object({
  id: z.int().nullable().describe('The draft, once it was made'),
  syntax: z.enum(['cii', 'ubl']),
  attachment: z.string().nullable(),
  invoice_no: z.string(),
  invoice_date: z.string(),
  type: z.string().nullable(),
  currency: z.string(),
  due_date: z.string().nullable(),
  seller: z.string(),
  supplier: z.object({ id: z.int(), name: z.string(), by: z.string().nullable() }).nullable(),
  bookings: z.array(z.object({ id: z.int(), booking_no: z.string() })),
  booking_id: z.int().nullable(),
  lines: z.array(
    z.object({
      no: z.string(),
      name: z.string(),
      qty: z.string(),
      price: z.string(),
      amount: z.string(),
      po_line_id: z.int().nullable(),
      line_title: z.string().nullable(),
    }),
  ),
  sums: z.array(z.object({ name: z.string(), file: z.string(), portal: z.string(), differs: z.boolean() })),
  findings: z.array(finding),
  possible: z.boolean(),
})

type Wish = z.output<typeof query>

const readFile = async ({ kit, files }: Parts, request: FastifyRequest, wish: Wish) => {
  const { me, body, headers, method, url } = request
  if (!Buffer.isBuffer(body) || body.length === 0) throw refusedFile(textOf('einvoice.refused.empty'))
  const isCommit = wish.commit === 'true'
  const keyed = isCommit
    ? keyOf({ headers, method, url, me, body: createHash('sha256').update(body).digest('base64url') })
    : null
  const earlier = keyed && (await findAnswer(kit.db, keyed))
  if (earlier) return payloadOf(earlier)
  await files.admit(me, body.length)
  const upload = await files.receive(Readable.from([body]), wish.file_name, { kinds: ['xml', 'pdf'], max: maxFile })
  try {
    const read = await invoiceIn(files, upload)
    const chosen: ReadWish = { supplier_id: wish.supplier_id ?? null, booking_id: wish.booking_id ?? null }
    const look = (work: Work) => previewOf(work, read, chosen)
    const answered = (made: Preview, id: number | null) => answerOf(request, read, made, id)
    if (!isCommit) return answered(await kit.write(me, 'create', look, { requestId: request.id }), null)
    const done = await keyedWrite(
      kit,
      request,
      'create',
      async (work) => {
        const made = await look(work)
        if (!made.input) throw invalid({ file: gravest(made) }, gravest(made)[0])
        const [draft] = await kit.repository(invoices.name).create(work, [made.input])
        const id = Number(draft?.id)
        await attach(work, files, upload, id)
        return { status: 200, body: answered(made, id) }
      },
      keyed,
    )
    await files.settle([upload])
    return payloadOf(done)
  } catch (error) {
    await files.discard([upload])
    throw error
  } finally {
    if (!isCommit) await files.discard([upload])
  }
}

const gravest = ({ findings }: Preview): Text[] => findings.filter(({ isGrave }) => isGrave).map(({ text }) => text)

const refusedFile = (text: Text) => invalid({ file: [text] }, text)

/** What the file says; 422 where it is no invoice that can be read. */
const invoiceIn = async (files: Files, upload: Upload): Promise<ReadInvoice & { attachment: string | null }> => {
  const found = await files.invoice(upload).catch(() => ({ problem: 'unreadable' as const }))
  if ('problem' in found) throw refusedFile(refusalTexts[found.problem])
  return found
}

const refusalTexts = {
  encoding: textOf('einvoice.refused.encoding'),
  entities: textOf('einvoice.refused.entities'),
  deep: textOf('einvoice.refused.large'),
  large: textOf('einvoice.refused.large'),
  broken: textOf('einvoice.refused.broken'),
  other_document: textOf('einvoice.refused.other_document'),
  unreadable: textOf('einvoice.refused.unreadable'),
  not_embedded: textOf('einvoice.refused.not_embedded'),
} as const

/** The file as it came stays with the draft. */
const attach = async (work: Work, files: Files, upload: Upload, record_id: number) => {
  const { me, tx, kit } = work
  const notes = { visibility: 'shared', kind: 'invoice', description: null, supplier_id: me.supplier_id } as const
  const place = { area: invoices.name, record_id, slot: 'attachment' }
  await files.keep(tx, upload, place, me, notes)
  await noteAttachment(work, 'file_added', { ...notes, ...place, name: upload.name, version_no: 1 })
  await kit.server(invoices.name).filesChanged?.(work, [record_id])
}

const answerOf = (
  request: FastifyRequest,
  { invoice, attachment }: ReadInvoice & { attachment: string | null },
  made: Preview,
  id: number | null,
): z.output<typeof preview> => {
  const language = languageOf(request.headers['accept-language'])
  return {
    id,
    syntax: made.syntax,
    attachment,
    invoice_no: invoice.number,
    invoice_date: invoice.issued,
    type: made.type,
    currency: invoice.currency,
    due_date: invoice.due ?? null,
    seller: invoice.seller.name,
    supplier: made.supplier,
    bookings: made.bookings.map(({ id, booking_no }) => ({ id, booking_no })),
    booking_id: typeof made.booking_id === 'number' ? made.booking_id : null,
    lines: made.matches.slice(0, 500).map(({ line, match }) => ({
      no: line.id,
      name: line.name,
      qty: line.qty,
      price: line.price,
      amount: line.amount,
      po_line_id: match?.line.id ?? null,
      line_title: match?.line.line_title ?? null,
    })),
    sums: made.sums.map(({ name, file, portal, isDifferent }) => ({ name, file, portal, differs: isDifferent })),
    findings: made.findings
      .slice(0, 200)
      .map(({ code, isGrave, text }) => ({ code, grave: isGrave, message: renderText(text, language) })),
    possible: made.input !== null,
  }
}
