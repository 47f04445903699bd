import * as z from 'zod'
import { firstDate, isRecordDate, lastDate } from '#shared/base/dates.ts'
import { type Area, columnsOf, type Register, writtenRowsOf } from './area'
import { type Field, type Fields, isDecimal, wholeDigitsOf } from './fields'
import { type Text, textOf } from './text'

/** Whether the caller may set a field. Read-only fields are never part of a schema, whatever this returns. */
export type MayWrite = (area: Area, field: string) => boolean

/**
 * The schema of a new record with its rows. A strict object: keys that are unknown, read-only or not the caller's to
 * set are errors under their name.
 */
export const createSchema = (area: Area, register: Register, may: MayWrite = mayWriteAll): z.ZodType<Values> =>
  z.strictObject({
    ...shape(area, may, fieldSchema),
    ...rowShape(area, register, may),
  })

/** The schema of an edit: any of the record's fields, and the `version` that the edit is based on. */
export const editSchema = (area: Area, register: Register, may: MayWrite = mayWriteAll): z.ZodType<Values> =>
  z.strictObject({
    ...shape(area, may, (field) => fieldSchema(field).optional()),
    ...Object.fromEntries(Object.entries(rowShape(area, register, may)).map(([name, rows]) => [name, rows.optional()])),
    version: z.int().positive(),
  })

/**
 * The schema of a move: its inputs, and the `version` that it is based on. The register is needed for inputs of rows.
 */
export const moveSchema = (asks: Fields = {}, register?: Register): z.ZodType<Values> =>
  z.strictObject({ ...askShape(asks, register), version: z.int().positive() })

/** The inputs of a move without a version, for a move of many records. The register is needed for inputs of rows. */
export const moveInputSchema = (asks: Fields = {}, register?: Register): z.ZodType<Values> =>
  z.strictObject(askShape(asks, register))

/** The schema of a bulk edit: any columns of the area, without rows and version. */
export const valuesSchema = (area: Area, may: MayWrite = mayWriteAll): z.ZodType<Values> =>
  z.strictObject(shape(area, may, (field) => fieldSchema(field).optional()))

/** Values of a record by field name. */
export type Values = Record<string, unknown>

/** The problems that Zod found, as translatable texts by the path of their field (`lines.0.qty`). */
export const issueTexts = (error: z.ZodError): Record<string, Text[]> => {
  // Without a prototype, so that a field called `constructor` is safe.
  const errors: Record<string, Text[]> = Object.create(null)
  for (const issue of error.issues)
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...issue.path, key], unknownField)
    else add(issue.path, issueText(issue))
  return errors

  function add(path: PropertyKey[], text: Text) {
    const name = path.map(String).join('.')
    errors[name] ??= []
    errors[name].push(text)
  }
}

const unknownField = textOf('validation.unknown_field')

const mayWriteAll: MayWrite = () => true

/** The writable columns of an area, each with its schema. */
const shape = (area: Area, may: MayWrite, schemaOf: (field: Field) => z.ZodType): Record<string, z.ZodType> =>
  Object.fromEntries(
    columnsOf(area)
      .filter(([name, field]) => !field.options.readOnly && name !== area.partOf?.by && may(area, name))
      .map(([name, field]) => [name, schemaOf(field)]),
  )

const rowShape = (area: Area, register: Register, may: MayWrite): Record<string, z.ZodType> =>
  Object.fromEntries(
    writtenRowsOf(area)
      .filter(([name]) => may(area, name))
      .map(([name, field]) => [name, rowsSchema(field, register, may, z.int().positive().optional())]),
  )

/**
 * The schema of a document's rows. `id` is the schema of the key `id` of existing rows; omit it if all rows are new.
 */
const rowsSchema = ({ options }: Field, register: Register, may: MayWrite, id?: z.ZodType) => {
  const child = register.get(options.to ?? '')
  const row = z.strictObject({
    ...(id ? { id } : {}),
    ...shape(child, may, fieldSchema),
    ...rowShape(child, register, may),
  })
  const list = boundedArray(
    z.array(row).min(Number(options.min ?? 0), { error: 'too_few_rows' }),
    Number(options.max ?? 500),
    'too_many_rows',
  )
  return options.min ? list : list.optional()
}

/** Checks the length of a list before its items, so that a huge list cannot produce a problem for each item. */
export const boundedArray = <T extends z.ZodType>(list: z.ZodArray<T>, max: number, error?: string) =>
  z.preprocess((given, { issues }) => {
    if (Array.isArray(given) && given.length > max)
      issues.push({ code: 'too_big', origin: 'array', maximum: max, input: given, ...(error && { message: error }) })
    return given
  }, list.max(max))

const askShape = (asks: Fields, register?: Register) =>
  Object.fromEntries(
    Object.entries(asks).map(([name, field]) => [
      name,
      field.kind === 'rows' && register ? rowsSchema(field, register, mayWriteAll) : fieldSchema(field),
    ]),
  )

/**
 * The schema of one value. Unless the field is required, an empty text, null and undefined are accepted. A required
 * field with a default may be missing: the server fills it in.
 */
export const fieldSchema = (field: Field): z.ZodType =>
  field.required && field.kind !== 'flag' && field.kind !== 'choices'
    ? field.options.default === undefined
      ? valueSchema(field)
      : valueSchema(field).optional()
    : z.preprocess((given) => (given === '' ? null : given), valueSchema(field).nullish())

const valueSchema = (field: Field): z.ZodType => {
  const { options } = field
  switch (field.kind) {
    case 'text':
    case 'long_text':
      return textSchema(field)
    case 'integer':
      return z
        .int()
        .min(Number(options.min ?? 0))
        .max(Number(options.max ?? 2_147_483_647))
    case 'date':
      return z.iso.date().refine(isRecordDate, { error: 'date_out_of_range' })
    case 'moment':
      return z.iso
        .datetime({ offset: true })
        .refine((given) => isRecordDate(given.slice(0, 10)), { error: 'date_out_of_range' })
    case 'flag':
      return z.boolean()
    case 'choice':
      return z.enum(options.values as [string, ...string[]])
    case 'choices':
      return z
        .array(z.enum(options.values as [string, ...string[]]))
        .max(options.values?.length ?? 0)
        .transform((chosen) => options.values?.filter((value) => chosen.includes(value)) ?? [])
    case 'reference':
      return z.int().positive()
    case 'country':
      return z.string().regex(/^[A-Z]{2}$/, { error: 'not_a_country' })
    case 'currency':
      return z.string().regex(/^[A-Z]{3}$/, { error: 'not_a_currency' })
    default:
      if (isDecimal(field)) return decimalSchema(field)
      throw new Error(`the field kind "${field.kind}" has no schema: add a case to valueSchema in shared/kit/schema.ts`)
  }
}

const textSchema = ({ kind, required, options }: Field) => {
  const plain = z
    .string()
    // Refuse control characters and lone surrogates: PostgreSQL rejects NUL, and lone surrogates in JSON. Long text
    // keeps tabs and line breaks.
    .refine((given) => !/[\p{Cc}\p{Cs}]/u.test(kind === 'text' ? given : given.replace(/[\t\n\r]/g, '')), {
      error: 'control_characters',
    })
    .trim()
    // Abort, so that the pattern is never matched against an overlong text.
    .max(options.max ? Number(options.max) : kind === 'text' ? 255 : 4000, { abort: true })
  const cased = options.case === 'upper' ? plain.toUpperCase() : options.case === 'lower' ? plain.toLowerCase() : plain
  const filled = required ? cased.min(1, { error: 'required' }) : cased
  return options.pattern ? filled.regex(options.pattern, { error: 'pattern' }) : filled
}

const decimalSchema = (field: Field) => {
  const { options } = field
  const digits = options.digits ?? 4
  const whole = Math.min(12, wholeDigitsOf(field))
  return z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,8})?$/, { error: 'not_a_decimal' })
    .refine((given) => (given.split('.')[1] ?? '').length <= digits, { error: `too_many_digits:${digits}` })
    .refine((given) => (given.split('.')[0] ?? '').replace('-', '').length <= whole, {
      error: `too_many_whole:${whole}`,
    })
    .refine((given) => options.min === undefined || Number(given) >= Number(options.min), {
      error: `too_small:${options.min}`,
    })
    .refine((given) => options.max === undefined || Number(given) <= Number(options.max), {
      error: `too_big:${options.max}`,
    })
}

const issueText = (issue: z.core.$ZodIssue): Text => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null || issue.input === ''
        ? textOf('validation.required')
        : textOf(`validation.not_${issue.expected === 'int' ? 'number' : issue.expected}`)
    case 'too_big':
      if (issue.message === 'too_many_rows') return textOf('validation.too_many_rows', { max: Number(issue.maximum) })
      return issue.origin === 'string'
        ? textOf('validation.too_long', { max: Number(issue.maximum) })
        : textOf('validation.too_big', { max: Number(issue.maximum) })
    case 'too_small':
      if (issue.message === 'required') return textOf('validation.required')
      if (issue.message === 'too_few_rows') return textOf('validation.too_few_rows', { min: Number(issue.minimum) })
      return textOf('validation.too_small', { min: Number(issue.minimum) })
    case 'invalid_format':
      if (issue.format === 'date') return textOf('validation.not_date')
      if (issue.format === 'datetime') return textOf('validation.not_moment')
      return textOf(`validation.${formatErrors.has(issue.message) ? issue.message : 'pattern'}`)
    case 'invalid_value':
      return issue.input === undefined ? textOf('validation.required') : textOf('validation.not_a_choice')
    case 'custom': {
      if (issue.message === 'date_out_of_range')
        return textOf('validation.date_out_of_range', { from: firstDate.slice(0, 4), to: lastDate.slice(0, 4) })
      // The message is Zod's own sentence, not the key of a text.
      if (!/^\w+(:|$)/.test(issue.message)) return textOf('validation.invalid')
      const [name, bound] = issue.message.split(':')
      return textOf(`validation.${name}`, bound === undefined ? undefined : { min: bound, max: bound })
    }
    default:
      return textOf('validation.invalid')
  }
}
/** Names of the format checks above; each has a text of its own. */
const formatErrors = new Set(['not_a_decimal', 'not_a_country', 'not_a_currency', 'pattern'])
