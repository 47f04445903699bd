import type { Language } from '#shared/kit/text.ts'

/** Whether the text is a calendar date, `YYYY-MM-DD`, from the year 1000 on. */
export const isDate = (text: string): boolean => {
  const parts = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(text)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** Whether the text is a date that a record can have, from 1900 to 2199. The bounds catch mistyped years. */
export const isRecordDate = (text: string): boolean => isDate(text) && text >= firstDate && text <= lastDate
export const firstDate = '1900-01-01'
export const lastDate = '2199-12-31'

/**
 * The date `days` days later, or earlier for a negative number. Throws RangeError if `date` is not a date, or the
 * result is outside the years 1000 to 9999.
 */
export const addDays = (date: string, days: number): string => fromNumber(toNumber(date) + days)

/**
 * The same day of the month `months` months later, or earlier for a negative number. In a shorter month it is the last
 * day: 31 August plus six months is 28 or 29 February. Throws RangeError if `date` is not a date, or the result is
 * outside the years 1000 to 9999.
 */
export const addMonths = (date: string, months: number): string => {
  if (!isDate(date)) throw new RangeError(`not a date: ${date.slice(0, 50)}`)
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
  const monthIndex = year * 12 + month - 1 + months
  const [newYear, newMonth] = [Math.floor(monthIndex / 12), (monthIndex % 12) + 1]
  const parts = [newYear, newMonth, Math.min(dayOfMonth, daysInMonth(newYear, newMonth))]
  const result = parts.map((part) => `${part}`.padStart(2, '0')).join('-')
  if (!Number.isInteger(months) || !isDate(result)) throw new RangeError(`no date: ${date} and ${months} months`)
  return result
}

/** The number of days from `from` to `to`, negative if `to` is earlier. Throws RangeError if either is not a date. */
export const daysBetween = (from: string, to: string): number => toNumber(to) - toNumber(from)

/**
 * Whether a day is more than a year before the order, so that it is probably mistyped. Within the year it is plausible:
 * samples and fabric precede orders.
 */
export const isLongBefore = (day: string, ordered_on: string | null): boolean =>
  ordered_on !== null && daysBetween(day, ordered_on) > 366

/** Day of the week by ISO 8601: 1 for Monday to 7 for Sunday. Throws RangeError if `date` is not a date. */
export const weekday = (date: string): number => ((((toNumber(date) + 3) % 7) + 7) % 7) + 1

/** Today's date in an IANA time zone (`Asia/Shanghai`); by default in the time zone of the process or browser. */
export const today = (zone?: string, now: Date = new Date()): string => {
  if (!zone)
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-')
  const parts = formatOf(zone)
    .formatToParts(now)
    .reduce<Record<string, string>>((parts, { type, value }) => Object.assign(parts, { [type]: value }), {})
  return `${parts.year}-${parts.month}-${parts.day}`
}

/** The date of an ISO 8601 moment in the time zone of the process or browser. A date is returned unchanged. */
export const dayOf = (moment: string): string => (isDate(moment) ? moment : today(undefined, new Date(moment)))

// Cached, because creating a formatter takes twenty times as long as using it.
const formatOf = (zone: string) => {
  const cached = formats.get(zone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(zone, format)
  return format
}
const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a date for readers: `12 Mar 2026`, `2026年3月12日`. Text that is not a date is returned unchanged. */
export const formatDate = (date: string, language: Language): string => {
  if (!isDate(date)) return date
  const [year = '', month, day] = date.split('-')
  return language === 'zh'
    ? `${year}年${Number(month)}月${Number(day)}日`
    : `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const daysInMonth = (year: number, month: number) =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

const day = 86_400_000

// Days since 1970-01-01. UTC has no daylight saving time, so every day has the same length.
const toNumber = (date: string) => {
  if (!isDate(date)) throw new RangeError(`not a date: ${date.slice(0, 50)}`)
  return Date.parse(`${date}T00:00:00Z`) / day
}

const fromNumber = (days: number) => {
  const moment = new Date(days * day)
  const date = Number.isNaN(moment.getTime()) ? '' : moment.toISOString().slice(0, 10)
  if (!Number.isInteger(days) || !isDate(date)) throw new RangeError(`no date: ${days} days from 1970-01-01`)
  return date
}

/** The ISO 8601 week of a date: its number, its Monday and its Sunday. Throws RangeError if `date` is not a date. */
export const weekOf = (date: string): { week: number; from: string; to: string } => {
  const from = addDays(date, 1 - weekday(date))
  // A week belongs to the year of its Thursday.
  const thursday = addDays(from, 3)
  return {
    week: Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1,
    from,
    to: addDays(from, 6),
  }
}
