import { type Area, columnsOf, type Register, writtenRowsOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import type { MayWrite, Values } from '#shared/kit/schema.ts'

/** The initial values of a form, for all writable fields: those of the record, or the defaults of a new one. */
export const formValues = (area: Area, register: Register, may: MayWrite, record?: Values): Values => ({
  ...(record?.id === undefined ? {} : { id: record.id }),
  ...Object.fromEntries(
    writableFields(area, may).map(([name, field]) => [
      name,
      record ? (record[name] ?? emptyValue(field)) : initialValue(field),
    ]),
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
        const newRow = (_: unknown, index: number) => ({
          ...formValues(child, register, may),
          ...(position ? { [position]: index + 1 } : {}),
        })
        return [name, Array.from({ length: Number(options.min ?? 0) }, newRow)]
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

/** The body of an edit: the values that differ from `before`, and the version that they were based on. */
export const changedValues = (values: Values, before: Values, version: number): Values => ({
  ...Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => name !== 'id' && !sameValue(value, before[name]))
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(rowValues) : value]),
  ),
  version,
})

/** Whether two values are equal. Empty text, null and undefined are equal to each other. */
export const sameValue = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** The writable fields of an area, without a row's reference to its document. */
export const writableFields = (area: Area, may: MayWrite): [string, Field][] =>
  columnsOf(area).filter(([name, { options }]) => !options.readOnly && name !== area.partOf?.by && may(area, name))

/**
 * The integer field that an area's rows are sorted by, if it is writable; else null. The rows editor sets it when rows
 * are added or moved.
 */
export const positionField = (area: Area, may: MayWrite): string | null => {
  const [sortField = ''] = area.sort
  return area.fields[sortField]?.kind === 'integer' && may(area, sortField) ? sortField : null
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, item) => (item === '' || item === undefined ? null : item)) ?? 'null'

/** A row in a request body. Existing rows contain empty fields, so that clearing is sent; new rows omit them. */
const rowValues = (row: unknown): unknown => {
  if (row === null || typeof row !== 'object') return row
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(rowValues) : value,
  ])
  return Object.fromEntries('id' in row ? entries : entries.filter(([, value]) => value !== null && value !== ''))
}

const initialValue = (field: Field) => field.options.default ?? emptyValue(field)
const emptyValue = ({ kind }: Field) => (kind === 'flag' ? false : kind === 'choices' ? [] : null)
