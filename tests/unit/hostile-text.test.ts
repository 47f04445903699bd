import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { areas, register } from '#areas/index.ts'
import { confirmationBody, confirmBody, registerBody } from '#server/auth/registration.ts'
import { requestBody, resetBody } from '#server/auth/reset.ts'
import { loginBody, passwordBody, userBody } from '#server/auth/routes.ts'
import { cellReader } from '#server/kit/import/cells.ts'
import { textKey } from '#server/kit/import/lookup.ts'
import { languageOf } from '#server/texts.ts'
import { attribute } from '#server/xlsx/xml.ts'
import { withoutEndingZeros } from '#shared/base/money.ts'
import { escapeFormula, unescapeFormula } from '#shared/delimited/escape.ts'
import { dateFormNames, numberFormNames, readDate, readFlag, readNumber } from '#shared/delimited/forms.ts'
import { matchColumns } from '#shared/delimited/match.ts'
import { parseRows } from '#shared/delimited/parse.ts'
import { readTable } from '#shared/delimited/read.ts'
import { type Area, allFields } from '#shared/kit/area.ts'
import { fold } from '#shared/kit/fold.ts'
import { parseListQuery } from '#shared/kit/list-query.ts'
import { fieldSchema } from '#shared/kit/schema.ts'
import { searchQuery, searchTokens } from '#shared/kit/search.ts'
import { readCountry } from '#shared/standards/read-country.ts'
import { distinctiveWords, similarity } from '#shared/trade/similarity.ts'

/** What a stranger may write is read in a time that grows with its length, not with the square of it. */
describe('hostile text', () => {
  it('is matched in linear time by every pattern of the code', { timeout: 120_000 }, () => {
    const patterns = sourceFiles('src').flatMap(patternsIn)
    expect(patterns.length).toBeGreaterThan(150)
    const slow = patterns.filter(({ pattern }) => suspects(pattern).some((make) => isSlow(pattern, make)))
    expect(slow.map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([])
  })

  const readers: Record<string, (text: string) => unknown> = {
    fold,
    textKey,
    readFlag,
    readCountry,
    shortest: (text) => withoutEndingZeros(text),
    searchQuery,
    searchTokens: (text) => searchTokens([{ text }, { text, code: true }]),
    tellingWords: distinctiveWords,
    likeness: (text) => similarity({ name_en: text, address_en: text }, { name_en: `${text}x`, address_en: text }),
    languageOf,
    escaping: (text) => unescapeFormula(escapeFormula(text)),
    readTable: (text) => {
      const table = readTable(new TextEncoder().encode(text))
      return 'rows' in table && [...table.rows()]
    },
    rows: (text) => [...parseRows(text, { delimiter: ',' })],
    quoted: (text) => [...parseRows(`"${text}`, { delimiter: ',' })],
    headings: (text) => matchColumns([text], [{ name: 'qty', labels: ['Quantity'] }]),
    attribute: (text) => attribute(`<c ${text}`, 'r'),
    lists: (text) =>
      parseListQuery(
        register.get('purchase-orders'),
        [
          ['q', text],
          [text, text],
          ['_sort', text],
        ],
        () => true,
      ),
    ...Object.fromEntries(numberFormNames.map((form) => [`number ${form}`, (text: string) => readNumber(text, form)])),
    ...Object.fromEntries(dateFormNames.map((form) => [`date ${form}`, (text: string) => readDate(text, form)])),
  }
  it.each(Object.entries(readers))('is read in linear time: %s', (_, read) => {
    expect(slowTexts(read).map(shown)).toEqual([])
  })

  const bodies = {
    loginBody,
    userBody,
    passwordBody,
    requestBody,
    resetBody,
    confirmBody,
    confirmationBody,
    registerBody,
  }
  it.each(Object.entries(bodies))('is refused in linear time by %s', (_, schema) => {
    const slow = slowTexts((text) => {
      const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, text]))
      schema.safeParse({ ...given, user: given })
    })
    expect(slow.map(shown)).toEqual([])
  })

  it('is refused in linear time by every kind of field', () => {
    const fields = (areas as readonly Area[]).flatMap((area) =>
      Object.entries(allFields(area))
        .filter(([, { kind }]) => kind !== 'rows')
        .map(([name, field]) => ({ area, name, field })),
    )
    // Fields that are checked alike are tried once.
    const kinds = new Map(
      fields.map((field) => {
        const { kind, required, options } = field.field
        return [`${kind} ${required} ${options.pattern} ${options.case}`, field]
      }),
    )
    const slow = [...kinds.values()].flatMap(({ area, name, field }) => {
      const read = cellReader({ path: name, area, name, field, within: [] }, {})
      const schema = fieldSchema(field)
      const isSlow = slowTexts((text) => schema.safeParse(text)).length > 0 || slowTexts(read).length > 0
      return isSlow ? [`${area.name}.${name}`] : []
    })
    expect(slow).toEqual([])
  })
})

/** CPU milliseconds that reading 100 kB takes when its cost does not grow with the square: well below, on most machines. */
const bound = 250

/** The least of three tries, or the first below `enough`: collecting the garbage of earlier tests counts as work too. */
const cpuOf = (work: () => unknown, enough = bound): number => {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && least > enough; tries++) least = Math.min(least, cpuOfOnce(work))
  return least
}

const cpuOfOnce = (work: () => unknown) => {
  const before = process.cpuUsage()
  try {
    work()
  } catch {
    // Refusing is an answer too.
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** What an attacker repeats, and what stands before and after it. */
const units = [
  'a',
  'A',
  '0',
  '.',
  '@',
  ' ',
  '-',
  "'",
  '"',
  ',',
  '\t',
  '\r\n',
  '=',
  '/',
  '中',
  'é',
  '\u0316\u0301',
  'a.',
  '0,',
  '. ',
  'a@.',
]
const starts = ['', 'a@']
const ends = ['', '@', '\0']

const hostile = (length: number) =>
  units.flatMap((unit) => starts.flatMap((start) => ends.map((end) => start + unit.repeat(length / unit.length) + end)))

const texts = hostile(100_000)
const quarters = hostile(25_000)

/**
 * The texts that take long and whose cost grows faster than their length: four times the text costs four times as much
 * when it is read in linear time, sixteen times when in quadratic. A busy machine slows both lengths alike.
 */
const slowTexts = (read: (text: string) => unknown) =>
  texts.filter((text, at) => {
    const cost = cpuOf(() => read(text))
    return cost > bound && cost > 8 * cpuOf(() => read(quarters[at] ?? ''), 0)
  })

const shown = (text: string) => `${text.slice(0, 8)}…${text.slice(-2)}`

interface Found {
  file: string
  pattern: RegExp
}

/** Every regular expression that stands in a source file. */
const patternsIn = (file: string): Found[] => {
  const patterns: RegExp[] = []
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node && node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      patterns.push(new RegExp(pattern, flags.replace('y', '')))
    }
    for (const inner of Object.values(node)) walk(inner)
  }
  walk(parseSync(file, readFileSync(file, 'utf8')).program)
  return patterns.map((pattern) => ({ file, pattern }))
}

const sourceFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('seeds') && !file.endsWith('fixtures.ts'))
    .map((file) => join(folder, file))

/** Texts made to let this pattern begin well and fail late: its own letters many times over, then what ends no match. */
const suspects = ({ source }: RegExp): ((length: number) => string)[] => {
  const plain = source.replace(/\\[a-z](\{[^}]*\})?/gi, ' ')
  const escaped = [...source.matchAll(/\\([^\w\s])/g)].map(([, sign = '']) => sign)
  const schemas = [
    ...new Set([...escaped, ...(plain.match(/[A-Za-z0-9]{2,}/g) ?? []), ...plain.replace(/[\\^$*+?()[\]{}|]/g, '')]),
  ]
  return [...new Set([...units, ...schemas])].flatMap((unit) =>
    ['', 'a@', 'A'].flatMap((start) =>
      ['', '\0', '1x'].map((end) => (length: number) => start + unit.repeat(length / unit.length) + end),
    ),
  )
}

const isSlow = (pattern: RegExp, make: (length: number) => string) => {
  const cost = (length: number) => {
    const text = make(length)
    return cpuOf(() => (pattern.global ? text.replace(pattern, '') : pattern.test(text)))
  }
  // Most pass at a glance. At 3 kB the square is milliseconds already, and at 30 kB still soon over.
  return cost(3000) > 2 && (cost(30_000) > bound || cost(100_000) > bound)
}
