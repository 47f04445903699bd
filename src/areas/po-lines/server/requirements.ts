import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { allocationAreas, planOf, readinessField, requirementField } from '#shared/trade/allocation.ts'
import { isReady, type Readiness, readinessStates, requirementPolicies } from '#shared/trade/readiness.ts'
import {
  priceReadiness,
  type Requirement,
  type RequirementSource,
  type Requirements,
} from '#shared/trade/requirements.ts'
import { poLines } from '../area'

/**
 * `GET /api/po-lines/:id/requirements`: the requirements of a line, their reasons and states, as the caller may know
 * them.
 */
export const requirementRoutes = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'GET',
      url: `/api/${poLines.name}/:id/requirements`,
      tags: ['PO lines'],
      summary: 'What a line needs, why, and how far each of it is',
      mayCall: ({ role }) => kit.can(role, poLines.name, 'read'),
      params: z.object({ id: idParam }),
      answer: {
        description: 'What the caller may know of it; suppliers know of retail prices that were released.',
        schema: requirementsAnswer,
      },
      refusals: [400, 401, 403, 404],
    },
    async ({ me }, { params: { id } }): Promise<Requirements> => {
      const [line] = await kit.repository(poLines.name).find(kit.db, me, [id])
      if (!line) throw notFound()
      const [allocated, priced] = await Promise.all([allocations(kit, line), prices(kit, me, line)])
      return { readiness: line.readiness as Readiness, requirements: [...allocated, ...priced] }
    },
  )

const readiness = z.enum(readinessStates)

const requirementsAnswer = z.object({
  readiness: readiness.meta({ description: 'How far the line is before it can be booked.' }),
  requirements: z.array(
    z.object({
      area: z.string().meta({ description: 'The area whose records answer it.' }),
      status: readiness,
      source: z.enum(['every_line', 'category', 'market', 'manual']).nullable(),
      category: z.object({ id: z.int(), name_en: z.string(), name_zh: z.string().nullable() }).nullable(),
      policy: z.enum(requirementPolicies).nullable(),
      market: z.string().nullable(),
      record: z
        .object({
          id: z.int(),
          state: z.string(),
          amount: z.string().nullable(),
          currency: z.string().nullable(),
          due_date: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
})

/** Requirements by allocation. The effect on bookings is included for suppliers, as it concerns them. */
const allocations = async (kit: Kit, line: AnyRecord): Promise<Requirement[]> => {
  const settings = await kit.settings()
  return allocationAreas(kit.register.areas).flatMap((area) => {
    const plan = planOf(area)
    if (!plan || !(readinessField(plan) in poLines.fields)) return []
    return {
      ...nothing,
      area: area.name,
      status: line[readinessField(plan)] as Readiness,
      source: 'every_line',
      policy: (settings[requirementField(plan)] ?? 'block') as Requirement['policy'],
    }
  })
}

/** Retail prices by market; suppliers see released ones. */
const prices = async (kit: Kit, me: Principal, line: AnyRecord): Promise<Requirement[]> => {
  const area: Area = kit.register.get('po-line-rrps')
  const made = await kit.db.query<{ id: number; source: string | null; is_own_market: boolean }>(
    `select r.id, r.source, r.market = coalesce(o.ship_to_country, (select office_country from settings limit 1)) as is_own_market
     from po_line_rrps r join purchase_orders o on o.id = r.purchase_order_id
     where r.po_line_id = $1 and r.archived_at is null order by r.market`,
    [line.id],
    'line_requirements_prices',
  )
  const ids = made.map(({ id }) => id)
  const prices = ids.length > 0 ? await kit.repository(area.name).find(kit.db, me, ids) : []
  const maySource = kit.mayRead(subjectOf(me), area, 'source')
  const category = maySource && prices.length > 0 ? await askingCategory(kit, me, line) : null
  return prices.map((price) => {
    const facts = made.find(({ id }) => id === price.id)
    const readiness = priceReadiness[String(price.status)] ?? 'missing'
    const isNeeded = line.line_status !== 'cancelled' && (line.line_status !== 'short_closed' || isReady(readiness))
    const source: RequirementSource =
      facts?.source === 'office' ? 'manual' : facts?.is_own_market ? 'category' : 'market'
    return {
      ...nothing,
      area: area.name,
      status: isNeeded ? readiness : 'not_required',
      source: maySource ? source : null,
      category: source === 'manual' ? null : category,
      market: String(price.market),
      record: {
        id: price.id,
        state: String(price.status),
        amount: textOf(price.amount),
        currency: textOf(price.currency),
        due_date: textOf(price.due_date),
      },
    }
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const nothing = { category: null, policy: null, market: null, record: null }

/** The category that requires a retail price: the line's own, or the nearest above it with a value. */
const askingCategory = async (kit: Kit, me: Principal, line: AnyRecord): Promise<Requirement['category']> => {
  const categories = kit.register.get('product-categories')
  if (typeof line.product_category_id !== 'number' || !kit.mayRead(subjectOf(me), categories, 'rrp_required_default'))
    return null
  const [asking] = await kit.db.query<{ id: number }>(
    `with recursive up as (
       select id, parent_id, rrp_required_default, 0 as height from product_categories where id = $1
       union all
       select c.id, c.parent_id, c.rrp_required_default, up.height + 1
       from up join product_categories c on c.id = up.parent_id where up.height < 10)
     select id from up where rrp_required_default is not null order by height limit 1`,
    [line.product_category_id],
    'line_requirements_category',
  )
  const [category] = asking ? await kit.repository(categories.name).find(kit.db, me, [asking.id]) : []
  return category ? { id: category.id, name_en: String(category.name_en), name_zh: textOf(category.name_zh) } : null
}
