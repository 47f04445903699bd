import { type Area, rowsOf } from '../../shared/area'
import { type ListQuery, parseListQuery } from '../../shared/list-query'
import { searchQuery } from '../../shared/search'
import type { Text } from '../../shared/text'
import { Refusal } from './errors'
import type { Kit } from './kit'
import type { Principal } from './principal'
import { callerValues } from './scope'
import { type ListShape, listValues, shapeOf } from './select'
import { remembered, run } from './sql'

/** A list request, read and checked: what to run and with which values. */
export interface Listing {
  area: Area
  query: ListQuery
  shape: ListShape
  values: Record<string, unknown>
}

/** Reads lists, counts and totals of any area, in the caller's scope. */
export const createLists = (kit: Kit, sharesDatabase: boolean) => {
  const listings = remembered<Listing>(2000)
  const counts = new Map<string, { epoch: number; at: number; count: Promise<number> }>()

  return { listing, rows, count, totals, facet }

  /** Understands the query text of an address; 400 with the name of what does not fit. */
  function listing(area: Area, me: Principal, text: string, besides: readonly string[] = []): Listing {
    return listings(`${area.name}|${me.role}|${besides.join()}|${text}`, () => {
      const params = [...new URLSearchParams(text)].filter(([name]) => !besides.includes(name))
      const { query, problems } = parseListQuery(area, params, (field) => kit.mayRead(me.role, area, field))
      const [first] = problems
      if (first) {
        const errors: Record<string, Text[]> = {}
        for (const { field, text: said } of problems) errors[field] = [...(errors[field] ?? []), said]
        throw new Refusal(400, 'malformed', first.text, errors)
      }
      const tsquery = query.q.trim() === '' ? null : (searchQuery(query.q) ?? unmatched)
      return { area, query, shape: shapeOf(query, tsquery !== null), values: listValues(query, area, tsquery) }
    })
  }

  /** The page as JSON text, built by the database. */
  async function rows({ area, shape, values }: Listing, me: Principal): Promise<string> {
    const [page] = await run<{ rows: string }>(kit.db, kit.selects.list(area, me.role, shape), {
      ...values,
      ...callerValues(me),
    })
    return page?.rows ?? '[]'
  }

  /** How many match; remembered until something that the list depends on is written. */
  function count(listing: Listing, me: Principal): Promise<number> {
    const { area, shape, values } = listing
    const statement = kit.selects.count(area, me.role, shape)
    const filters = Object.entries(values).filter(([name]) => name !== 'start')
    const scoped = area.scope?.[me.role] || area.partOf ? `${me.id}/${me.supplier_id}` : ''
    const key = `${statement.name}|${scoped}|${JSON.stringify(filters)}`
    const epoch = epochOf(area, scoped !== '' || shape.q)
    const known = counts.get(key)
    // Writes of other processes are not heard of here, so on a shared database a count lives for two seconds.
    if (known && known.epoch === epoch && !(sharesDatabase && Date.now() - known.at > 2000)) return known.count
    const counted = run<{ count: number }>(kit.db, statement, { ...values, ...callerValues(me) }).then(
      ([row]) => row?.count ?? 0,
    )
    counted.catch(() => counts.delete(key))
    if (counts.size >= 2000) counts.delete(counts.keys().next().value as string)
    counts.set(key, { epoch, at: Date.now(), count: counted })
    return counted
  }

  async function totals({ area, shape, values }: Listing, me: Principal) {
    const sums = await run<Record<string, unknown> & { count: number }>(
      kit.db,
      kit.selects.totals(area, me.role, shape),
      { ...values, ...callerValues(me) },
    )
    return {
      count: sums.reduce((sum, row) => sum + row.count, 0),
      sums: sums.filter((row) => row.count > 0),
    }
  }

  function facet({ area, shape, values }: Listing, me: Principal, field: string) {
    return run<{ value: string | null; count: number }>(kit.db, kit.selects.facet(area, me.role, shape, field), {
      ...values,
      ...callerValues(me),
    })
  }

  /** What a list depends on: its own area and document; where other areas decide what is seen, everything. */
  function epochOf(area: Area, everything: boolean): number {
    if (everything) return kit.epoch('')
    return kit.epoch(area.name) + rowsOf(area).reduce((sum, [, { options }]) => sum + kit.epoch(options.to ?? ''), 0)
  }
}
export type Lists = ReturnType<typeof createLists>

/** Matches nothing: what was asked for has no letter or digit in it. */
const unmatched = "'\u0001'"
