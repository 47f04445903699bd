import { plainWhole } from '#shared/delimited/typed-number.ts'

/**
 * Parses a quantity as typed or pasted: a number with thousands separators, null for an empty cell or a dash, otherwise
 * the text itself.
 */
export const readQuantity = (text: string): number | string | null => {
  const plainText = plainWhole(text)
  if (plainText === '' || /^[-–—]$/.test(plainText)) return null
  return /^\d+$/.test(plainText) && Number(plainText) <= largest ? Number(plainText) : text.trim()
}

const largest = 2_147_483_647
