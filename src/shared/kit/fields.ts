import type { Audience, Readers, Role } from './roles'

/** The field kinds. A kind decides type, validation, column, input, cell, filter and written form of a value. */
export const kinds = [
  'text',
  'long_text',
  'integer',
  'decimal',
  'price',
  'amount',
  'percent',
  'date',
  'moment',
  'flag',
  'choice',
  'choices',
  'reference',
  'country',
  'currency',
  'rows',
] as const
export type Kind = (typeof kinds)[number]

export interface FieldOptions {
  /** Must be filled whenever the record is saved. What a later step needs is a rule, not this. */
  required?: boolean
  /** No two records share the value; kept by a unique index. */
  unique?: boolean
  /** Set by the server, never by a caller. */
  readOnly?: boolean
  /** Set when the record is made and fixed from then on. */
  fixed?: boolean
  /** Who may see the field at all; narrows the area's `access.read`. */
  read?: Readers
  /** Who may set the field; narrows the area's `access.create` and `access.edit`. */
  write?: Audience
  /** Found by `q`: its words, or for `'code'` any part of it of three characters or more. For a reference: through its target. */
  search?: boolean | 'code'
  /** Lists may be ordered by it; an index stands behind it. */
  sort?: boolean
  /** What a new record starts with where the caller says nothing. */
  default?: string | number | boolean
  /** Of what a move asks: the field of the record whose value it starts with. */
  starts?: string
  /** Of a condition: lists are filtered by it, no record has it. */
  asked?: boolean
}

export interface TextOptions extends FieldOptions {
  max?: number
  pattern?: RegExp
  /** Is not shown while it is typed. */
  secret?: boolean
  /** Stored in this case, however it was typed. */
  case?: 'upper' | 'lower'
}
export interface IntegerOptions extends FieldOptions {
  min?: number
  max?: number
}
export interface DecimalOptions extends FieldOptions {
  /** Digits after the point. */
  digits?: number
  /** Smallest and largest value, as decimal text. */
  min?: string
  max?: string
}
export interface ReferenceOptions extends FieldOptions {
  /** States a record must be in to be chosen anew; a reference that already stands may stay. */
  states?: readonly string[]
  /** What a role is offered of them, by values of their fields; that nothing else is taken is for the server's rules. */
  offered?: Partial<Record<Role, Readonly<Record<string, string | readonly number[]>>>>
  /** Its title is shown to whoever may read this field, even where the target itself is out of scope. */
  openTitle?: boolean
  /** Only targets whose field `field` holds the value of this record's field `of` fit (a colourway of the line's article). */
  within?: { field: string; of: string }
}

export interface Field<K extends Kind = Kind, V = unknown, R extends boolean = boolean> {
  kind: K
  required: R
  options: FieldOptions &
    Omit<TextOptions, keyof FieldOptions> &
    Omit<IntegerOptions, keyof FieldOptions | 'min' | 'max'> &
    Omit<DecimalOptions, keyof FieldOptions | 'min' | 'max'> &
    Omit<ReferenceOptions, keyof FieldOptions> & {
      min?: number | string
      max?: number | string
      values?: readonly string[]
      to?: string
      by?: string
      order?: readonly string[]
    }
  /** Type only: what a value is. */
  readonly value?: V
}
export type Fields = Record<string, Field>

type Required<O> = O extends { required: true } ? true : false

const field = <K extends Kind, V, const O extends object>(kind: K, options: O) =>
  ({ kind, options, required: 'required' in options && options.required === true }) as unknown as Field<
    K,
    V,
    Required<O>
  >

/** One line of text, trimmed, 255 characters at most unless `max` says otherwise. */
export const text = <const O extends TextOptions>(options: O = {} as O) => field<'text', string, O>('text', options)
/** Text of several lines, 4,000 characters at most unless `max` says otherwise. */
export const longText = <const O extends TextOptions>(options: O = {} as O) =>
  field<'long_text', string, O>('long_text', options)
/** A whole number from 0 to 2,147,483,647 unless bounded otherwise. */
export const integer = <const O extends IntegerOptions>(options: O = {} as O) =>
  field<'integer', number, O>('integer', options)
/** A decimal, as text on the wire; `digits` after the point (4). */
export const decimal = <const O extends DecimalOptions>(options: O = {} as O) =>
  field<'decimal', string, O>('decimal', { digits: 4, ...options })
/** A unit price of four decimals in the record's (or its document's) `currency`. */
export const price = <const O extends DecimalOptions>(options: O = {} as O) =>
  field<'price', string, O>('price', { digits: 4, min: '0', ...options })
/** An amount of money in the record's (or its document's) `currency`, stored with four decimals, shown in its minor unit. */
export const amount = <const O extends DecimalOptions>(options: O = {} as O) =>
  field<'amount', string, O>('amount', { digits: 4, ...options })
/** A percentage from 0 to 100, two decimals. */
export const percent = <const O extends DecimalOptions>(options: O = {} as O) =>
  field<'percent', string, O>('percent', { digits: 2, min: '0', max: '100', ...options })
/** A calendar day, `YYYY-MM-DD`. */
export const date = <const O extends FieldOptions>(options: O = {} as O) => field<'date', string, O>('date', options)
/** A moment, ISO 8601 with offset. */
export const moment = <const O extends FieldOptions>(options: O = {} as O) =>
  field<'moment', string, O>('moment', options)
/** Yes or no; false where nothing is said. */
export const flag = <const O extends FieldOptions>(options: O = {} as O) =>
  field<'flag', boolean, O & { required: true }>('flag', { default: false, ...options, required: true })
/** One of a few words. */
export const choice = <const V extends readonly [string, ...string[]], const O extends FieldOptions>(
  values: V,
  options: O = {} as O,
) => field<'choice', V[number], O>('choice', { ...options, values })
/** Several of a few words; an empty list where nothing is said. */
export const choices = <const V extends readonly [string, ...string[]], const O extends FieldOptions>(
  values: V,
  options: O = {} as O,
) => field<'choices', V[number][], O & { required: true }>('choices', { ...options, values, required: true })
/** The id of a record of another area, named by the area's name. */
export const reference = <const T extends string, const O extends ReferenceOptions>(to: T, options: O = {} as O) =>
  field<'reference', number, O>('reference', { ...options, to })
/** A country by its ISO 3166-1 alpha-2 code. */
export const country = <const O extends FieldOptions>(options: O = {} as O) =>
  field<'country', string, O>('country', options)
/** A currency by its ISO 4217 code. */
export const currency = <const O extends FieldOptions>(options: O = {} as O) =>
  field<'currency', string, O>('currency', options)
/**
 * Children saved with their document: records of area `of`, whose field `by` points back; they stand in `order`, or else
 * in the order of their own list. `readOnly`: only moves write them, and they are a record of their own: the history
 * does not tell them again.
 */
export const rows = <const T extends string>(
  of: T,
  options: {
    by: string
    min?: number
    max?: number
    read?: Readers
    write?: Audience
    order?: readonly string[]
    readOnly?: boolean
  },
): Field<'rows', Record<string, unknown>[], true> => ({
  kind: 'rows',
  required: true,
  options: { max: 500, ...options, to: of },
})

/** Conditions of an area: fields that its lists are filtered by and that no record has. */
export const conditions = <F extends Fields>(fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [name, { ...one, options: { ...one.options, asked: true } }]),
  ) as F

/** Whether the field is a column of its own (all but rows). */
export const isColumn = (field: Field) => field.kind !== 'rows'
/** Digits before the point that the column of a decimal field has room for. */
export const wholeDigitsOf = ({ kind, options }: Field): number =>
  kind === 'percent' ? 3 : kind === 'price' ? 10 : kind === 'decimal' ? 18 - (options.digits ?? 4) : 16
/** Whether values travel as decimal text. */
export const isDecimal = (field: Field) => ['decimal', 'price', 'amount', 'percent'].includes(field.kind)
