import type { Queryable } from '#server/db/types.ts'
import { asPortal } from '#server/kit/as-portal.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import {
  type CategoryFlags,
  type Profile,
  type RequirementRules,
  type RequiringLine,
  requirementsOf,
} from '#shared/trade/requirement-profiles.ts'

/** The active requirement profiles and the category tree. */
export interface StoredRules extends RequirementRules {
  /** The parent of each category; null at the top. */
  parents: ReadonlyMap<number, number | null>
  /** The market of orders without a destination country. */
  office_country: string
}

/**
 * Reads the active profiles. Within a write of orders (`isWrite`) it takes a shared lock, so that a change of profiles
 * waits until the lines are stored and none of them keeps outdated requirements.
 */
export const readRequirementRules = async (on: Queryable, isWrite = false): Promise<StoredRules> => {
  if (isWrite) await on.query(`select pg_advisory_xact_lock_shared(${profilesLock})`, [], 'requirement_rules_lock')
  const [row] = await on.query<{
    profiles: Profile[]
    categories: (CategoryFlags & { parent_id: number | null })[]
    office_country: string | null
  }>(
    `select
       (select coalesce(json_agg(x order by x.id), '[]') from (
         select p.id, p.product_category_id as category_id, p.house_brand_id as brand_id,
           case when p.label_market_id is not null then (
             select coalesce(json_agg(c.country), '[]') from label_market_countries c
             where c.label_market_id = p.label_market_id) end as markets,
           (select coalesce(json_agg(json_build_object('kind', r.kind, 'type', r.type, 'is_needed', r.is_needed)), '[]')
            from profile_requirements r where r.requirement_profile_id = p.id) as rows,
           (select coalesce(json_agg(json_build_object('group_name', g.group_name,
              'standard_program_id', g.standard_program_id, 'least_grade_id', g.least_grade_id) order by g.group_name, g.id), '[]')
            from profile_programs g where g.requirement_profile_id = p.id) as programs
         from requirement_profiles p where p.status = 'active' and p.archived_at is null) x) as profiles,
       (select coalesce(json_agg(json_build_object('id', c.id, 'parent_id', c.parent_id, 'care_required', c.care_required,
          'fibre_required', c.fibre_required, 'spec_required', c.spec_required, 'artwork_required', c.artwork_required,
          'rrp_required_default', c.rrp_required_default)), '[]') from product_categories c) as categories,
       (select office_country from settings limit 1) as office_country`,
    [],
    'requirement_rules',
  )
  const categories = row?.categories ?? []
  return {
    profiles: row?.profiles ?? [],
    categories: new Map(categories.map((category) => [category.id, category])),
    parents: new Map(categories.map(({ id, parent_id }) => [id, parent_id])),
    office_country: row?.office_country ?? '',
  }
}

/** Waits for running writes of orders, so that they do not store requirements of outdated profiles afterwards. */
export const waitForOrders = ({ tx }: Work) =>
  tx.query(`select pg_advisory_xact_lock(${profilesLock})`, [], 'requirement_profiles_lock')

/** The key of the advisory lock; arbitrary, but unique among the advisory locks of the portal. */
const profilesLock = 1_180_098

/** The fields of a line and its order that profiles look at. */
export interface RequiringFacts {
  product_category_id: number | null
  house_brand_id: number | null
  ship_to_country: string | null
  added_requirements: readonly string[]
  removed_requirements: readonly string[]
}

/** Converts the facts of a line into the input of `requirementsOf`. */
export const requiringLine = (facts: RequiringFacts, rules: StoredRules): RequiringLine => ({
  categories: pathOf(facts.product_category_id, rules),
  brand_id: facts.house_brand_id,
  market: facts.ship_to_country ?? rules.office_country,
  added: facts.added_requirements,
  removed: facts.removed_requirements,
})

/** The category and its ancestors, the nearest first. */
const pathOf = (id: number | null, { parents }: StoredRules): number[] => {
  const path: number[] = []
  let category = id
  while (category !== null && parents.has(category) && path.length < maxDepth) {
    path.push(category)
    category = parents.get(category) ?? null
  }
  return path
}
const maxDepth = 10

/** An order that is being written, with its lines. */
interface RequiringOrder {
  before: Doc | null
  after: Doc
}

const orderFields = ['product_category_id', 'house_brand_id', 'ship_to_country'] as const
const lineFields = [
  'product_category_id',
  'house_brand_id',
  'added_requirements',
  'removed_requirements',
  'requirements',
] as const

/** Sets the requirements of the lines of written orders where a field that decides about them changed. */
export const deriveRequirements = async (work: Work, orders: readonly RequiringOrder[]) => {
  const lines = orders.flatMap(changedLines)
  if (lines.length === 0) return
  const rules = await readRequirementRules(work.tx, !work.isTrial)
  for (const { order, line } of lines)
    line.requirements = requirementsOf(requiringLine(factsOf(order, line), rules), rules)
}

const changedLines = ({ before, after }: RequiringOrder) => {
  const earlier = new Map(rowsOf(before).map((line) => [line.id, line]))
  const isOrderChanged = orderFields.some((field) => (before?.[field] ?? null) !== (after[field] ?? null))
  return rowsOf(after).flatMap((line) => {
    const old = line.id === undefined ? undefined : earlier.get(line.id)
    const isChanged = !old || isOrderChanged || lineFields.some((field) => !isSame(old[field], line[field]))
    return isChanged ? [{ order: after, line }] : []
  })
}

const rowsOf = (order: Doc | null) => (order?.lines ?? []) as Doc[]

const factsOf = (order: Doc, line: Doc): RequiringFacts => ({
  product_category_id: (line.product_category_id ?? order.product_category_id ?? null) as number | null,
  house_brand_id: (line.house_brand_id ?? order.house_brand_id ?? null) as number | null,
  ship_to_country: (order.ship_to_country ?? null) as string | null,
  added_requirements: (line.added_requirements ?? []) as string[],
  removed_requirements: (line.removed_requirements ?? []) as string[],
})

/** Compares lists without their order, because the database may return another one. */
const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((item) => b.includes(item))
    : (a ?? null) === (b ?? null)

/** An open line with its stored requirements. */
export interface StoredLine extends RequiringFacts {
  id: number
  purchase_order_id: number
  requirements: string[]
}

/** The open lines with an id above `after`, with the fields that profiles look at. */
export const readOpenLines = (on: Queryable, after: number, limit: number): Promise<StoredLine[]> =>
  on.query<StoredLine>(
    `select l.id, l.purchase_order_id, l.requirements, coalesce(l.product_category_id, o.product_category_id) as product_category_id,
       coalesce(l.house_brand_id, o.house_brand_id) as house_brand_id, o.ship_to_country, l.added_requirements,
       l.removed_requirements
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.id > $1 and l.line_status = 'open' and o.status not in ('closed', 'completed', 'cancelled')
     order by l.id limit $2::int`,
    [after, limit],
    'requirements_open_lines',
  )

/**
 * A portion of the daily work: updates open lines whose stored requirements differ from the profiles. They are written
 * through their orders, which settles the readiness too.
 */
export const settleRequirements = async (work: Work, after: number): Promise<number | null> => {
  const lines = await readOpenLines(work.tx, after, linesAtOnce)
  const rules = await readRequirementRules(work.tx)
  const differing = lines.flatMap((line) => {
    const requirements = requirementsOf(requiringLine(line, rules), rules)
    return isSame(line.requirements, requirements) ? [] : [{ ...line, requirements }]
  })
  const portion = differing.slice(0, writesAtOnce)
  for (const order of new Set(portion.map(({ purchase_order_id }) => purchase_order_id)))
    await work.kit.repository('po-lines').editRows(
      asPortal(work),
      portion.flatMap(({ id, purchase_order_id, requirements }) =>
        purchase_order_id === order ? [{ id, values: { requirements } }] : [],
      ),
    )
  if (differing.length > portion.length) return portion.at(-1)?.id ?? null
  return lines.length < linesAtOnce ? null : (lines.at(-1)?.id ?? null)
}

/** Lines compared, and lines written, in one portion; each takes about a second. */
const linesAtOnce = 1000
const writesAtOnce = 40
