import { Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { BoundedMap, memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { today } from '#shared/base/dates.ts'
import { type Area, rowsOf } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { type ListQuery, parseListQuery } from '#shared/kit/list-query.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { searchKey, searchQuery } from '#shared/kit/search.ts'
import type { Text } from '#shared/kit/text.ts'
import { type FigureSource, figuresFor } from './figures'
import { callerValues } from './scope'
import { filtersArchived, type ListShape, listValues, shapeOf } from './select'
import { run, type Statement } from './sql'

/** A list request, read and checked: what to run and with which values. */
export interface Listing {
  area: Area
  query: ListQuery
  shape: ListShape
  values: Record<string, unknown>
  /** The values of the conditions as text, for those who remember by them. */
  conditions: string
  statements: { list: Statement; count: Statement }
  /** Whether what is kept of the area says how many match. */
  isKept: boolean
}

interface Answer<R> {
  epoch: number
  at: number
  /** Conditions may hang on the day. */
  days: string
  rows: Promise<R[]>
}

/** Reads lists, counts and totals of any area, in the caller's scope. */
export const createLists = (kit: Kit, sharesDatabase: boolean) => {
  const listings = memo<Listing>(2000)
  const answers = new BoundedMap<string, Answer<unknown>>(2000)
  const fresh = sharesDatabase ? 2000 : 180_000

  return { listing, rows, count, counts, totals, facet }

  /** Understands the query text of an address; 400 with the name of what does not fit. */
  function listing(area: Area, me: Principal, text: string, besides: readonly string[] = []): Listing {
    // What moves with the calendar means other days tomorrow.
    return listings(`${area.name}|${readScopeOf(me)}|${besides.join()}|${today()}|${text}`, () => {
      const params = [...new URLSearchParams(text)].filter(([name]) => !besides.includes(name))
      const { query, problems } = parseListQuery(area, params, (field) => kit.mayRead(subjectOf(me), area, field))
      const [first] = problems
      if (first) {
        // Without a prototype: somebody will filter by `constructor`.
        const errors: Record<string, Text[]> = Object.create(null)
        for (const { field, text } of problems) {
          errors[field] ??= []
          errors[field].push(text)
        }
        throw new Refusal(400, 'malformed', first.text, errors)
      }
      const tsquery = query.q.trim() === '' ? null : (searchQuery(query.q) ?? unmatched)
      const isKeyed = tsquery !== null && searchKey(tsquery) !== tsquery
      const shape = { ...shapeOf(query, tsquery !== null, area), ...(isKeyed && { keyed: true }) }
      const values = listValues(query, area, tsquery)
      const { start, size, ...conditions } = values
      const figures = sourceOf(area, me, query)
      return {
        area,
        query,
        shape,
        values,
        conditions: JSON.stringify(conditions),
        statements: {
          list: kit.selects.list(area, readScopeOf(me), shape),
          count: kit.selects.count(area, readScopeOf(me), shape, figures),
        },
        isKept: figures !== null,
      }
    })
  }

  /** The sums that answer a request, where there are such. */
  function sourceOf(area: Area, me: Principal, query: ListQuery, groups: readonly string[] = []): FigureSource | null {
    return figuresFor(kit.server(area.name).figures, query, groups, kit.selects.isScoped(area, readScopeOf(me)))
  }

  /** The page as JSON text, built by the database. */
  async function rows(listing: Listing, me: Principal): Promise<string> {
    const { area, shape, values } = listing
    const isSearched = shape.q || shape.filters.some(({ code }) => code)
    const few = isSearched && (await count(listing, me)) < manyMatches
    const statement = few ? kit.selects.list(area, readScopeOf(me), { ...shape, few }) : listing.statements.list
    const [page] = await run<{ rows: string }>(kit.db, statement, { ...values, ...callerValues(me) })
    return page?.rows ?? '[]'
  }

  /** How many match. */
  async function count(listing: Listing, me: Principal): Promise<number> {
    const [row] = await asked<{ count: number }>(listing.statements.count, listing, me)
    return row?.count ?? 0
  }

  /**
   * How many match each of several requests to one area. Where they have conditions in common, what is not remembered
   * is counted in one reading of what meets those; else each by the index that serves it, one after the other.
   */
  async function counts(listings: readonly Listing[], me: Principal): Promise<number[]> {
    const unknown = listings.filter((listing) => canJoin(listing) && !remembers(listing.statements.count, listing, me))
    const isShared = sharedBy(unknown.map(({ query }) => query.filters))
    const isJoined = unknown.length > 1 && unknown[0]?.query.filters.some(isShared)
    const joined = isJoined ? await countTogether(unknown, isShared, me) : []
    const found = new Map(joined.map((count, index) => [unknown[index], count]))
    const all: number[] = []
    for (const listing of listings) all.push(found.get(listing) ?? (await count(listing, me)))
    return all
  }

  /** The counts of several requests from one statement, each remembered as if it alone had been asked for. */
  async function countTogether(listings: readonly Listing[], isShared: (filter: Filter) => boolean, me: Principal) {
    const [{ area, query }] = listings as [Listing]
    const shared = { ...query, filters: query.filters.filter(isShared) }
    const each = listings.map(({ query }) => ({ ...query, filters: query.filters.filter((one) => !isShared(one)) }))
    const shapes = each.map((one) => shapeOf(one, false, area))
    const statement = kit.selects.counts(area, readScopeOf(me), shapeOf(shared, false, area), shapes)
    const own = each.flatMap((one, index) =>
      Object.entries(listValues(one, area, null)).map(([name, value]) => [`c${index}_${name}`, value]),
    )
    const values = { ...Object.fromEntries(own), ...listValues(shared, area, null), ...callerValues(me) }
    const answer = run<Record<string, number>>(kit.db, statement, values)
    const partOf = (index: number) => answer.then(([row]) => [{ count: row?.[`c${index}`] ?? 0 }])
    for (const [index, listing] of listings.entries()) remember(listing.statements.count, listing, me, partOf(index))
    const [row] = await answer
    return listings.map((_, index) => row?.[`c${index}`] ?? 0)
  }

  async function totals(listing: Listing, me: Principal) {
    const { area, query, shape } = listing
    const groups = 'currency' in area.fields ? ['currency'] : []
    const statement = kit.selects.totals(area, readScopeOf(me), shape, sourceOf(area, me, query, groups))
    const sums = await asked<Record<string, unknown> & { count: number }>(statement, listing, me)
    return {
      count: sums.reduce((sum, row) => sum + row.count, 0),
      sums: sums.filter((row) => row.count > 0),
    }
  }

  function facet(listing: Listing, me: Principal, field: string) {
    const { area, query, shape } = listing
    return asked<{ value: string | null; count: number }>(
      kit.selects.facet(area, readScopeOf(me), shape, field, sourceOf(area, me, query, [field])),
      listing,
      me,
    )
  }

  /** What is true of all that match; remembered until something that the list depends on is written. */
  function asked<R>(statement: Statement, listing: Listing, me: Principal): Promise<R[]> {
    const known = knownOf<R>(statement, listing, me)
    if (known && isFresh(known)) return known.rows
    return remember(statement, listing, me, run<R>(kit.db, statement, { ...listing.values, ...callerValues(me) }))
  }

  /**
   * What other processes write is heard of (`createChanges`), but news may be lost with a connection, and not everything is
   * written through the kit: an answer is asked for anew after a while. On a shared database that is two seconds, in which
   * the old one serves: nobody who turns pages waits for it.
   */
  function remember<R>(statement: Statement, listing: Listing, me: Principal, rows: Promise<R[]>): Promise<R[]> {
    const key = keyOf(statement, listing, me)
    const known = knownOf<R>(statement, listing, me)
    const at = Date.now()
    const answer: Answer<R> = {
      epoch: epochOf(listing, me),
      at,
      days: daysNow(),
      rows: known && at - known.at < 5000 ? known.rows : rows,
    }
    rows.then(
      () => {
        answer.rows = rows
      },
      () => answers.delete(key),
    )
    answers.set(key, answer)
    return answer.rows
  }

  /** What is remembered and still true as far as this process knows. */
  function knownOf<R>(statement: Statement, listing: Listing, me: Principal): Answer<R> | undefined {
    const known = answers.get(keyOf(statement, listing, me)) as Answer<R> | undefined
    return known?.epoch === epochOf(listing, me) && known.days === daysNow() ? known : undefined
  }

  function remembers(statement: Statement, listing: Listing, me: Principal): boolean {
    const known = knownOf(statement, listing, me)
    return known !== undefined && isFresh(known)
  }

  function isFresh({ at }: Answer<unknown>) {
    return Date.now() - at < fresh
  }

  function keyOf(statement: Statement, { area, conditions }: Listing, me: Principal) {
    return `${statement.name}|${scopedTo(area, me)}|${conditions}`
  }

  /** What a list depends on: its own area and document; where other areas decide what is seen, everything. */
  function epochOf({ area, shape }: Listing, me: Principal): number {
    if (scopedTo(area, me) !== '' || shape.q) return kit.epoch('')
    return kit.epoch(area.name) + rowsOf(area).reduce((sum, [, { options }]) => sum + kit.epoch(options.to ?? ''), 0)
  }
}
export type Lists = ReturnType<typeof createLists>

/** Today, here and as the database has it. */
const daysNow = () => `${today()} ${today('UTC')}`

/** Whose answers they are, where not everybody sees the same. */
const scopedTo = (area: Area, me: Principal) =>
  me.portfolio || area.scope?.[me.role] || area.partOf ? [me.id, me.supplier_id, me.portfolio].join('/') : ''

/** What is searched, what may be archived and what is kept is counted by itself. */
const canJoin = ({ shape, isKept }: Listing) => !isKept && !shape.q && !filtersArchived(shape)

/**
 * Whether all requests have a filter. Of a field that one of them asks twice, none is shared: what one request asks by a
 * condition of the area is asked of one and the same row.
 */
const sharedBy = (requests: readonly (readonly Filter[])[]) => {
  const asksOnce = (filters: readonly Filter[], field: string) =>
    filters.filter((one) => one.field === field).length === 1
  return ({ field, op, values }: Filter) =>
    requests.every(
      (filters) =>
        asksOnce(filters, field) &&
        filters.some((one) => one.field === field && one.op === op && one.values.join('\n') === values.join('\n')),
    )
}

/** From so many on, a page of what was searched is found sooner along the order than by sorting all that match. */
const manyMatches = 1000

/** Matches nothing: what was asked for has no letter or digit in it. */
const unmatched = "'\u0001'"
