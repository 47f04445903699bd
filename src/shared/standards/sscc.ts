import { gtinCheckDigit } from './gtin'

/** A GS1 company prefix: 7 to 10 digits. */
export const companyPrefixPattern = /^\d{7,10}$/

/**
 * The serial shipping container code of a carton (GS1 General Specifications, section 2.2.1): extension digit, company
 * prefix, serial reference and check digit, 18 digits in total. Throws RangeError if the serial is too long for the
 * prefix.
 */
export const sscc = (prefix: string, serial: number): string => {
  const room = 16 - prefix.length
  // The extension digit takes the leading digit of a serial that is too long for the serial reference.
  const digits = String(serial).padStart(room + 1, '0')
  if (digits.length > room + 1) throw new RangeError(`the serial ${serial} does not fit beside the prefix ${prefix}`)
  const body = `${digits[0]}${prefix}${digits.slice(1)}`
  return `${body}${gtinCheckDigit(body)}`
}

/** The serial of a scanned code with this prefix; null for a code of another company or with a wrong check digit. */
export const serialOfSscc = (prefix: string, scanned: string): number | null => {
  // Scanners may prefix the symbology: `]C1` for GS1-128.
  const code = scanned
    .replace(/^\][A-Za-z]\d/, '')
    .replace(/[^\d]/g, '')
    .replace(/^00(?=\d{18}$)/, '')
  if (code.length !== 18 || gtinCheckDigit(code.slice(0, 17)) !== Number(code[17])) return null
  if (code.slice(1, 1 + prefix.length) !== prefix) return null
  return Number(`${code[0]}${code.slice(1 + prefix.length, 17)}`)
}
