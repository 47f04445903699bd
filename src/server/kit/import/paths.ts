import { type Area, allFields, columnsOf, type Register, writtenRowsOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'

/** One column of a document written as flat rows: `po_no`, `lines.qty`, `lines.sizes.size_id`. */
export interface DocumentField {
  path: string
  /** The area that declares the field. */
  area: Area
  name: string
  field: Field
  /** The rows that hold it: field names from the document down. */
  within: readonly string[]
}

/** Rows of a document, or rows of those. */
export interface RowLevel {
  /** The field that holds the rows. */
  name: string
  area: Area
  /** Prefix of the field's name in its path. */
  prefix: string
}

/** The declared fields of a document and of all its rows, in the order of the declaration, rows last. */
export const documentFields = (
  register: Register,
  area: Area,
  isWanted: (area: Area, name: string) => boolean,
  within: readonly string[] = [],
): DocumentField[] => [
  ...Object.entries(area.fields)
    .filter(([name, { kind }]) => kind !== 'rows' && name !== area.partOf?.by && isWanted(area, name))
    .map(([name, field]) => ({ path: [...within, name].join('.'), area, name, field, within })),
  ...writtenRowsOf(area)
    .filter(([name]) => isWanted(area, name))
    .flatMap(([name, { options }]) =>
      documentFields(register, register.get(options.to ?? ''), isWanted, [...within, name]),
    ),
]

/** The field behind a path, those that every record has included; undefined where there is none or it may not be read. */
export const fieldAt = (
  register: Register,
  area: Area,
  path: string,
  mayRead: (area: Area, name: string) => boolean,
): DocumentField | undefined => {
  const within = path.split('.')
  const name = within.pop() ?? ''
  let at = area
  for (const step of within) {
    const rows = Object.hasOwn(at.fields, step) ? at.fields[step] : undefined
    if (rows?.kind !== 'rows' || !mayRead(at, step)) return undefined
    at = register.get(rows.options.to ?? '')
  }
  const fields = allFields(at)
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  // The reference to the document is implied when the row is part of it.
  const isImplied = name === at.partOf?.by && within.length > 0
  if (!field || field.kind === 'rows' || isImplied || !mayRead(at, name)) return undefined
  return { path, area: at, name, field, within }
}

/** The row levels that the columns belong to, outermost first; null when they are not nested in each other. */
export const levelsOf = (
  register: Register,
  area: Area,
  columns: readonly Pick<DocumentField, 'within'>[],
): RowLevel[] | null => {
  const deepest = columns.reduce<readonly string[]>(
    (most, { within }) => (within.length > most.length ? within : most),
    [],
  )
  if (columns.some(({ within }) => within.some((step, index) => step !== deepest[index]))) return null
  let at = area
  return deepest.map((name, index) => {
    at = register.get(at.fields[name]?.options.to ?? '')
    return { name, area: at, prefix: `${deepest.slice(0, index + 1).join('.')}.` }
  })
}

/** The field by which people and files name a record: a business key of a single text field, else the title. */
export const naming = (area: Area): string => {
  const [key, ...more] = area.key ?? []
  const kind = key && more.length === 0 ? area.fields[key]?.kind : undefined
  return key && (kind === 'text' || kind === 'country' || kind === 'currency') ? key : area.title
}

/**
 * All fields by which people and files may name a record: its key, its title, its unique codes and, when a new record
 * requires only one other text, that text; each in both languages.
 */
export const namesOf = (area: Area): string[] => {
  const key = naming(area)
  const [name, ...more] = columnsOf(area).filter(
    ([field, { kind, required, options }]) =>
      field !== key && kind === 'text' && required && !options.pattern && !options.readOnly,
  )
  const names = [key, area.title, ...(area.titleZh ? [area.titleZh] : []), ...uniqueCodes(area)]
  if (!name || more.length > 0) return [...new Set(names)]
  const inChinese = name[0].replace(/_en$/, '_zh')
  return [...new Set([...names, name[0], ...(Object.hasOwn(area.fields, inChinese) ? [inChinese] : [])])]
}

const uniqueCodes = (area: Area): string[] =>
  columnsOf(area).flatMap(([name, { kind, options }]) =>
    kind === 'text' && options.unique && options.search === 'code' ? [name] : [],
  )
