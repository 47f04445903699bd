import { Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { today } from '#shared/base/dates.ts'
import type { Area } from '#shared/kit/area.ts'
import { type ListQuery, parseListQuery, type QueryProblem } from '#shared/kit/list-query.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { searchKey, searchQuery } from '#shared/kit/search.ts'
import type { Text } from '#shared/kit/text.ts'
import { type FigureSource, figuresFor } from './figures'
import { type ListShape, listValues, shapeOf } from './list-shape'
import type { Statement } from './sql'

/** A parsed and checked list request: its statements and their values. */
export interface Listing {
  area: Area
  query: ListQuery
  shape: ListShape
  values: Record<string, unknown>
  /** The values of the conditions as text, for cache keys. */
  conditions: string
  statements: { list: Statement; count: Statement }
  /** Whether kept figures answer the count. */
  isKept: boolean
}

/**
 * Parses the query string of a list, without the parameters `ignored`; throws 400 with the names of invalid parameters.
 */
export type ParseListing = (area: Area, me: Principal, text: string, ignored?: readonly string[]) => Listing

export const createListings = (kit: Kit): ParseListing => {
  const listings = memo<Listing>(2000)
  return (area, me, text, ignored = []) =>
    // The key includes the day, since calendar periods in filters mean other dates tomorrow.
    listings(`${area.name}|${readScopeOf(me)}|${ignored.join()}|${today()}|${text}`, () => {
      const params = [...new URLSearchParams(text)].filter(([name]) => !ignored.includes(name))
      const { query, problems } = parseListQuery(area, params, (field) => kit.mayRead(subjectOf(me), area, field))
      if (problems.length > 0) throw refusalOf(problems)
      return listingOf(kit, area, me, query)
    })
}

/** The kept figures that answer a request grouped by `groups`; null if the records have to be read. */
export const figuresOf = (
  kit: Kit,
  area: Area,
  me: Principal,
  query: ListQuery,
  groups: readonly string[] = [],
): FigureSource | null =>
  figuresFor(kit.server(area.name).figures, query, groups, kit.selects.isScoped(area, readScopeOf(me)))

const listingOf = (kit: Kit, area: Area, me: Principal, query: ListQuery): Listing => {
  const tsquery = query.q.trim() === '' ? null : (searchQuery(query.q) ?? matchesNothing)
  const isKeyed = tsquery !== null && searchKey(tsquery) !== tsquery
  const shape = { ...shapeOf(query, tsquery !== null, area), ...(isKeyed && { keyed: true }) }
  const values = listValues(query, area, tsquery)
  const { start, size, ...conditions } = values
  const figures = figuresOf(kit, area, me, query)
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
}

const refusalOf = (problems: readonly QueryProblem[]): Refusal => {
  // No prototype, since a filter may be called `constructor`.
  const errors: Record<string, Text[]> = Object.create(null)
  for (const { field, text } of problems) {
    errors[field] ??= []
    errors[field].push(text)
  }
  return new Refusal(400, 'malformed', problems[0]?.text ?? { key: 'messages.invalid' }, errors)
}

/** A search query without matches, for a text without a letter or digit. */
const matchesNothing = "'\u0001'"
