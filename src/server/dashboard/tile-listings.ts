import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { Lists } from '#server/kit/read/lists.ts'

export interface TileContext {
  kit: Kit
  lists: Lists
  me: Principal
}

/** Filters of a list by the names of their parameters. */
export type Conditions = Record<string, string>

/** The conditions as a query string. */
export const queryOf = (conditions: Conditions) => new URLSearchParams(conditions).toString()

/** The list of an area under these conditions, as the caller reads it; only its totals are used. */
export const listingOf = ({ kit, lists, me }: TileContext, area: string, conditions: Conditions) =>
  lists.listing(kit.register.get(area), me, `${queryOf(conditions)}&_start=0&_end=1`)
