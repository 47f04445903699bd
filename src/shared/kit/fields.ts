import type { Audience, Readers, Role } from './roles'

/**
 * The field kinds. The kind of a field decides the TypeScript type, the validation, the database column, the input, the
 * table cell, the filter operators and the format in exports.
 */
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

/** Options that every kind of field accepts. */
export interface FieldOptions {
  /** Required on every save. Check a value that only a later step needs in `rules.ts` instead. */
  required?: boolean
  /** No two records share the value; enforced by a unique index. */
  unique?: boolean
  /** Set by the server; requests that contain the field are refused. */
  readOnly?: boolean
  /** A special screen shows and edits the field; standard forms and tables of rows leave it out. */
  inPlace?: boolean
  /** Can be set when the record is created, but not changed afterwards. */
  fixed?: boolean
  /** Who may read the field; narrows the area's `access.read`. */
  read?: Readers
  /** Who may set the field; narrows the area's `access.create` and `access.edit`. */
  write?: Audience
  /**
   * Included in the full-text search (`q`): `true` matches words by their beginning, `'code'` any substring of three or
   * more characters. For a reference, the search index of its target is searched.
   */
  search?: boolean | 'code'
  /** Lists may be sorted by it; backed by an index. */
  sort?: boolean
  /** Default value in a new record. */
  default?: string | number | boolean
  /** For an input of a move: name of the record's field that supplies the initial value. */
  starts?: string
  /** For a date input of a move: the date of a past event, so the initial value is today or earlier. */
  happened?: boolean
  /** For a date input of a move: the date of a coming event, so an initial value before today is left out. */
  ahead?: boolean
  /** For a condition, set by `conditions()`: lists can be filtered by the field, but records do not contain it. */
  filterOnly?: boolean
  /** For a condition whose result depends on the caller; counts of such lists are cached for each caller. */
  ofCaller?: boolean
}

export interface TextOptions extends FieldOptions {
  /** Maximum length in UTF-16 units. */
  max?: number
  pattern?: RegExp
  /** The input masks what is typed, as for a password. */
  secret?: boolean
  /** The server converts the value to this case. */
  case?: 'upper' | 'lower'
  /** The on-screen keyboard of a phone. */
  keyboard?: 'email' | 'tel' | 'url'
}
export interface IntegerOptions extends FieldOptions {
  /** Smallest and largest value. */
  min?: number
  max?: number
}
export interface DecimalOptions extends FieldOptions {
  /** Maximum number of digits after the decimal point. */
  digits?: number
  /** Smallest and largest value, as decimal text. */
  min?: string
  max?: string
}
export interface AmountOptions extends DecimalOptions {
  /** The amount is in the base currency of the settings instead of the record's `currency`. */
  inBase?: boolean
}
export interface ChoiceOptions extends FieldOptions {
  /** The values that a role can select. This only narrows the input: the area's rules must enforce it. */
  offers?: Partial<Record<Role, readonly string[]>>
}
export interface ReferenceOptions extends FieldOptions {
  /** States in which a target can be selected; a stored reference to a target in another state stays valid. */
  states?: readonly string[]
  /**
   * If a name in an import matches several targets, such as versions of one code, only targets in these states count.
   */
  namedIn?: readonly string[]
  /**
   * Filters of the targets that a role can select, by field. These only narrow the input: the rules must enforce them.
   */
  offered?: Partial<Record<Role, Readonly<Record<string, string | readonly number[]>>>>
  /** Every reader of this field sees the title of the target, even if the target is outside their scope. */
  openTitle?: boolean
  /** Only targets whose field `field` equals this record's field `of` (a colourway of the line's article). */
  within?: { field: string; of: string }
  /**
   * Offers only targets whose conditions `from` and `to` include the date in the document's field `day`, unless the row
   * or the document has one of the fields `unless`. This only narrows the input: the rules must enforce it.
   */
  validOn?: { day: string; from: string; to: string; unless: readonly string[] }
}

/** A declared field: its kind and the options of all kinds together. Create fields with the functions below. */
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
  /** Exists only in the type: the type of a value. */
  readonly value?: V
}
/** Fields by name. */
export type Fields = Record<string, Field>

type Required<O> = O extends { required: true } ? true : false

const field = <K extends Kind, V, const O extends object>(kind: K, options: O) =>
  ({ kind, options, required: 'required' in options && options.required === true }) as unknown as Field<
    K,
    V,
    Required<O>
  >

/** A single line of text, trimmed; `max` characters (255). */
export const text = <const O extends TextOptions>(options: O = {} as O) => field<'text', string, O>('text', options)
/** Text of several lines, trimmed; `max` characters (4,000). */
export const longText = <const O extends TextOptions>(options: O = {} as O) =>
  field<'long_text', string, O>('long_text', options)
/** A whole number from `min` (0) to `max` (2,147,483,647). */
export const integer = <const O extends IntegerOptions>(options: O = {} as O) =>
  field<'integer', number, O>('integer', options)
/** A decimal, sent as text (`'12.5'`) to stay exact; at most `digits` (4) digits after the point. */
export const decimal = <const O extends DecimalOptions>(options: O = {} as O) =>
  field<'decimal', string, O>('decimal', { digits: 4, ...options })
/** A unit price with up to four decimals, as decimal text, in the `currency` of the record or of its document. */
export const price = <const O extends DecimalOptions>(options: O = {} as O) =>
  field<'price', string, O>('price', { digits: 4, min: '0', ...options })
/**
 * An amount of money as decimal text, in the `currency` of the record or of its document. Stored with four decimals,
 * shown with the decimals of its currency.
 */
export const amount = <const O extends AmountOptions>(options: O = {} as O) =>
  field<'amount', string, O>('amount', { digits: 4, ...options })
/** A percentage from 0 to 100 (not a share from 0 to 1), as decimal text with up to two decimals. */
export const percent = <const O extends DecimalOptions>(options: O = {} as O) =>
  field<'percent', string, O>('percent', { digits: 2, min: '0', max: '100', ...options })
/** A calendar day, `YYYY-MM-DD`. */
export const date = <const O extends FieldOptions>(options: O = {} as O) => field<'date', string, O>('date', options)
/** A point in time, ISO 8601 with offset (`2026-03-12T08:30:00+08:00`). */
export const moment = <const O extends FieldOptions>(options: O = {} as O) =>
  field<'moment', string, O>('moment', options)
/** A boolean; false unless `default` is set. */
export const flag = <const O extends FieldOptions>(options: O = {} as O) =>
  field<'flag', boolean, O & { required: true }>('flag', { default: false, ...options, required: true })
/** One of `values`; their labels are locale texts of the area. */
export const choice = <const V extends readonly [string, ...string[]], const O extends ChoiceOptions>(
  values: V,
  options: O = {} as O,
) => field<'choice', V[number], O>('choice', { ...options, values })
/** Any number of `values`, in the declared order; an empty list by default. */
export const choices = <const V extends readonly [string, ...string[]], const O extends FieldOptions>(
  values: V,
  options: O = {} as O,
) => field<'choices', V[number][], O & { required: true }>('choices', { ...options, values, required: true })
/** The id of a record of the area `to`. */
export const reference = <const T extends string, const O extends ReferenceOptions>(to: T, options: O = {} as O) =>
  field<'reference', number, O>('reference', { ...options, to })
/** A country by its ISO 3166-1 alpha-2 code. */
export const country = <const O extends FieldOptions>(options: O = {} as O) =>
  field<'country', string, O>('country', options)
/** A currency by its ISO 4217 code. */
export const currency = <const O extends FieldOptions>(options: O = {} as O) =>
  field<'currency', string, O>('currency', options)
/**
 * Child records that are saved with their document: records of the area `of`, whose field `by` refers to the document;
 * at most `max` (500). They are sorted by `order`, by default as in their own list. With `readOnly` only moves write
 * them; they then have a history of their own, which the document's history does not repeat.
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

/** Declares the conditions of an area: fields that exist only as list filters. The area's `server.ts` has their SQL. */
export const conditions = <F extends Fields>(fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, options: { ...field.options, filterOnly: true } },
    ]),
  ) as F

/** Whether the field is a column of the area's table; `rows` are tables of their own. */
export const isColumn = (field: Field) => field.kind !== 'rows'
/** The number of digits before the decimal point that the column of a decimal field can store. */
export const wholeDigitsOf = ({ kind, options }: Field): number =>
  kind === 'percent' ? 3 : kind === 'price' ? 10 : kind === 'decimal' ? 18 - (options.digits ?? 4) : 16
/** Whether values of the field are sent as decimal text instead of numbers. */
export const isDecimal = (field: Field) => ['decimal', 'price', 'amount', 'percent'].includes(field.kind)
