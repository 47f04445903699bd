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
  /** Required on every save. What only a later step needs is a rule. */
  required?: boolean
  /** No two records share the value; enforced by a unique index. */
  unique?: boolean
  /** Set by the server, never by a caller. */
  readOnly?: boolean
  /** A screen of its own writes and shows it: neither forms nor tables of rows do. */
  inPlace?: boolean
  /** Set when the record is made and fixed from then on. */
  fixed?: boolean
  /** Who may read the field; narrows the area's `access.read`. */
  read?: Readers
  /** Who may set the field; narrows the area's `access.create` and `access.edit`. */
  write?: Audience
  /**
   * Found by `q`: its words, or for `'code'` any part of three characters or more. For a reference: through its target.
   */
  search?: boolean | 'code'
  /** Lists may be sorted by it; backed by an index. */
  sort?: boolean
  /** Default value of a new record. */
  default?: string | number | boolean
  /** On an input of a move: the field of the record that supplies its initial value. */
  starts?: string
  /** On a date that a move asks for: something has happened on it, so it starts with today at the latest. */
  happened?: boolean
  /** On a condition: lists can be filtered by it, no record has it. */
  filterOnly?: boolean
  /** A condition that means another thing for each caller; what is counted by it is kept for each. */
  ofCaller?: boolean
}

export interface TextOptions extends FieldOptions {
  max?: number
  pattern?: RegExp
  /** Is not shown while it is typed. */
  secret?: boolean
  /** Stored in this case, however it was typed. */
  case?: 'upper' | 'lower'
  /** Which keyboard a phone shows to type it. */
  keyboard?: 'email' | 'tel' | 'url'
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
export interface AmountOptions extends DecimalOptions {
  /** In the base currency of the settings, whatever currency the record has. */
  inBase?: boolean
}
export interface ChoiceOptions extends FieldOptions {
  /** Of these words alone a role may choose one; the server's rules enforce it. */
  offers?: Partial<Record<Role, readonly string[]>>
}
export interface ReferenceOptions extends FieldOptions {
  /** States in which a record can be selected; a stored reference may remain. */
  states?: readonly string[]
  /** Of records with the same name in a file, such as the versions of one code, those in these states are meant. */
  namedIn?: readonly string[]
  /** What a role is offered, as values of fields of the target; the server's rules enforce it. */
  offered?: Partial<Record<Role, Readonly<Record<string, string | readonly number[]>>>>
  /** Its title is shown to every reader of this field, even when the target is out of scope. */
  openTitle?: boolean
  /** Only targets whose field `field` equals this record's field `of` (a colourway of the line's article). */
  within?: { field: string; of: string }
  /**
   * Offers only targets whose conditions `from` and `to` include the day in the document's field `day`, unless the row
   * or the document has one of the fields `unless`; the server's rules enforce it.
   */
  validOn?: { day: string; from: string; to: string; unless: readonly string[] }
}

export interface Field<K extends Kind = Kind, V = unknown, R extends boolean = boolean> {
  kind: K
  required: R
  options: FieldOptions &
    Omit<TextOptions, keyof FieldOptions> &
    Omit<IntegerOptions, keyof FieldOptions | 'min' | 'max'> &
    Omit<AmountOptions, keyof FieldOptions | 'min' | 'max'> &
    Omit<ChoiceOptions, keyof FieldOptions> &
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

/** One line of text, trimmed, at most 255 characters unless `max` says otherwise. */
export const text = <const O extends TextOptions>(options: O = {} as O) => field<'text', string, O>('text', options)
/** Text of several lines, at most 4,000 characters unless `max` says otherwise. */
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
export const amount = <const O extends AmountOptions>(options: O = {} as O) =>
  field<'amount', string, O>('amount', { digits: 4, ...options })
/** A percentage from 0 to 100, two decimals. */
export const percent = <const O extends DecimalOptions>(options: O = {} as O) =>
  field<'percent', string, O>('percent', { digits: 2, min: '0', max: '100', ...options })
/** A calendar day, `YYYY-MM-DD`. */
export const date = <const O extends FieldOptions>(options: O = {} as O) => field<'date', string, O>('date', options)
/** A moment, ISO 8601 with offset. */
export const moment = <const O extends FieldOptions>(options: O = {} as O) =>
  field<'moment', string, O>('moment', options)
/** Yes or no; false by default. */
export const flag = <const O extends FieldOptions>(options: O = {} as O) =>
  field<'flag', boolean, O & { required: true }>('flag', { default: false, ...options, required: true })
/** One of a few words. */
export const choice = <const V extends readonly [string, ...string[]], const O extends ChoiceOptions>(
  values: V,
  options: O = {} as O,
) => field<'choice', V[number], O>('choice', { ...options, values })
/** A set of choices; empty by default. */
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
 * Child records that are saved with their document: records of area `of`, whose field `by` points back; sorted by
 * `order`, or else as in their own list. `readOnly`: only moves write them, and they are records on their own, so the
 * document's history does not repeat them.
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
    inPlace?: boolean
  },
): Field<'rows', Record<string, unknown>[], true> => ({
  kind: 'rows',
  required: true,
  options: { max: 500, ...options, to: of },
})

/** Conditions of an area: fields that exist only as list filters. */
export const conditions = <F extends Fields>(fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, options: { ...field.options, filterOnly: true } },
    ]),
  ) as F

/** Whether the field is a column (all but rows). */
export const isColumn = (field: Field) => field.kind !== 'rows'
/** Digits before the point that the column of a decimal field has room for. */
export const wholeDigitsOf = ({ kind, options }: Field): number =>
  kind === 'percent' ? 3 : kind === 'price' ? 10 : kind === 'decimal' ? 18 - (options.digits ?? 4) : 16
/** Whether values are sent as decimal text. */
export const isDecimal = (field: Field) => ['decimal', 'price', 'amount', 'percent'].includes(field.kind)
