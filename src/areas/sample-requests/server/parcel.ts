import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { route } from '#server/kit/api/route.ts'
import { conflict, Refusal } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { keyedCommand } from '#server/kit/write/keyed-write.ts'
import { StaleVersion } from '#server/kit/write/refusals.ts'
import { moveAction } from '#shared/kit/lifecycle.ts'
import { textOf } from '#shared/kit/text.ts'
import { sampleRequests } from '../area'

/** Samples in one parcel. */
const maxSamples = 40

const id = z.int().positive().max(Number.MAX_SAFE_INTEGER)

/** The schema of the move expects the version of one record; here every sample has its own. */
const body = z
  .object({
    samples: z
      .array(
        z.strictObject({
          id,
          version: z.int().positive(),
          sizes: z
            .array(z.strictObject({ id: id.describe('The row of the request.'), qty: z.int().min(0).max(99) }))
            .max(40)
            .optional()
            .describe('The pieces of each size; everything that is left where it is absent.'),
        }),
      )
      .min(1)
      .max(maxSamples),
  })
  .loose()

const asks = sampleRequests.lifecycle?.moves.dispatch?.asks

/** The pieces of each size row in the parcel that is being written, by request. */
export const parcelSizes = new WeakMap<Work, ReadonlyMap<number, ReadonlyMap<number, number>>>()

/**
 * `POST /api/sample-requests/parcel`: sends samples of several requests in one parcel, all or none. Takes the inputs of
 * the move `dispatch` and the samples; errors of a sample are under `samples.<index>`.
 */
export const parcelRoute = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'POST',
      url: `/api/${sampleRequests.name}/parcel`,
      tags: [sampleRequests.name],
      summary: 'Send samples of several requests in one parcel',
      mayCall: ({ role }) => kit.can(role, sampleRequests.name, moveAction('dispatch')),
      keyed: true,
      body,
      answer: { description: 'How many samples were sent', schema: z.object({ sent: z.int() }) },
      refusals: [401, 403, 404, 409, 422],
    },
    async (request, { body: { samples, ...answers } }) => {
      return keyedCommand(kit, request, 'dispatch', (work) => send(kit, work, samples, answers))
    },
  )

type Sample = z.output<typeof body>['samples'][number]

const send = async (kit: Kit, work: Work, samples: readonly Sample[], answers: Record<string, unknown>) => {
  parcelSizes.set(
    work,
    new Map(
      samples.flatMap(({ id, sizes }) =>
        sizes ? [[id, new Map(sizes.map((size) => [size.id, size.qty]))] as const] : [],
      ),
    ),
  )
  // Ordered by id, so that two parcels with the same samples wait for each other instead of deadlocking.
  const order = samples.map((sample, index) => ({ ...sample, index })).sort((a, b) => a.id - b.id)
  for (const { id, version, index } of order) {
    try {
      await kit.repository(sampleRequests.name).move(work, id, 'dispatch', { ...answers, version })
    } catch (error) {
      if (error instanceof StaleVersion) throw ofSample(conflict('stale', textOf('messages.stale')), index)
      throw error instanceof Refusal ? ofSample(error, index) : error
    }
  }
  return { sent: samples.length }
}

/** Errors of inputs shared by the parcel keep their fields; all other errors are put under the index of the sample. */
const ofSample = ({ status, code, text, errors, extra }: Refusal, index: number): Refusal => {
  const common = Object.entries(errors).filter(([field]) => asks && Object.hasOwn(asks, field))
  const sampleErrors = Object.entries(errors)
    .filter(([field]) => !(asks && Object.hasOwn(asks, field)))
    .flatMap(([, texts]) => texts)
  return new Refusal(
    status,
    code,
    text,
    {
      ...Object.fromEntries(common),
      ...(common.length === 0 ? { [`samples.${index}`]: sampleErrors.length > 0 ? sampleErrors : [text] } : {}),
    },
    extra,
  )
}
