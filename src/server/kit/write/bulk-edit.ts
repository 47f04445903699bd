import * as z from 'zod'
import { invalid } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { addDays } from '#shared/base/dates.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { issueTexts, type Values, valuesSchema } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import type { Errors } from './references'

/** A parsed bulk edit: the records it addresses and the new values of each. */
export interface BulkEdit {
  target: Values
  /** The new values of a record; throws 422 if it has no value in a date to shift. */
  valuesOf: (id: number, present: AnyRecord) => Values
}

/**
 * Parses the body of a bulk edit: `values` for all records, `shift` with the number of days to move each date by, and
 * optionally `values` per row, which undoing a bulk edit sends. Throws 422 with errors by field path.
 */
export const bulkEditOf = (kit: Kit, area: Area, { role }: Principal, body: Values): BulkEdit => {
  const { values = {}, shift: days = {}, rows, ...rest } = body
  const mayWrite = (owner: Area, field: string) => kit.mayWrite(role, owner, field)
  const schema = valuesSchema(area, mayWrite)
  const valuesById = new Map<number, Values>()
  const errors: Errors = {}

  const collectErrors = (input: unknown, path = '') => {
    const parsed = schema.safeParse(input, { reportInput: true })
    if (parsed.success) return
    for (const [field, texts] of Object.entries(issueTexts(parsed.error))) errors[path + field] = texts
  }
  collectErrors(values)
  const shift = shiftSchema.safeParse(days, { reportInput: true })
  if (!shift.success)
    for (const [field, texts] of Object.entries(issueTexts(shift.error))) errors[`shift.${field}`] = texts
  for (const name of Object.keys(shift.data ?? {})) {
    const field = Object.hasOwn(area.fields, name) ? area.fields[name] : undefined
    const movable = field?.kind === 'date' && !field.options.readOnly && !field.options.fixed && mayWrite(area, name)
    if (!movable || Object.hasOwn(Object(values), name)) errors[`shift.${name}`] = [textOf('validation.unknown_field')]
  }
  const plainRows = Array.isArray(rows)
    ? rows.map((row, index) => {
        if (typeof row !== 'object' || row === null || !('values' in row)) return row
        const { values: rowValues, ...plain } = row as Values
        collectErrors(rowValues, `rows.${index}.values.`)
        valuesById.set(Number(plain.id), rowValues as Values)
        return plain
      })
    : rows
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const isEmpty = [values, days, ...valuesById.values()].every((entry) => Object.keys(entry as Values).length === 0)
  if (isEmpty) throw invalid({ values: [textOf('validation.required')] })

  return {
    target: { ...rest, ...(rows !== undefined && { rows: plainRows }) },
    valuesOf: (id, present) => ({
      ...(values as Values),
      ...shiftedDates(present, shift.data ?? {}),
      ...valuesById.get(id),
    }),
  }
}

/** Days by date field: up to ten years in either direction. Zero is refused, as it would change nothing. */
const shiftSchema = z.record(z.string(), z.union([z.int().min(-3650).max(-1), z.int().min(1).max(3650)]))

const shiftedDates = (present: AnyRecord, shift: Record<string, number>): Values => {
  const values: Values = {}
  const errors: Errors = {}
  for (const [name, days] of Object.entries(shift)) {
    const date = (present as Values)[name]
    if (typeof date === 'string') values[name] = addDays(date, days)
    else errors[name] = [textOf('messages.no_date_to_shift')]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return values
}
