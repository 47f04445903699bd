import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { queryText } from '#server/kit/api/area-route.ts'
import { query, text } from '#server/kit/api/description.ts'
import { route } from '#server/kit/api/route.ts'
import { readScopeOf } from '#server/kit/principal.ts'
import { createListings } from '#server/kit/read/listing.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { run } from '#server/kit/read/sql.ts'
import { type Register, tableOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import type { AllocationPlan } from '#shared/trade/allocation.ts'
import { cellsOf, type Matrix, type MatrixAllocation } from '#shared/trade/allocation-matrix.ts'
import { closedStates } from '#shared/trade/readiness.ts'
import { neededTypes, usualTypes } from '#shared/trade/requirement-profiles.ts'
import type { Allocations } from './commands'
import { versionColumn } from './receipts'

/** The types of a typed plan, in the order of their field's choices. */
export const typesOf = (field: Field | undefined): string[] => [...(field?.options.values ?? [])]

/**
 * `GET /api/<allocations>/matrix`: a page of lines by types. It takes the parameters of the list of lines and answers
 * lines and allocations in the caller's scope.
 */
export const matrixRoute = (
  app: FastifyInstance,
  { kit, area, plan }: Allocations,
  typed: NonNullable<AllocationPlan['typed']>,
) => {
  const lines = kit.register.get(plan.lines)
  const listings = createListings(kit)
  // Types that lines usually need come first.
  const types = [...new Set([...usualTypes(plan.kind), ...typesOf(area.fields[typed.by])])]
  route(
    app,
    {
      method: 'GET',
      url: `/api/${area.name}/matrix`,
      tags: [area.name],
      summary: `What is allocated to order lines, by type; takes the filters, order and page of ${lines.name}`,
      mayCall: ({ role }) => kit.can(role, area.name, 'read') && kit.can(role, lines.name, 'read'),
      parameters: [
        query('_start', text, { description: 'First line of the page' }),
        query('_end', text, { description: 'End of the page, at most 100 lines after its start' }),
      ],
      answer: matrixAnswer,
      refusals: [400, 403],
    },
    async (request): Promise<Matrix & { total: number }> => {
      const { me } = request
      const listing = listings(lines, me, queryText(request))
      const readScope = readScopeOf(me)
      const statement = kit.selects.over(`${area.name} matrix`, lines, readScope, listing.shape, (list) =>
        matrixSql(kit.register, { area, plan, typed }, list, kit.selects.inScope(area, readScope, 'a')),
      )
      const values = { ...listing.values, ...callerValues(me) }
      const [[page], [count]] = await Promise.all([
        run<{ rows: string }>(kit.db, statement, values),
        run<{ count: number }>(kit.db, listing.statements.count, values),
      ])
      const rows = JSON.parse(page?.rows ?? '[]') as StoredRow[]
      return {
        types,
        total: count?.count ?? 0,
        rows: rows.map(({ line, supplier, allocations }) => ({
          line: { ...shownOfLine(line), supplier },
          cells: cellsOf(types, neededTypes((line.requirements ?? []) as string[], plan.kind), line, allocations),
        })),
      }
    },
  )
}

interface StoredRow {
  line: { id: number } & Record<string, unknown>
  supplier: { id: number; title: string }
  allocations: MatrixAllocation[]
}

/** Selects one row `{ rows }`: the page of the list as JSON, each line with its open and valid allocations. */
const matrixSql = (
  register: Register,
  { area, plan, typed }: Pick<Allocations, 'area' | 'plan'> & { typed: NonNullable<AllocationPlan['typed']> },
  list: RawBuilder<unknown>,
  inScope: RawBuilder<boolean>,
) => {
  const library = plan.library && register.get(plan.library.area)
  const named =
    library && plan.library
      ? sql`'record_id', r.id, 'code', r.${sql.id(library.key?.[0] ?? library.title)},
          'version_no', r.${sql.id(versionColumn(register, plan))}, 'title', r.${sql.id(library.title)},
          'title_zh', ${library.titleZh ? sql`r.${sql.id(library.titleZh)}` : sql`null`}`
      : sql`'record_id', null, 'code', null, 'version_no', null, 'title', a.allocation_title, 'title_zh', a.allocation_title_zh`
  const record =
    library && plan.library
      ? sql`left join ${sql.id(tableOf(library))} as r on r.id = a.${sql.id(plan.library.by)}`
      : sql``
  return sql`
    with page as (
      select l.line, l.at from (${list}) as x cross join lateral json_array_elements(x.rows::json) with ordinality as l(line, at))
    select coalesce(json_agg(json_build_object(
        'line', p.line,
        'supplier', json_build_object('id', s.id, 'title', s.supplier_name),
        'allocations', (
          select coalesce(json_agg(json_build_object(
            'id', a.id, 'version', a.version, 'po_line_id', a.po_line_id, 'type', a.${sql.id(typed.by)}, 'status', a.status,
            'due_date', a.due_date, ${named}) order by a.id), '[]')
          from ${sql.id(tableOf(area))} as a ${record}
          where a.po_line_id = (p.line ->> 'id')::bigint and a.archived_at is null
            and a.status <> all(${sql.lit(`{${[...closedStates].join()}}`)}::text[]) and ${inScope})
      ) order by p.at), '[]')::text as rows
    from page p
    join ${sql.id(tableOf(plan.orders))} as o on o.id = (p.line ->> 'purchase_order_id')::bigint
    join suppliers as s on s.id = o.supplier_id`
}

/** The fields of a line that a matrix shows. */
const shownFields = [
  'id',
  'version',
  'line_title',
  'line_no',
  'line_status',
  'purchase_order_id',
  'purchase_order',
  'article_id',
  'article',
  'colourway_id',
  'colourway',
  'qty',
  'ex_factory_date',
  'readiness',
  'requirements',
] as const

/** The line, reduced to the fields that a matrix shows. */
export const shownOfLine = (line: StoredRow['line']): StoredRow['line'] => ({
  ...Object.fromEntries(shownFields.filter((name) => name in line).map((name) => [name, line[name]])),
  id: line.id,
})

const cell = z.object({
  state: z.string().describe('The state of the allocation; `missing` or `not_required` where there is none'),
  id: z.int().nullable(),
  version: z.int().nullable(),
  record_id: z.int().nullable(),
  code: z.string().nullable(),
  version_no: z.int().nullable(),
  title: z.string().nullable(),
  title_zh: z.string().nullable(),
  due_date: z.string().nullable(),
})
const matrixAnswer = {
  description: 'The lines of the page with a cell for each type, and how many lines match',
  schema: z.object({
    types: z.array(z.string()),
    total: z.int(),
    rows: z.array(z.object({ line: z.object({ id: z.int() }).loose(), cells: z.record(z.string(), cell) })),
  }),
}
