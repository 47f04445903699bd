import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { answer } from '#server/auth/answer.ts'
import { countRequest } from '#server/auth/attempts.ts'
import { withMessage } from '#server/auth/schemas.ts'
import { type Form, type FormRules, formRoutes, withForm, writeForm } from '#server/files/form.ts'
import { parseBody } from '#server/kit/api/body.ts'
import { route } from '#server/kit/api/route.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { supportTickets } from '../area'

/** `POST /api/help-support`: creates a ticket from a report with attachments. */
export const reportRoute = (app: FastifyInstance, kit: Kit) => {
  const { files } = app
  formRoutes(app, (scope) =>
    route(
      scope,
      {
        method: 'POST',
        url: '/api/help-support',
        tags: ['Portal'],
        operationId: 'reportProblem',
        summary: 'Report what is wrong, with pictures and papers',
        form: { fields: reportFields, files: rules.field, count: rules.count },
        keyed: true,
        answer: {
          description: 'The ticket.',
          schema: withMessage(z.object({ id: z.int(), ticket_no: z.string() })),
        },
        refusals: [400, 401, 408, 409, 413, 415, 422, 429, 503],
      },
      async (request) => {
        // Counted before the body is read, so that a refused report is not uploaded.
        await countRequest(kit.db, 'ticket', `#${request.me.id}`, limit)
        return withForm(request, files, rules, (form) => report(request, form))
      },
    ),
  )

  async function report(request: FastifyRequest, form: Form) {
    const values = parseBody(reportFields, form.fields)
    return writeForm(kit, request, 'create', form, async (work: Work) => {
      const input = { ...values, browser: browserOf(request) }
      const [ticket] = await kit.repository(supportTickets.name).create(work, [input])
      const target = { area: supportTickets.name, record_id: Number(ticket?.id), slot: 'attachment' }
      for (const upload of form.uploads) await files.keep(work.tx, upload, target, request.me)
      const { id, ticket_no } = ticket ?? {}
      const body = answer(request, { id, ticket_no }, 'messages.ticket_made', { ticket_no: String(ticket_no) })
      return { status: 200, body }
    })
  }
}

const rules: FormRules = {
  field: 'files',
  count: 5,
  max: 10 * 1024 * 1024,
  kinds: ['jpeg', 'png', 'webp', 'gif', 'pdf', 'text', 'xlsx', 'docx'],
}

/** Limit per user, to protect the disk. */
const limit = { failures: 60, within: '1 hour' }

const reportFields = z.strictObject({
  subject: z.string().trim().min(1, 'required').max(200),
  message: z.string().trim().min(1, 'required').max(5000),
  category: z.enum(['bug', 'question', 'request']),
  // A path within this portal; administrators follow it, so it must not lead elsewhere.
  page: z
    .string()
    .trim()
    .max(300, { abort: true })
    .regex(/^(\/([^/\\].*)?)?$/, 'pattern')
    .optional(),
})

const browserOf = ({ headers }: FastifyRequest) => (headers['user-agent'] ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 300)
