import * as z from 'zod'
import { firstDate, isRecordDate, lastDate } from '#shared/base/dates.ts'
import { type Area, columnsOf, type Register, writtenRowsOf } from './area'
import { type Field, type Fields, isDecimal, wholeDigitsOf } from './fields'
import { type Text, textOf } from './text'

/** Whether the caller may set a field; by default every field that the server does not own. */
export type MayWrite = (area: Area, field: string) => boolean

/** The input of a new record: a strict object, so that unknown and server-owned keys are refused by name. */
export const createSchema = (area: Area, register: Register, may: MayWrite = anybody): z.ZodType<Values> =>
  z.strictObject({
    ...shape(area, may, (field) => required(field)),
    ...rowShape(area, register, may),
  })

/** The input of an edit: any part of the record, and the version that it is based on. */
export const editSchema = (area: Area, register: Register, may: MayWrite = anybody): z.ZodType<Values> =>
  z.strictObject({
    ...shape(area, may, (field) => required(field).optional()),
    ...Object.fromEntries(Object.entries(rowShape(area, register, may)).map(([name, rows]) => [name, rows.optional()])),
    version: z.int().positive(),
  })

/** The input of a move, and the version that it is based on. */
export const moveSchema = (asks: Fields = {}, register?: Register): z.ZodType<Values> =>
  z.strictObject({ ...askShape(asks, register), version: z.int().positive() })

/** The input of a move over many records. The register is needed when it includes rows. */
export const moveInputSchema = (asks: Fields = {}, register?: Register): z.ZodType<Values> =>
  z.strictObject(askShape(asks, register))

/** Some fields of an area, all optional: the input of a bulk edit. */
export const valuesSchema = (area: Area, may: MayWrite = anybody): z.ZodType<Values> =>
  z.strictObject(shape(area, may, (field) => required(field).optional()))

/** The value of one field; empty text and null mean empty unless the field is required. */
export const fieldSchema = (field: Field): z.ZodType => required(field)

export type Values = Record<string, unknown>

/** Errors by field path (`lines.0.qty`) as texts. */
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

const anybody: MayWrite = () => true

const shape = (area: Area, may: MayWrite, of: (field: Field) => z.ZodType): Record<string, z.ZodType> =>
  Object.fromEntries(
    columnsOf(area)
      .filter(([name, field]) => !field.options.readOnly && name !== area.partOf?.by && may(area, name))
      .map(([name, field]) => [name, of(field)]),
  )

const rowShape = (area: Area, register: Register, may: MayWrite): Record<string, z.ZodType> =>
  Object.fromEntries(
    writtenRowsOf(area)
      .filter(([name]) => may(area, name))
      .map(([name, field]) => [name, rowsSchema(field, register, may, z.int().positive().optional())]),
  )

/** Rows of a document; `id` identifies existing rows, and is omitted when all of them are new. */
const rowsSchema = ({ options }: Field, register: Register, may: MayWrite, id?: z.ZodType) => {
  const child = register.get(options.to ?? '')
  const row = z.strictObject({
    ...(id ? { id } : {}),
    ...shape(child, may, (field) => required(field)),
    ...rowShape(child, register, may),
  })
  const list = boundedArray(
    z.array(row).min(Number(options.min ?? 0), { error: 'too_few_rows' }),
    Number(options.max ?? 500),
    'too_many_rows',
  )
  return options.min ? list : list.optional()
}

/** A list whose length is checked before its members, each of which could have many problems. */
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
      field.kind === 'rows' && register ? rowsSchema(field, register, anybody) : required(field),
    ]),
  )

/** A required field with a default may be left out when a record is made: the server fills it in. */
const required = (field: Field): z.ZodType =>
  field.required && field.kind !== 'flag' && field.kind !== 'choices'
    ? field.options.default === undefined
      ? value(field)
      : value(field).optional()
    : z.preprocess((given) => (given === '' ? null : given), value(field).nullish())

const value = (field: Field): z.ZodType => {
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
      throw new Error(`no schema for ${field.kind}`)
  }
}

const textSchema = ({ kind, required: must, options }: Field) => {
  const plain = z
    .string()
    // Control characters and halves of characters have no place in a record (PostgreSQL refuses NUL and, in JSON, halves
    // outright); long text keeps its line breaks.
    .refine((given) => !/[\p{Cc}\p{Cs}]/u.test(kind === 'text' ? given : given.replace(/[\t\n\r]/g, '')), {
      error: 'control_characters',
    })
    .trim()
    // Too long texts are not matched against the pattern.
    .max(options.max ? Number(options.max) : kind === 'text' ? 255 : 4000, { abort: true })
  const cased = options.case === 'upper' ? plain.toUpperCase() : options.case === 'lower' ? plain.toLowerCase() : plain
  const filled = must ? cased.min(1, { error: 'required' }) : cased
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
      return textOf(`validation.${named.has(issue.message) ? issue.message : 'pattern'}`)
    case 'invalid_value':
      return issue.input === undefined ? textOf('validation.required') : textOf('validation.not_a_choice')
    case 'custom': {
      if (issue.message === 'date_out_of_range')
        return textOf('validation.date_out_of_range', { from: firstDate.slice(0, 4), to: lastDate.slice(0, 4) })
      // Zod's own words for a check without a name of ours.
      if (!/^\w+(:|$)/.test(issue.message)) return textOf('validation.invalid')
      const [name, bound] = issue.message.split(':')
      return textOf(`validation.${name}`, bound === undefined ? undefined : { min: bound, max: bound })
    }
    default:
      return textOf('validation.invalid')
  }
}
const named = new Set(['not_a_decimal', 'not_a_country', 'not_a_currency', 'pattern'])
