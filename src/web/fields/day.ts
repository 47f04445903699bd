/**
 * Parses a typed date to `YYYY-MM-DD`, or null. Reads `2026-03-12`, `20260312`, `12 Mar 2026`, `Mar 12, 2026`,
 * `2026年3月12日` and, day first, `12/3/2026`, `12.3.26`. The input shows the month's name at once, so that a misreading
 * is visible.
 */
export const readDay = (typed: string): string | null => {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  const yearFirst = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (yearFirst) return day(yearFirst[1], yearFirst[2], yearFirst[3])
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text)
  if (dayFirst) return day(dayFirst[3], dayFirst[2], dayFirst[1])
  const named = /^(\d{1,2})[-. ]*([a-z]{3,9})\.?[-, ]*(\d{4}|\d{2})$/.exec(text)
  if (named) return day(named[3], month(named[2]), named[1])
  const american = /^([a-z]{3,9})\.? +(\d{1,2}),? +(\d{4})$/.exec(text)
  return american ? day(american[3], month(american[1]), american[2]) : null
}

/** Today in the reader's zone, `YYYY-MM-DD`. */
export const today = (now = new Date()): string =>
  // Years before 1000 are padded, as the result must have four digits.
  [String(now.getFullYear()).padStart(4, '0'), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())].join('-')

const twoDigits = (part: number) => String(part).padStart(2, '0')

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month = (name = '') => String(months.indexOf(name.slice(0, 3)) + 1)

const day = (year = '', monthNumber = '', dayNumber = ''): string | null => {
  const isoDate = [
    year.length === 2 ? `20${year}` : year,
    monthNumber.padStart(2, '0'),
    dayNumber.padStart(2, '0'),
  ].join('-')
  const time = Date.parse(`${isoDate}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(isoDate) ? isoDate : null
}
