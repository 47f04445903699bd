import { type Text, textOf } from '#shared/kit/text.ts'

/**
 * The GS1 check digit for the digits before it: weights 3, 1, 3, 1 … from the right (for GTIN-13: 1, 3, 1, 3 … from the
 * left).
 */
export const gtinCheckDigit = (digits: string): number => {
  const sum = [...digits].reduceRight(
    (sum, digit, index) => sum + Number(digit) * ((digits.length - index) % 2 ? 3 : 1),
    0,
  )
  return (10 - (sum % 10)) % 10
}

/** Lengths of a GTIN: of small items, of items in North America, of items elsewhere, and of cartons. */
export const gtinLengths = [8, 12, 13, 14] as const
export type GtinLength = (typeof gtinLengths)[number]

/** Whether the text is a GTIN of that length with a valid check digit. */
export const isGtin = (text: string, length: GtinLength): boolean =>
  text.length === length && /^\d+$/.test(text) && rightCheckDigit(text) === Number(text.at(-1))

/** Whether the text is a GTIN-13: 13 digits with a valid check digit. */
export const isGtin13 = (text: string): boolean => isGtin(text, 13)

/** The correct check digit for digits that end with one. */
const rightCheckDigit = (text: string): number => gtinCheckDigit(text.slice(0, -1))

/**
 * The GTIN-14 of a carton with units of one item: the indicator digit (packaging level) before the digits of the item's
 * GTIN-13, with a new check digit.
 */
export const cartonGtin = (indicator: number, gtin13: string): string => {
  const digits = `${indicator}${gtin13.slice(0, 12)}`
  return `${digits}${gtinCheckDigit(digits)}`
}

/** Why a text is not a GTIN-13, in words that help to correct it; null if it is one. */
export const gtinFault = (text: string): Text | null => {
  if (!/^\d+$/.test(text)) return textOf('site.gtin.digits')
  if (text.length === 14) return textOf('site.gtin.carton')
  if (text.length !== 13) return shortFault(text)
  const right = rightCheckDigit(text)
  return right === Number(text[12]) ? null : textOf('site.gtin.check_digit', { right })
}

/** Leading zeros make a GTIN-8 or GTIN-12 a GTIN-13 without changing its check digit. */
const shortFault = (text: string): Text => {
  const full = text.padStart(13, '0')
  return (text.length === 8 || text.length === 12) && isGtin13(full)
    ? textOf('site.gtin.leading_zeros', { count: text.length, full })
    : textOf('site.gtin.length', { count: text.length })
}

/** Removes spaces and hyphens between groups of digits. */
export const plainGtin = (text: string): string => text.replace(/[\s\u00a0-]/g, '')
