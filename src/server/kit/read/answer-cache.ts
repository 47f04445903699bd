import type { Kit } from '#server/kit/kit.ts'
import { BoundedMap } from '#server/kit/memo.ts'
import type { Principal } from '#server/kit/principal.ts'
import { today } from '#shared/base/dates.ts'
import { type Area, rowsOf } from '#shared/kit/area.ts'
import type { ListShape } from './list-shape'
import type { Listing } from './listing'
import { callerValues } from './scope'
import { run, type Statement } from './sql'

interface Answer<R> {
  /** The epoch of the areas that the list depends on, when the statement was sent. */
  epoch: number
  /** Milliseconds since 1970. */
  at: number
  /** The date, since conditions may depend on it. */
  day: string
  rows: Promise<R[]>
}

export interface AnswerCache {
  /**
   * Runs a statement over all matching records; its rows are cached until something that the list depends on is
   * written.
   */
  query<R>(statement: Statement, listing: Listing, me: Principal): Promise<R[]>
  /** Whether `query` would answer from the cache. */
  has(statement: Statement, listing: Listing, me: Principal): boolean
  /**
   * Caches the rows of a statement that the caller runs. Returns them, or the earlier ones while they are young enough.
   */
  put<R>(statement: Statement, listing: Listing, me: Principal, rows: Promise<R[]>): Promise<R[]>
}

/**
 * Caches counts and totals. Other processes announce their writes (`createChanges`), but an announcement may be lost
 * with a connection, and not every write goes through the kit, so an answer also expires: on a shared database after
 * two seconds. An expired answer that is at most five seconds old is still served while the new one is read.
 */
export const createAnswerCache = (kit: Kit, sharesDatabase: boolean): AnswerCache => {
  const answers = new BoundedMap<string, Answer<unknown>>(2000)
  const maxAge = sharesDatabase ? 2000 : 180_000
  return { query, has, put }

  function query<R>(statement: Statement, listing: Listing, me: Principal): Promise<R[]> {
    const answer = current<R>(statement, listing, me)
    if (answer && isFresh(answer)) return answer.rows
    return put(statement, listing, me, run<R>(kit.db, statement, { ...listing.values, ...callerValues(me) }))
  }

  function has(statement: Statement, listing: Listing, me: Principal): boolean {
    const answer = current(statement, listing, me)
    return answer !== undefined && isFresh(answer)
  }

  function put<R>(statement: Statement, listing: Listing, me: Principal, rows: Promise<R[]>): Promise<R[]> {
    const key = keyOf(statement, listing, me)
    const earlierAnswer = current<R>(statement, listing, me)
    const at = Date.now()
    const answer: Answer<R> = {
      epoch: epochOf(kit, listing, me),
      at,
      day: today(),
      rows: earlierAnswer && at - earlierAnswer.at < maxStale ? earlierAnswer.rows : rows,
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

  /** The cached answer, if nothing that this process knows of has changed since. */
  function current<R>(statement: Statement, listing: Listing, me: Principal): Answer<R> | undefined {
    const answer = answers.get(keyOf(statement, listing, me)) as Answer<R> | undefined
    return answer?.epoch === epochOf(kit, listing, me) && answer.day === today() ? answer : undefined
  }

  function isFresh({ at }: Answer<unknown>) {
    return Date.now() - at < maxAge
  }
}

/** Milliseconds. */
const maxStale = 5000

const keyOf = (statement: Statement, listing: Listing, me: Principal) =>
  `${statement.name}|${callerKey(listing, me)}|${listing.conditions}`

/** A list depends on its area and that area's rows; if a scope or a search reads other areas, on all areas. */
const epochOf = (kit: Kit, listing: Listing, me: Principal): number => {
  const { area, shape } = listing
  if (callerKey(listing, me) !== '' || shape.q) return kit.epoch('')
  return kit.epoch(area.name) + rowsOf(area).reduce((sum, [, { options }]) => sum + kit.epoch(options.to ?? ''), 0)
}

/** Identifies the caller if two callers of one role may get different rows; otherwise empty. */
const callerKey = ({ area, shape }: Listing, me: Principal) =>
  me.portfolio || area.scope?.[me.role] || area.partOf || dependsOnCaller(area, shape)
    ? [me.id, me.supplier_id, me.portfolio].join('/')
    : ''

const dependsOnCaller = ({ conditions = {} }: Area, { filters }: ListShape) =>
  filters.some(({ field }) => conditions[field]?.options.ofCaller)
