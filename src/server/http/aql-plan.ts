import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { route } from '#server/kit/api/route.ts'
import { aqlLevels, aqls, codeLetters, inspectionSeverities, samplingPlan, smallestLot } from '#shared/trade/aql.ts'

/** `GET /api/qa/aql-plan`: the sample size of a lot, and the nonconforming items with which it is accepted. */
export const aqlPlanRoutes = (app: FastifyInstance) =>
  route(
    app,
    {
      method: 'GET',
      url: '/api/qa/aql-plan',
      tags: ['Quality'],
      summary: 'The sampling plan of a lot',
      description:
        'Single sampling by ISO 2859-1 and ANSI/ASQ Z1.4; reduced inspection by the latter. The sample is never larger than the lot.',
      query: z.strictObject({
        lot: lotParam,
        level: z.enum(aqlLevels).default('II'),
        severity: z.enum(inspectionSeverities).default('normal'),
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
    (_request, { query: { lot, level, aql, severity } }) => ({
      ...{ lot, level, aql, severity },
      ...samplingPlan(lot, level, aql, severity),
    }),
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
  severity: z.enum(inspectionSeverities),
  code_letter: z.enum(codeLetters),
  sample_size: z.int(),
  accept: z.int(),
  reject: z.int(),
  whole_lot: z.boolean().describe('Every item is inspected.'),
})
