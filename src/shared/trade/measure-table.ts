import type { LengthUnit } from './lengths'
import { readLength } from './measures'

/** A point of measure with all names that a table may use for it. */
export interface NamedPom {
  id: number
  code: string
  name_en: string
  name_zh: string
  aliases?: string | null
}

/** A row of a pasted table. Undefined: the table has no such column; null: the cell is empty. */
export interface ReadMeasure {
  pom_id: number
  tol_plus_mm?: string | null
  tol_minus_mm?: string | null
  grade_step_mm?: string | null
  /** Values by size id. */
  values: ReadonlyMap<number, string | null>
}

/** The content of a pasted table, and what could not be read. */
export interface ReadTable {
  rows: ReadMeasure[]
  /** The unit in the headings, if there is one. */
  unit: LengthUnit | null
  /** Names of rows that are not points of measure of the library, and headings that are not sizes of the scale. */
  unknownPoms: string[]
  unknownSizes: string[]
  /** Cells that are not a length, with the headings of their row and column. */
  bad: { pom: string; column: string; text: string }[]
  /** Points of measure that the table repeats; the first row counts. */
  repeated: string[]
}

type ColumnRole =
  | { kind: 'pom' | 'name' | 'plus' | 'minus' | 'both' | 'grade' | 'ignored' }
  | { kind: 'size'; id: number }

/**
 * Parses a table with headings, as spreadsheets and factories send it: a column with codes or names of points of
 * measure, one for each size, and optionally tolerances and the grade. Returns null if the table has no such headings;
 * its cells are then pasted one by one.
 */
export const readMeasureTable = (
  table: readonly (readonly string[])[],
  poms: readonly NamedPom[],
  sizes: readonly { id: number; label: string }[],
  unit: LengthUnit,
): ReadTable | null => {
  const head = table.findIndex((row) => isHead(row, sizes))
  if (head < 0 || head >= mostTitleRows) return null
  const headings = table[head] ?? []
  const roles = rolesOf(headings, sizes)
  const statedUnit = unitIn(table.slice(0, head + 1).flat())
  const result: ReadTable = { rows: [], unit: statedUnit, unknownPoms: [], unknownSizes: [], bad: [], repeated: [] }
  result.unknownSizes = headings.flatMap((heading, column) =>
    roles[column]?.kind === 'ignored' && mayBeSize(heading) ? [heading.trim()] : [],
  )
  const find = pomFinder(poms)
  for (const cells of table.slice(head + 1)) readRow(cells, { headings, roles, unit: statedUnit ?? unit, find, result })
  return result
}

/** Maximum number of rows, such as titles, above the headings. */
const mostTitleRows = 12

const isHead = (row: readonly string[], sizes: readonly { label: string }[]) => {
  const labels = row.filter((cell) => sizes.some(({ label }) => fold(label) === sizeName(cell)))
  const words = row.filter((cell) => wordRole(cell) !== null)
  return labels.length > 0 && (words.length > 0 || fold(row[0] ?? '') === '')
}

const rolesOf = (headings: readonly string[], sizes: readonly { id: number; label: string }[]): ColumnRole[] => {
  const roles = headings.map((heading, column): ColumnRole => {
    const size = sizes.find(({ label }) => fold(label) === sizeName(heading))
    if (size) return { kind: 'size', id: size.id }
    const word = wordRole(heading)
    return word ?? { kind: column === 0 ? 'pom' : 'ignored' }
  })
  // Without a column of codes, names are looked up like codes.
  return roles.some(({ kind }) => kind === 'pom')
    ? roles
    : roles.map((role, column) => (column === roles.findIndex(({ kind }) => kind === 'name') ? { kind: 'pom' } : role))
}

/** Normalises the heading of a size: `Size M`, `M (base)` and `M*` are all the size M. */
const sizeName = (heading: string) =>
  fold(heading)
    .replace(/^(size|尺码)\s+/, '')
    .replace(/ ?(\([^)]{0,40}\)|\*)$/, '')

const wordRole = (heading: string): ColumnRole | null => {
  const word = fold(heading).replace(/ ?[([](cm|mm|in|inch|inches|厘米|英寸)[)\]]$/, '')
  if (/^(pom|poms?|code|pom code|pom no\.?|no\.?|代码|编号|部位代码|序号)$/.test(word)) return { kind: 'pom' }
  if (
    /^(point of measure|points of measure|description|measurement|name|测量部位|部位|部位名称|名称|尺寸部位)$/.test(
      word,
    )
  )
    return { kind: 'name' }
  if (/^(tol(erance)?\.?\s*[(]?\+[)]?|\+\s*tol(erance)?|\+|tol plus|正公差|公差\s*\+|上公差)$/.test(word))
    return { kind: 'plus' }
  if (/^(tol(erance)?\.?\s*[(]?[-−–][)]?|[-−–]\s*tol(erance)?|[-−–]|tol minus|负公差|公差\s*[-−–]|下公差)$/.test(word))
    return { kind: 'minus' }
  if (/^(tol(erance)?\.?|tol(erance)?\.?\s*(\+\/-|±|\+\/−)|(\+\/-|±)\s*(tol(erance)?)?|公差|允差)$/.test(word))
    return { kind: 'both' }
  if (/^(grade|grading|grade step|grade rule|step|档差|跳档|放码)$/.test(word)) return { kind: 'grade' }
  return null
}

/** Whether an unknown heading is probably a size: it is short and not a known word of tables. */
const mayBeSize = (heading: string) =>
  /^[\p{L}\d/.-]{1,6}$/u.test(heading.trim()) && !/^(uom|unit|单位|备注)$/i.test(heading.trim())

const unitIn = (cells: readonly string[]): LengthUnit | null => {
  for (const cell of cells) {
    const text = fold(cell)
    if (/(^|[^a-z])(inch|inches)([^a-z]|$)|[([]in[)\]]|英寸|吋/.test(text)) return 'in'
    if (/(^|[^a-z])(cms?|centimet(er|re)s?)([^a-z]|$)|厘米|公分/.test(text)) return 'cm'
  }
  return null
}

interface Reading {
  headings: readonly string[]
  roles: readonly ColumnRole[]
  unit: LengthUnit
  find: (name: string) => number | undefined
  result: ReadTable
}

const readRow = (cells: readonly string[], { headings, roles, unit, find, result }: Reading) => {
  const names = roles
    .flatMap(({ kind }, column) => (kind === 'pom' || kind === 'name' ? [(cells[column] ?? '').trim()] : []))
    .filter(Boolean)
  const [name] = names
  if (name === undefined) return
  const pom_id = names.map(find).find((id) => id !== undefined)
  if (pom_id === undefined) {
    // A row without values is a heading within the table.
    if (cells.some((cell, column) => roles[column]?.kind === 'size' && cell.trim() !== ''))
      result.unknownPoms.push(name)
    return
  }
  if (result.rows.some((row) => row.pom_id === pom_id)) {
    result.repeated.push(name)
    return
  }
  const values = new Map<number, string | null>()
  const row: ReadMeasure = { pom_id, values }
  for (const [column, role] of roles.entries()) {
    if (role.kind === 'pom' || role.kind === 'name' || role.kind === 'ignored') continue
    const text = cells[column] ?? ''
    const mm = readLength(text, unit)
    if (mm === undefined || (role.kind !== 'grade' && role.kind !== 'minus' && mm?.startsWith('-'))) {
      result.bad.push({ pom: name, column: (headings[column] ?? '').trim(), text: text.trim() })
      continue
    }
    if (role.kind === 'size') values.set(role.id, mm)
    if (role.kind === 'grade') row.grade_step_mm = mm
    if (role.kind === 'plus' || role.kind === 'both') row.tol_plus_mm = mm
    // Tables write the lower tolerance with or without a sign.
    if (role.kind === 'minus' || role.kind === 'both') row.tol_minus_mm = mm?.replace('-', '') ?? null
  }
  result.rows.push(row)
}

/** Returns a function that finds a point of measure by its code, name or alias, in either language. */
export const pomFinder = (poms: readonly NamedPom[]): ((name: string) => number | undefined) => {
  const byName = new Map<string, number>()
  const addName = (name: string, id: number) => {
    const folded = fold(name)
    if (folded && !byName.has(folded)) byName.set(folded, id)
  }
  for (const { id, code } of poms) addName(code, id)
  for (const { id, name_en, name_zh } of poms) for (const name of [name_en, name_zh]) addName(name, id)
  for (const { id, aliases } of poms) for (const name of (aliases ?? '').split(/[,，、;；\n]/)) addName(name, id)
  return (name) => byName.get(fold(name))
}

const fold = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en')
