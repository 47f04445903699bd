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

/** Creates a reader that turns rows of a file into documents. It caches cell values, so use one for the whole file. */
export const createReader = (plan: Plan) => {
  const shape = shapeOf(plan)
  const cellsByText = plan.fields.map(() => new Map<string, { cell: CellValue } | { problem: Fault['text'] }>())
  const cellsByKey = plan.fields.map(() => new Map<string, CellValue>())
  const constants = plan.fields.map((field) =>
    'value' in field.source
      ? new CellValue(field.source.value, String(field.source.value), keyOf(field, field.source.value))
      : null,
  )

  return { documents, keyOf: documentKey }

  /** The key of the row's document as text; null if a part of it is empty or unreadable. */
  function documentKey({ line, cells }: Pick<SourceRow, 'line' | 'cells'>): string | null {
    if (plan.area.worklist) return isStamped(cells) ? String(line) : null
    const partOf = (name: string) => {
      const index = plan.fields.findIndex(({ path }) => path === name)
      return constants[index] ?? (index < 0 ? null : cellIn(index, cells))
    }
    const parts = (plan.area.key ?? []).map(partOf)
    const optionalParts = (plan.area.keyIfGiven ?? [])
      .map(partOf)
      .map((part) => (part instanceof CellValue ? part : null))
    return parts.every((part) => part instanceof CellValue) ? JSON.stringify([...parts, ...optionalParts]) : null
  }

  /** The documents of these rows, which must include all rows of each document, and the faults of the rows. */
  function documents(rows: readonly SourceRow[]): { documents: FileDocument[]; faults: Fault[] } {
    const faults: Fault[] = []
    const flat: FlatRow<CellValue>[] = rows.map(({ line, cells, problem }) => {
      if (problem) faults.push({ line, field: null, text: problem })
      else if (plan.area.worklist && !isStamped(cells))
        faults.push({ line, field: null, text: textOf('import.back.no_new') })
      const values: Record<string, CellValue | null> = {}
      plan.fields.forEach(({ path }, index) => {
        const cell = constants[index] ?? cellIn(index, cells)
        if (cell instanceof CellValue) values[path] = cell
        else if (cell) faults.push({ line, field: path, text: cell.problem, value: textIn(index, cells) })
      })
      return { line, values }
    })
    // Each row of a worklist is a separate record, even an empty one.
    if (plan.area.worklist) return { documents: flat.map(documentOfRow), faults }
    const nested = nest(withRowDates(flat), shape)
    faults.push(...nested.problems.map((problem) => faultOf(plan, problem)))
    return { documents: nested.documents, faults }
  }

  /**
   * If rows of one document have different values for one of its dates, the document gets the first one and each row
   * its own, in the rows' field of the same name.
   */
  function withRowDates(flat: FlatRow<CellValue>[]): FlatRow<CellValue>[] {
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

  function textIn(index: number, cells: readonly string[]) {
    const source = plan.fields[index]?.source
    return source && 'column' in source ? (cells[source.column] ?? '').trim() : ''
  }

  /** The value of a planned field in a row, by the field's index in the plan; equal values are the same object. */
  function cellIn(index: number, cells: readonly string[]): CellValue | { problem: Fault['text'] } | null {
    const text = textIn(index, cells)
    const field = plan.fields[index]
    const cache = cellsByText[index]
    if (!text || !field || !cache) return null
    const cached = cache.get(text)
    if (cached) return 'cell' in cached ? cached.cell : cached
    const result = field.read(text)
    if (result.problem) {
      cache.set(text, { problem: result.problem })
      return { problem: result.problem }
    }
    const key = keyOf(field, result.value)
    const cell = cellsByKey[index]?.get(key) ?? new CellValue(result.value, text, key)
    cellsByKey[index]?.set(key, cell)
    cache.set(text, { cell })
    return cell
  }
}

const documentOfRow = ({ line, values }: FlatRow<CellValue>): FileDocument => ({
  values: Object.fromEntries(Object.entries(values).flatMap(([name, cell]) => (cell ? [[name, cell]] : []))),
  lines: [line],
  rows: [],
})

/** The document as input for the API; unresolved references remain texts. */
export const inputOf = (node: FileDocument, levels: readonly PlannedLevel[]): Doc => {
  const [level, ...inner] = levels
  const values: Doc = Object.fromEntries(Object.entries(node.values).map(([name, cell]) => [name, cell.value]))
  if (level) values[level.name] = node.rows.map((row) => inputOf(row, inner))
  return values
}

/**
 * Merges a document of the file with its stored record, as input for the API: stored rows that are not in the file
 * stay, and rows that are in it keep their ids. Rows of the file come first, in their order. `unclear` is the path of
 * the first row that matches several stored rows.
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
  const unmatched = new Set(stored)
  let unclear: string | undefined
  values[level.name] = rowsIn(input, level.name).map((row, index) => {
    const matches = matchingRows(level, stored, rowsIn(input, level.name), row)
    if (matches.length > 1) unclear ??= `${level.name}.${index}.${level.key[0] ?? ''}`.replace(/\.$/, '')
    const [match] = matches
    if (!match) return row
    unmatched.delete(match)
    const merged = mergedInput(match, row, inner)
    if (merged.unclear) unclear ??= `${level.name}.${index}.${merged.unclear}`
    return { ...requiredValues(level.area, match), ...merged.values, id: match.id }
  })
  values[level.name] = [
    ...rowsIn(values, level.name),
    ...stored
      .filter((row) => unmatched.has(row))
      .map((row): Doc => ({ ...requiredValues(level.area, row), ...(row.id === undefined ? {} : { id: row.id }) })),
  ]
  return unclear === undefined ? { values } : { values, unclear }
}

/** The differences between a record and its input, for the paths that would change. */
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
    let [old, current, owner]: [Doc | undefined, Doc | undefined, Area] = [before, input, area]
    let row: string | undefined
    for (let step = 0; step + 1 < parts.length; step += 2) {
      const field = parts[step] ?? ''
      const next: Doc | undefined = rowsIn(current, field)[Number(parts[step + 1])]
      old = rowsIn(old, field).find(({ id }) => id === next?.id)
      current = next
      owner = levels[step / 2]?.area ?? owner
      row = rowName(owner, old) ?? String(Number(parts[step + 1]) + 1)
    }
    const field = path.replace(/\.\d+(?=\.)/g, '')
    const cell = { field, ...(row === undefined ? {} : { row }) }
    if (owner.fields[name]?.kind === 'rows')
      return { ...cell, old: rowsIn(old, name).length, new: rowsIn(current, name).length }
    return { ...cell, old: nameOf(old, name) ?? old?.[name] ?? null, new: current?.[name] ?? null }
  })

/** A fault at the position in the file that a path of a document was read from. */
export const faultAt = (document: FileDocument, path: string, text: Fault['text']): Fault => {
  const { line, column } = sourceOf(document, path)
  const cell = cellAt(document, path)
  return { line, field: column || null, text, ...(cell ? { value: truncate(cell.text) } : {}) }
}

/** The cell of the file that a path of a document was read from. */
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
  levels: levels.map(({ name, area: owner, key, apart, handed }) => ({
    name,
    key,
    apart,
    columns: [...fields.filter((field) => field.area === owner).map((field) => field.name), ...handed],
  })),
})

const keyOf = ({ field }: PlannedField, value: unknown) =>
  field.kind === 'reference' && typeof value === 'string' ? textKey(value) : JSON.stringify(value)

/** The fault of a row. If rows are matched only by their references, its text explains how to make them distinct. */
const faultOf = ({ levels }: Plan, { line, column, text }: FlatProblem): Fault => {
  const level = levels.find(({ prefix }) => column.startsWith(prefix) && !column.slice(prefix.length).includes('.'))
  const [key] = level?.area.key ?? []
  if (!level || !key || hasKeyColumns(level.area, level.key)) return { line, field: column, text }
  const field = textOf(`areas.${level.area.name}.fields.${key}`)
  return { line, field: column, text: textOf('import.tell_rows_apart', { problem: text, field }) }
}

/** The stored rows that a row of the file may mean. Without a key, only a single row matches a single stored row. */
const matchingRows = (level: PlannedLevel, stored: readonly Doc[], rows: readonly Doc[], row: Doc): Doc[] => {
  const keyNames = level.key.filter((name) => row[name] !== undefined && row[name] !== null)
  if (level.key.length === 0) {
    if (rows.length === 1 && stored.length <= 1) return [...stored]
    // Doubled, so that a single stored row still counts as ambiguous.
    return [...stored, ...stored]
  }
  if (keyNames.length === 0) return []
  const haveSame = (names: readonly string[], a: Doc, b: Doc) =>
    names.every((name) => isSame(level.area, name, a[name], b[name]))
  const candidates = stored.filter((candidate) => haveSame(keyNames, candidate, row))
  const rivals = rows.filter((other) => other !== row && haveSame(keyNames, other, row))
  if (level.apart.length === 0 || (candidates.length < 2 && rivals.length === 0)) return candidates
  // Several deliveries of the same item are matched by their dates; a delivery with a new date is a new row.
  const dates = level.apart.filter((name) => row[name] !== undefined && row[name] !== null)
  const exact = candidates.filter((candidate) => haveSame(dates, candidate, row))
  if (exact.length > 0) return exact
  const hasRival = (candidate: Doc) => rivals.some((other) => haveSame(level.apart, candidate, other))
  return candidates.every(hasRival) ? [] : [...candidates, ...candidates]
}

const isSame = (area: Area, name: string, a: unknown, b: unknown) => {
  const field = area.fields[name]
  return field !== undefined && sameStoredValue(field, a, b)
}

/** The values that the API requires for a row that stays. */
const requiredValues = (area: Area, row: Doc): Doc => ({
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
  const reference = record?.[titleKey(field)]
  return field !== titleKey(field) && reference && typeof reference === 'object' && 'title' in reference
    ? reference.title
    : undefined
}

const rowName = (area: Area, row: Doc | undefined): string | undefined => {
  const title = row?.[area.title]
  if (typeof title === 'string' && title !== '') return title
  for (const value of Object.values(row ?? {}))
    if (value && typeof value === 'object' && 'title' in value && typeof value.title === 'string') return value.title
  return undefined
}
