import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { route } from '#server/kit/api/route.ts'
import { aqlLevels, aqls, codeLetters, samplingPlan, smallestLot } from '#shared/trade/aql.ts'

/** `GET /api/qa/aql-plan`: how many items of a lot are inspected, and how many nonconforming ones it may have. */
export const aqlPlanRoutes = (app: FastifyInstance) =>
  route(
    app,
    {
      method: 'GET',
      url: '/api/qa/aql-plan',
      tags: ['Quality'],
      summary: 'The sampling plan of a lot',
      description: 'ISO 2859-1, single sampling, normal inspection. The sample is never larger than the lot.',
      query: z.strictObject({
        lot: lotParam,
        level: z.enum(aqlLevels).default('II'),
        aql: z
          .string()
          .transform((limit) => (/^\d$/.test(limit) ? `${limit}.0` : limit))
          .pipe(z.enum(aqls))
          .default('2.5')
          .meta({ type: 'string', enum: aqls, description: 'Acceptance quality limit; 4 is read as 4.0.' }),
      }),
      answer: { description: 'The plan that applies, arrows of the table followed.', schema: planAnswer },
      refusals: [400, 401],
    },
    (_request, { query: { lot, level, aql } }) => ({ lot, level, aql, ...samplingPlan(lot, level, aql) }),
  )

const lotParam = z
  .string({ error: 'messages.not_a_number' })
  .regex(/^[1-9]\d{0,9}$/, 'messages.not_a_number')
  .transform(Number)
  .refine((lot) => lot >= smallestLot && lot <= 2_147_483_647)
  .meta({ type: 'integer', minimum: smallestLot, maximum: 2_147_483_647, pattern: undefined })

const planAnswer = z.object({
  lot: z.int(),
  level: z.enum(aqlLevels),
  aql: z.enum(aqls),
  code_letter: z.enum(codeLetters),
  sample_size: z.int(),
  accept: z.int(),
  reject: z.int(),
  whole_lot: z.boolean().describe('Every item is inspected.'),
})
