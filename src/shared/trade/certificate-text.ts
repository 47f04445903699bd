import { isRecordDate } from '#shared/base/dates.ts'

/**
 * Data that was found in a certificate, each as a list of candidates in the order of the text; a person confirms one.
 */
export interface CertificateSays {
  valid_from: string[]
  valid_to: string[]
  certificate_no: string[]
}

/** Maximum number of characters that are read: the data is on the first pages. */
export const mostCertificateText = 20_000
/** Maximum number of candidates; a text with more is a list of certificates. */
const mostCandidates = 4

/**
 * Finds the validity and number in the text of a certificate, in English and Chinese. A date such as 05/06/2026 yields
 * both readings, since either order is possible; with dots (05.06.2026) the day comes first.
 */
export const readCertificate = (text: string): CertificateSays => {
  const lines = normalized(text.slice(0, mostCertificateText))
  const flat = lines.replaceAll('\n', ' ')
  const days = daysIn(flat)
  const found: CertificateSays = { valid_from: [], valid_to: [], certificate_no: numbersIn(lines) }
  const issued: string[] = []
  for (const [index, day] of days.entries()) {
    const meaning = meaningOf(flat, days, index)
    if (meaning === 'to') found.valid_to.push(...day.dates)
    if (meaning === 'from') found.valid_from.push(...day.dates)
    if (meaning === 'issued') issued.push(...day.dates)
  }
  const valid_to = distinct(found.valid_to)
  // The date of issue counts as the beginning of validity only if the certificate names no other.
  const valid_from = distinct(found.valid_from.length > 0 ? found.valid_from : issued)
  return { ...found, valid_to, valid_from }
}

const distinct = (values: readonly string[]) => [...new Set(values)].slice(0, mostCandidates)

/** Normalises full-width letters and digits and all kinds of spaces; keeps line breaks. */
const normalized = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\r\n?|[\f\v\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')

/** A date in the text, with its position. */
interface Day {
  start: number
  end: number
  /** Several readings if the order of day and month is ambiguous. */
  dates: string[]
}

const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}'
const dayPatterns = new RegExp(
  [
    String.raw`(?<![\d.,/-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)`,
    String.raw`(?<!\d)(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日`,
    String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[ .-]{0,2}${month}[ .,-]{0,2}(\d{4})(?!\d)`,
    String.raw`${month}[ .-]{0,2}(\d{1,2})(?:st|nd|rd|th)?,? {0,2}(\d{4})(?!\d)`,
    String.raw`(?<![\d.,/-])(\d{1,2})(?<split>[-/.])(\d{1,2})\k<split>(\d{4})(?!\d)`,
  ].join('|'),
  'gi',
)

const daysIn = (text: string): Day[] =>
  [...text.matchAll(dayPatterns)].flatMap((match) => {
    const dates = datesOf(match).filter((date) => isRecordDate(date) && date >= '1990')
    return dates.length > 0 ? [{ start: match.index, end: match.index + match[0].length, dates: distinct(dates) }] : []
  })

const datesOf = (match: RegExpMatchArray): string[] => {
  const [, y1, , m1, d1, y2, m2, d2, d3, word3, y3, word4, d4, y4, first, between, second, y5] = match
  if (y1) return [isoDate(y1, m1, d1)]
  if (y2) return [isoDate(y2, m2, d2)]
  if (y3) return [isoDate(y3, monthNumber(word3), d3)]
  if (y4) return [isoDate(y4, monthNumber(word4), d4)]
  if (!y5) return []
  const dayFirst = isoDate(y5, second, first)
  return between === '.' ? [dayFirst] : [dayFirst, isoDate(y5, first, second)]
}

const isoDate = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNumber = (word = '') => String(months.indexOf(word.slice(0, 3).toLowerCase()) + 1)

type Meaning = 'from' | 'to' | 'issued'

/** Labels before a date, by their meaning. */
const labels: readonly [Meaning | 'validity', RegExp][] = [
  [
    'to',
    /(?:valid|effective|good|remains valid)[ :]{0,2}(?:un)?til[l]?|valid (?:thru|through|to)|expir(?:y|es|ation|ing)(?: date| on)?|有效期限?(?:截止)?[至到]|有效至|有效期止|截止日期?|到期日?期?|失效日期?/gi,
  ],
  ['from', /valid(?:ity)? (?:from|as of)|effective (?:date|from)|有效期自|有效期限?从|生效日期?|起始日期?/gi],
  [
    'issued',
    /(?:date of )?(?:first |initial |original )?(?:issue[d]?|issuance)(?: date| on)?|(?:发证|颁发|颁证|签发|出证)(?:日期|日)?/gi,
  ],
  ['validity', /valid(?:ity)?(?: period)?|period of validity|有效期限?/gi],
]
/** Labels of other dates, which are ignored. */
const otherLabels =
  /(?:audit|inspection|assessment|test|print|birth|revision|review)(?: date| on)?|date of (?:audit|birth)|审核日期|验厂日期|测试日期|打印日期/gi

/** Maximum distance in characters between a label and its date. */
const labelReach = 60
const rangeSeparator = /^ ?(?:to|until|till|through|thru|and|[-–—~至到]|有效期?至)[ :]{0,2}$/i

const meaningOf = (text: string, days: readonly Day[], index: number): Meaning | null => {
  const day = days[index] as Day
  const before = days[index - 1]
  const from = Math.max(before?.end ?? 0, day.start - labelReach)
  // The meaning of the second date of a period follows from the label of the first.
  if (before && rangeSeparator.test(text.slice(before.end, day.start))) {
    const first = labelBefore(text.slice(Math.max(days[index - 2]?.end ?? 0, before.start - labelReach), before.start))
    if (first === 'from' || first === 'validity') return 'to'
  }
  const label = labelBefore(text.slice(from, day.start))
  if (label !== 'validity') return label
  const after = days[index + 1]
  return after && rangeSeparator.test(text.slice(day.end, after.start)) ? 'from' : 'to'
}

/**
 * The last label in a text. A specific label such as "valid until" ends no earlier than the plain `valid` within it.
 */
const labelBefore = (text: string): Meaning | 'validity' | null => {
  let lastIndex = lastEnd(text, otherLabels)
  let lastMeaning: Meaning | 'validity' | null = null
  for (const [meaning, pattern] of labels) {
    const end = lastEnd(text, pattern)
    if (end > lastIndex) [lastIndex, lastMeaning] = [end, meaning]
  }
  return lastMeaning
}

const lastEnd = (text: string, pattern: RegExp): number => {
  const match = [...text.matchAll(pattern)].at(-1)
  return match ? match.index + match[0].length : 0
}

const numberLabel =
  /(?:certificate|certification|licen[cs]e|registration)[ -]?(?:no|nr|number|id|code)?\.? ?[:#]{0,2} ?|(?:证书|认证|注册)(?:编号|号码|号) ?:? ?/gi

/** Certificate numbers: those that follow a label on the same line. */
const numbersIn = (lines: string): string[] =>
  distinct(
    lines.split('\n').flatMap((line) =>
      [...line.slice(0, 400).matchAll(numberLabel)].flatMap(({ 0: label, index }) => {
        const rest = line.slice(index + label.length, index + label.length + 80)
        const value = /^[A-Z0-9][A-Z0-9 ./_-]{2,48}/i.exec(rest)?.[0] ?? ''
        const number = withoutWords(value)
        const isNumber = number.length >= 3 && /\d/.test(number)
        return isNumber && daysIn(number).length === 0 ? [number.toUpperCase()] : []
      }),
    ),
  )

/** Cuts off the words after a number on its line, such as the next label or the name of the issuer. */
const withoutWords = (value: string): string => {
  const words = value.split(' ')
  const first = words.findIndex((word) => /\d/.test(word))
  if (first < 0 || words.slice(0, first).some((word) => word.length > 8)) return ''
  const next = words.findIndex((word, at) => at > first && !/\d/.test(word))
  const number = words.slice(0, next < 0 ? words.length : next).join(' ')
  // Trailing punctuation belongs to the sentence.
  const last = [...number].findLastIndex((sign) => !' ./_-'.includes(sign))
  return number.slice(0, last + 1)
}
