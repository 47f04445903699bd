import { type Text, textOf } from '#shared/kit/text.ts'

/**
 * Describes how flat rows represent nested documents. Columns are named by their path: `po_no`, `lines.line_no`,
 * `lines.sizes.size`.
 */
export interface FlatShape {
  /** Fields that identify a document; every row must have values for them. */
  key: readonly string[]
  /** Fields that distinguish documents with the same key; a row may leave them empty. */
  keyIfGiven?: readonly string[]
  /** Fields of the document itself, including its key. */
  columns: readonly string[]
  /** The levels of nested rows, from the outermost to the innermost. */
  levels: readonly FlatLevel[]
}

export interface FlatLevel {
  /** The field with the rows. */
  name: string
  /** Fields that identify a row within its parent. A flat row without values for any of them is a separate row. */
  key: readonly string[]
  /** Fields of a row at this level, including its key. */
  columns: readonly string[]
  /** Fields that separate rows with the same key if their values differ. */
  apart?: readonly string[]
}

/** A row of a file: values by column path. Null, undefined and `''` count as empty. */
export interface FlatRow<V> {
  line: number
  values: Readonly<Record<string, V | null | undefined>>
}

/** A document or one of its rows, with the line numbers in the file that it comes from. */
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
 * Groups flat rows into documents, in the order of their first row; the rows of a document need not be adjacent. A
 * value has to be given only once: empty cells agree with any value, and two different values are a problem that names
 * both. Rows without the key of a document, and repeated innermost rows, are problems too.
 */
export const nest = <V>(
  rows: Iterable<FlatRow<V>>,
  shape: FlatShape,
): { documents: FlatNode<V>[]; problems: FlatProblem[] } => {
  const allLevels = levelsOf(shape)
  const root = branch<V>()
  const problems: FlatProblem[] = []
  for (const row of rows) {
    const missing = shape.key.find((column) => !isFilled(row.values[column]))
    if (missing) problems.push({ line: row.line, column: missing, text: textOf('delimited.key_missing') })
    else problems.push(...insert(root, row, allLevels))
  }
  return { documents: root.children.map(nodeOf), problems }
}

/** The record of a document: its values, with its rows under the names of their levels. */
export const recordOf = <V>(node: FlatNode<V>, levels: readonly FlatLevel[]): Record<string, unknown> => {
  const [level, ...inner] = levels
  return level ? { ...node.values, [level.name]: node.rows.map((row) => recordOf(row, inner)) } : { ...node.values }
}

/**
 * Finds the line and column in the file for a path in a document's record: `lines.0.sizes.2.qty` gives the line of that
 * size and the column `lines.sizes.qty`.
 */
export const sourceOf = <V>(document: FlatNode<V>, path: string): { line: number; column: string } => {
  const parts = path.split('.')
  let node = document
  for (const part of parts.filter((part) => /^\d+$/.test(part))) node = node.rows[Number(part)] ?? node
  return { line: node.lines[0] ?? 0, column: parts.filter((part) => !/^\d+$/.test(part)).join('.') }
}

/**
 * The inverse of `nest`: one flat row for each innermost row, repeating the values of its parents; one row for a record
 * without rows.
 */
export const flatten = (record: Readonly<Record<string, unknown>>, shape: FlatShape): Record<string, unknown>[] =>
  flattenLevels(record, levelsOf(shape))

interface LevelPlace {
  name: string
  key: readonly string[]
  columns: readonly string[]
  apart?: readonly string[]
  /** Prefix of the column paths at this level. */
  prefix: string
}

const levelsOf = ({ key, keyIfGiven = [], columns, levels }: FlatShape): LevelPlace[] => {
  const allLevels: LevelPlace[] = [{ name: '', key: [...key, ...keyIfGiven], columns, prefix: '' }]
  for (const level of levels) allLevels.push({ ...level, prefix: `${allLevels.at(-1)?.prefix ?? ''}${level.name}.` })
  return allLevels
}

/** A node under construction. */
interface Branch<V> {
  values: Map<string, { value: V; line: number }>
  lines: number[]
  children: Branch<V>[]
  byKey: Map<string, Branch<V>[]>
  /** Line number of the row for which this is the innermost node. */
  innermost?: number
}

const branch = <V>(): Branch<V> => ({ values: new Map(), lines: [], children: [], byKey: new Map() })

const isFilled = <V>(value: V | null | undefined): value is V => value !== null && value !== undefined && value !== ''

const insert = <V>(root: Branch<V>, row: FlatRow<V>, allLevels: readonly LevelPlace[]): FlatProblem[] => {
  const problems: FlatProblem[] = []
  const depth = allLevels.findLastIndex(({ columns, prefix }) =>
    columns.some((column) => isFilled(row.values[prefix + column])),
  )
  let node = root
  for (const level of allLevels.slice(0, depth + 1)) {
    node = childOf(node, row, level)
    node.lines.push(row.line)
    problems.push(...fill(node, row, level))
  }
  const innermost = allLevels[depth]
  if (node.innermost !== undefined && innermost)
    problems.push({
      line: row.line,
      column: innermost.prefix + (innermost.key[0] ?? ''),
      text: textOf('delimited.repeated', { line: node.innermost }),
    })
  node.innermost ??= row.line
  return problems
}

const childOf = <V>(parent: Branch<V>, row: FlatRow<V>, { key, prefix, apart = [] }: LevelPlace): Branch<V> => {
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

const fill = <V>(node: Branch<V>, row: FlatRow<V>, { columns, prefix }: LevelPlace): FlatProblem[] => {
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

const flattenLevels = (
  record: Readonly<Record<string, unknown>>,
  allLevels: readonly LevelPlace[],
): Record<string, unknown>[] => {
  const [level, ...inner] = allLevels
  if (!level) return []
  const values = Object.fromEntries(level.columns.map((column) => [level.prefix + column, record[column] ?? null]))
  const rows = inner[0] ? record[inner[0].name] : undefined
  const flat = Array.isArray(rows) ? rows.flatMap((row) => flattenLevels(row, inner)) : []
  return flat.length ? flat.map((row) => ({ ...values, ...row })) : [values]
}
