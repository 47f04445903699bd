import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { queryText } from '#server/kit/api/area-route.ts'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import { readScopeOf } from '#server/kit/principal.ts'
import { createListings } from '#server/kit/read/listing.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { run } from '#server/kit/read/sql.ts'
import { quoted } from '#shared/base/quoted.ts'
import type { DefectCount, DefectDimension, DefectFigures } from '#shared/trade/defect-figures.ts'
import { defectSeverities, sampledTypes } from '#shared/trade/qa.ts'
import { qaActivities } from '../area'

/** `GET /api/qa-activities/defect-figures`: defective units of matching activities by kind, factory, supplier and month. */
export const defectFigureRoutes = (app: FastifyInstance, kit: Kit) => {
  const listings = createListings(kit)
  route(
    app,
    {
      method: 'GET',
      url: `/api/${qaActivities.name}/defect-figures`,
      tags: [qaActivities.name],
      summary: 'Defective units by kind, factory, supplier and month; takes the filters of the list',
      mayCall: ({ role }) => kit.can(role, qaActivities.name, 'read'),
      parameters: [],
      answer: {
        description: 'The most frequent of each first, at most 50; months in their order',
        schema: z.object({ kind: counts, factory: counts, supplier: counts, month: counts }),
      },
      refusals: [400, 403],
    },
    async (request): Promise<DefectFigures> => {
      const { me } = request
      const listing = listings(qaActivities, me, queryText(request), ['_start', '_end', '_sort', '_order'])
      const statement = kit.selects.overMatches(
        'defect figures',
        qaActivities,
        readScopeOf(me),
        listing.shape,
        figuresSql,
      )
      const rows = await run<DefectCount & { by: DefectDimension }>(kit.db, statement, {
        ...listing.values,
        ...callerValues(me),
      })
      const countsBy = (dimension: DefectDimension) =>
        rows.flatMap(({ by, ...count }) => (by === dimension ? [count] : []))
      return {
        kind: countsBy('kind'),
        factory: countsBy('factory'),
        supplier: countsBy('supplier'),
        month: countsBy('month'),
      }
    },
  )
}

const counts = z.array(
  z.object({
    id: z.int().nullable(),
    month: z.iso.date().nullable(),
    title: z.string().nullable(),
    title_zh: z.string().nullable(),
    critical: z.int(),
    major: z.int(),
    minor: z.int(),
    inspected: z.int().nullable(),
    among_inspected: z.int().nullable(),
  }),
)

const figuresSql = (matches: RawBuilder<unknown>) => {
  const isSampled = sql`m.type in (${sql.raw(quoted(sampledTypes))})`
  const units = sql.join(
    defectSeverities.map((severity) => sql`m.${sql.id(`${severity}_qty`)}`),
    sql` + `,
  )
  const bySeverity = sql.join(
    defectSeverities.map((severity) => sql`sum(m.${sql.id(`${severity}_qty`)})::int as ${sql.id(severity)}`),
  )
  const inspected = sql`coalesce(sum(m.inspected_qty) filter (where ${isSampled}), 0)::int as inspected,
    coalesce(sum(${units}) filter (where ${isSampled}), 0)::int as among_inspected`
  const mostFrequent = (by: string, rows: RawBuilder<unknown>) => sql`
    (select ${sql.lit(by)} as by, x.* from (${rows}) as x where critical + major + minor > 0
     order by critical + major + minor desc, id limit 50)`
  return sql`
    with m as materialized (select t.* ${matches})
    ${mostFrequent(
      'kind',
      sql`select c.id, null::text as month, c.name_en as title, c.name_zh as title_zh,
          ${sql.join(defectSeverities.map((severity) => sql`coalesce(sum(d.qty) filter (where d.severity = ${sql.lit(severity)}), 0)::int as ${sql.id(severity)}`))},
          null::int as inspected, null::int as among_inspected
        from m join qa_defects as d on d.qa_activity_id = m.id join defect_codes as c on c.id = d.defect_code_id
        where m.result is not null group by c.id`,
    )}
    union all
    ${mostFrequent(
      'factory',
      sql`select f.id, null::text as month, f.name_en as title, f.name_zh as title_zh, ${bySeverity}, ${inspected}
        from m left join factories as f on f.id = m.factory_id where m.result is not null group by f.id`,
    )}
    union all
    ${mostFrequent(
      'supplier',
      sql`select s.id, null::text as month, s.supplier_name as title, null::text as title_zh, ${bySeverity}, ${inspected}
        from m join suppliers as s on s.id = m.supplier_id where m.result is not null group by s.id`,
    )}
    union all
    (select 'month' as by, x.* from (
      select null::bigint as id, date_trunc('month', m.inspected_on)::date::text as month, null::text as title,
        null::text as title_zh, ${bySeverity}, ${inspected}
      from m where m.result is not null and m.inspected_on is not null group by 2) as x order by month)`
}
