import type { Language } from '#shared/kit/text.ts'

/**
 * Whether the text is a decimal as the API sends it: an optional minus, digits, and optional digits after a point. At
 * most 30 digits on either side, so that no text can make the arithmetic slow.
 */
export const isDecimalText = (text: string): boolean => /^-?\d{1,30}(\.\d{1,30})?$/.test(text)

/** The exact sum, with as many digits after the point as the most precise value; `'0'` of none. Throws RangeError for text that is no decimal. */
export const sum = (values: Iterable<string>): string => {
  let total = zero
  for (const value of values) total = add(total, parse(value))
  return write(total)
}

/** `one − other`, exact. Throws RangeError for text that is no decimal. */
export const subtract = (a: string, b: string): string => write(difference(a, b))

/** The exact product, with as many decimals as both factors together. Throws RangeError for text that is no decimal. */
export const multiply = (a: string, b: string): string => {
  const [left, right] = [parse(a), parse(b)]
  return write({ units: left.units * right.units, digits: left.digits + right.digits })
}

/** −1, 0 or 1 as one value is below, equal to or above the other; `'1.0'` equals `'1'`. Throws RangeError for text that is no decimal. */
export const compare = (a: string, b: string): -1 | 0 | 1 => {
  const { units } = difference(a, b)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

/**
 * The value with exactly `digits` after the point, half away from zero as PostgreSQL's `round(numeric, n)` has it
 * (`'1.005'` → `'1.01'`, `'-0.5'` → `'-1'`). Throws RangeError for text that is no decimal.
 */
export const round = (value: string, digits: number): string => write(rounded(parse(value), digits))

/** `one ÷ other` with `digits` after the point, half away from zero. Throws RangeError for text that is no decimal and for a zero divisor. */
export const divide = (dividend: string, divisor: string, digits: number): string => {
  const [left, right] = [parse(dividend), parse(divisor)]
  const over = left.units * power(right.digits + digits)
  const under = right.units * power(left.digits)
  return write({ units: quotient(over, under), digits })
}

/** The shortest text of the same value: `'007.50'` → `'7.5'`, `'-0'` → `'0'`. Throws RangeError for text that is no decimal. */
export const withoutTrailingZeros = (value: string): string => withoutEndingZeros(write(parse(value)))

/** Removes trailing zeros of the fraction: `'7.50'` → `'7.5'`, `'7.0'` → `'7'`. */
export const withoutEndingZeros = (text: string): string => {
  if (!text.includes('.')) return text
  let end = text.length
  while (text[end - 1] === '0') end--
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}

/** Decimals of a currency by ISO 4217: 2 unless the standard says otherwise. */
export const currencyDigits = (code: string): number => (whole.has(code) ? 0 : thousandths.has(code) ? 3 : 2)

/** Whether an amount can be paid in its currency: `29.99 GBP` and `1980.00 JPY` can, `29.995 GBP` and `1980.50 JPY` cannot. */
/** An amount in the base currency by its rate: units of that for one of its own. Null without a currency, or a rate above zero. */
export const inBase = (amount: string, currency: string | null, base: string, rate: string | null): string | null => {
  if (currency === base) return round(amount, currencyDigits(base))
  return currency && rate && compare(rate, '0') > 0 ? round(multiply(amount, rate), currencyDigits(base)) : null
}

export const isWholeMinorUnits = (amount: string, currency: string): boolean =>
  compare(round(amount, currencyDigits(currency)), amount) === 0

/** A decimal in the format of the language, with `min` to `max` decimals: `'1234.5'`, 2 to 4 → `1,234.50`. */
export const formatDecimal = (value: string, language: Language, min = 0, max = Math.max(min, 4)): string =>
  formatter(language, min, max).format(value as `${number}`)

/** An amount in its currency's minor unit after the code, as trade documents have it: `USD 1,234.50`. */
export const formatAmount = (value: string, currency: string, language: Language): string => {
  const digits = currencyDigits(currency)
  return `${currency} ${formatDecimal(value, language, digits, digits)}`
}

/** A unit price after its currency's code, with the minor unit's digits and up to four where it has more: `USD 3.125`. */
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

// Results may be longer than what may travel (a product of two long values), so the parts are bounded more widely here.
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

const widened = ({ units, digits }: Decimal, wanted: number) => units * power(wanted - digits)

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

const whole = /* @__PURE__ */ new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const thousandths = /* @__PURE__ */ new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

const formatters = new Map<string, Intl.NumberFormat>()

const formatter = (language: Language, min: number, max: number) => {
  const key = `${language} ${min} ${max}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    signDisplay: 'negative',
  })
  formatters.set(key, made)
  return made
}
