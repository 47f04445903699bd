import { withoutEndingZeros } from '#shared/base/money.ts'
import { type Area, columnsOf, type Register, writtenRowsOf } from './area'
import { type Field, isDecimal } from './fields'
import type { Values } from './schema'

/**
 * A side of the merge: `base` is the version that the person began to edit, `theirs` the version that somebody else
 * saved since, `mine` what the person entered.
 */
export type Side = 'mine' | 'theirs' | 'base'

/** The three versions of a document: `base` and `theirs` as the API returned them, `mine` as the form holds it. */
export type Versions = Record<Side, Values>

/** A record of the document and its ancestors. */
export interface RecordContext {
  area: Area
  /** The latest known state of the record, for its title. */
  record: Values
  /** The record that this one is a row of; null for the document itself. */
  parent: RecordContext | null
}

/**
 * A conflict. With a `field`, both sides changed it to different values. With `field` null, one side changed a row that
 * the other side deleted, and the question is whether to keep the row.
 */
export interface Dispute {
  /** Path of the field or row in the document; the key of the choice in `Merge.settle`. */
  key: string
  context: RecordContext
  field: string | null
  /** The record in each version; a side that deleted it is absent. */
  sides: Partial<Versions>
  /**
   * The number of rows below the record whose same field had the same values before and after: they follow the choice.
   */
  followers: number
}

/** A change of one side only: of a field, or with `field` null a row that was added or deleted. */
export interface ReportedChange {
  context: RecordContext
  field: string | null
  /** The record before and after the change; undefined where the row did not exist. */
  before: Values | undefined
  after: Values | undefined
  /** The number of rows below the record whose same field had the same values before and after. */
  followers: number
}

/** The result of `mergeDocuments`. */
export interface Merge {
  disputes: Dispute[]
  /** Changes that only the other person made. */
  theirs: ReportedChange[]
  /** Changes that only this person made. */
  mine: ReportedChange[]
  /** Returns the merged document. `choices` has a side for each dispute, by its key; the default is `mine`. */
  settle: (choices?: ReadonlyMap<string, Side>) => Values
}

export interface MergeRules {
  register: Register
  /** Reduces a record to the values that a form holds, for rows that exist only in `theirs`. */
  project: (area: Area, record: Values) => Values
  /** The fields that are computed from a record and its rows, with their values; they are never disputed. */
  derive?: (area: Area, record: Values) => Values
}

/**
 * Three-way merge of a document, field by field. Rows are matched by id, and new rows by the key fields of their area.
 * A change that only one side made is applied; a field that both changed differently becomes a dispute.
 */
export const mergeDocuments = (area: Area, { base, theirs, mine }: Versions, rules: MergeRules): Merge => {
  const run: MergeRun = { ...rules, disputes: [], theirs: [], mine: [] }
  const settle = mergeRecord(run, { area, record: theirs, parent: null }, '', base, theirs, mine)
  return { disputes: run.disputes, theirs: run.theirs, mine: run.mine, settle }
}

/** The state of a running merge. */
interface MergeRun extends MergeRules, Pick<Merge, 'disputes' | 'theirs' | 'mine'> {}

/** Returns the merged value for the choices made in disputes. */
type Settle<T = Values> = (choices?: ReadonlyMap<string, Side>) => T

const mergeRecord = (
  run: MergeRun,
  context: RecordContext,
  key: string,
  base: Values,
  theirs: Values,
  mine: Values,
): Settle => {
  const { area } = context
  const { register, derive } = run
  const derived = new Set(Object.keys(derive?.(area, mine) ?? {}))
  const fields = columnsOf(area)
    .filter(([name, { options }]) => name in mine && !options.readOnly && !derived.has(name))
    .map(([name, field]) => [name, mergeField(run, context, key + name, field, { base, theirs, mine })] as const)
  const rows = writtenRowsOf(area)
    .filter(([name]) => name in mine)
    .map(([name, { options }]) => {
      const child = register.get(options.to ?? '')
      const lists = { base: rowsIn(base, name), theirs: rowsIn(theirs, name), mine: rowsIn(mine, name) }
      return [name, mergeRows(run, context, child, `${key}${name}.`, lists)] as const
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

const mergeField = (
  run: MergeRun,
  context: RecordContext,
  key: string,
  field: Field,
  sides: Versions,
): Settle<unknown> => {
  const name = key.split('.').at(-1) ?? ''
  const { base, theirs, mine } = sides
  const isMine = !sameFieldValue(field, base[name], mine[name])
  const isTheirs = !sameFieldValue(field, base[name], theirs[name])
  if (isMine && sameFieldValue(field, mine[name], theirs[name])) return () => theirs[name] ?? emptyOf(field)
  if (!isTheirs) {
    if (isMine) reportField(run.mine, context, field, name, base, mine)
    return () => (isMine ? mine[name] : (theirs[name] ?? emptyOf(field)))
  }
  const leading = run.disputes.find(
    (dispute) =>
      isSameAbove(dispute, context, field, name, { base, theirs }) &&
      (!isMine || sameFieldValue(field, dispute.sides.mine?.[name], mine[name])),
  )
  if (leading) {
    leading.followers += 1
    return (choices) => leading.sides[choices?.get(leading.key) ?? 'mine']?.[name] ?? emptyOf(field)
  }
  if (!isMine) {
    reportField(run.theirs, context, field, name, base, theirs)
    return () => theirs[name] ?? emptyOf(field)
  }
  run.disputes.push({ key, context, field: name, sides, followers: 0 })
  return (choices) => sides[choices?.get(key) ?? 'mine'][name] ?? emptyOf(field)
}

/** Reports a change; one that repeats the change of an ancestor is only counted as its follower. */
const reportField = (
  list: ReportedChange[],
  context: RecordContext,
  field: Field,
  name: string,
  before: Values,
  after: Values,
) => {
  const leading = list.find((reported) =>
    isSameAbove({ ...reported, sides: { base: reported.before, theirs: reported.after } }, context, field, name, {
      base: before,
      theirs: after,
    }),
  )
  if (leading) leading.followers += 1
  else list.push({ context, field: name, before, after, followers: 0 })
}

const mergeRows = (
  run: MergeRun,
  parent: RecordContext,
  area: Area,
  key: string,
  lists: Record<Side, Values[]>,
): Settle<Values[]> => {
  const mineByTheirs = pairs(area, lists.theirs, lists.mine)
  const paired = new Set(mineByTheirs.values())
  const theirs = lists.theirs.map((row) => {
    const base = lists.base.find(({ id }) => id === row.id)
    return mergeTheirRow(run, { area, record: row, parent }, `${key}${row.id}`, base, row, mineByTheirs.get(row))
  })
  const mine = lists.mine
    .filter((row) => !paired.has(row))
    .map((row, index) => {
      const base = row.id === undefined ? undefined : lists.base.find(({ id }) => id === row.id)
      const context = { area, record: { ...base, ...row }, parent }
      return mergeOwnRow(run, context, `${key}${row.id ?? `new${index}`}`, base, row)
    })
  return (choices) => [...theirs, ...mine].flatMap((settle) => settle(choices))
}

/** Merges a row of `theirs`; without `mine`, the person deleted it or never had it. */
const mergeTheirRow = (
  run: MergeRun,
  context: RecordContext,
  key: string,
  base: Values | undefined,
  theirs: Values,
  mine: Values | undefined,
): Settle<Values[]> => {
  if (mine) {
    const settle = mergeRecord(run, context, `${key}.`, base ?? {}, theirs, mine)
    return (choices) => [settle(choices)]
  }
  const keepTheirs = () => [run.project(context.area, theirs)]
  if (!base) {
    run.theirs.push({ context, field: null, before: undefined, after: theirs, followers: 0 })
    return keepTheirs
  }
  if (isUnchanged(run, context.area, base, theirs)) {
    run.mine.push({ context, field: null, before: base, after: undefined, followers: 0 })
    return () => []
  }
  run.disputes.push({ key, context, field: null, sides: { base, theirs }, followers: 0 })
  return (choices) => (choices?.get(key) === 'theirs' ? keepTheirs() : [])
}

/** Merges a row of `mine` without a counterpart in `theirs`: the person added it, or the other person deleted it. */
const mergeOwnRow = (
  run: MergeRun,
  context: RecordContext,
  key: string,
  base: Values | undefined,
  mine: Values,
): Settle<Values[]> => {
  if (!base) {
    run.mine.push({ context, field: null, before: undefined, after: mine, followers: 0 })
    return () => [withoutIds(mine)]
  }
  if (isUnchanged(run, context.area, base, mine)) {
    run.theirs.push({ context, field: null, before: base, after: undefined, followers: 0 })
    return () => []
  }
  run.disputes.push({ key, context, field: null, sides: { base, mine }, followers: 0 })
  // The row no longer exists on the server, so keeping it creates a new row without an id.
  return (choices) => ((choices?.get(key) ?? 'mine') === 'mine' ? [withoutIds(mine)] : [])
}

/** Whether two states of a record have equal values in the fields and rows that both contain. */
const isUnchanged = (run: MergeRun, area: Area, before: Values, after: Values): boolean => {
  const fields = columnsOf(area).filter(([name]) => name in before && name in after)
  if (!fields.every(([name, field]) => sameFieldValue(field, before[name], after[name]))) return false
  return writtenRowsOf(area)
    .filter(([name]) => name in after)
    .every(([name, { options }]) => {
      const child = run.register.get(options.to ?? '')
      const [oldRows, newRows] = [rowsIn(before, name), rowsIn(after, name)]
      const newByOld = pairs(child, oldRows, newRows)
      return (
        oldRows.length === newRows.length &&
        oldRows.every((row) => isUnchanged(run, child, row, newByOld.get(row) ?? { id: null }))
      )
    })
}

/** The changes from one state of a document to another. */
export const differences = (area: Area, register: Register, before: Values, after: Values): ReportedChange[] =>
  mergeDocuments(area, { base: before, theirs: after, mine: before }, { register, project: (_, record) => record })
    .theirs

/** Whether two values of a field are equal, ignoring notation: `5` equals `5.00`, null equals an empty text. */
export const sameFieldValue = (field: Field, a: unknown, b: unknown): boolean =>
  normalized(field, a) === normalized(field, b)

/**
 * Whether the first change is one of an ancestor of the record, in a field of the same name and with the same values.
 */
const isSameAbove = (
  { context: ancestor, field: ancestorField, sides }: Pick<Dispute, 'context' | 'field' | 'sides'>,
  context: RecordContext,
  field: Field,
  name: string,
  { base, theirs }: Pick<Versions, 'base' | 'theirs'>,
): boolean =>
  ancestorField === name &&
  isDescendant(context, ancestor) &&
  sameFieldValue(field, sides.base?.[name], base[name]) &&
  sameFieldValue(field, sides.theirs?.[name], theirs[name])

const isDescendant = ({ parent }: RecordContext, ancestor: RecordContext): boolean =>
  parent !== null && (parent === ancestor || isDescendant(parent, ancestor))

const normalized = (field: Field, value: unknown): string => {
  if (value === null || value === undefined || value === '') return field.kind === 'flag' ? 'false' : ''
  if (Array.isArray(value)) return value.length ? JSON.stringify(value) : ''
  if (field.kind === 'moment') return String(Date.parse(String(value)))
  const text = String(value)
  return isDecimal(field) ? withoutEndingZeros(text) : text
}

const emptyOf = ({ kind }: Field) => (kind === 'flag' ? false : kind === 'choices' ? [] : null)

/** Pairs the rows of two lists by id, then those without an id in `others` by the key fields of their area. */
const pairs = (area: Area, rows: readonly Values[], others: readonly Values[]): Map<Values, Values> => {
  const paired = new Map<Values, Values>()
  const free = new Set(others)
  const pair = (row: Values, partner: Values | undefined) => {
    if (!partner || paired.has(row)) return
    paired.set(row, partner)
    free.delete(partner)
  }
  for (const row of rows)
    pair(
      row,
      others.find(({ id }) => id !== undefined && id === row.id),
    )
  const keyFields = (area.key ?? []).filter((name) => name !== area.partOf?.by)
  for (const row of rows) {
    const key = keyOf(row, keyFields)
    if (key !== null)
      pair(
        row,
        [...free].find((candidate) => candidate.id === undefined && keyOf(candidate, keyFields) === key),
      )
  }
  return paired
}

const keyOf = (row: Values, fields: readonly string[]): string | null =>
  fields.length > 0 && fields.every((name) => row[name] !== null && row[name] !== undefined && row[name] !== '')
    ? fields.map((name) => String(row[name]).toLowerCase()).join('\n')
    : null

const rowsIn = (record: Values, name: string): Values[] => (Array.isArray(record[name]) ? record[name] : [])

const withoutIds = (row: Values): Values =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name !== 'id')
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((row) => (row && typeof row === 'object' ? withoutIds(row) : row)) : value,
      ]),
  )
