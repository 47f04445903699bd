import { withoutTrailingZeros } from '#shared/base/money.ts'
import type { Language } from '#shared/kit/text.ts'
import { type CompositionRow, type GarmentComponent, inLabelOrder } from './composition'

/** A fibre of the library with all names that a text may use for it. */
export interface NamedFibre {
  id: number
  code: string
  name_en: string
  name_zh: string | null
  us_name?: string | null
  aliases?: string | null
  trade_names?: string | null
}

/** A row that was parsed from a text; `fibre_id` is null if the library does not have the name. */
export interface ParsedRow extends CompositionRow {
  name: string
  pct: string
}

export interface ParsedComposition {
  rows: ParsedRow[]
  /** Lines that are not recognised as a composition. */
  unread: string[]
}

/** Maximum number of characters that are parsed; the longest labels have a few hundred. */
export const longestComposition = 2000

/**
 * Parses pasted compositions: percentages before or after names (`60% cotton 40% polyester`, `棉60% 聚酯纤维40%`), ratios
 * (`60/40 CO/PES`), a single name (`cotton`), and lines that begin with their component (`Lining: 100% PES`).
 */
export const parseComposition = (text: string, fibres: readonly NamedFibre[]): ParsedComposition => {
  const fibreOf = fibreFinder(fibres)
  const rows: ParsedRow[] = []
  const unread: string[] = []
  let component: GarmentComponent = 'shell'
  for (const line of text.slice(0, longestComposition).normalize('NFKC').split(/[\n;]/)) {
    const labelled = withoutComponent(line.trim())
    component = labelled.component ?? component
    if (labelled.rest === '') continue
    const shares = sharesIn(labelled.rest) ?? wholeOf(labelled.rest, fibreOf)
    if (!shares) unread.push(line.trim())
    for (const { name, pct } of shares ?? []) {
      const { plain, ...qualifiers } = withoutQualifiers(name)
      rows.push({ component, fibre_id: fibreOf(plain)?.id ?? null, name: plain, pct, ...qualifiers })
    }
  }
  return { rows, unread }
}

interface Share {
  name: string
  pct: string
}

/** The shares of a line in any of the notations; null if names and percentages cannot be paired. */
const sharesIn = (line: string): Share[] | null => {
  const numbers = [...line.matchAll(/\d{1,3}(?:[.,]\d{1,4})?/g)]
  if (numbers.length === 0) return null
  const numberEnds = numbers.map(({ index, 0: number }) => index + number.length)
  const gaps = [0, ...numberEnds].map((from, index) => trimmed(line.slice(from, numbers[index]?.index ?? line.length)))
  const pcts = numbers.map(([number]) => withoutTrailingZeros(number.replace(',', '.')))
  const [before = '', ...after] = gaps
  const last = after.at(-1) ?? ''
  if (numbers.length > 1 && after.slice(0, -1).every((name) => name === '')) return ratio(pcts, before || last)
  const names = before === '' ? after : last === '' ? gaps.slice(0, -1) : []
  if (names.length !== pcts.length || names.some((name) => name === '')) return null
  return pcts.map((pct, index) => ({ name: names[index] ?? '', pct }))
}

/** Pairs a ratio such as `60/40` with a list such as `CO/PES`. */
const ratio = (pcts: readonly string[], list: string): Share[] | null => {
  const names = list.split('/').map(trimmed)
  if (names.length !== pcts.length || names.some((name) => name === '')) return null
  return pcts.map((pct, index) => ({ name: names[index] ?? '', pct }))
}

/** A line with only the name of a fibre means 100 % of it. */
const wholeOf = (line: string, fibreOf: (name: string) => NamedFibre | undefined): Share[] | null => {
  const name = trimmed(line)
  return fibreOf(withoutQualifiers(name).plain) ? [{ name, pct: '100' }] : null
}

const separators = new Set([...' \t\r%:,+&·-–—、()/'])

/** Removes separators and joining words such as "and" from both ends. */
const trimmed = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && separators.has(text[start] ?? '')) start++
  while (end > start && separators.has(text[end - 1] ?? '')) end--
  const words = text.slice(start, end).split(/\s/).filter(Boolean)
  if (joiningWords.has(words.at(-1)?.toLowerCase() ?? '')) words.pop()
  if (joiningWords.has(words[0]?.toLowerCase() ?? '')) words.shift()
  return words.join(' ')
}

const joiningWords = new Set(['and', 'with', '和', '与'])

const componentNames: Readonly<Record<GarmentComponent, readonly string[]>> = {
  shell: ['shell', 'body', 'outer', 'main', 'main fabric', 'self', '面料', '大身', '外层'],
  lining: ['lining', 'inner', '里料', '里布', '内层', '里衬'],
  rib: ['rib', 'ribbing', 'cuff', '罗纹', '下摆罗纹'],
  filling: ['filling', 'padding', 'wadding', 'fill', '填充物', '填料', '充绒'],
  trim: ['trim', 'trimming', 'contrast', '辅料', '配料', '饰边'],
}
const componentByName = new Map(
  Object.entries(componentNames).flatMap(([component, names]) =>
    names.map((name) => [name, component as GarmentComponent] as const),
  ),
)

/** Longer names first, so that "main fabric" is found before "main". */
const namesByLength = [...componentByName.keys()].toSorted((a, b) => b.length - a.length)

/**
 * Splits off the component at the beginning of a line. It is followed by a colon, a space, or in Chinese by nothing.
 */
const withoutComponent = (line: string): { component?: GarmentComponent; rest: string } => {
  const lower = line.toLowerCase()
  const name = namesByLength.find((name) => lower.startsWith(name) && endsComponent(lower.slice(name.length), name))
  if (!name) return { rest: line }
  const rest = line.slice(name.length).trimStart()
  return { component: componentByName.get(name), rest: (rest.startsWith(':') ? rest.slice(1) : rest).trim() }
}

const endsComponent = (rest: string, name: string) =>
  rest === '' || rest.startsWith(' ') || rest.startsWith(':') || /\p{Script=Han}$/u.test(name)

const qualifierWords = {
  recycled: ['recycled', '循环再生', '再生', '回收'],
  organic: ['organic', '有机'],
} as const

/** Splits off the qualifiers of a fibre name: `recycled polyester`, `再生聚酯纤维`. */
const withoutQualifiers = (name: string): { plain: string; recycled?: boolean; organic?: boolean } => {
  let plain = name
  const qualifiers: { recycled?: boolean; organic?: boolean } = {}
  for (const [qualifier, words] of Object.entries(qualifierWords) as ['recycled' | 'organic', readonly string[]][])
    for (const word of words) {
      const index = plain.toLowerCase().indexOf(word)
      if (index < 0) continue
      plain = trimmed(plain.slice(0, index) + plain.slice(index + word.length))
      qualifiers[qualifier] = true
    }
  return { plain, ...qualifiers }
}

/** Returns a function that finds a fibre by code, name or alias. A name that several fibres share finds none. */
const fibreFinder = (fibres: readonly NamedFibre[]) => {
  const byName = new Map<string, NamedFibre | null>()
  const add = (name: string | null | undefined, fibre: NamedFibre) => {
    const key = keyOf(name ?? '')
    if (key === '') return
    const known = byName.get(key)
    byName.set(key, known === undefined || known?.id === fibre.id ? fibre : null)
  }
  for (const fibre of fibres)
    for (const name of [
      fibre.code,
      fibre.name_en,
      fibre.name_zh,
      ...listIn(fibre.aliases),
      ...listIn(fibre.trade_names),
    ])
      add(name, fibre)
  for (const fibre of fibres) if (!byName.has(keyOf(fibre.us_name ?? ''))) add(fibre.us_name, fibre)
  return (name: string): NamedFibre | undefined => byName.get(keyOf(name)) ?? undefined
}

const listIn = (names: string | null | undefined): string[] => (names ?? '').split(/[,，、]/)

const keyOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\b(fibre|fiber)s?\b/g, '')
    .replace(/[\s_-]/g, '')

/** Formats the fibres of one component, the largest share first: `60% cotton 40% polyester`, `棉60% 聚酯纤维40%`. */
export const compositionText = <R extends CompositionRow>(
  rows: readonly R[],
  nameOf: (fibreId: number, row: R) => string,
  language: Language,
): string =>
  inLabelOrder(rows)
    .flatMap((row) => {
      const { fibre_id, pct } = row
      return fibre_id === null || pct === null ? [] : [shareText(nameOf(fibre_id, row), pct, language)]
    })
    .join(' ')

/** Formats one share: `60% cotton`, `棉60%`. In every Latin language the percentage comes first. */
export const shareText = (name: string, pct: string, language: Language): string => {
  const share = `${withoutTrailingZeros(pct)}%`
  return language === 'zh' ? `${name}${share}` : `${share} ${name}`
}

/** The name of a fibre with the qualifiers of its row: `recycled polyester`, `再生聚酯纤维`. */
export const qualifiedName = (
  name: string,
  { recycled, organic }: Pick<CompositionRow, 'recycled' | 'organic'>,
  language: Language,
): string => {
  const isEnglish = language === 'en'
  const qualifiers = [
    ...(recycled ? [isEnglish ? 'recycled' : '再生'] : []),
    ...(organic ? [isEnglish ? 'organic' : '有机'] : []),
  ]
  return [...qualifiers, name].join(isEnglish ? ' ' : '')
}
