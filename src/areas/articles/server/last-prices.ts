import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import { idsParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { all, compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import type { LastPrice } from '#shared/trade/last-price.ts'
import { articles } from '../area'

/**
 * `GET /api/articles/last-prices?ids=`: the last price of each article, for roles that see target prices. Only current
 * orders count: not recalled, declined or cancelled ones, samples or free lines.
 */
export const lastPriceRoute = (app: FastifyInstance, kit: Kit) => {
  const statements = memo<Statement>(10)
  route(
    app,
    {
      method: 'GET',
      url: `/api/${articles.name}/last-prices`,
      tags: ['Articles'],
      summary: 'What articles cost in the last order that went out, by article; for the office',
      mayCall: ({ role }) => kit.mayRead(role, articles, 'target_fob'),
      query: z.strictObject({ ids: idsParam() }),
      answer: { description: 'Those that were ordered already.', schema: z.record(z.string(), lastPrice) },
      refusals: [400, 401, 403],
    },
    async ({ me }, { query: { ids } }) => {
      const inScope = (area: string, alias: string) =>
        kit.selects.inScope(kit.register.get(area), readScopeOf(me), alias)
      const statement = statements(readScopeOf(me), () =>
        compile(sql`
        select distinct on (l.article_id) l.article_id, l.unit_price::text as price, l.currency,
          (o.issued_at at time zone 'UTC')::date::text as date,
          json_build_object('id', o.id, 'title', o.po_no) as order,
          json_build_object('id', s.id, 'title', s.supplier_name) as supplier
        from po_lines as l
          join purchase_orders as o on o.id = l.purchase_order_id
          join suppliers as s on s.id = o.supplier_id
          join articles as a on a.id = l.article_id
        where l.article_id = any(${slot('ids')}::bigint[]) and l.unit_price > 0 and l.line_status <> 'cancelled'
          and o.issued_at is not null and o.status not in ('draft', 'pending_approval', 'approved', 'declined', 'cancelled')
          and o.order_type is distinct from 'sample' and o.archived_at is null
          and ${all([inScope('articles', 'a'), inScope('purchase-orders', 'o')])}
        order by l.article_id, o.issued_at desc, l.id desc`),
      )
      const rows = await run<LastPrice & { article_id: number }>(kit.db, statement, {
        ids,
        ...callerValues(me),
      })
      return Object.fromEntries(rows.map(({ article_id, ...last }) => [article_id, last]))
    },
  )
}

const titledReference = z.object({ id: z.int(), title: z.string() })

const lastPrice = z.object({
  price: z.string(),
  currency: z.string(),
  date: z.string(),
  order: titledReference,
  supplier: titledReference,
})
