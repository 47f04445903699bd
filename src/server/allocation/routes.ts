import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { number, query, text } from '#server/kit/api/description.ts'
import { route } from '#server/kit/api/route.ts'
import { invalid, notFound } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { Area } from '#shared/kit/area.ts'
import { maxValues } from '#shared/kit/list-query.ts'
import { issueTexts } from '#shared/kit/schema.ts'
import { allocationTerms, maxAllocationLines } from '#shared/trade/allocation.ts'
import { sourcesOf } from '#shared/trade/allocation-fill.ts'
import { type Allocations, allocateRequests, copyRequests, linesOf, runCommand } from './commands'
import { type FillablePlan, fillRequests, fittingRecords, isFillable } from './fill'
import type { AllocationKind } from './kind'
import { readLines } from './lines'
import { matrixRoute, typesOf } from './matrix'

/**
 * Commands over all open lines of an order, or over selected lines: allocate one record, or copy the allocations of the
 * article's last order. Each line has its own transaction and its own result; a trial writes nothing.
 */
export const allocationRoutes = (
  app: FastifyInstance,
  allocations: Allocations,
  fits: AllocationKind<unknown>['fits'],
) => {
  const { kit, area, plan } = allocations
  const tags = [area.name] as const
  const mayCall = ({ role }: Principal) => kit.can(role, area.name, 'create')
  const command = { method: 'POST', tags, mayCall, keyed: true, answer: resultsAnswer, refusals } as const

  // Choosers offer only records that the commands accept.
  route(
    app,
    {
      method: 'GET',
      url: `/api/${area.name}/candidates`,
      tags,
      summary: 'Records that may be allocated to all of these lines, or to all open lines of an order',
      mayCall,
      parameters: [
        query('order', number, { description: 'An order' }),
        query('lines', text, { description: 'Lines: 12,13' }),
        ...(plan.typed ? [query('type', text, { description: 'Only records of this type' })] : []),
      ],
      answer: candidatesAnswer,
      refusals: [403, 404, 422],
    },
    async (request) => {
      const { me } = request
      const { type, ...target } = parseCandidatesQuery(request.query)
      const ids = await linesOf(allocations, me, target)
      const visible = await kit.repository(plan.lines).find(kit.db, me, ids)
      // Without a supplier every record would fit, even records out of the caller's scope.
      if (visible.length === 0) throw notFound()
      const lines = await readLines(
        kit.db,
        plan,
        visible.map(({ id }) => id),
      )
      const suppliers = [...new Set(lines.map(({ supplier_id }) => supplier_id))]
      const fitting = isFillable(plan)
        ? await fittingRecords(
            kit,
            plan,
            lines.map(({ id }) => id),
            type === undefined ? typesOf(area.fields[plan.typed.by]) : [type],
          )
        : fits
          ? await fits(kit, me, suppliers)
          : null
      // A list filter takes at most `maxValues` ids.
      return { suppliers: suppliers.length, ids: fitting && fitting.length <= maxValues ? fitting : null }
    },
  )

  route(
    app,
    {
      ...command,
      url: `/api/${area.name}/allocate`,
      summary: `Allocates one record to many lines, or to all open lines of an order; values: ${allocationTerms(area).join(', ')}`,
      body: allocateBody,
    },
    (request, { body: { trial, replace, values, ...target } }) => {
      const requests = async () =>
        allocateRequests(allocations, await linesOf(allocations, request.me, target), { values, replace })
      return runCommand(allocations, request, { trial, requests })
    },
  )

  route(
    app,
    {
      ...command,
      url: `/api/${area.name}/copy-last`,
      summary: 'Allocates what the article had in the last order of the supplier',
      body: copyBody,
    },
    (request, { body: { trial, ...target } }) => {
      const requests = async () => copyRequests(allocations, request.me, await linesOf(allocations, request.me, target))
      return runCommand(allocations, request, { trial, requests })
    },
  )

  if (plan.typed) matrixRoute(app, allocations, plan.typed)
  if (!isFillable(plan)) return
  route(
    app,
    {
      ...command,
      url: `/api/${area.name}/fill`,
      summary: 'Allocates to each cell, a type of a line, what the source has for it; a trial says what that would be',
      body: fillBody(area, plan),
    },
    (request, { body: { trial, source, cells } }) =>
      runCommand(allocations, request, { trial, requests: () => fillRequests(allocations, plan, source, cells) }),
  )
}

/** The target of a command: either lines, or an order, which stands for its open lines. */
export const commandTarget = {
  order: z.int().positive().optional(),
  lines: z.array(z.int().positive()).min(1).max(maxAllocationLines).optional(),
  trial: z.boolean().default(false),
}
export const isOneTarget = ({ order, lines }: { order?: number; lines?: number[] }) =>
  (order === undefined) !== (lines === undefined)
const allocateBody = z
  .strictObject({ ...commandTarget, values: z.record(z.string(), z.unknown()), replace: z.boolean().default(false) })
  .refine(isOneTarget, { path: ['lines'] })
const copyBody = z.strictObject(commandTarget).refine(isOneTarget, { path: ['lines'] })

/** The most cells that one command fills. */
const maxCells = 500
const fillBody = ({ fields }: Area, { library, typed }: FillablePlan) =>
  z.strictObject({
    source: z.enum(sourcesOf({ library, typed })),
    cells: z
      .array(z.strictObject({ line: z.int().positive(), type: z.enum(typesOf(fields[typed.by])) }))
      .min(1)
      .max(maxCells)
      .refine((cells) => new Set(cells.map(({ line, type }) => `${line} ${type}`)).size === cells.length, {
        message: 'duplicate_row',
      }),
    trial: z.boolean().default(false),
  })

const positiveInt = z.coerce.number().int().positive()
const candidatesQuery = z
  .strictObject({
    order: positiveInt.optional(),
    lines: z
      .string()
      .transform((text): unknown[] => text.split(','))
      .pipe(z.array(positiveInt).min(1).max(maxAllocationLines))
      .optional(),
    type: z.string().max(60).optional(),
  })
  .refine(isOneTarget, { path: ['lines'] })

/** Parses the same target as the bodies of the commands; throws the same refusal, 422 by field. */
const parseCandidatesQuery = (given: unknown) => {
  const result = candidatesQuery.safeParse(given, { reportInput: true })
  if (!result.success) throw invalid(issueTexts(result.error))
  return result.data
}

const candidatesAnswer = {
  description: 'How many suppliers the lines have, and the records; null: any that may be used',
  schema: z.object({ suppliers: z.int(), ids: z.array(z.int()).nullable() }),
}

/** The result of one line, or of one cell (a type of a line). */
export const lineResult = {
  po_line_id: z.int(),
  line_title: z.string().nullable().optional(),
  type: z.string().optional().describe('Of a command over cells'),
  record: z.string().optional().describe('The title of what the cell gets'),
  ok: z.boolean(),
  status: z.int(),
  id: z.int().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  warnings: z.array(z.string()).optional(),
}

const resultsAnswer = {
  description: 'A result for each line',
  schema: z.object({
    results: z.array(z.object(lineResult).meta({ id: 'AllocationResult' })),
  }),
}

const refusals = [403, 404, 409, 422]
