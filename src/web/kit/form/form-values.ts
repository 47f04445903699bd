import { type Area, columnsOf, type Register, writtenRowsOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import type { MayWrite, Values } from '#shared/kit/schema.ts'

/**
 * The initial values of a form: the record's, or the defaults of a new one, for every field that the person may set.
 */
export const formValues = (area: Area, register: Register, may: MayWrite, record?: Values): Values => ({
  ...(record?.id === undefined ? {} : { id: record.id }),
  ...Object.fromEntries(
    writableFields(area, may).map(([name, field]) => [name, record ? (record[name] ?? empty(field)) : initial(field)]),
  ),
  ...Object.fromEntries(
    writtenRowsOf(area)
      .filter(([name]) => may(area, name))
      .map(([name, { options }]) => {
        const child = register.get(options.to ?? '')
        const rows = record?.[name]
        if (Array.isArray(rows)) return [name, rows.map((row: Values) => formValues(child, register, may, row))]
        if (record) return [name, []]
        const position = positionField(child, may)
        const fresh = (_: unknown, index: number) => ({
          ...formValues(child, register, may),
          ...(position ? { [position]: index + 1 } : {}),
        })
        return [name, Array.from({ length: Number(options.min ?? 0) }, fresh)]
      }),
  ),
})

/** The body of a new record: empty fields are omitted, so that the server's defaults apply. */
export const createValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => name !== 'id' && value !== null && value !== '')
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(rowValues) : value]),
  )

/** Only what differs from `before`, and the version it was made from. */
export const changedValues = (values: Values, before: Values, version: number): Values => ({
  ...Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => name !== 'id' && !sameValue(value, before[name]))
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(rowValues) : value]),
  ),
  version,
})

/** Whether two values are equal; empty text, null and undefined are. */
export const sameValue = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** The fields of an area that the person may set, without the reference of a row to its document. */
export const writableFields = (area: Area, may: MayWrite): [string, Field][] =>
  columnsOf(area).filter(([name, { options }]) => !options.readOnly && name !== area.partOf?.by && may(area, name))

/** The number that orders the rows, where the area sorts by one that people set: the rows editor sets it for them. */
export const positionField = (area: Area, may: MayWrite): string | null => {
  const [first = ''] = area.sort
  return area.fields[first]?.kind === 'integer' && may(area, first) ? first : null
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (part === '' || part === undefined ? null : part)) ?? 'null'

/** Existing rows keep their empty fields, so that clearing one is sent; new rows omit them. */
const rowValues = (row: unknown): unknown => {
  if (row === null || typeof row !== 'object') return row
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(rowValues) : value,
  ])
  return Object.fromEntries('id' in row ? entries : entries.filter(([, value]) => value !== null && value !== ''))
}

const initial = (field: Field) => field.options.default ?? empty(field)
const empty = ({ kind }: Field) => (kind === 'flag' ? false : kind === 'choices' ? [] : null)
