import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { shownOfLine } from '#server/allocation/matrix.ts'
import { queryText } from '#server/kit/api/area-route.ts'
import { query, text } from '#server/kit/api/description.ts'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { createListings } from '#server/kit/read/listing.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { id, run } from '#server/kit/read/sql.ts'
import { tableOf } from '#shared/kit/area.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { readinessField, requirementField } from '#shared/trade/allocation.ts'
import { type LineKind, lineKindAreas } from '#shared/trade/line-kinds.ts'
import {
  type ReadinessKind,
  type RequirementPolicy,
  readinessKinds,
  readinessStates,
  requirementPolicies,
  type Side,
  turnFields,
} from '#shared/trade/readiness.ts'
import type { ReadinessCell, ReadinessPage, ReadinessSums, Waiting } from '#shared/trade/readiness-matrix.ts'
import { poLines } from '../area'

/** Lines by kinds of requirement: how far each is, whose turn it is and since when; and how many wait for whom. */
export const readinessRoutes = (app: FastifyInstance, kit: Kit) => {
  const listings = createListings(kit)
  const mayCall = ({ role }: Principal) => kit.can(role, poLines.name, 'read')

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
      ],
      answer: pageAnswer,
      refusals: [400, 403],
    },
    async (request): Promise<ReadinessPage> => {
      const { me } = request
      const listing = listings(poLines, me, queryText(request))
      const kinds = kindsFor(kit, me)
      const key = `readiness ${kinds.map(({ plan }) => plan.kind).join()}`
      const statement = kit.selects.over(key, poLines, readScopeOf(me), listing.shape, (list) => pageSql(kinds, list))
      const values = { ...listing.values, ...callerValues(me) }
      const [[page], [count], settings] = await Promise.all([
        run<{ rows: string }>(kit.db, statement, values),
        run<{ count: number }>(kit.db, listing.statements.count, values),
        kit.settings(),
      ])
      const rows = JSON.parse(page?.rows ?? '[]') as StoredRow[]
      return {
        kinds: kinds.map(({ area, plan }) => ({
          kind: plan.kind as ReadinessKind,
          area: area.name,
          policy: (settings[requirementField(plan)] ?? 'block') as RequirementPolicy,
        })),
        total: count?.count ?? 0,
        rows: rows.map((row) => ({
          line: { ...shownOfLine(row.line), supplier: row.supplier },
          cells: cellsOf(kinds, row),
        })),
      }
    },
  )

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
        `readiness sums ${names.join()}`,
        poLines,
        readScopeOf(me),
        listing.shape,
        (matches) => sumsSql(kinds, matches),
      )
      const rows = await run<SumRow>(kit.db, statement, { ...listing.values, ...callerValues(me) })
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
}

const tags = ['PO lines'] as const

/** The kinds of which the caller reads the allocations. */
const kindsFor = (kit: Kit, me: Principal): LineKind[] =>
  lineKindAreas(kit.register.areas).filter(
    ({ area, plan }) =>
      kit.can(me.role, area.name, 'read') && kit.mayRead(subjectOf(me), poLines, readinessField(plan)),
  )

interface StoredRow {
  line: { id: number } & Record<string, unknown>
  supplier: { id: number; title: string }
  issued_at: string | null
  /** By kind: the earliest step of an allocation that waits, and the earliest day due. */
  waits: Partial<Record<ReadinessKind, { since: string | null; due: string | null }>>
}

/** The page of the list with what waits at each line, as one row `{ rows }`. */
const pageSql = (kinds: readonly LineKind[], list: RawBuilder<unknown>) => {
  const waits = kinds.flatMap(({ area, plan }) => {
    const states = [...Object.keys(plan.turns), 'rejected']
    return [
      sql.lit(plan.kind),
      sql`(
        select json_build_object('since', min(
            coalesce(greatest(a.requested_at, a.responded_at, a.verified_at,
              case when a.status = 'outdated' then a.updated_at end), a.created_at)),
          'due', min(a.due_date))
        from ${id(tableOf(area))} as a
        where a.po_line_id = (p.line ->> 'id')::bigint and a.archived_at is null
          and a.status = any(${sql.lit(`{${states.join()}}`)}::text[]))`,
    ]
  })
  return sql`
    with page as (
      select l.line, l.at from (${list}) as x cross join lateral json_array_elements(x.rows::json) with ordinality as l(line, at))
    select coalesce(json_agg(json_build_object(
        'line', p.line,
        'supplier', json_build_object('id', s.id, 'title', s.supplier_name),
        'issued_at', o.issued_at,
        'waits', json_build_object(${sql.join(waits)})
      ) order by p.at), '[]')::text as rows
    from page p
    join purchase_orders as o on o.id = (p.line ->> 'purchase_order_id')::bigint
    join suppliers as s on s.id = o.supplier_id`
}

interface SumRow extends Waiting {
  id: number
  title: string
  [count: string]: unknown
}

const sumsSql = (kinds: readonly LineKind[], matches: RawBuilder<unknown>) => {
  const names = sql.lit(`{${kinds.map(({ plan }) => plan.kind).join()}}`)
  const count = (where: RawBuilder<unknown>, name: string) => sql`count(*) filter (where ${where})::int as ${id(name)}`
  const side = (of: Side) => id('m', turnFields[of])
  return sql`
    select s.id, s.supplier_name as title, count(*)::int as lines,
      ${count(sql`${side('office')} && ${names}::text[]`, 'office')},
      ${count(sql`${side('supplier')} && ${names}::text[]`, 'supplier')},
      ${sql.join(
        kinds.flatMap(({ plan }) => [
          count(sql`${id('m', readinessField(plan))} <> 'not_required'`, `${plan.kind}_lines`),
          count(sql`${sql.lit(plan.kind)} = any(${side('office')})`, `${plan.kind}_office`),
          count(sql`${sql.lit(plan.kind)} = any(${side('supplier')})`, `${plan.kind}_supplier`),
        ]),
      )}
    from (select t.* ${matches}) as m
    join purchase_orders as o on o.id = m.purchase_order_id
    join suppliers as s on s.id = o.supplier_id
    group by s.id, s.supplier_name order by lines desc, s.id`
}

const sumOf = (rows: readonly SumRow[], name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0)

const cellsOf = (
  kinds: readonly LineKind[],
  { line, issued_at, waits }: StoredRow,
): ReadinessPage['rows'][0]['cells'] =>
  Object.fromEntries(
    kinds.map(({ plan }): [string, ReadinessCell] => {
      const kind = plan.kind as ReadinessKind
      const turns = (['office', 'supplier'] as const).filter((side) =>
        (line[turnFields[side]] as string[] | undefined)?.includes(kind),
      )
      const { since = null, due = null } = waits[kind] ?? {}
      const isWaiting = turns.length > 0
      return [
        kind,
        {
          state: line[readinessField(plan)] as ReadinessCell['state'],
          turns,
          since: isWaiting ? (since ?? issued_at) : null,
          due: isWaiting ? due : null,
        },
      ]
    }),
  )

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
          }),
        ),
      }),
    ),
  }),
}

const sumsAnswer = {
  description: 'Lines that match, those that need each kind, and how many wait for the office and for the supplier',
  schema: z.object({
    ...waiting,
    kinds: z.partialRecord(kind, z.object(waiting)),
    suppliers: z.array(z.object({ id: z.int(), title: z.string(), ...waiting })),
  }),
}
