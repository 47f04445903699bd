import { type Text, textOf } from '#shared/kit/text.ts'

/**
 * How columns of flat rows belong to a document. Columns are named by their path: `po_no`, `lines.line_no`,
 * `lines.sizes.size`.
 */
export interface FlatShape {
  /** Fields that identify a document; every row must have them. */
  key: readonly string[]
  /** Fields that tell documents with the same key apart; a row may leave them empty. */
  keyIfGiven?: readonly string[]
  /** Fields of the document itself, the key among them. */
  columns: readonly string[]
  /** Rows of the document, then rows of those rows, and so on inwards. */
  levels: readonly FlatLevel[]
}

export interface FlatLevel {
  /** The field that holds the rows. */
  name: string
  /** Fields that identify a row within its parent; a flat row without any of them is a separate row. */
  key: readonly string[]
  /** Fields of such a row, the key among them. */
  columns: readonly string[]
  /** Fields that split rows with the same key when their values differ. */
  apart?: readonly string[]
}

/** A row of a file: values by column path. Null, undefined and `''` are empty. */
export interface FlatRow<V> {
  line: number
  values: Readonly<Record<string, V | null | undefined>>
}

/** A document, or a row of it, with the lines of the file that it comes from. */
export interface FlatNode<V> {
  values: Record<string, V>
  lines: number[]
  rows: FlatNode<V>[]
}

/** An error with its position in the file. */
export interface FlatProblem {
  line: number
  column: string
  text: Text
}

/**
 * Groups flat rows into documents, in the order of their first row; rows of one document need not be adjacent. A value
 * is needed once: empty cells agree with everything, and two different values are a problem that names both. Rows
 * without the document's key, and repeated innermost rows, are problems too.
 */
export const nest = <V>(
  rows: Iterable<FlatRow<V>>,
  shape: FlatShape,
): { documents: FlatNode<V>[]; problems: FlatProblem[] } => {
  const places = placesOf(shape)
  const root = branch<V>()
  const problems: FlatProblem[] = []
  for (const row of rows) {
    const missing = shape.key.find((column) => !isFilled(row.values[column]))
    if (missing) problems.push({ line: row.line, column: missing, text: textOf('delimited.key_missing') })
    else problems.push(...insert(root, row, places))
  }
  return { documents: root.children.map(nodeOf), problems }
}

/** The nested record of a document: its values, and its rows under the names of their levels. */
export const recordOf = <V>(node: FlatNode<V>, levels: readonly FlatLevel[]): Record<string, unknown> => {
  const [level, ...inner] = levels
  return level ? { ...node.values, [level.name]: node.rows.map((row) => recordOf(row, inner)) } : { ...node.values }
}

/** Line and column of the file behind a path in a document's record (`lines.0.sizes.2.qty` → the line of that size, `lines.sizes.qty`). */
export const sourceOf = <V>(document: FlatNode<V>, path: string): { line: number; column: string } => {
  const parts = path.split('.')
  let node = document
  for (const part of parts.filter((part) => /^\d+$/.test(part))) node = node.rows[Number(part)] ?? node
  return { line: node.lines[0] ?? 0, column: parts.filter((part) => !/^\d+$/.test(part)).join('.') }
}

/** A nested record as flat rows, one for each innermost row, with the values around it repeated; one row where it has no rows. */
export const flatten = (record: Readonly<Record<string, unknown>>, shape: FlatShape): Record<string, unknown>[] =>
  unfold(record, placesOf(shape))

interface Place {
  name: string
  key: readonly string[]
  columns: readonly string[]
  apart?: readonly string[]
  /** Prefix of a column's name in its path. */
  prefix: string
}

const placesOf = ({ key, keyIfGiven = [], columns, levels }: FlatShape): Place[] => {
  const places: Place[] = [{ name: '', key: [...key, ...keyIfGiven], columns, prefix: '' }]
  for (const level of levels) places.push({ ...level, prefix: `${places.at(-1)?.prefix ?? ''}${level.name}.` })
  return places
}

/** A node while it is being filled. */
interface Branch<V> {
  values: Map<string, { value: V; line: number }>
  lines: number[]
  children: Branch<V>[]
  byKey: Map<string, Branch<V>[]>
  /** Line of the row that has this as its innermost. */
  innermost?: number
}

const branch = <V>(): Branch<V> => ({ values: new Map(), lines: [], children: [], byKey: new Map() })

const isFilled = <V>(value: V | null | undefined): value is V => value !== null && value !== undefined && value !== ''

const insert = <V>(root: Branch<V>, row: FlatRow<V>, places: readonly Place[]): FlatProblem[] => {
  const problems: FlatProblem[] = []
  const depth = places.findLastIndex(({ columns, prefix }) =>
    columns.some((column) => isFilled(row.values[prefix + column])),
  )
  let node = root
  for (const level of places.slice(0, depth + 1)) {
    node = childOf(node, row, level)
    node.lines.push(row.line)
    problems.push(...fill(node, row, level))
  }
  const innermost = places[depth]
  if (node.innermost !== undefined && innermost)
    problems.push({
      line: row.line,
      column: innermost.prefix + (innermost.key[0] ?? ''),
      text: textOf('delimited.repeated', { line: node.innermost }),
    })
  node.innermost ??= row.line
  return problems
}

const childOf = <V>(parent: Branch<V>, row: FlatRow<V>, { key, prefix, apart = [] }: Place): Branch<V> => {
  const parts = key.map((column) => row.values[prefix + column])
  const name = parts.some(isFilled) ? JSON.stringify(parts.map((part) => (isFilled(part) ? part : null))) : null
  const known = (name !== null && parent.byKey.get(name)) || []
  const same = known.findLast(({ values }) =>
    apart.every((column) => {
      const value = row.values[prefix + column]
      return !isFilled(value) || !values.has(column) || values.get(column)?.value === value
    }),
  )
  if (same) return same
  const child = branch<V>()
  parent.children.push(child)
  if (name !== null) parent.byKey.set(name, [...known, child])
  return child
}

const fill = <V>(node: Branch<V>, row: FlatRow<V>, { columns, prefix }: Place): FlatProblem[] => {
  const problems: FlatProblem[] = []
  for (const column of columns) {
    const value = row.values[prefix + column]
    if (!isFilled(value)) continue
    const first = node.values.get(column)
    if (!first) node.values.set(column, { value, line: row.line })
    else if (first.value !== value)
      problems.push({
        line: row.line,
        column: prefix + column,
        text: textOf('delimited.disagrees', { value: String(value), first: String(first.value), line: first.line }),
      })
  }
  return problems
}

const nodeOf = <V>({ values, lines, children }: Branch<V>): FlatNode<V> => ({
  values: Object.fromEntries([...values].map(([column, { value }]) => [column, value])),
  lines,
  rows: children.map(nodeOf),
})

const unfold = (record: Readonly<Record<string, unknown>>, places: readonly Place[]): Record<string, unknown>[] => {
  const [level, ...inner] = places
  if (!level) return []
  const values = Object.fromEntries(level.columns.map((column) => [level.prefix + column, record[column] ?? null]))
  const rows = inner[0] ? record[inner[0].name] : undefined
  const flat = Array.isArray(rows) ? rows.flatMap((row) => unfold(row, inner)) : []
  return flat.length ? flat.map((row) => ({ ...values, ...row })) : [values]
}
