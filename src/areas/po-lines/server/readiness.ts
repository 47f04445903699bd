import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { queryText } from '#server/kit/api/area-route.ts'
import { query, text } from '#server/kit/api/description.ts'
import { route } from '#server/kit/api/route.ts'
import { malformed, notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { type AnswerCache, createAnswerCache } from '#server/kit/read/answer-cache.ts'
import { createListings } from '#server/kit/read/listing.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { id, run } from '#server/kit/read/sql.ts'
import { textOf } from '#shared/kit/text.ts'
import { readinessField, requirementField } from '#shared/trade/allocation.ts'
import type { LineKind } from '#shared/trade/line-kinds.ts'
import {
  type ReadinessKind,
  type RequirementPolicy,
  readinessKinds,
  readinessStates,
  requirementPolicies,
  type Side,
  turnFields,
} from '#shared/trade/readiness.ts'
import {
  linesPerAnchor,
  type ReadinessAnchors,
  type ReadinessPage,
  type ReadinessSums,
  type Waiting,
} from '#shared/trade/readiness-matrix.ts'
import { poLines } from '../area'
import { kindsFor, kindsKey, pageSql, rowsIn } from './readiness-cells'

/** Routes of the readiness matrix: a page of lines by kinds of requirement, anchors for paging, and sums. */
export const readinessRoutes = (app: FastifyInstance, kit: Kit) => {
  const reader: MatrixReader = {
    kit,
    listings: createListings(kit),
    answers: createAnswerCache(kit, kit.db.engine === 'postgres'),
    mayCall: ({ role }) => kit.can(role, poLines.name, 'read'),
  }
  pageRoute(app, reader)
  anchorRoute(app, reader)
  sumRoute(app, reader)
}

/** The reader of list parameters and the cache of counts and sums, shared by the routes of the matrix. */
interface MatrixReader {
  kit: Kit
  listings: ReturnType<typeof createListings>
  answers: AnswerCache
  mayCall: (me: Principal) => boolean
}

const pageRoute = (app: FastifyInstance, { kit, listings, answers, mayCall }: MatrixReader) =>
  route(
    app,
    {
      method: 'GET',
      url: `/api/${poLines.name}/readiness`,
      tags,
      summary: 'Order lines by kinds of requirement; takes the filters, order and page of their list',
      mayCall,
      parameters: [
        query('_start', text, { description: 'First line of the page' }),
        query('_end', text, { description: 'End of the page, at most 100 lines after its start' }),
        query('_from', text, { description: 'The line from which the others are counted, one of the anchors' }),
      ],
      answer: pageAnswer,
      refusals: [400, 403],
    },
    async (request): Promise<ReadinessPage> => {
      const { me } = request
      const listing = listings(poLines, me, queryText(request), ['_from'])
      const from = await anchorIn(kit, me, queryText(request))
      const kinds = kindsFor(kit, me)
      const statement = kit.selects.over(
        `readiness ${kindsKey(kinds)}`,
        poLines,
        readScopeOf(me),
        listing.shape,
        (list) => pageSql(kinds, list),
        from !== undefined,
      )
      const [[page], [count], settings] = await Promise.all([
        run<{ rows: string }>(kit.db, statement, { ...listing.values, ...callerValues(me), from }),
        answers.query<{ count: number }>(listing.statements.count, listing, me),
        kit.settings(),
      ])
      return {
        kinds: kinds.map(({ area, plan }) => ({
          kind: plan.kind as ReadinessKind,
          area: area.name,
          policy: (settings[requirementField(plan)] ?? 'block') as RequirementPolicy,
        })),
        total: count?.count ?? 0,
        rows: rowsIn(kinds, page),
      }
    },
  )

/** With anchors, a page far down the list only skips the lines since the last anchor. */
const anchorRoute = (app: FastifyInstance, { kit, listings, mayCall }: MatrixReader) =>
  route(
    app,
    {
      method: 'GET',
      url: `/api/${poLines.name}/readiness/anchors`,
      tags,
      summary: 'Every so many-th of the lines that match, in their order: what `_from` of a page may name',
      mayCall,
      parameters: [],
      answer: anchorsAnswer,
      refusals: [400, 403],
    },
    async (request): Promise<ReadinessAnchors> => {
      const { me } = request
      const listing = listings(poLines, me, queryText(request), ['_start', '_end'])
      const statement = kit.selects.anchors(poLines, readScopeOf(me), listing.shape)
      const values = { ...listing.values, ...callerValues(me), every: linesPerAnchor }
      return { every: linesPerAnchor, ids: (await run<{ id: number }>(kit.db, statement, values)).map(({ id }) => id) }
    },
  )

const sumRoute = (app: FastifyInstance, { kit, listings, answers, mayCall }: MatrixReader) =>
  route(
    app,
    {
      method: 'GET',
      url: `/api/${poLines.name}/readiness/sums`,
      tags,
      summary: 'How many of the lines that match wait for whom, by kind of requirement and by supplier',
      mayCall,
      parameters: [],
      answer: sumsAnswer,
      refusals: [400, 403],
    },
    async (request): Promise<ReadinessSums> => {
      const { me } = request
      const listing = listings(poLines, me, queryText(request), ['_start', '_end', '_sort', '_order'])
      const kinds = kindsFor(kit, me)
      const names = kinds.map(({ plan }) => plan.kind as ReadinessKind)
      const statement = kit.selects.overMatches(
        `readiness sums ${kindsKey(kinds)}`,
        poLines,
        readScopeOf(me),
        listing.shape,
        (matches) => sumsSql(kinds, matches),
      )
      const rows = await answers.query<SumRow>(statement, listing, me)
      const summed = (prefix: string): Waiting => ({
        lines: sumOf(rows, `${prefix}lines`),
        office: sumOf(rows, `${prefix}office`),
        supplier: sumOf(rows, `${prefix}supplier`),
      })
      return {
        ...summed(''),
        kinds: Object.fromEntries(names.map((name) => [name, summed(`${name}_`)])),
        suppliers: rows.map(({ id, title, lines, office, supplier }) => ({ id, title, lines, office, supplier })),
      }
    },
  )

/** The anchor of a request, undefined if it names none. Throws 400 for a bad value, 404 for a line out of scope. */
const anchorIn = async (kit: Kit, me: Principal, queryString: string): Promise<number | undefined> => {
  const [from, ...others] = new URLSearchParams(queryString).getAll('_from')
  if (from === undefined) return undefined
  if (others.length > 0 || !/^[1-9]\d{0,14}$/.test(from))
    throw malformed('_from', textOf('messages.bad_filter_value', { value: from.slice(0, 40) }))
  const visible = await run(kit.db, kit.selects.visible(poLines, readScopeOf(me)), {
    ids: [Number(from)],
    ...callerValues(me),
  })
  // The position of a line out of scope would reveal its values.
  if (visible.length === 0) throw notFound()
  return Number(from)
}

const tags = ['PO lines'] as const

interface SumRow extends Waiting {
  id: number
  title: string
  [count: string]: unknown
}

const sumsSql = (kinds: readonly LineKind[], matches: RawBuilder<unknown>) => {
  const names = sql.lit(`{${kinds.map(({ plan }) => plan.kind).join()}}`)
  const count = (where: RawBuilder<unknown>, name: string) => sql`count(*) filter (where ${where})::int as ${id(name)}`
  const turnOf = (side: Side) => id('m', turnFields[side])
  return sql`
    select s.id, s.supplier_name as title, count(*)::int as lines,
      ${count(sql`${turnOf('office')} && ${names}::text[]`, 'office')},
      ${count(sql`${turnOf('supplier')} && ${names}::text[]`, 'supplier')},
      ${sql.join(
        kinds.flatMap(({ plan }) => [
          count(sql`${id('m', readinessField(plan))} <> 'not_required'`, `${plan.kind}_lines`),
          count(sql`${sql.lit(plan.kind)} = any(${turnOf('office')})`, `${plan.kind}_office`),
          count(sql`${sql.lit(plan.kind)} = any(${turnOf('supplier')})`, `${plan.kind}_supplier`),
        ]),
      )}
    from (select t.* ${matches}) as m
    join purchase_orders as o on o.id = m.purchase_order_id
    join suppliers as s on s.id = o.supplier_id
    group by s.id, s.supplier_name order by lines desc, s.id`
}

const sumOf = (rows: readonly SumRow[], name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0)

const waiting = { lines: z.int(), office: z.int(), supplier: z.int() }
const kind = z.enum(readinessKinds)

const pageAnswer = {
  description: 'The lines of the page with a cell for each kind, and how many lines match',
  schema: z.object({
    kinds: z.array(z.object({ kind, area: z.string(), policy: z.enum(requirementPolicies) })),
    total: z.int(),
    rows: z.array(
      z.object({
        line: z.object({ id: z.int() }).loose(),
        cells: z.partialRecord(
          kind,
          z.object({
            state: z.enum(readinessStates),
            turns: z.array(z.enum(['office', 'supplier'])).describe('Who has to do something next.'),
            since: z.string().nullable().describe('Since when it waits.'),
            due: z.string().nullable().describe('The earliest day by which an answer is due.'),
            missing: z.array(z.string()).describe('What is missing of a kind that has several: kinds of attachments.'),
            reminded: z.string().nullable().describe('When the supplier was last reminded of what waits for it.'),
          }),
        ),
      }),
    ),
  }),
}

const anchorsAnswer = {
  description: 'The first line, and of the following ones every so many-th',
  schema: z.object({ every: z.int(), ids: z.array(z.int()) }),
}

const sumsAnswer = {
  description: 'Lines that match, those that need each kind, and how many wait for the office and for the supplier',
  schema: z.object({
    ...waiting,
    kinds: z.partialRecord(kind, z.object(waiting)),
    suppliers: z.array(z.object({ id: z.int(), title: z.string(), ...waiting })),
  }),
}
