import { describe, expect, it } from 'vitest'
import { gtinCheckDigit } from '#shared/standards/gtin.ts'
import { companyPrefixPattern, serialOfSscc, sscc } from '#shared/standards/sscc.ts'

describe('shipping container codes', () => {
  // Prefix, serial and code as GS1 publishes them: extension digit, prefix, serial reference, check digit.
  it.each([
    ['7610425', 3_002_123_456, '376104250021234569'],
    ['0614141', 1_123_456_789, '106141411234567897'],
    ['0614141', 1_234_567_890, '106141412345678908'],
  ])('of the prefix %s and the serial %i is %s', (prefix, serial, code) => {
    expect(sscc(prefix, serial)).toBe(code)
    expect(gtinCheckDigit(code.slice(0, 17))).toBe(Number(code[17]))
    expect(serialOfSscc(prefix, code)).toBe(serial)
  })

  it.each([
    ['0614141', 1, '00614141000000001'],
    ['0614141', 999_999_999, '00614141999999999'],
    // The serial reference is full: the extension digit counts on.
    ['0614141', 1_000_000_000, '10614141000000000'],
    ['0614141', 9_999_999_999, '90614141999999999'],
    ['1234567890', 9_999_999, '91234567890999999'],
  ])('of the prefix %s and the serial %i are %s and a check digit', (prefix, serial, digits) =>
    expect(sscc(prefix, serial)).toBe(`${digits}${checkDigit(digits)}`),
  )

  it.each([
    ['0614141', 10_000_000_000],
    ['1234567890', 10_000_000],
  ])('beside the prefix %s have no room for %i', (prefix, serial) =>
    expect(() => sscc(prefix, serial)).toThrow(RangeError),
  )

  it.each(['0614141', '76104250', '761042500', '7610425001'])('of the prefix %s are read back', (prefix) => {
    expect(prefix).toMatch(companyPrefixPattern)
    const most = 10 ** (17 - prefix.length) - 1
    for (const serial of [0, 1, 42, 999_999, most - 1, most]) {
      const code = sscc(prefix, serial)
      expect(code).toMatch(/^\d{18}$/)
      expect(serialOfSscc(prefix, code)).toBe(serial)
    }
  })

  it.each([
    '(00)106141412345678908',
    '(00) 1 0614141 234567890 8',
    '00106141412345678908',
    // With the symbology that scanners name before GS1-128, and with FNC1.
    ']C100106141412345678908',
    '\u001d00106141412345678908',
  ])('are read as scanners and people give them: %s', (scanned) =>
    expect(serialOfSscc('0614141', scanned)).toBe(1_234_567_890),
  )

  it.each([
    ['a wrong check digit', '106141412345678909'],
    ['two digits changed over', '106141412345687908'],
    ['another company', '376104250021234569'],
    ['a code that is too short', '10614141234567890'],
    ['one that is too long', '1061414123456789080'],
    ['nothing', ''],
    ['an item number', '4006381333931'],
  ])('are not read of %s', (_, scanned) => expect(serialOfSscc('0614141', scanned)).toBeNull())

  it.each(['061414', '06141412345', '061414A', ''])('have no company prefix like %j', (prefix) =>
    expect(prefix).not.toMatch(companyPrefixPattern),
  )
})

/** By the table of the GS1 General Specifications: 3 and 1 by turns, from the left for 17 digits. */
const checkDigit = (digits: string) =>
  (10 - ([...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0) % 10)) % 10
