import type { Language } from '#shared/kit/text.ts'

/**
 * Whether the text is a decimal as the API sends it: an optional minus sign, digits, and optionally a point and digits.
 * At most 30 digits on either side of the point, so that no input can make the arithmetic slow.
 */
export const isDecimalText = (text: string): boolean => /^-?\d{1,30}(\.\d{1,30})?$/.test(text)

/**
 * The exact sum, with as many decimals as the most precise value; `'0'` for an empty list. Throws RangeError if a value
 * is not a decimal.
 */
export const sum = (values: Iterable<string>): string => {
  let total = zero
  for (const value of values) total = add(total, parse(value))
  return write(total)
}

/** `a − b`, exact. Throws RangeError if either is not a decimal. */
export const subtract = (a: string, b: string): string => write(difference(a, b))

/** The exact product, with as many decimals as both factors together. Throws RangeError if either is not a decimal. */
export const multiply = (a: string, b: string): string => {
  const [left, right] = [parse(a), parse(b)]
  return write({ units: left.units * right.units, digits: left.digits + right.digits })
}

/**
 * −1, 0 or 1 if `a` is less than, equal to or greater than `b`; `'1.0'` equals `'1'`. Throws RangeError if either is
 * not a decimal.
 */
export const compare = (a: string, b: string): -1 | 0 | 1 => {
  const { units } = difference(a, b)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

/**
 * Rounds to exactly `digits` decimals, half away from zero like PostgreSQL's `round(numeric, n)`: `'1.005'` to two is
 * `'1.01'`, `'-0.5'` to none is `'-1'`. Throws RangeError if the value is not a decimal.
 */
export const round = (value: string, digits: number): string => write(rounded(parse(value), digits))

/**
 * `dividend ÷ divisor`, rounded to `digits` decimals, half away from zero. Throws RangeError if either is not a decimal
 * or the divisor is zero.
 */
export const divide = (dividend: string, divisor: string, digits: number): string => {
  const [left, right] = [parse(dividend), parse(divisor)]
  const over = left.units * power(right.digits + digits)
  const under = right.units * power(left.digits)
  return write({ units: quotient(over, under), digits })
}

/**
 * The shortest text of the same value: `'007.50'` → `'7.5'`, `'-0'` → `'0'`. Throws RangeError if the value is not a
 * decimal.
 */
export const withoutTrailingZeros = (value: string): string => withoutEndingZeros(write(parse(value)))

/** Removes trailing zeros of the fraction without checking the text: `'7.50'` → `'7.5'`, `'7.0'` → `'7'`. */
export const withoutEndingZeros = (text: string): string => {
  if (!text.includes('.')) return text
  let end = text.length
  while (text[end - 1] === '0') end--
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}

/** The number of decimals of a currency (its minor unit) by ISO 4217; 2 unless the standard lists another number. */
export const currencyDigits = (code: string): number =>
  currenciesWithoutDecimals.has(code) ? 0 : currenciesWithThreeDecimals.has(code) ? 3 : 2

/**
 * Converts an amount to the base currency, rounded to its decimals. `rate` is the price of one unit of `currency` in
 * the base currency. Returns null without a currency or without a rate above zero.
 */
export const inBase = (amount: string, currency: string | null, base: string, rate: string | null): string | null => {
  if (currency === base) return round(amount, currencyDigits(base))
  return currency && rate && compare(rate, '0') > 0 ? round(multiply(amount, rate), currencyDigits(base)) : null
}

/**
 * Whether an amount can be paid in its currency: `29.99 GBP` and `1980.00 JPY` can, `29.995 GBP` and `1980.50 JPY`
 * cannot.
 */
export const isWholeMinorUnits = (amount: string, currency: string): boolean =>
  compare(round(amount, currencyDigits(currency)), amount) === 0

/** Formats a decimal in the language with `min` to `max` decimals: `'1234.5'` with 2 to 4 → `1,234.50`. */
export const formatDecimal = (value: string, language: Language, min = 0, max = Math.max(min, 4)): string =>
  formatter(language, min, max).format(value as `${number}`)

/** Formats an amount with the decimals of its currency, after the code as in trade documents: `USD 1,234.50`. */
export const formatAmount = (value: string, currency: string, language: Language): string => {
  const digits = currencyDigits(currency)
  return `${currency} ${formatDecimal(value, language, digits, digits)}`
}

/**
 * Formats a unit price after the code of its currency, with the decimals of the currency and up to four: `USD 3.125`.
 */
export const formatPrice = (value: string, currency: string, language: Language): string => {
  const digits = currencyDigits(currency)
  return `${currency} ${formatDecimal(value, language, digits, 4)}`
}

/** A whole number of `units`, each worth ten to the power of −`digits`. */
interface Decimal {
  units: bigint
  digits: number
}

const zero: Decimal = { units: 0n, digits: 0 }

// Wider than `isDecimalText`, because results such as a product can have more digits than an input.
const decimal = /^-?\d{1,1000}(\.\d{1,1000})?$/

const parse = (text: string): Decimal => {
  if (!decimal.test(text)) throw new RangeError(`not a decimal: ${text.slice(0, 50)}`)
  const point = text.indexOf('.')
  return point < 0
    ? { units: BigInt(text), digits: 0 }
    : { units: BigInt(text.slice(0, point) + text.slice(point + 1)), digits: text.length - point - 1 }
}

const write = ({ units, digits }: Decimal) => {
  const sign = units < 0n ? '-' : ''
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  return digits ? `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}` : sign + text
}

const power = (digits: number) => 10n ** BigInt(digits)

const widened = ({ units, digits }: Decimal, newDigits: number) => units * power(newDigits - digits)

const add = (a: Decimal, b: Decimal): Decimal => {
  const digits = Math.max(a.digits, b.digits)
  return { units: widened(a, digits) + widened(b, digits), digits }
}

const difference = (a: string, b: string) => {
  const { units, digits } = parse(b)
  return add(parse(a), { units: -units, digits })
}

const rounded = (value: Decimal, digits: number): Decimal =>
  digits >= value.digits
    ? { units: widened(value, digits), digits }
    : { units: quotient(value.units, power(value.digits - digits)), digits }

const quotient = (over: bigint, under: bigint) => {
  const [top, bottom] = [magnitude(over), magnitude(under)]
  const units = (top * 2n + bottom) / (bottom * 2n)
  return over < 0n === under < 0n ? units : -units
}

const magnitude = (units: bigint) => (units < 0n ? -units : units)

const currenciesWithoutDecimals = /* @__PURE__ */ new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
)
const currenciesWithThreeDecimals = /* @__PURE__ */ new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

const formatters = new Map<string, Intl.NumberFormat>()

const formatter = (language: Language, min: number, max: number) => {
  const key = `${language} ${min} ${max}`
  const cached = formatters.get(key)
  if (cached) return cached
  const created = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    signDisplay: 'negative',
  })
  formatters.set(key, created)
  return created
}
