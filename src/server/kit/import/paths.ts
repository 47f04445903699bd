import { type Area, allFields, columnsOf, type Register, writtenRowsOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'

/** A column of documents that are written as flat rows: `po_no`, `lines.qty`, `lines.sizes.size_id`. */
export interface DocumentField {
  path: string
  /** The area that declares the field. */
  area: Area
  name: string
  field: Field
  /** The fields that hold its rows, from the document down. */
  within: readonly string[]
}

/** A level of rows in a document. */
export interface RowLevel {
  /** The field that holds the rows. */
  name: string
  area: Area
  /** The prefix of its fields in their paths: `lines.sizes.`. */
  prefix: string
}

/** The declared fields of a document and its rows at every depth, in the order of the declaration, rows last. */
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

/** The field of a path, declared or common to all records; undefined if there is none or it may not be read. */
export const fieldAt = (
  register: Register,
  area: Area,
  path: string,
  mayRead: (area: Area, name: string) => boolean,
): DocumentField | undefined => {
  const within = path.split('.')
  const name = within.pop() ?? ''
  let owner = area
  for (const step of within) {
    const rows = Object.hasOwn(owner.fields, step) ? owner.fields[step] : undefined
    if (rows?.kind !== 'rows' || !mayRead(owner, step)) return undefined
    owner = register.get(rows.options.to ?? '')
  }
  const fields = allFields(owner)
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  // The reference of a row to its document is implied by the path.
  const isImplied = name === owner.partOf?.by && within.length > 0
  if (!field || field.kind === 'rows' || isImplied || !mayRead(owner, name)) return undefined
  return { path, area: owner, name, field, within }
}

/** The levels of rows that the columns belong to, outermost first; null if they are not nested in each other. */
export const levelsOf = (
  register: Register,
  area: Area,
  columns: readonly Pick<DocumentField, 'within'>[],
): RowLevel[] | null => {
  const deepest = columns.reduce<readonly string[]>(
    (longest, { within }) => (within.length > longest.length ? within : longest),
    [],
  )
  if (columns.some(({ within }) => within.some((step, index) => step !== deepest[index]))) return null
  let owner = area
  return deepest.map((name, index) => {
    owner = register.get(owner.fields[name]?.options.to ?? '')
    return { name, area: owner, prefix: `${deepest.slice(0, index + 1).join('.')}.` }
  })
}

/**
 * The field that names a record for people and in files: the business key if it is a single text, otherwise the title.
 */
export const naming = (area: Area): string => {
  const [key, ...more] = area.key ?? []
  const kind = key && more.length === 0 ? area.fields[key]?.kind : undefined
  return key && (kind === 'text' || kind === 'country' || kind === 'currency') ? key : area.title
}

/**
 * All fields that may name a record: its key, title and unique codes, and if a new record requires exactly one other
 * text, that text; title and text in both languages.
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
