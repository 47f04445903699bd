/**
 * Normalises a typed or pasted number to decimal text: `1,234.50`, `1.234,50`, `1 234.50` and full-width digits become
 * `1234.50`. A comma is a decimal point if it is the only separator and is followed by one or two digits, or preceded
 * by a single zero (`0,450`). Text that is not a number is returned unchanged.
 */
export const plainNumber = (typed: string): string => {
  const narrow = narrowed(typed)
  if (/^-?(\d+,\d{1,2}|0,\d+)$/.test(narrow)) return narrow.replace(',', '.')
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(narrow)) return narrow.replaceAll(',', '')
  if (/^-?[1-9]\d{0,2}((\.\d{3})+,\d+|(\.\d{3}){2,})$/.test(narrow)) return narrow.replaceAll('.', '').replace(',', '.')
  return narrow
}

/**
 * Like `plainNumber` for whole numbers: groups of three are thousands in any notation (`1.200`, `1,200`), and a
 * fraction of zeros is dropped (`12.00`). Any other fraction is kept for the person to correct.
 */
export const plainWhole = (typed: string): string => {
  const narrow = narrowed(typed)
  if (isGrouped(narrow)) return narrow.replace(/[.,]0{1,2}$/, '').replace(/[.,]/g, '')
  return narrow.replace(/^(-?\d+)[.,]0*$/, '$1')
}

/**
 * The digits of a typed or pasted count, for inputs that accept only digits: `１２`, `1,200` and `1,200.00` become `12`,
 * `1200` and `1200`.
 */
export const countDigits = (typed: string): string =>
  plainWhole(typed)
    .replace(/[.,].*$/, '')
    .replace(/\D/g, '')

/** Whether all groups have exactly three digits, so that a whole number can only mean thousands. */
export const isGrouped = (digits: string): boolean =>
  /^-?[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.0{1,2})?|(?:\.\d{3})+(?:,0{1,2})?)$/.test(digits)

/** Removes spaces and apostrophes between thousands; returns the text unchanged if they are elsewhere. */
const narrowed = (typed: string): string => {
  const text = typed.normalize('NFKC').trim().replace(/^-\s+/, '-')
  const [whole = '', ...fraction] = text.split(/([.,].*)/)
  return /^-?\d{1,3}(?:[\s'’]\d{3})+$/.test(whole) ? whole.replace(/[\s'’]/g, '') + fraction.join('') : text
}
