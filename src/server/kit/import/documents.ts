import type { Doc } from '#server/kit/kit.ts'
import { rowsIn, sameStoredValue } from '#server/kit/write/diff.ts'
import { type FlatProblem, type FlatRow, type FlatShape, nest, sourceOf } from '#shared/delimited/flat.ts'
import type { SourceRow } from '#shared/delimited/parse.ts'
import { type Area, columnsOf, rowsOf, titleKey } from '#shared/kit/area.ts'
import { textOf } from '#shared/kit/text.ts'
import { truncate } from './cells'
import { CellValue, type FileDocument } from './file-document'
import { textKey } from './lookup'
import { hasKeyColumns, type Plan, type PlannedField, type PlannedLevel } from './plan'
import type { Difference, Fault } from './staged'

/** Reads rows of a file as documents. Caches cell values, so use one reader for the whole file. */
export const createReader = (plan: Plan) => {
  const shape = shapeOf(plan)
  const known = plan.fields.map(() => new Map<string, { cell: CellValue } | { problem: Fault['text'] }>())
  const meanings = plan.fields.map(() => new Map<string, CellValue>())
  const constants = plan.fields.map((field) =>
    'value' in field.source
      ? new CellValue(field.source.value, String(field.source.value), keyOf(field, field.source.value))
      : null,
  )

  return { documents, keyOf: documentKey }

  /** The key of the row's document, as text; null where a part of it is empty or unreadable. */
  function documentKey({ line, cells }: Pick<SourceRow, 'line' | 'cells'>): string | null {
    if (plan.area.worklist) return isStamped(cells) ? String(line) : null
    const parts = (plan.area.key ?? []).map((name) => {
      const at = plan.fields.findIndex(({ path }) => path === name)
      return constants[at] ?? (at < 0 ? null : cellIn(at, cells))
    })
    return parts.every((part) => part instanceof CellValue) ? JSON.stringify(parts) : null
  }

  /** The documents of these rows, which must be all rows of each, with the faults of the rows themselves. */
  function documents(rows: readonly SourceRow[]): { documents: FileDocument[]; faults: Fault[] } {
    const faults: Fault[] = []
    const flat: FlatRow<CellValue>[] = rows.map(({ line, cells, problem }) => {
      if (problem) faults.push({ line, field: null, text: problem })
      else if (plan.area.worklist && !isStamped(cells))
        faults.push({ line, field: null, text: textOf('import.back.no_new') })
      const values: Record<string, CellValue | null> = {}
      plan.fields.forEach(({ path }, at) => {
        const cell = constants[at] ?? cellIn(at, cells)
        if (cell instanceof CellValue) values[path] = cell
        else if (cell) faults.push({ line, field: path, text: cell.problem, value: textIn(at, cells) })
      })
      return { line, values }
    })
    // Each row of a worklist is a record of its own, also an empty one.
    if (plan.area.worklist) return { documents: flat.map(loneNode), faults }
    const nested = nest(handDown(flat), shape)
    faults.push(...nested.problems.map((problem) => faultOf(plan, problem)))
    return { documents: nested.documents, faults }
  }

  /** Where rows of one document differ in one of its dates, the date goes into the rows' own field for it. */
  function handDown(flat: FlatRow<CellValue>[]): FlatRow<CellValue>[] {
    const [level] = plan.levels
    if (!level || level.handed.length === 0) return flat
    const documents = new Map<string, FlatRow<CellValue>[]>()
    for (const row of flat) {
      const key = JSON.stringify((plan.area.key ?? []).map((name) => row.values[name] ?? null))
      documents.set(key, [...(documents.get(key) ?? []), row])
    }
    const changed = new Map<FlatRow<CellValue>, FlatRow<CellValue>>()
    for (const rows of documents.values())
      for (const name of level.handed) {
        const [first, ...others] = new Set(rows.flatMap(({ values }) => values[name] ?? []))
        if (others.length === 0) continue
        for (const row of rows) {
          const { [name]: own, ...values } = (changed.get(row) ?? row).values
          changed.set(row, { line: row.line, values: { ...values, [name]: first, [level.prefix + name]: own } })
        }
      }
    return flat.map((row) => changed.get(row) ?? row)
  }

  function isStamped(cells: readonly string[]) {
    return plan.stamps !== null && (cells[plan.stamps.id] ?? '').trim() !== ''
  }

  function textIn(at: number, cells: readonly string[]) {
    const source = plan.fields[at]?.source
    return source && 'column' in source ? (cells[source.column] ?? '').trim() : ''
  }

  function cellIn(at: number, cells: readonly string[]): CellValue | { problem: Fault['text'] } | null {
    const text = textIn(at, cells)
    const field = plan.fields[at]
    const cache = known[at]
    if (!text || !field || !cache) return null
    const earlier = cache.get(text)
    if (earlier) return 'cell' in earlier ? earlier.cell : earlier
    const read = field.read(text)
    if (read.problem) {
      cache.set(text, { problem: read.problem })
      return { problem: read.problem }
    }
    const key = keyOf(field, read.value)
    const cell = meanings[at]?.get(key) ?? new CellValue(read.value, text, key)
    meanings[at]?.set(key, cell)
    cache.set(text, { cell })
    return cell
  }
}

const loneNode = ({ line, values }: FlatRow<CellValue>): FileDocument => ({
  values: Object.fromEntries(Object.entries(values).flatMap(([name, cell]) => (cell ? [[name, cell]] : []))),
  lines: [line],
  rows: [],
})

/** The document as the API takes a new one; references that are still texts stay texts. */
export const inputOf = (node: FileDocument, levels: readonly PlannedLevel[]): Doc => {
  const [level, ...inner] = levels
  const values: Doc = Object.fromEntries(Object.entries(node.values).map(([name, cell]) => [name, cell.value]))
  if (level) values[level.name] = node.rows.map((row) => inputOf(row, inner))
  return values
}

/**
 * What to say to the API so that a record takes over what the file says and keeps the rest: rows that the file does not
 * name stay, those it names keep their ids. The file's rows come first, in the order of the file. Answers the place of
 * a row that cannot be told from others.
 */
export const mergedInput = (
  record: Doc,
  input: Doc,
  levels: readonly PlannedLevel[],
): { values: Doc; unclear?: string } => {
  const [level, ...inner] = levels
  const values: Doc = { ...input }
  if (!level) return { values }
  const stored = rowsIn(record, level.name)
  const free = new Set(stored)
  let unclear: string | undefined
  values[level.name] = rowsIn(input, level.name).map((row, at) => {
    const like = partners(level, stored, rowsIn(input, level.name), row)
    if (like.length > 1) unclear ??= `${level.name}.${at}.${level.key[0] ?? ''}`.replace(/\.$/, '')
    const [standing] = like
    if (!standing) return row
    free.delete(standing)
    const merged = mergedInput(standing, row, inner)
    if (merged.unclear) unclear ??= `${level.name}.${at}.${merged.unclear}`
    return { ...kept(level.area, standing), ...merged.values, id: standing.id }
  })
  values[level.name] = [
    ...rowsIn(values, level.name),
    ...stored
      .filter((row) => free.has(row))
      .map((row): Doc => ({ ...kept(level.area, row), ...(row.id === undefined ? {} : { id: row.id }) })),
  ]
  return unclear === undefined ? { values } : { values, unclear }
}

/** What differs between a record and what would be cell to it, by the paths that would change. */
export const differences = (
  area: Area,
  before: Doc,
  input: Doc,
  paths: readonly string[],
  levels: readonly PlannedLevel[],
): Difference[] =>
  paths.map((path) => {
    const parts = path.split('.')
    const name = parts.pop() ?? ''
    let [old, now, at]: [Doc | undefined, Doc | undefined, Area] = [before, input, area]
    let row: string | undefined
    for (let step = 0; step + 1 < parts.length; step += 2) {
      const field = parts[step] ?? ''
      const next: Doc | undefined = rowsIn(now, field)[Number(parts[step + 1])]
      old = rowsIn(old, field).find(({ id }) => id === next?.id)
      now = next
      at = levels[step / 2]?.area ?? at
      row = rowName(at, old) ?? String(Number(parts[step + 1]) + 1)
    }
    const field = path.replace(/\.\d+(?=\.)/g, '')
    const cell = { field, ...(row === undefined ? {} : { row }) }
    if (at.fields[name]?.kind === 'rows')
      return { ...cell, old: rowsIn(old, name).length, new: rowsIn(now, name).length }
    return { ...cell, old: nameOf(old, name) ?? old?.[name] ?? null, new: now?.[name] ?? null }
  })

/** Where in the file a path of a document stands. */
export const faultAt = (document: FileDocument, path: string, text: Fault['text']): Fault => {
  const { line, column } = sourceOf(document, path)
  const cell = cellAt(document, path)
  return { line, field: column || null, text, ...(cell ? { value: truncate(cell.text) } : {}) }
}

/** The file's own value behind a path of a document. */
export const cellAt = (document: FileDocument, path: string): CellValue | undefined => {
  const parts = path.split('.')
  const name = parts.pop() ?? ''
  let node: FileDocument | undefined = document
  for (const part of parts.filter((one) => /^\d+$/.test(one))) node = node?.rows[Number(part)]
  return node?.values[name]
}

const shapeOf = ({ area, fields, levels }: Plan): FlatShape => ({
  key: area.key ?? [],
  columns: fields.filter(({ within }) => within.length === 0).map(({ name }) => name),
  levels: levels.map(({ name, area: of, key, apart, handed }) => ({
    name,
    key,
    apart,
    columns: [...fields.filter((field) => field.area === of).map((field) => field.name), ...handed],
  })),
})

const keyOf = ({ field }: PlannedField, value: unknown) =>
  field.kind === 'reference' && typeof value === 'string' ? textKey(value) : JSON.stringify(value)

/** What is wrong in a row; where rows are told apart only by what they refer to, with the way out. */
const faultOf = ({ levels }: Plan, { line, column, text }: FlatProblem): Fault => {
  const level = levels.find(({ prefix }) => column.startsWith(prefix) && !column.slice(prefix.length).includes('.'))
  const [key] = level?.area.key ?? []
  if (!level || !key || hasKeyColumns(level.area, level.key)) return { line, field: column, text }
  const field = textOf(`areas.${level.area.name}.fields.${key}`)
  return { line, field: column, text: textOf('import.tell_rows_apart', { problem: text, field }) }
}

/** Stored rows that a row of the file may mean. Without a key only the one row of both can be meant. */
const partners = (level: PlannedLevel, stored: readonly Doc[], rows: readonly Doc[], row: Doc): Doc[] => {
  const cell = level.key.filter((name) => row[name] !== undefined && row[name] !== null)
  if (level.key.length === 0) {
    if (rows.length === 1 && stored.length <= 1) return [...stored]
    // Twice, so that even the only stored row is not taken for one of several.
    return [...stored, ...stored]
  }
  if (cell.length === 0) return []
  const isLike = (names: readonly string[], one: Doc, other: Doc) =>
    names.every((name) => isSame(level.area, name, one[name], other[name]))
  const like = stored.filter((one) => isLike(cell, one, row))
  const rivals = rows.filter((other) => other !== row && isLike(cell, other, row))
  if (level.apart.length === 0 || (like.length < 2 && rivals.length === 0)) return like
  // Several deliveries of one thing are told apart by their dates; one with a new date is a new one.
  const dates = level.apart.filter((name) => row[name] !== undefined && row[name] !== null)
  const exact = like.filter((one) => isLike(dates, one, row))
  if (exact.length > 0) return exact
  const isTaken = (one: Doc) => rivals.some((other) => isLike(level.apart, one, other))
  return like.every(isTaken) ? [] : [...like, ...like]
}

const isSame = (area: Area, name: string, one: unknown, other: unknown) => {
  const field = area.fields[name]
  return field !== undefined && sameStoredValue(field, one, other)
}

/** What the API wants cell of a row that stays: its required fields. */
const kept = (area: Area, row: Doc): Doc => ({
  ...Object.fromEntries(
    columnsOf(area)
      .filter(
        ([name, { required, options, kind }]) =>
          required && kind !== 'flag' && kind !== 'choices' && !options.readOnly && name !== area.partOf?.by,
      )
      .map(([name]) => [name, row[name]]),
  ),
  ...Object.fromEntries(
    rowsOf(area)
      .filter(([, { options }]) => Number(options.min ?? 0) > 0)
      .map(([name]) => [name, rowsIn(row, name).map(({ id }) => ({ id }))]),
  ),
})

/** The title that stands beside a reference. */
export const nameOf = (record: Doc | undefined, field: string): unknown => {
  const shownAs = record?.[titleKey(field)]
  return field !== titleKey(field) && shownAs && typeof shownAs === 'object' && 'title' in shownAs
    ? shownAs.title
    : undefined
}

const rowName = (area: Area, row: Doc | undefined): string | undefined => {
  const title = row?.[area.title]
  if (typeof title === 'string' && title !== '') return title
  for (const value of Object.values(row ?? {}))
    if (value && typeof value === 'object' && 'title' in value && typeof value.title === 'string') return value.title
  return undefined
}
