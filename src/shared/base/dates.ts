import type { Language } from '#shared/kit/text.ts'

/** Whether the text is a calendar date, `YYYY-MM-DD`, from the year 1000 on. */
export const isDate = (text: string): boolean => {
  const parts = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(text)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** Whether the text is a date that a record may hold: the years 1900 to 2199. Typing errors fall outside. */
export const isRecordDate = (text: string): boolean => isDate(text) && text >= firstDate && text <= lastDate
export const firstDate = '1900-01-01'
export const lastDate = '2199-12-31'

/**
 * The date that many days later, or earlier for a negative number. Throws RangeError for text that is no date and
 * beyond the years 1000 to 9999.
 */
export const addDays = (date: string, days: number): string => fromNumber(toNumber(date) + days)

/**
 * The same day of the month that many months later, or earlier for a negative number; the last day of a shorter month
 * (31 August and six months: 28 or 29 February). Throws RangeError for text that is no date and beyond the years 1000
 * to 9999.
 */
export const addMonths = (date: string, months: number): string => {
  if (!isDate(date)) throw new RangeError(`not a date: ${date.slice(0, 50)}`)
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
  const index = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1]
  const to = [toYear, toMonth, Math.min(dayOfMonth, daysInMonth(toYear, toMonth))]
  const moved = to.map((part) => `${part}`.padStart(2, '0')).join('-')
  if (!Number.isInteger(months) || !isDate(moved)) throw new RangeError('beyond the calendar')
  return moved
}

/** Days from one date to another; negative where the other is earlier. Throws RangeError for text that is no date. */
export const daysBetween = (from: string, to: string): number => toNumber(to) - toNumber(from)

/**
 * Whether a day is so long before an order that nothing of the order can have happened on it; samples and cloth precede
 * orders.
 */
export const isLongBefore = (day: string, ordered_on: string | null): boolean =>
  ordered_on !== null && daysBetween(day, ordered_on) > 366

/** Day of the week after ISO 8601: 1 Monday to 7 Sunday. Throws RangeError for text that is no date. */
export const weekday = (date: string): number => ((((toNumber(date) + 3) % 7) + 7) % 7) + 1

/** Today's date in an IANA time zone (`Asia/Shanghai`), without one where the code runs. */
export const today = (zone?: string, now: Date = new Date()): string => {
  if (!zone)
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-')
  const parts = formatOf(zone)
    .formatToParts(now)
    .reduce<Record<string, string>>((parts, { type, value }) => Object.assign(parts, { [type]: value }), {})
  return `${parts.year}-${parts.month}-${parts.day}`
}

/** The day of a moment (ISO 8601) where the code runs; a day is one itself. */
export const dayOf = (moment: string): string => (isDate(moment) ? moment : today(undefined, new Date(moment)))

// A formatter takes twenty times as long to make as to use.
const formatOf = (zone: string) => {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(zone, made)
  return made
}
const formats = new Map<string, Intl.DateTimeFormat>()

/** The date as people read it: `12 Mar 2026`, `2026年3月12日`. Text that is no date is returned unchanged. */
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

// Days since 1970-01-01. UTC has no summer time, so every day in it has the same length.
const toNumber = (date: string) => {
  if (!isDate(date)) throw new RangeError(`not a date: ${date.slice(0, 50)}`)
  return Date.parse(`${date}T00:00:00Z`) / day
}

const fromNumber = (days: number) => {
  const moment = new Date(days * day)
  const date = Number.isNaN(moment.getTime()) ? '' : moment.toISOString().slice(0, 10)
  if (!Number.isInteger(days) || !isDate(date)) throw new RangeError('beyond the calendar')
  return date
}

/** The week of a day after ISO 8601: its number, and its Monday and Sunday. Throws RangeError for text that is no date. */
export const weekOf = (date: string): { week: number; from: string; to: string } => {
  const from = addDays(date, 1 - weekday(date))
  // The year that a week belongs to is that of its Thursday.
  const thursday = addDays(from, 3)
  return {
    week: Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1,
    from,
    to: addDays(from, 6),
  }
}
