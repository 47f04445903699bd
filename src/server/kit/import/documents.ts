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

  /** The key of the row's document as text; null when a part of it is empty or unreadable. */
  function documentKey({ line, cells }: Pick<SourceRow, 'line' | 'cells'>): string | null {
    if (plan.area.worklist) return isStamped(cells) ? String(line) : null
    const partOf = (name: string) => {
      const at = plan.fields.findIndex(({ path }) => path === name)
      return constants[at] ?? (at < 0 ? null : cellIn(at, cells))
    }
    const parts = (plan.area.key ?? []).map(partOf)
    const given = (plan.area.keyIfGiven ?? []).map(partOf).map((part) => (part instanceof CellValue ? part : null))
    return parts.every((part) => part instanceof CellValue) ? JSON.stringify([...parts, ...given]) : null
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
    // Each row of a worklist is a separate record, even an empty one.
    if (plan.area.worklist) return { documents: flat.map(loneNode), faults }
    const nested = nest(handDown(flat), shape)
    faults.push(...nested.problems.map((problem) => faultOf(plan, problem)))
    return { documents: nested.documents, faults }
  }

  /**
   * When rows of one document have different values for one of its dates, the date goes into the rows' own field for
   * it.
   */
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
          const { [name]: rowDate, ...values } = (changed.get(row) ?? row).values
          changed.set(row, { line: row.line, values: { ...values, [name]: first, [level.prefix + name]: rowDate } })
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
 * Merges what the file contains into a stored record, as input for the API: rows that are not in the file stay, rows
 * that are keep their ids. Rows of the file come first, in their order. Returns the path of a row that matches several
 * stored rows.
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

/** Differences between a record and its input, by the paths that would change. */
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

/** The position in the file of a path of a document. */
export const faultAt = (document: FileDocument, path: string, text: Fault['text']): Fault => {
  const { line, column } = sourceOf(document, path)
  const cell = cellAt(document, path)
  return { line, field: column || null, text, ...(cell ? { value: truncate(cell.text) } : {}) }
}

/** The cell of the file behind a path of a document. */
export const cellAt = (document: FileDocument, path: string): CellValue | undefined => {
  const parts = path.split('.')
  const name = parts.pop() ?? ''
  let node: FileDocument | undefined = document
  for (const part of parts.filter((segment) => /^\d+$/.test(segment))) node = node?.rows[Number(part)]
  return node?.values[name]
}

const shapeOf = ({ area, fields, levels }: Plan): FlatShape => ({
  key: area.key ?? [],
  keyIfGiven: area.keyIfGiven ?? [],
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

/** The fault of a row; where rows are matched only by their references, the text says how to make them distinct. */
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
    // Doubled, so that a single stored row still counts as ambiguous.
    return [...stored, ...stored]
  }
  if (cell.length === 0) return []
  const isLike = (names: readonly string[], a: Doc, b: Doc) =>
    names.every((name) => isSame(level.area, name, a[name], b[name]))
  const like = stored.filter((candidate) => isLike(cell, candidate, row))
  const rivals = rows.filter((other) => other !== row && isLike(cell, other, row))
  if (level.apart.length === 0 || (like.length < 2 && rivals.length === 0)) return like
  // Several deliveries of the same item are matched by date; one with a new date is a new row.
  const dates = level.apart.filter((name) => row[name] !== undefined && row[name] !== null)
  const exact = like.filter((candidate) => isLike(dates, candidate, row))
  if (exact.length > 0) return exact
  const hasRival = (candidate: Doc) => rivals.some((other) => isLike(level.apart, candidate, other))
  return like.every(hasRival) ? [] : [...like, ...like]
}

const isSame = (area: Area, name: string, a: unknown, b: unknown) => {
  const field = area.fields[name]
  return field !== undefined && sameStoredValue(field, a, b)
}

/** The fields that the API requires for a row that stays. */
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

/** The title that is stored next to a reference. */
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
