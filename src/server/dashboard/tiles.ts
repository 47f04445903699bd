import { findWorklist } from '#areas/worklists.ts'
import { today } from '#shared/base/dates.ts'
import { parseListQuery } from '#shared/kit/list-query.ts'
import { isOfficeRole, subjectOf } from '#shared/kit/roles.ts'
import type { Tile } from '#shared/kit/wire/tile.ts'
import { type Conditions, listingOf, queryOf, type TileContext } from './tile-listings'
import { type TilePlan, tilePlans } from './tile-plans'

/**
 * Reads the tiles that the caller may see. Each is counted by the list that it links to, in the caller's scope, and
 * cached like the counts of lists.
 */
export const readTiles = async (context: TileContext): Promise<Tile[]> => {
  const departments = isOfficeRole(context.me.role) ? await departmentsOf(context) : []
  const plans = tilePlans(context.me.role, today(), departments).filter((plan) => mayRead(context, plan))
  const countOf = await countAll(context, plans)
  const tiles: Tile[] = []
  // Sequential: a dashboard must not use every connection.
  for (const plan of plans) tiles.push(await tileOf(context, plan, countOf))
  return tiles
}

/** The departments for which the user reviews artwork. */
const departmentsOf = async ({ kit, me }: TileContext): Promise<readonly string[]> => {
  const [row] = await kit.db.query<{ review_departments: string[] }>(
    'select review_departments from users where id = $1',
    [me.id],
    'tile_departments',
  )
  return row?.review_departments ?? []
}

/** Whether the caller may read the area and all fields that the tile filters by. */
const mayRead = ({ kit, me }: TileContext, { area, conditions, parts = {} }: TilePlan) => {
  const { problems } = parseListQuery(
    kit.register.get(area),
    [conditions, ...Object.values(parts)].flatMap((part) => Object.entries(part)).filter(firstOfName),
    (field) => kit.mayRead(subjectOf(me), kit.register.get(area), field),
  )
  return kit.can(me.role, area, 'read') && problems.length === 0
}

const firstOfName = ([name]: [string, string], index: number, all: [string, string][]) =>
  all.findIndex(([candidate]) => candidate === name) === index

/** Counts the lists of all tiles; tiles of one worklist are counted together, because they share most filters. */
const countAll = async ({ kit, lists, me }: TileContext, plans: readonly TilePlan[]): Promise<CountOf> => {
  const counts = new Map<string, number>()
  for (const group of new Set(plans.map(groupOf))) {
    const counted = plans
      .filter((plan) => groupOf(plan) === group)
      .flatMap((plan) => conditionsOf(plan).map((conditions) => ({ plan, conditions })))
    const listings = counted.map(({ plan, conditions }) => listingOf({ kit, lists, me }, plan.area, conditions))
    const totals = await lists.counts(listings, me)
    for (const [index, { plan, conditions }] of counted.entries())
      counts.set(keyOf(plan, conditions), totals[index] ?? 0)
  }
  return (plan, conditions) => counts.get(keyOf(plan, conditions)) ?? 0
}
type CountOf = (plan: TilePlan, conditions: Conditions) => number

const groupOf = ({ name, worklist }: TilePlan) => worklist ?? name
const conditionsOf = ({ conditions, before, parts = {} }: TilePlan): Conditions[] => [
  conditions,
  ...(before ? [before] : []),
  ...Object.values(parts),
]
const keyOf = ({ area }: TilePlan, conditions: Conditions) => `${area}?${queryOf(conditions)}`

const tileOf = async (context: TileContext, plan: TilePlan, countOf: CountOf): Promise<Tile> => {
  const { name, area, conditions, before, parts, details } = plan
  return {
    name,
    area,
    path: pathOf(context, plan),
    query: queryOf(conditions),
    count: countOf(plan, conditions),
    ...(before && { before: countOf(plan, before) }),
    ...(parts && {
      parts: Object.entries(parts).map(([part, conditions]) => ({
        name: part,
        query: queryOf(conditions),
        count: countOf(plan, conditions),
      })),
    }),
    ...(await details?.(context)),
  }
}

/** The page that shows the records: the worklist if the caller may open it, else the area's list. */
const pathOf = ({ kit, me }: TileContext, { area, worklist }: TilePlan): string => {
  const path = worklist && findWorklist(worklist)?.path
  return path && kit.can(me.role, `page:${path}`, 'open') ? path : (kit.register.get(area).path ?? '')
}
