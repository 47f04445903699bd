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

interface Answer<R> {
  epoch: number
  at: number
  rows: Promise<R[]>
}

/** Reads lists, counts and totals of any area, in the caller's scope. */
export const createLists = (kit: Kit, sharesDatabase: boolean) => {
  const listings = remembered<Listing>(2000)
  const answers = new Map<string, Answer<unknown>>()
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

  /** How many match. */
  async function count(listing: Listing, me: Principal): Promise<number> {
    const [row] = await asked<{ count: number }>(listing.statements.count, listing, me)
    return row?.count ?? 0
  }

  async function totals(listing: Listing, me: Principal) {
    const { area, shape } = listing
    const statement = kit.selects.totals(area, me.role, shape)
    const sums = await asked<Record<string, unknown> & { count: number }>(statement, listing, me)
    return {
      count: sums.reduce((sum, row) => sum + row.count, 0),
      sums: sums.filter((row) => row.count > 0),
    }
  }

  function facet(listing: Listing, me: Principal, field: string) {
    const { area, shape } = listing
    return asked<{ value: string | null; count: number }>(kit.selects.facet(area, me.role, shape, field), listing, me)
  }

  /** What is true of all that match; remembered until something that the list depends on is written. */
  function asked<R>(statement: Statement, { area, shape, values, conditions }: Listing, me: Principal): Promise<R[]> {
    const scoped = area.scope?.[me.role] || area.partOf ? `${me.id}/${me.supplier_id}` : ''
    const key = `${statement.name}|${scoped}|${conditions}`
    const epoch = epochOf(area, scoped !== '' || shape.q)
    const known = answers.get(key) as Answer<R> | undefined
    const age = known?.epoch === epoch ? Date.now() - known.at : Number.POSITIVE_INFINITY
    // Writes of other processes are not heard of here, so on a shared database an answer is asked for anew after two
    // seconds. While that goes on the old one serves: nobody who turns pages waits for it.
    if (known && age < fresh) return known.rows
    const rows = run<R>(kit.db, statement, { ...values, ...callerValues(me) })
    const answer: Answer<R> = { epoch, at: Date.now(), rows: known && age < 5000 ? known.rows : rows }
    rows.then(
      () => {
        answer.rows = rows
      },
      () => answers.delete(key),
    )
    if (answers.size >= 2000) answers.delete(answers.keys().next().value as string)
    answers.set(key, answer)
    return answer.rows
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
