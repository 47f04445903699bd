import { isRecordDate } from '#shared/base/dates.ts'

/** What a certificate says of itself, each as candidates in the order of the text; a person confirms one. */
export interface CertificateSays {
  valid_from: string[]
  valid_to: string[]
  certificate_no: string[]
}

/** Characters of a certificate that are read: what it says of itself stands on its first pages. */
export const mostCertificateText = 20_000
/** Candidates of one kind; a text with more of them is a list of certificates. */
const mostCandidates = 4

/**
 * Finds validity and number in the text layer of a certificate, in English and Chinese. A day like 05/06/2026 is offered
 * both ways, since neither reading is more likely for a paper from anywhere; with points (05.06.2026) the day comes first.
 */
export const readCertificate = (text: string): CertificateSays => {
  const lines = plain(text.slice(0, mostCertificateText))
  const flat = lines.replaceAll('\n', ' ')
  const days = daysIn(flat)
  const says: CertificateSays = { valid_from: [], valid_to: [], certificate_no: numbersIn(lines) }
  const issued: string[] = []
  for (const [index, day] of days.entries()) {
    const meaning = meaningOf(flat, days, index)
    if (meaning === 'to') says.valid_to.push(...day.dates)
    if (meaning === 'from') says.valid_from.push(...day.dates)
    if (meaning === 'issued') issued.push(...day.dates)
  }
  const valid_to = distinct(says.valid_to)
  // The day of issue is the first day only where the certificate names no other.
  const valid_from = distinct(says.valid_from.length > 0 ? says.valid_from : issued)
  return { ...says, valid_to, valid_from }
}

const distinct = (values: readonly string[]) => [...new Set(values)].slice(0, mostCandidates)

/** Full-width letters and digits as usual ones, kinds of space as one, lines kept. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\r\n?|[\f\v\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')

interface Day {
  at: number
  end: number
  /** More than one where the order of day and month is open. */
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
    return dates.length > 0 ? [{ at: match.index, end: match.index + match[0].length, dates: distinct(dates) }] : []
  })

const datesOf = (match: RegExpMatchArray): string[] => {
  const [, y1, , m1, d1, y2, m2, d2, d3, word3, y3, word4, d4, y4, first, between, second, y5] = match
  if (y1) return [written(y1, m1, d1)]
  if (y2) return [written(y2, m2, d2)]
  if (y3) return [written(y3, monthNumber(word3), d3)]
  if (y4) return [written(y4, monthNumber(word4), d4)]
  if (!y5) return []
  const dayFirst = written(y5, second, first)
  return between === '.' ? [dayFirst] : [dayFirst, written(y5, first, second)]
}

const written = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNumber = (word = '') => String(months.indexOf(word.slice(0, 3).toLowerCase()) + 1)

type Meaning = 'from' | 'to' | 'issued'

/** Words before a day, by what they say of it. */
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
  // Other days of a certificate, which mean nothing here.
]
/** Words that say that the day is another one. */
const others =
  /(?:audit|inspection|assessment|test|print|birth|revision|review)(?: date| on)?|date of (?:audit|birth)|审核日期|验厂日期|测试日期|打印日期/gi

/** Characters before a day in which its label stands. */
const reach = 60
const to = /^ ?(?:to|until|till|through|thru|and|[-–—~至到]|有效期?至)[ :]{0,2}$/i

const meaningOf = (text: string, days: readonly Day[], index: number): Meaning | null => {
  const day = days[index] as Day
  const before = days[index - 1]
  const from = Math.max(before?.end ?? 0, day.at - reach)
  // The second day of a period takes its meaning from the first one.
  if (before && to.test(text.slice(before.end, day.at))) {
    const first = labelBefore(text.slice(Math.max(days[index - 2]?.end ?? 0, before.at - reach), before.at))
    if (first === 'from' || first === 'validity') return 'to'
  }
  const label = labelBefore(text.slice(from, day.at))
  if (label !== 'validity') return label
  const after = days[index + 1]
  return after && to.test(text.slice(day.end, after.at)) ? 'from' : 'to'
}

/** The last label of a text. A more telling one ends no earlier than the plain `valid` within it. */
const labelBefore = (text: string): Meaning | 'validity' | null => {
  let last = lastEnd(text, others)
  let found: Meaning | 'validity' | null = null
  for (const [meaning, pattern] of labels) {
    const end = lastEnd(text, pattern)
    if (end > last) [last, found] = [end, meaning]
  }
  return found
}

const lastEnd = (text: string, pattern: RegExp): number => {
  const match = [...text.matchAll(pattern)].at(-1)
  return match ? match.index + match[0].length : 0
}

const numberLabel =
  /(?:certificate|certification|licen[cs]e|registration)[ -]?(?:no|nr|number|id|code)?\.? ?[:#]{0,2} ?|(?:证书|认证|注册)(?:编号|号码|号) ?:? ?/gi

/** Numbers that stand behind their label in a line. */
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

/** A number without the words that follow it on its line: the next label, or the name of who issued it. */
const withoutWords = (value: string): string => {
  const words = value.split(' ')
  const first = words.findIndex((word) => /\d/.test(word))
  if (first < 0 || words.slice(0, first).some((word) => word.length > 8)) return ''
  const next = words.findIndex((word, at) => at > first && !/\d/.test(word))
  const number = words.slice(0, next < 0 ? words.length : next).join(' ')
  // Point and dash at its end belong to the sentence.
  const last = [...number].findLastIndex((sign) => !' ./_-'.includes(sign))
  return number.slice(0, last + 1)
}
