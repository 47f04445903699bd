import { withoutEndingZeros } from '#shared/base/money.ts'
import { type Area, columnsOf, type Register, writtenRowsOf } from './area'
import { type Field, isDecimal } from './fields'
import type { Values } from './schema'

/** Whose value stands: what it was at first, what somebody else saved, what the person entered. */
export type Side = 'mine' | 'theirs' | 'base'

/** One document at three times; `base` and `theirs` as they were read, `mine` as a form holds it. */
export type Versions = Record<Side, Values>

/** A record of the document, and the one that it is a row of. */
export interface Place {
  area: Area
  /** As it is known best, to name it by. */
  record: Values
  parent: Place | null
}

/**
 * Something that both changed, or changed here and deleted there. `field` null: whether the row itself stands. The sides
 * are records; one that does not have the row is undefined, and only for a row.
 */
export interface Dispute {
  key: string
  place: Place
  field: string | null
  sides: Partial<Versions>
  /** Rows whose field of that name said the same as this one and was changed along with it: they follow the choice. */
  followers: number
}

/** Something that only one of them changed: a field, or with `field` null a row that came or went. */
export interface ReportedChange {
  place: Place
  field: string | null
  before: Values | undefined
  after: Values | undefined
  /** Rows whose field of that name said the same and was changed along with it. */
  followers: number
}

export interface Merge {
  disputes: Dispute[]
  /** What only the others changed. */
  theirs: ReportedChange[]
  /** What only the person changed. */
  mine: ReportedChange[]
  /** The document in which each dispute is settled by its key; without a choice the person's own entry stands. */
  settle: (choices?: ReadonlyMap<string, Side>) => Values
}

export interface MergeRules {
  register: Register
  /** A record as a form holds it: of every row that comes from the others only that is written back. */
  project: (area: Area, record: Values) => Values
  /** Fields that follow from a record's rows: nobody is asked about them. */
  derive?: (area: Area, record: Values) => Values
}

/**
 * Merges what two people made of one document, field by field, rows by their identity: their id, or for a new row the
 * fields that tell the rows of its area apart. What only one of them changed stands; the rest is disputed.
 */
export const mergeDocuments = (
  area: Area,
  { base, theirs, mine }: Versions,
  { register, project, derive }: MergeRules,
): Merge => {
  const found: Pick<Merge, 'disputes' | 'theirs' | 'mine'> = { disputes: [], theirs: [], mine: [] }
  return { ...found, settle: mergeRecord({ area, record: theirs, parent: null }, '', base, theirs, mine) }

  function mergeRecord(place: Place, key: string, base: Values, theirs: Values, mine: Values): Settle {
    const { area } = place
    const derived = new Set(Object.keys(derive?.(area, mine) ?? {}))
    const own = columnsOf(area).filter(([name, { options }]) => name in mine && !options.readOnly && !derived.has(name))
    const fields = own.map(
      ([name, field]) => [name, mergeField(place, key + name, field, { base, theirs, mine })] as const,
    )
    const rows = writtenRowsOf(area)
      .filter(([name]) => name in mine)
      .map(([name, { options }]) => {
        const child = register.get(options.to ?? '')
        const lists = { base: rowsIn(base, name), theirs: rowsIn(theirs, name), mine: rowsIn(mine, name) }
        return [name, mergeRows(place, child, `${key}${name}.`, lists)] as const
      })
    const id = theirs.id ?? mine.id
    return (choices) => {
      const merged = {
        ...(id === undefined ? {} : { id }),
        ...Object.fromEntries(fields.map(([name, settle]) => [name, settle(choices)])),
        ...Object.fromEntries(rows.map(([name, settle]) => [name, settle(choices)])),
      }
      return { ...merged, ...derive?.(area, merged) }
    }
  }

  function mergeField(place: Place, key: string, field: Field, sides: Versions): Settle<unknown> {
    const name = key.split('.').at(-1) ?? ''
    const { base, theirs, mine } = sides
    const isOurs = !sameFieldValue(field, base[name], mine[name])
    const isTheirs = !sameFieldValue(field, base[name], theirs[name])
    if (isOurs && sameFieldValue(field, mine[name], theirs[name])) return () => theirs[name] ?? emptyOf(field)
    if (!isTheirs) {
      if (isOurs) tellField(found.mine, place, field, name, base, mine)
      return () => (isOurs ? mine[name] : (theirs[name] ?? emptyOf(field)))
    }
    const head = found.disputes.find(
      (dispute) =>
        isSameAbove(dispute, place, field, name, { base, theirs }) &&
        (!isOurs || sameFieldValue(field, dispute.sides.mine?.[name], mine[name])),
    )
    if (head) {
      head.followers += 1
      return (choices) => head.sides[choices?.get(head.key) ?? 'mine']?.[name] ?? emptyOf(field)
    }
    if (!isOurs) {
      tellField(found.theirs, place, field, name, base, theirs)
      return () => theirs[name] ?? emptyOf(field)
    }
    found.disputes.push({ key, place, field: name, sides, followers: 0 })
    return (choices) => sides[choices?.get(key) ?? 'mine'][name] ?? emptyOf(field)
  }

  /** Tells a change once: a row that only went along with the document above it is counted there. */
  function tellField(list: ReportedChange[], place: Place, field: Field, name: string, before: Values, after: Values) {
    const head = list.find((told) =>
      isSameAbove({ ...told, sides: { base: told.before, theirs: told.after } }, place, field, name, {
        base: before,
        theirs: after,
      }),
    )
    if (head) head.followers += 1
    else list.push({ place, field: name, before, after, followers: 0 })
  }

  function mergeRows(parent: Place, area: Area, key: string, lists: Record<Side, Values[]>): Settle<Values[]> {
    const placeOf = (record: Values): Place => ({ area, record, parent })
    const mineOf = pairs(area, lists.theirs, lists.mine)
    const taken = new Set(mineOf.values())
    const theirs = lists.theirs.map((theirs): Settle<Values[]> => {
      const mine = mineOf.get(theirs)
      const base = lists.base.find(({ id }) => id === theirs.id)
      const place = placeOf(theirs)
      if (mine) {
        const settle = mergeRecord(place, `${key}${theirs.id}.`, base ?? {}, theirs, mine)
        return (choices) => [settle(choices)]
      }
      const whole = () => [project(area, theirs)]
      if (!base) {
        found.theirs.push({ place, field: null, before: undefined, after: theirs, followers: 0 })
        return whole
      }
      if (isSame(area, base, theirs)) {
        found.mine.push({ place, field: null, before: base, after: undefined, followers: 0 })
        return () => []
      }
      const dispute = { key: `${key}${theirs.id}`, place, field: null, sides: { base, theirs }, followers: 0 }
      found.disputes.push(dispute)
      return (choices) => (choices?.get(dispute.key) === 'theirs' ? whole() : [])
    })
    const mine = lists.mine
      .filter((row) => !taken.has(row))
      .map((mine, index): Settle<Values[]> => {
        const base = mine.id === undefined ? undefined : lists.base.find(({ id }) => id === mine.id)
        const place = placeOf({ ...base, ...mine })
        if (!base) {
          found.mine.push({ place, field: null, before: undefined, after: mine, followers: 0 })
          return () => [withoutIds(mine)]
        }
        if (isSame(area, base, mine)) {
          found.theirs.push({ place, field: null, before: base, after: undefined, followers: 0 })
          return () => []
        }
        const dispute = {
          key: `${key}${mine.id ?? `new${index}`}`,
          place,
          field: null,
          sides: { base, mine },
          followers: 0,
        }
        found.disputes.push(dispute)
        // The row itself is gone: what is kept of it is a new one.
        return (choices) => ((choices?.get(dispute.key) ?? 'mine') === 'mine' ? [withoutIds(mine)] : [])
      })
    return (choices) => [...theirs, ...mine].flatMap((settle) => settle(choices))
  }

  /** Whether a record says what another one said, as far as both say it. */
  function isSame(area: Area, before: Values, after: Values): boolean {
    const fields = columnsOf(area).filter(([name]) => name in before && name in after)
    if (!fields.every(([name, field]) => sameFieldValue(field, before[name], after[name]))) return false
    return writtenRowsOf(area)
      .filter(([name]) => name in after)
      .every(([name, { options }]) => {
        const child = register.get(options.to ?? '')
        const [old, now] = [rowsIn(before, name), rowsIn(after, name)]
        const paired = pairs(child, old, now)
        return old.length === now.length && old.every((row) => isSame(child, row, paired.get(row) ?? { id: null }))
      })
  }
}

/** What has come to be different between two states of a document. */
export const differences = (area: Area, register: Register, before: Values, after: Values): ReportedChange[] =>
  mergeDocuments(area, { base: before, theirs: after, mine: before }, { register, project: (_, record) => record })
    .theirs

/** Whether two values of a field mean the same, however they were typed: `5` and `5.00`, nothing and an empty text. */
export const sameFieldValue = (field: Field, one: unknown, other: unknown): boolean =>
  meaning(field, one) === meaning(field, other)

/** Whether a record above a place had the same in its field of that name, and it became the same. */
const isSameAbove = (
  { place: above, field: said, sides }: Pick<Dispute, 'place' | 'field' | 'sides'>,
  place: Place,
  field: Field,
  name: string,
  { base, theirs }: Pick<Versions, 'base' | 'theirs'>,
): boolean =>
  said === name &&
  isWithin(place, above) &&
  sameFieldValue(field, sides.base?.[name], base[name]) &&
  sameFieldValue(field, sides.theirs?.[name], theirs[name])

const isWithin = ({ parent }: Place, above: Place): boolean =>
  parent !== null && (parent === above || isWithin(parent, above))

type Settle<T = Values> = (choices?: ReadonlyMap<string, Side>) => T

const meaning = (field: Field, value: unknown): string => {
  if (value === null || value === undefined || value === '') return field.kind === 'flag' ? 'false' : ''
  if (Array.isArray(value)) return value.length ? JSON.stringify(value) : ''
  if (field.kind === 'moment') return String(Date.parse(String(value)))
  const text = String(value)
  return isDecimal(field) ? withoutEndingZeros(text) : text
}

const emptyOf = ({ kind }: Field) => (kind === 'flag' ? false : kind === 'choices' ? [] : null)

/** Which row of one list is which of the other. */
const pairs = (area: Area, ones: readonly Values[], others: readonly Values[]): Map<Values, Values> => {
  const found = new Map<Values, Values>()
  const free = new Set(others)
  const pair = (one: Values, other: Values | undefined) => {
    if (!other || found.has(one)) return
    found.set(one, other)
    free.delete(other)
  }
  for (const one of ones)
    pair(
      one,
      others.find(({ id }) => id !== undefined && id === one.id),
    )
  const names = (area.key ?? []).filter((name) => name !== area.partOf?.by)
  const sayKey = (row: Values) =>
    names.length > 0 && names.every((name) => row[name] !== null && row[name] !== undefined && row[name] !== '')
      ? names.map((name) => String(row[name]).toLowerCase()).join('\n')
      : null
  for (const one of ones) {
    const key = sayKey(one)
    if (key !== null)
      pair(
        one,
        [...free].find((other) => other.id === undefined && sayKey(other) === key),
      )
  }
  return found
}

const rowsIn = (record: Values, name: string): Values[] => (Array.isArray(record[name]) ? record[name] : [])

const withoutIds = (row: Values): Values =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name !== 'id')
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((one) => (one && typeof one === 'object' ? withoutIds(one) : one)) : value,
      ]),
  )
