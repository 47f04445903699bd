import { describe, expect, it } from 'vitest'
import {
  compare,
  currencyDigits,
  divide,
  formatAmount,
  formatDecimal,
  formatPrice,
  isDecimalText,
  multiply,
  round,
  subtract,
  sum,
  withoutTrailingZeros,
} from '#shared/base/money.ts'
import { currencyCodes } from '#shared/standards/currencies.ts'
import { seeded } from './random'

describe('decimal text', () => {
  it.each(['0', '-0', '12', '-3.50', '007', '0.0001'])('is %s', (text) => expect(isDecimalText(text)).toBe(true))
  it.each(['', '.5', '5.', '+1', '1e5', '1,000', ' 1', '1\n', '--1', '0x1', 'NaN', '٣', '9'.repeat(31)])(
    'is not %j',
    (text) => expect(isDecimalText(text)).toBe(false),
  )
  it('is refused by the arithmetic where it is none', () => {
    for (const text of ['', 'a', '1e5', '9'.repeat(1001)]) {
      expect(() => sum([text])).toThrow(RangeError)
      expect(() => multiply('1', text)).toThrow(RangeError)
      expect(() => compare(text, '1')).toThrow(RangeError)
    }
    expect(() => divide('1', '0.00', 2)).toThrow(RangeError)
  })
})

describe('arithmetic', () => {
  it('adds what floats cannot', () => {
    expect(sum(['0.1', '0.2'])).toBe('0.3')
    expect(sum([])).toBe('0')
    expect(sum(['-0.05', '0.05'])).toBe('0.00')
    expect(subtract('1', '1.0001')).toBe('-0.0001')
    expect(multiply('3.1250', '1200')).toBe('3750.0000')
    expect(multiply('-0.5', '0.1')).toBe('-0.05')
  })

  it.each([
    ['1.005', 2, '1.01'],
    ['1.004999', 2, '1.00'],
    ['-1.005', 2, '-1.01'],
    ['-0.5', 0, '-1'],
    ['-0.4', 0, '0'],
    ['2', 2, '2.00'],
    ['2.5', 0, '3'],
    ['99.995', 2, '100.00'],
  ])('rounds %s to %i digits as %s', (value, digits, wanted) => expect(round(value, digits)).toBe(wanted))

  it.each([
    ['1', '1.0', 0],
    ['-0', '0', 0],
    ['0.1', '0.09', 1],
    ['-2', '-1.9', -1],
    ['10', '9', 1],
  ])('compares %s with %s', (a, b, wanted) => expect(compare(a, b)).toBe(wanted))

  it.each([
    ['007.50', '7.5'],
    ['-0', '0'],
    ['100', '100'],
    ['0.000', '0'],
    ['-1.10', '-1.1'],
  ])('writes %s shortest as %s', (value, wanted) => expect(withoutTrailingZeros(value)).toBe(wanted))

  it('divides with a rounded last digit', () => {
    expect(divide('1', '3', 4)).toBe('0.3333')
    expect(divide('2', '3', 4)).toBe('0.6667')
    expect(divide('-1', '8', 2)).toBe('-0.13')
    expect(divide('5', '0.02', 0)).toBe('250')
  })

  it('agrees with fractions of whole numbers on 2,000 random values', () => {
    const { below, pick } = seeded(4217)
    const random = () => {
      const digits = below(7)
      const units = BigInt(below(2 ** 31)) * BigInt(1 + below(1_000_000)) * pick([1n, -1n])
      const text = String(units < 0n ? -units : units).padStart(digits + 1, '0')
      const written = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text
      return { text: `${units < 0n ? '-' : ''}${written}`, over: units, under: 10n ** BigInt(digits) }
    }
    const fraction = (text: string) => {
      const [whole = '', part = ''] = text.split('.')
      return { over: BigInt(whole + part), under: 10n ** BigInt(part.length) }
    }
    const same = (text: string, over: bigint, under: bigint) => {
      const got = fraction(text)
      return got.over * under === over * got.under
    }
    for (let trial = 0; trial < 2_000; trial++) {
      const [a, b] = [random(), random()]
      expect(same(sum([a.text, b.text]), a.over * b.under + b.over * a.under, a.under * b.under)).toBe(true)
      expect(same(subtract(a.text, b.text), a.over * b.under - b.over * a.under, a.under * b.under)).toBe(true)
      expect(same(multiply(a.text, b.text), a.over * b.over, a.under * b.under)).toBe(true)
      const difference = a.over * b.under - b.over * a.under
      expect(compare(a.text, b.text)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
      const digits = below(5)
      const rounded = fraction(round(a.text, digits))
      const off = rounded.over * a.under - a.over * rounded.under
      expect((off < 0n ? -off : off) * 2n * 10n ** BigInt(digits)).toBeLessThanOrEqual(a.under * rounded.under)
    }
  })
})

describe('currencies', () => {
  it.each([
    ['JPY', 0],
    ['KRW', 0],
    ['VND', 0],
    ['KWD', 3],
    ['BHD', 3],
    ['TND', 3],
    ['USD', 2],
    ['IDR', 2],
    ['PKR', 2],
  ])('%s has %i digits', (code, digits) => expect(currencyDigits(code)).toBe(digits))

  it('have digits that formatting keeps, whatever the platform thinks of the currency', () => {
    expect(formatAmount('1234.5', 'USD', 'en')).toBe('USD 1,234.50')
    expect(formatAmount('1234.5', 'IDR', 'zh')).toBe('IDR 1,234.50')
    expect(formatAmount('1234.5', 'JPY', 'en')).toBe('JPY 1,235')
    expect(formatAmount('-0.0005', 'KWD', 'en')).toBe('KWD -0.001')
    expect(formatAmount('-0.001', 'USD', 'en')).toBe('USD 0.00')
    expect(formatPrice('3.1250', 'USD', 'en')).toBe('USD 3.125')
    expect(formatPrice('3', 'USD', 'en')).toBe('USD 3.00')
    expect(formatDecimal('123456789012345678.25', 'en')).toBe('123,456,789,012,345,678.25')
    for (const code of currencyCodes) expect(formatAmount('1', code, 'zh')).toMatch(/^[A-Z]{3} 1(\.0{2,3})?$/)
  })
})
