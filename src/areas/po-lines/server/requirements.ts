import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { type RequiringFacts, readRequirementRules, requiringLine } from '#server/allocation/requirements.ts'
import { readMissing } from '#server/allocation/settle-lines.ts'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { readinessField, requirementField } from '#shared/trade/allocation.ts'
import { lineKindAreas } from '#shared/trade/line-kinds.ts'
import { isReady, type Readiness, readinessStates, requirementPolicies } from '#shared/trade/readiness.ts'
import {
  decideRequirements,
  type RequirementDecision,
  type RequirementOrigin,
  requirementName,
  requirementTypes,
} from '#shared/trade/requirement-profiles.ts'
import {
  priceReadiness,
  type Requirement,
  type RequirementReason,
  type Requirements,
  requirementSources,
} from '#shared/trade/requirements.ts'
import { poLines } from '../area'

/**
 * `GET /api/po-lines/:id/requirements`: the requirements of a line with their states and, for callers who may know them,
 * their reasons.
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
      const [allocated, priced] = await Promise.all([allocations(kit, me, line), prices(kit, me, line)])
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
      reasons: z
        .array(
          z.object({
            source: z.enum(requirementSources),
            record: z.object({ id: z.int(), name_en: z.string(), name_zh: z.string().nullable() }).nullable(),
            types: z.array(z.string()).meta({ description: 'Empty for kinds without types.' }),
            is_needed: z.boolean(),
          }),
        )
        .meta({ description: 'Who says so; empty for suppliers.' }),
      policy: z.enum(requirementPolicies).nullable(),
      missing: z
        .array(z.string())
        .meta({ description: 'What is missing of a kind that has several: kinds of attachments.' }),
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

/** Requirements that records of other areas fulfil. The booking policy is included for suppliers too, as it affects them. */
const allocations = async (kit: Kit, me: Principal, line: AnyRecord): Promise<Requirement[]> => {
  const kinds = lineKindAreas(kit.register.areas)
  const [settings, reasonsOf, missing] = await Promise.all([
    kit.settings(),
    reasonsFor(kit, me, line),
    Promise.all(kinds.map((kind) => readMissing(kit.db, kind, line))),
  ])
  return kinds.map(({ area, plan }, index) => ({
    ...emptyRequirement,
    area: area.name,
    status: line[readinessField(plan)] as Readiness,
    reasons: reasonsOf(plan.kind),
    policy: (settings[requirementField(plan)] ?? 'block') as Requirement['policy'],
    missing: missing[index] ?? [],
  }))
}

/** Requirements of retail prices, by market; suppliers see released prices. */
const prices = async (kit: Kit, me: Principal, line: AnyRecord): Promise<Requirement[]> => {
  const area: Area = kit.register.get('po-line-rrps')
  const stored = await kit.db.query<{ id: number; source: string | null; is_own_market: boolean }>(
    `select r.id, r.source, r.market = coalesce(o.ship_to_country, (select office_country from settings limit 1)) as is_own_market
     from po_line_rrps r join purchase_orders o on o.id = r.purchase_order_id
     where r.po_line_id = $1 and r.archived_at is null order by r.market`,
    [line.id],
    'line_requirements_prices',
  )
  const ids = stored.map(({ id }) => id)
  const prices = ids.length > 0 ? await kit.repository(area.name).find(kit.db, me, ids) : []
  const mayReadSource = kit.mayRead(subjectOf(me), area, 'source')
  const profileReasons = mayReadSource && prices.length > 0 ? (await reasonsFor(kit, me, line))('retail_price') : []
  return prices.map((price) => {
    const facts = stored.find(({ id }) => id === price.id)
    const readiness = priceReadiness[String(price.status)] ?? 'missing'
    const isNeeded = line.line_status !== 'cancelled' && (line.line_status !== 'short_closed' || isReady(readiness))
    const reasons: RequirementReason[] =
      facts?.source === 'office'
        ? [{ source: 'manual', record: null, types: [], is_needed: true }]
        : facts?.is_own_market
          ? profileReasons
          : [{ source: 'market', record: null, types: [], is_needed: true }]
    return {
      ...emptyRequirement,
      area: area.name,
      status: isNeeded ? readiness : 'not_required',
      reasons: mayReadSource ? reasons : [],
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
const emptyRequirement = { policy: null, missing: [], market: null, record: null }

/** Returns the profiles, categories or users that decided about a kind; none for callers who may not know. */
const reasonsFor = async (kit: Kit, me: Principal, line: AnyRecord): Promise<(kind: string) => RequirementReason[]> => {
  if (!kit.mayRead(subjectOf(me), poLines, 'added_requirements')) return () => []
  const [[facts], rules] = await Promise.all([
    kit.db.query<RequiringFacts>(
      `select coalesce(l.product_category_id, o.product_category_id) as product_category_id,
         coalesce(l.house_brand_id, o.house_brand_id) as house_brand_id, o.ship_to_country, l.added_requirements,
         l.removed_requirements
       from po_lines l join purchase_orders o on o.id = l.purchase_order_id where l.id = $1`,
      [line.id],
      'line_requirements_facts',
    ),
    readRequirementRules(kit.db),
  ])
  if (!facts) return () => []
  const decisions = decideRequirements(requiringLine(facts, rules), rules)
  const names = await readNames(kit, decisions)
  return (kind) => reasonsOfKind(kind, decisions, names)
}

const reasonsOfKind = (
  kind: string,
  decisions: readonly RequirementDecision[],
  names: ReadonlyMap<string, NonNullable<RequirementReason['record']>>,
): RequirementReason[] => {
  const byOrigin = new Map<string, RequirementReason>()
  for (const { name, isNeeded, origin } of decisions) {
    const type = requirementTypes(kind).find((candidate) => requirementName(kind, candidate) === name)
    if (name !== kind && type === undefined) continue
    const key = `${keyOf(origin)} ${isNeeded}`
    const record = names.get(keyOf(origin)) ?? null
    const reason = byOrigin.get(key) ?? { source: origin.from, record, types: [], is_needed: isNeeded }
    if (type !== undefined) reason.types.push(type)
    byOrigin.set(key, reason)
  }
  return [...byOrigin.values()].sort((a, b) => Number(b.is_needed) - Number(a.is_needed))
}

const keyOf = (origin: RequirementOrigin) => (origin.from === 'manual' ? origin.from : `${origin.from} ${origin.id}`)

/** The names of the profiles and categories that decided. */
const readNames = async (kit: Kit, decisions: readonly RequirementDecision[]) => {
  const ids = (source: 'profile' | 'category') => [
    ...new Set(decisions.flatMap(({ origin }) => (origin.from === source ? [origin.id] : []))),
  ]
  const rows = await kit.db.query<{ source: string; id: number; name_en: string; name_zh: string | null }>(
    `select 'profile' as source, id, name_en, name_zh from requirement_profiles where id = any($1::bigint[])
     union all
     select 'category', id, name_en, name_zh from product_categories where id = any($2::bigint[])`,
    [ids('profile'), ids('category')],
    'line_requirements_names',
  )
  return new Map(rows.map(({ source, ...record }) => [`${source} ${record.id}`, record]))
}
