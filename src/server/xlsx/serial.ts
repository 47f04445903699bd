import { isDate } from '#shared/base/dates.ts'

const dayLength = 86_400_000
// The day before the first, as the format counts a 29 February 1900 that never was; days before March 1900 are one off.
const epoch = Date.UTC(1899, 11, 30)
const firstSure = 61

/** The serial number of a day or a moment (UTC, or as a clock shows it) in a spreadsheet; null before March 1900 and for anything else. */
export const serialOf = (text: string): string | null => {
  const time = isDate(text)
    ? Date.UTC(...partsOf(text))
    : momentPattern.test(text)
      ? Date.parse(inUtc(text))
      : Number.NaN
  const serial = (time - epoch) / dayLength
  return serial >= firstSure ? String(serial) : null
}

/** The text of a number with a date format: `2026-03-12`, `2026-03-12 09:30:00`, or a time alone, `09:30:00`. */
export const textOfSerial = (serial: number, from1904: boolean): string | null => {
  const seconds = Math.round((from1904 ? serial + 1462 : serial) * 86_400)
  const days = Math.floor(seconds / 86_400)
  if (seconds < 0 || days > 2_958_465) return null
  const moment = new Date(epoch + (days > 0 && days < firstSure - 1 ? seconds + 86_400 : seconds) * 1000).toISOString()
  const [date = '', time = ''] = moment.slice(0, 19).split('T')
  if (days === 0) return time
  return time === '00:00:00' ? date : `${date} ${time}`
}

const partsOf = (date: string): [number, number, number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)) - 1,
  Number(date.slice(8, 10)),
]

const inUtc = (text: string) => (/ \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text)

const momentPattern = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/
