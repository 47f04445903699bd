import type { Kit } from '#server/kit/kit.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import type { Filter } from '#shared/kit/filter.ts'
import type { Totals } from '#shared/kit/wire/list.ts'
import { type AnswerCache, createAnswerCache } from './answer-cache'
import { isSameFilter } from './figures'
import { filtersArchived, listValues, shapeOf } from './list-shape'
import { createListings, figuresOf, type Listing } from './listing'
import { callerValues } from './scope'
import { run } from './sql'

/** Reads lists, counts and totals of any area, in the caller's scope. */
export const createLists = (kit: Kit, sharesDatabase: boolean) => {
  const answers = createAnswerCache(kit, sharesDatabase)
  return { listing: createListings(kit), rows, count, counts, totals, facet }

  /** The records of the page as JSON text, which the database builds. */
  async function rows(listing: Listing, me: Principal): Promise<string> {
    const { area, shape, values } = listing
    const isSearched = shape.q || shape.filters.some(({ code }) => code)
    const few = isSearched && (await count(listing, me)) < manyMatches
    const statement = few ? kit.selects.list(area, readScopeOf(me), { ...shape, few }) : listing.statements.list
    const [page] = await run<{ rows: string }>(kit.db, statement, { ...values, ...callerValues(me) })
    return page?.rows ?? '[]'
  }

  /** The number of matching records. */
  async function count(listing: Listing, me: Principal): Promise<number> {
    const [row] = await answers.query<{ count: number }>(listing.statements.count, listing, me)
    return row?.count ?? 0
  }

  /**
   * The number of matching records of several requests to one area. Requests that share a filter and are not cached are
   * counted in one scan of the records that match it; the others one after the other, each by its index.
   */
  async function counts(listings: readonly Listing[], me: Principal): Promise<number[]> {
    const missing = listings.filter(
      (listing) => isJoinable(listing) && !answers.has(listing.statements.count, listing, me),
    )
    const isShared = sharedBy(missing.map(({ query }) => query.filters))
    const isJoined = missing.length > 1 && missing[0]?.query.filters.some(isShared)
    const joined = isJoined ? await countTogether(kit, answers, missing, isShared, me) : []
    const countOf = new Map(joined.map((count, index) => [missing[index], count]))
    const all: number[] = []
    for (const listing of listings) all.push(countOf.get(listing) ?? (await count(listing, me)))
    return all
  }

  async function totals(listing: Listing, me: Principal): Promise<Totals> {
    const { area, query, shape } = listing
    const groups = 'currency' in area.fields ? ['currency'] : []
    const statement = kit.selects.totals(area, readScopeOf(me), shape, figuresOf(kit, area, me, query, groups))
    const sums = await answers.query<Totals['sums'][number] & { count: number }>(statement, listing, me)
    return {
      count: sums.reduce((sum, row) => sum + row.count, 0),
      sums: sums.filter((row) => row.count > 0),
    }
  }

  function facet(listing: Listing, me: Principal, field: string) {
    const { area, query, shape } = listing
    const figures = figuresOf(kit, area, me, query, [field])
    return answers.query<{ value: string | null; count: number }>(
      kit.selects.facet(area, readScopeOf(me), shape, field, figures),
      listing,
      me,
    )
  }
}
export type Lists = ReturnType<typeof createLists>

/** The counts of several requests by one statement; each is cached as if it had been counted alone. */
const countTogether = async (
  { db, selects }: Kit,
  answers: AnswerCache,
  listings: readonly Listing[],
  isShared: (filter: Filter) => boolean,
  me: Principal,
): Promise<number[]> => {
  const [{ area, query }] = listings as [Listing]
  const shared = { ...query, filters: query.filters.filter(isShared) }
  const each = listings.map(({ query }) => ({
    ...query,
    filters: query.filters.filter((filter) => !isShared(filter)),
  }))
  const shapes = each.map((query) => shapeOf(query, false, area))
  const statement = selects.counts(area, readScopeOf(me), shapeOf(shared, false, area), shapes)
  const ownValues = each.flatMap((query, index) =>
    Object.entries(listValues(query, area, null)).map(([name, value]) => [`c${index}_${name}`, value]),
  )
  const values = { ...Object.fromEntries(ownValues), ...listValues(shared, area, null), ...callerValues(me) }
  const answer = run<Record<string, number>>(db, statement, values)
  for (const [index, listing] of listings.entries()) {
    const counts = answer.then(([row]) => [{ count: row?.[`c${index}`] ?? 0 }])
    answers.put(listing.statements.count, listing, me, counts)
  }
  const [row] = await answer
  return listings.map((_, index) => row?.[`c${index}`] ?? 0)
}

/** Searches, requests that filter by archival and those that kept figures answer are counted alone. */
const isJoinable = ({ shape, isKept }: Listing) => !isKept && !shape.q && !filtersArchived(shape)

/**
 * Tests whether all requests have a filter in common. Fields that a request filters twice are excluded, since several
 * filters by one declared condition apply to the same row.
 */
const sharedBy = (requests: readonly (readonly Filter[])[]) => {
  const filtersOnce = (filters: readonly Filter[], name: string) =>
    filters.filter(({ field }) => field === name).length === 1
  return (filter: Filter) =>
    requests.every(
      (filters) => filtersOnce(filters, filter.field) && filters.some((candidate) => isSameFilter(candidate, filter)),
    )
}

/** With at least this many matches, following the order finds a page sooner than sorting all of them. */
const manyMatches = 1000
