import { addDays, isRecordDate } from '#shared/base/dates.ts'
import { withoutTrailingZeros } from '#shared/base/money.ts'
import { isCurrency } from '#shared/standards/currencies.ts'
import { isGrouped } from './typed-number'

/**
 * Date formats:
 * - `iso` 2026-03-12
 * - `ymd` 2021/1/8, 21-01-08
 * - `dmy` 08.01.2021, 8/1/21
 * - `mdy` 1/8/2021
 * - `named` 8-Jan-21, 12 Mar 2026, March 12, 2026
 * - `zh` 2026年3月12日
 * - `compact` 20260312
 * - `serial` day number of a spreadsheet, 44204
 * Years of two digits mean 1970 to 2069; a time of midnight after the date is ignored.
 */
export const dateFormNames = ['iso', 'ymd', 'dmy', 'mdy', 'named', 'zh', 'compact', 'serial'] as const
export type DateForm = (typeof dateFormNames)[number]

/**
 * Number formats: `plain` 1234.56 · `comma_point` 1,234.56 · `point_comma` 1.234,56 · `space_comma` 1 234,56 ·
 * `apostrophe_point` 1'234.56.
 */
export const numberFormNames = ['plain', 'comma_point', 'point_comma', 'space_comma', 'apostrophe_point'] as const
export type NumberForm = (typeof numberFormNames)[number]

/** A format that fits the samples. */
export interface FormFit<F> {
  form: F
  /** The number of non-empty samples that it reads. */
  fits: number
  /** Whether another format fits as well and could give other values, so that the person has to choose. */
  ambiguous: boolean
}

/**
 * The date formats that read every non-empty sample, the most probable first; spreadsheet serials only on request. Pass
 * the whole column if possible. Every format also reads ISO dates, because a sheet has them where some cells are real
 * dates and others text.
 */
export const dateForms = (samples: readonly string[], options: { serial?: boolean } = {}): FormFit<DateForm>[] => {
  const others = samples.filter((sample) => sample.trim() && readDate(sample, 'iso') === null)
  const forms = options.serial ? dateFormNames : dateFormNames.filter((form) => form !== 'serial')
  const fits = fitting(others.length > 0 ? others : samples, forms, readOnlyIn, (forms) => {
    const orders = forms.filter((form) => form === 'ymd' || form === 'dmy' || form === 'mdy')
    // The order of day and month stays ambiguous even if all samples read alike (8/8/2021), because later rows may
    // differ.
    return orders.length > 1 ? orders : []
  })
  return fits.map((fit) => ({ ...fit, fits: samples.filter((sample) => sample.trim()).length }))
}

/**
 * The number formats that read every non-empty sample, the simplest first; ambiguous if two of them read a sample
 * differently (`1,234`).
 */
export const numberForms = (samples: readonly string[]): FormFit<NumberForm>[] =>
  fitting(samples, numberFormNames, readNumber, (forms) => {
    const kinds = new Map<string, NumberForm>()
    for (const form of forms) kinds.set(samples.map((sample) => shortestOf(sample, form)).join(' '), form)
    return kinds.size > 1 ? forms : []
  })

/** Like `numberForms` for whole numbers: a format that would read a fraction does not fit. */
export const wholeForms = (samples: readonly string[]): FormFit<NumberForm>[] =>
  fitting(samples, numberFormNames, readWhole, (forms) => {
    const readings = new Set(forms.map((form) => samples.map((sample) => readWhole(sample, form) ?? '').join(' ')))
    return readings.size > 1 ? forms : []
  })

/**
 * The number of non-empty samples that each date format reads, the best first; offered if no format reads all of them.
 */
export const dateFits = (samples: readonly string[]): { form: DateForm; fits: number }[] =>
  counted(samples, dateFormNames, readDate)

/** Like `dateFits` for number formats. */
export const numberFits = (samples: readonly string[]): { form: NumberForm; fits: number }[] =>
  counted(samples, numberFormNames, readNumber)

/**
 * Parses a date in this format or ISO format to `YYYY-MM-DD`; null if it is not one, or outside the years 1900 to 2199.
 */
export const readDate = (text: string, form: DateForm): string | null =>
  readOnlyIn(text, form) ?? readOnlyIn(text, 'iso')

const readOnlyIn = (text: string, form: DateForm): string | null => {
  const written = tidy(text)
  return written ? dateReaders[form](written) : null
}

/**
 * Parses a number in this format to decimal text; null if it is not one. Currency signs, codes and `%` are ignored
 * (`12.5%` → `12.5`); a minus may be before or after the number, or be written as brackets. Powers of ten (`1E+05`) are
 * refused, because they have lost digits.
 */
export const readNumber = (text: string, form: NumberForm): string | null => {
  const written = tidy(text)
  if (!written) return null
  const { digits, minus } = unsigned(written)
  if (!numberPatterns[form].test(digits)) return null
  const [whole = '', fraction = ''] = digits.split(pointOf(form))
  const value = `${whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'}${fraction ? `.${fraction}` : ''}`
  if (value.length > longest) return null
  return minus && withoutTrailingZeros(value) !== '0' ? `-${value}` : value
}

/**
 * Parses a whole number in this format (`12.00` → 12); null for a fraction or a number beyond JavaScript's exact range.
 * A group of three digits is never read as zeros of a fraction: `1.000` is not 1.
 */
export const readInteger = (text: string, form: NumberForm): number | null => {
  const { digits } = unsigned(tidy(text))
  const point = pointOf(form)
  if (isGrouped(digits) && digits.includes(point) && /^\d+$/.test(digits.replaceAll(point, ''))) return null
  const value = readNumber(text, form)
  if (value === null) return null
  const number = Number(withoutTrailingZeros(value))
  return Number.isSafeInteger(number) ? number : null
}

/** Parses yes or no in English or Chinese; null if it is neither. */
export const readFlag = (text: string): boolean | null => flags.get(tidy(text).toLowerCase()) ?? null

const longest = 30

const pointOf = (form: NumberForm) => (form === 'point_comma' || form === 'space_comma' ? ',' : '.')

const flags = /* @__PURE__ */ new Map([
  ...['yes', 'y', 'true', '1', '是'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', '否'].map((word) => [word, false] as const),
])

// Normalises full-width characters and all kinds of spaces, and cuts the text: no date or number is longer.
const tidy = (text: string) => text.slice(0, 100).normalize('NFKC').replace(/\s+/g, ' ').trim()

const fitting = <F extends string>(
  samples: readonly string[],
  forms: readonly F[],
  read: (text: string, form: F) => string | null,
  unclear: (fits: F[]) => F[],
): FormFit<F>[] => {
  const filled = samples.filter((sample) => sample.trim())
  if (!filled.length) return []
  const fits = forms.filter((form) => filled.every((sample) => read(sample, form) !== null))
  const open = unclear(fits)
  return fits.map((form) => ({ form, fits: filled.length, ambiguous: open.includes(form) }))
}

const counted = <F extends string>(
  samples: readonly string[],
  forms: readonly F[],
  read: (text: string, form: F) => string | null,
) =>
  forms
    .map((form) => ({ form, fits: samples.filter((sample) => read(sample, form) !== null).length }))
    .sort((a, b) => b.fits - a.fits)

const readWhole = (text: string, form: NumberForm): string | null => readInteger(text, form)?.toString() ?? null

const shortestOf = (sample: string, form: NumberForm) => {
  const value = readNumber(sample, form)
  return value === null ? '' : withoutTrailingZeros(value)
}

type DateParts = { y?: string; m?: string; d?: string; month?: string }

const dateReader =
  (...patterns: RegExp[]) =>
  (written: string) => {
    const bare = written.replace(midnight, '')
    const parts: DateParts | undefined = patterns.map((pattern) => pattern.exec(bare)?.groups).find((groups) => groups)
    if (!parts) return null
    const month = parts.month ? monthNumber(parts.month) : Number(parts.m)
    const date = `${fullYear(parts.y ?? '')}-${padded(month)}-${padded(Number(parts.d))}`
    return isRecordDate(date) ? date : null
  }

const midnight = /[T ](?:0{1,2}:00(?::00(?:\.0+)?)?Z?|12:00(?::00)? ?AM)$/i

const dateReaders: Record<DateForm, (written: string) => string | null> = {
  iso: dateReader(/^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)$/),
  ymd: dateReader(/^(?<y>\d{4}|\d\d)(?<by>[/.-])(?<m>\d{1,2})\k<by>(?<d>\d{1,2})$/),
  dmy: dateReader(/^(?<d>\d{1,2})(?<by>[/.-])(?<m>\d{1,2})\k<by>(?<y>\d{4}|\d\d)$/),
  mdy: dateReader(/^(?<m>\d{1,2})(?<by>[/.-])(?<d>\d{1,2})\k<by>(?<y>\d{4}|\d\d)$/),
  named: dateReader(
    /^(?<d>\d{1,2})(?:st|nd|rd|th)?[ /.-]*(?<month>[a-z]{3,9})[ /.,-]*(?<y>\d{4}|\d\d)$/i,
    /^(?<month>[a-z]{3,9})[ .-]*(?<d>\d{1,2})(?:st|nd|rd|th)?[ ,-]+(?<y>\d{4}|\d\d)$/i,
  ),
  zh: dateReader(/^(?<y>\d{4}|\d\d) ?年 ?(?<m>\d{1,2}) ?月 ?(?<d>\d{1,2}) ?[日号]?$/),
  compact: dateReader(/^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)$/),
  serial: (written) => (/^\d{1,6}(\.0+)?$/.test(written) ? serialDate(Number(written)) : null),
}

const months = 'january february march april may june july august september october november december'.split(' ')

const monthNumber = (name: string) => {
  const start = name.toLowerCase() === 'sept' ? 'sep' : name.toLowerCase()
  return months.findIndex((month) => month === start || month.slice(0, 3) === start) + 1
}

const fullYear = (year: string) => (year.length > 2 ? year : `${Number(year) < 70 ? 20 : 19}${year}`)

const padded = (part: number) => String(part).padStart(2, '0')

// Spreadsheets count 1900-01-01 as 1 and treat 1900 as a leap year: day 60 never existed, and later serials are one too
// high.
const serialDate = (days: number) => {
  if (days < 1 || days === 60 || days >= 109_575) return null
  return addDays(days < 60 ? '1899-12-31' : '1899-12-30', days)
}

const fraction = (point: string) => `(?:\\${point}\\d*)?`
const grouped = (by: string) => `(?:\\d+|[1-9]\\d{0,2}(?:${by}\\d{3})+)`
const indian = '[1-9]\\d?(?:,\\d\\d)+,\\d{3}'

const numberPatterns: Record<NumberForm, RegExp> = {
  plain: /^(?:\d+(?:\.\d*)?|\.\d+)$/,
  comma_point: new RegExp(`^(?:${grouped(',')}|${indian})${fraction('.')}$`),
  point_comma: new RegExp(`^${grouped('\\.')}${fraction(',')}$`),
  space_comma: new RegExp(`^${grouped(' ')}${fraction(',')}$`),
  apostrophe_point: new RegExp(`^${grouped("['’]")}${fraction('.')}$`),
}

const unit = '\\p{Sc}|[A-Za-z]{1,3}[\\p{Sc}.]?|元'
const number = new RegExp(
  `^(?<before>[-−+]?) ?(?<unit>${unit})? ?(?<sign>[-−+]?) ?(?<digits>[\\d.][\\d.,'’ ]*?) ?(?<after>-?) ?(?<last>${unit}|%)?$`,
  'u',
)

/** The digits and separators of a number without sign and unit; empty if it is not a number. */
const unsigned = (written: string) => {
  const bracketed = /^\((.+)\)$/.exec(written)
  const {
    before,
    unit = '',
    sign,
    digits = '',
    after,
    last = '',
  } = number.exec(bracketed?.[1] ?? written)?.groups ?? {}
  const signs = [bracketed ? '-' : '', before, sign, after].filter((sign) => sign)
  const known = [unit, last].every(isUnit) && !(unit && last) && signs.length < 2
  return { digits: known ? digits : '', minus: signs.some((sign) => sign !== '+') }
}

const isUnit = (unit: string) =>
  !unit || /^(?:[A-Z]{0,3}\p{Sc}|%|元|RMB|Rs\.?|Tk\.?)$/u.test(unit) || isCurrency(unit.toUpperCase())
