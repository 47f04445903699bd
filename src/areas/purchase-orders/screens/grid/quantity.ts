import { plainWhole } from '#shared/delimited/typed-number.ts'

/**
 * Reads a quantity as people and spreadsheets write it: a number with thousands separators, null for an empty cell or a
 * dash, else the text itself.
 */
export const readQuantity = (text: string): number | string | null => {
  const whole = plainWhole(text)
  if (whole === '' || /^[-–—]$/.test(whole)) return null
  return /^\d+$/.test(whole) && Number(whole) <= largest ? Number(whole) : text.trim()
}

const largest = 2_147_483_647
