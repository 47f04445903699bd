import { type Area, rowsOf } from '../../shared/area'
import { type ListQuery, parseListQuery } from '../../shared/list-query'
import { searchQuery } from '../../shared/search'
import type { Text } from '../../shared/text'
import { Refusal } from './errors'
import type { Kit } from './kit'
import type { Principal } from './principal'
import { callerValues } from './scope'
import { type ListShape, listValues, shapeOf } from './select'
import { remembered, run, type Statement } from './sql'

/** A list request, read and checked: what to run and with which values. */
export interface Listing {
  area: Area
  query: ListQuery
  shape: ListShape
  values: Record<string, unknown>
  /** The values of the conditions as text, for those who remember by them. */
  conditions: string
  statements: { list: Statement; count: Statement }
}

/** Reads lists, counts and totals of any area, in the caller's scope. */
export const createLists = (kit: Kit, sharesDatabase: boolean) => {
  const listings = remembered<Listing>(2000)
  const counts = new Map<string, { epoch: number; at: number; count: Promise<number> }>()
  const fresh = sharesDatabase ? 2000 : Number.POSITIVE_INFINITY

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
      const shape = shapeOf(query, tsquery !== null)
      const values = listValues(query, area, tsquery)
      const { start, ...conditions } = values
      return {
        area,
        query,
        shape,
        values,
        conditions: JSON.stringify(conditions),
        statements: {
          list: kit.selects.list(area, me.role, shape),
          count: kit.selects.count(area, me.role, shape),
        },
      }
    })
  }

  /** The page as JSON text, built by the database. */
  async function rows(listing: Listing, me: Principal): Promise<string> {
    const { area, shape, values } = listing
    const few = shape.q && (await count(listing, me)) < manyMatches
    const statement = few ? kit.selects.list(area, me.role, { ...shape, few }) : listing.statements.list
    const [page] = await run<{ rows: string }>(kit.db, statement, { ...values, ...callerValues(me) })
    return page?.rows ?? '[]'
  }

  /** How many match; remembered until something that the list depends on is written. */
  function count(listing: Listing, me: Principal): Promise<number> {
    const { area, shape, conditions, statements } = listing
    const scoped = area.scope?.[me.role] || area.partOf ? `${me.id}/${me.supplier_id}` : ''
    const key = `${statements.count.name}|${scoped}|${conditions}`
    const epoch = epochOf(area, scoped !== '' || shape.q)
    const known = counts.get(key)
    const age = known?.epoch === epoch ? Date.now() - known.at : Number.POSITIVE_INFINITY
    // Writes of other processes are not heard of here, so on a shared database a count is asked for anew after two
    // seconds. While that goes on the old one serves: nobody who turns pages waits for it.
    if (known && age < fresh) return known.count
    const counted = run<{ count: number }>(kit.db, statements.count, { ...listing.values, ...callerValues(me) }).then(
      ([row]) => row?.count ?? 0,
    )
    const serves = known && age < 5000 ? known.count : counted
    const entry = { epoch, at: Date.now(), count: serves }
    counted.then(
      (count) => {
        entry.count = Promise.resolve(count)
      },
      () => counts.delete(key),
    )
    if (counts.size >= 2000) counts.delete(counts.keys().next().value as string)
    counts.set(key, entry)
    return serves
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

/** From so many on, a page of what was searched is found sooner along the order than by sorting all that match. */
const manyMatches = 1000

/** Matches nothing: what was asked for has no letter or digit in it. */
const unmatched = "'\u0001'"
