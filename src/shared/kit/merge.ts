import { withoutEndingZeros } from '#shared/base/money.ts'
import { type Area, columnsOf, type Register, writtenRowsOf } from './area'
import { type Field, isDecimal } from './fields'
import type { Values } from './schema'

/** Whose value: the original one, another person's saved one, or the one entered here. */
export type Side = 'mine' | 'theirs' | 'base'

/** One document at three times; `base` and `theirs` as they were read, `mine` as a form holds it. */
export type Versions = Record<Side, Values>

/** A record of the document, and the one that it is a row of. */
export interface RecordContext {
  area: Area
  /** The latest known state, for its title. */
  record: Values
  parent: RecordContext | null
}

/**
 * A conflict: both changed it, or one changed and the other deleted it. `field` null: whether to keep the row itself.
 * The sides are records; a side that deleted the row is undefined.
 */
export interface Dispute {
  key: string
  context: RecordContext
  field: string | null
  sides: Partial<Versions>
  /** Rows that had the same value in this field and changed with it: they follow the choice. */
  followers: number
}

/** A change of only one side: a field, or with `field` null a row that was added or deleted. */
export interface ReportedChange {
  context: RecordContext
  field: string | null
  before: Values | undefined
  after: Values | undefined
  /** Rows that had the same value in this field and changed with it. */
  followers: number
}

export interface Merge {
  disputes: Dispute[]
  /** Changes of the other side only. */
  theirs: ReportedChange[]
  /** Changes of the person only. */
  mine: ReportedChange[]
  /** The merged document with each dispute decided by its key; by default the person's own entry is kept. */
  settle: (choices?: ReadonlyMap<string, Side>) => Values
}

export interface MergeRules {
  register: Register
  /** A record as a form holds it; of a row that only the others have, this is written back. */
  project: (area: Area, record: Values) => Values
  /** Fields computed from a record's rows; they are never disputed. */
  derive?: (area: Area, record: Values) => Values
}

/**
 * Merges two versions of one document field by field. Rows are matched by id, new ones by the key fields of their area.
 * A change of only one side is applied; the rest is disputed.
 */
export const mergeDocuments = (area: Area, { base, theirs, mine }: Versions, rules: MergeRules): Merge => {
  const run: MergeRun = { ...rules, disputes: [], theirs: [], mine: [] }
  const settle = mergeRecord(run, { area, record: theirs, parent: null }, '', base, theirs, mine)
  return { disputes: run.disputes, theirs: run.theirs, mine: run.mine, settle }
}

/** The state of a running merge. */
interface MergeRun extends MergeRules, Pick<Merge, 'disputes' | 'theirs' | 'mine'> {}

/** The value in the merged document, by the choices for its disputes. */
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

/** Reports a change once: a row that changed with the document above it is counted as its follower. */
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

/** A row that the other person has. */
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
  const kept = () => [run.project(context.area, theirs)]
  if (!base) {
    run.theirs.push({ context, field: null, before: undefined, after: theirs, followers: 0 })
    return kept
  }
  if (isUnchanged(run, context.area, base, theirs)) {
    run.mine.push({ context, field: null, before: base, after: undefined, followers: 0 })
    return () => []
  }
  run.disputes.push({ key, context, field: null, sides: { base, theirs }, followers: 0 })
  return (choices) => (choices?.get(key) === 'theirs' ? kept() : [])
}

/** A row that the other side does not have: new here, or deleted there. */
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
  // The row was deleted, so keeping it creates a new one.
  return (choices) => ((choices?.get(key) ?? 'mine') === 'mine' ? [withoutIds(mine)] : [])
}

/** Whether two states of a record agree in the fields and rows that both have. */
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

/** The changes between two states of a document. */
export const differences = (area: Area, register: Register, before: Values, after: Values): ReportedChange[] =>
  mergeDocuments(area, { base: before, theirs: after, mine: before }, { register, project: (_, record) => record })
    .theirs

/** Whether two values of a field are equal regardless of notation: `5` and `5.00`, null and an empty text. */
export const sameFieldValue = (field: Field, a: unknown, b: unknown): boolean =>
  normalized(field, a) === normalized(field, b)

/** Whether an ancestor of the record has the same field with the same values before and after. */
const isSameAbove = (
  { context: above, field: aboveField, sides }: Pick<Dispute, 'context' | 'field' | 'sides'>,
  context: RecordContext,
  field: Field,
  name: string,
  { base, theirs }: Pick<Versions, 'base' | 'theirs'>,
): boolean =>
  aboveField === name &&
  isWithin(context, above) &&
  sameFieldValue(field, sides.base?.[name], base[name]) &&
  sameFieldValue(field, sides.theirs?.[name], theirs[name])

const isWithin = ({ parent }: RecordContext, above: RecordContext): boolean =>
  parent !== null && (parent === above || isWithin(parent, above))

const normalized = (field: Field, value: unknown): string => {
  if (value === null || value === undefined || value === '') return field.kind === 'flag' ? 'false' : ''
  if (Array.isArray(value)) return value.length ? JSON.stringify(value) : ''
  if (field.kind === 'moment') return String(Date.parse(String(value)))
  const text = String(value)
  return isDecimal(field) ? withoutEndingZeros(text) : text
}

const emptyOf = ({ kind }: Field) => (kind === 'flag' ? false : kind === 'choices' ? [] : null)

/** Pairs the rows of two lists: by id, then new rows by the key fields of their area. */
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
