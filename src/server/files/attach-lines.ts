import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { parseBody } from '#server/kit/api/body.ts'
import { route } from '#server/kit/api/route.ts'
import { requiredAttachmentKinds } from '#shared/trade/line-attachments.ts'
import { formRecords, formUpload, type Parts, receiveAttachments } from './attachments'
import { formRoutes } from './form'

/**
 * `POST /api/po-lines/attach`: attaches one file, as a required document, to many order lines in one transaction, which
 * also settles their attachment readiness.
 */
export const attachLinesRoute = (app: FastifyInstance, parts: Parts) =>
  formRoutes(app, (scope) =>
    route(
      scope,
      {
        method: 'POST',
        url: '/api/po-lines/attach',
        tags: ['PO lines'],
        operationId: 'attachToLines',
        summary: 'Attach a document to many order lines: to all of them or to none',
        form: { fields: lineFields, files: 'file', count: 1 },
        keyed: true,
        answer: {
          status: 201,
          description: 'The lines that have the file now.',
          schema: z.object({ lines: z.array(z.int()) }),
        },
        refusals: [400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503],
      },
      async (request, _input, reply) =>
        reply.code(201).send(
          await receiveAttachments(parts, request, {
            read: (fields) => {
              const { lines, ...values } = parseBody(lineFields, fields)
              // Internal files do not fulfil a requirement.
              return { area: 'po-lines', record: lines, visibility: 'shared', ...values }
            },
            field: 'file',
            count: 1,
            answer: async (_work, _area, lines) => ({ lines }),
          }),
        ),
    ),
  )

const lineFields = z.strictObject({
  /** Ids of the lines, separated by commas. */
  lines: formRecords,
  /** The required document that the file is. */
  kind: z.enum(requiredAttachmentKinds),
  description: z.string().trim().max(500).optional(),
  upload: formUpload.optional(),
})
