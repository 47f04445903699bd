import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type ReadScope, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { addDays, addMonths } from '#shared/base/dates.ts'
import { isCurrent } from '#shared/trade/accreditation-sql.ts'
import { factoryAccreditations } from '../area'

/** Records of a day that are listed by name; the list screen shows the others. */
const maxNamed = 20

/** The accreditations that expire in a month, by day: their number, and the names of the first. */
export const expiryRoutes = (app: FastifyInstance, kit: Kit) => {
  const statements = memo<Statement>(20)
  const statementFor = (scope: ReadScope) =>
    statements(scope, () =>
      compile(sql`
        select x.day::text as day, x.count::int as count, x.records from (
          select e.valid_to as day, count(*) as count, json_agg(json_build_object(
              'id', e.id, 'status', e.status, 'factory', e.factory, 'factory_zh', e.factory_zh,
              'program', e.program, 'program_zh', e.program_zh) order by e.factory, e.id)
            filter (where e.place <= ${slot('named')}::int) as records
          from (
            select a.id, a.status, a.valid_to, f.name_en as factory, f.name_zh as factory_zh, p.name_en as program,
              p.name_zh as program_zh, row_number() over (partition by a.valid_to order by f.name_en, a.id) as place
            from factory_accreditations as a join factories f on f.id = a.factory_id
            join standard_programs p on p.id = a.standard_program_id
            where a.valid_to >= ${slot('from')}::date and a.valid_to < ${slot('to')}::date and a.archived_at is null
              and a.status in ('valid', 'expiring', 'expired') and ${sql.raw(isCurrent('a'))}
              and ${kit.selects.inScope(factoryAccreditations, scope, 'a')}) e
          group by e.valid_to) x
        order by x.day`),
    )

  route(
    app,
    {
      method: 'GET',
      url: `/api/${factoryAccreditations.name}/expiries`,
      tags: [factoryAccreditations.name],
      summary: 'Accreditations that end in a month, by day',
      mayCall: ({ role }) => kit.can(role, factoryAccreditations.name, 'read'),
      query: z.strictObject({ month }),
      answer: { description: 'The days on which any end', schema: expiries },
      refusals: [400, 401, 403],
    },
    async ({ me }, { query }) => {
      const from = `${query.month}-01`
      const scope = readScopeOf(me)
      const values = { from, to: addMonths(from, 1), named: maxNamed, ...callerValues(me) }
      const days = await run<z.output<typeof expiryDay>>(kit.db, statementFor(scope), values)
      return { from, to: addDays(values.to, -1), days }
    },
  )
}

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

const expiryDay = z.object({
  day: z.iso.date(),
  count: z.int(),
  records: z.array(
    z.object({
      id: z.int(),
      status: z.string(),
      factory: z.string(),
      factory_zh: z.string().nullable(),
      program: z.string(),
      program_zh: z.string().nullable(),
    }),
  ),
})

const expiries = z.object({ from: z.iso.date(), to: z.iso.date(), days: z.array(expiryDay) })
