import * as z from 'zod'
import { invalid } from '#server/kit/errors.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { type ListShape, listValues, shapeOf } from '#server/kit/read/list-shape.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { run } from '#server/kit/read/sql.ts'
import { boundedArray, type Values } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import { maxBulk } from '#shared/kit/wire/bulk.ts'
import type { AreaRoutes } from './area-route'

/**
 * The records of a bulk request: by id and version, or all that match a filter, with their number as the person
 * confirmed it.
 */
export const bulkTarget = z.union([
  z.strictObject({
    rows: boundedArray(
      z.array(z.strictObject({ id: z.int().positive(), version: z.int().positive() })).min(1),
      maxBulk,
    ),
    filter: z.undefined().optional(),
    count: z.undefined().optional(),
  }),
  z.strictObject({ filter: z.string().max(4000), count: z.int().min(1), rows: z.undefined().optional() }),
])

/** The values of a record that decide which moves are possible. */
export interface Key {
  id: number
  version: number
  status?: string
  archived_at: unknown
}

/** The records in the caller's scope that match the query string of a list; 422 if there are more than `maxBulk`. */
export const keysOfFilter = async (routes: AreaRoutes, me: Principal, filter: string): Promise<Key[]> => {
  const { shape, values } = routes.lists.listing(routes.area, me, filter)
  return readKeys(routes, me, shape, values)
}

/** Those of the records with these ids that are in the caller's scope. */
export const keysById = async (routes: AreaRoutes, me: Principal, ids: readonly number[]): Promise<Key[]> => {
  const filters = [{ field: 'id', op: '_in' as const, values: ids.map(String) }]
  const query = { filters, sort: [], start: 0, end: 0 }
  return readKeys(routes, me, shapeOf(query, false, routes.area), listValues(query, routes.area, null))
}

const readKeys = async ({ kit, area }: AreaRoutes, me: Principal, shape: ListShape, values: Values) => {
  const keys = await run<Key>(kit.db, kit.selects.keys(area, readScopeOf(me), shape), {
    ...values,
    ...callerValues(me),
    after: 0,
    size: maxBulk + 1,
  })
  if (keys.length > maxBulk) throw invalid({ filter: [textOf('messages.bulk_too_many', { max: maxBulk })] })
  return keys
}
