import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseBody } from '#server/kit/api/body.ts'
import { textOf } from '#shared/kit/text.ts'
import { countRequest } from './auth/attempts'
import { type Form, type FormRules, formRoutes, withForm } from './files/form'
import type { Files } from './files/store'
import type { Kit, Work } from './kit/kit'
import { keyedWrite } from './kit/write/keyed-write'
import { findAnswer, keyOf, sentOf } from './plugins/idempotency'
import { languageOf, renderText } from './texts'

/** `POST /api/help-support`: what somebody reports, with pictures and papers, becomes a ticket. */
export const helpSupport = (app: FastifyInstance, { kit, files }: { kit: Kit; files: Files }) => {
  formRoutes(app, (scope) =>
    scope.post('/api/help-support', async (request) => {
      // Before the body is read: what is too much need not be sent.
      await countRequest(kit.db, 'ticket', `#${request.me.id}`, often)
      return withForm(request, files, rules, (form) => report(request, form))
    }),
  )

  async function report(request: FastifyRequest, { fields, uploads }: Form) {
    const said = parseBody(formBody, fields)
    const { headers, method, url, me } = request
    const keyed = keyOf({ headers, method, url, me, body: { said, files: uploads.map(({ sha256 }) => sha256) } })
    const earlier = keyed && (await findAnswer(kit.db, keyed))
    if (earlier) return earlier.body
    const write = async (work: Work) => {
      const input = { ...said, browser: browserOf(request) }
      const [ticket] = await kit.repository('support-tickets').create(work, [input])
      const place = { area: 'support-tickets', record_id: Number(ticket?.id), slot: 'attachment' }
      for (const upload of uploads) await files.keep(work.tx, upload, place, me)
      const { id, ticket_no } = ticket ?? {}
      const message = renderText(textOf('messages.ticket_made', { ticket_no: String(ticket_no) }), languageIn(request))
      return { status: 200, body: { message, data: { id, ticket_no } } }
    }
    return sentOf(await keyedWrite(kit, request, 'create', write, keyed))
  }
}

const rules: FormRules = {
  field: 'files',
  count: 5,
  max: 10 * 1024 * 1024,
  kinds: ['jpeg', 'png', 'webp', 'gif', 'pdf', 'text', 'xlsx', 'docx'],
}

/** What one person may send; more fills disks, not reports. */
const often = { failures: 60, within: '1 hour' }

/** What stands in the form beside the files. */
export const formBody = z.strictObject({
  subject: z.string().trim().min(1, 'required').max(200),
  message: z.string().trim().min(1, 'required').max(5000),
  category: z.enum(['bug', 'question', 'request']),
  // A place of this portal, not an address elsewhere that an administrator would follow.
  page: z
    .string()
    .trim()
    .max(300, { abort: true })
    .regex(/^(\/([^/\\].*)?)?$/, 'pattern')
    .optional(),
})

const languageIn = (request: FastifyRequest) => languageOf(request.headers['accept-language'])

const browserOf = ({ headers }: FastifyRequest) => (headers['user-agent'] ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 300)
