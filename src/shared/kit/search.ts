import { fold } from './fold'

/** A text that is searched by words, or a code that is searched by any three or more consecutive characters. */
export interface SearchText {
  text: string
  code?: boolean
}

/**
 * The search tokens of texts: folded words; for a code also the whole without separators and each suffix of three
 * characters or more, so that a prefix search finds its middle; for Chinese each character and each pair of neighbours.
 * At most 400 unique tokens of at most 64 characters, ready for `array_to_tsvector`.
 */
export const searchTokens = (texts: readonly SearchText[]): string[] => {
  const tokens = new Set<string>()
  for (const token of allTokens(texts)) {
    tokens.add(token)
    if (tokens.size === maxTokens) break
  }
  return [...tokens]
}

/**
 * Converts typed text to a `tsquery`: every word as a prefix, every pair of neighbouring Chinese characters (or a
 * single one) exactly, combined with AND. Null when nothing in it can be searched. At most 20 terms from the first 200
 * characters.
 */
export const searchQuery = (q: string): string | null => {
  const terms = new Set<string>()
  for (const run of runsOf(q.slice(0, maxQuery))) {
    if (!isHan(run)) terms.add(`'${cut(run)}':*`)
    else for (const term of hanTerms(run)) terms.add(`'${term}'`)
  }
  return terms.size ? [...terms].slice(0, maxTerms).join(' & ') : null
}

/**
 * The terms of a query that an index finds fast: nearly every record has a word that begins with two or three given
 * letters. All terms, where there are no others.
 */
export const searchKey = (query: string): string => {
  const terms = query.split(' & ')
  const selective = terms.filter((term) => !term.endsWith(':*') || term.length >= minSelective + "'':*".length)
  return (selective.length > 0 ? selective : terms).join(' & ')
}
const minSelective = 4

/**
 * A `tsquery` for every code that contains `part`: each suffix of a code of three characters or more is a token. Null
 * for shorter parts, and for letters that folding may combine with their neighbours.
 */
export const codeQuery = (part: string): string | null => {
  const whole = /^[ -~]*$/.test(part) ? wholeOf(part) : ''
  return whole.length < 3 ? null : `'${cut(whole)}':*`
}

/** Whether texts of at most these lengths, codes or not, never exceed the limits of number and length of tokens. */
export const holdsAllTokens = (lengths: readonly number[]): boolean =>
  lengths.every((length) => length <= maxLength) &&
  lengths.reduce((sum, length) => sum + 2 * length + 1, 0) <= maxTokens

const maxTokens = 400
const maxLength = 64
const maxText = 10_000
const maxQuery = 200
const maxTerms = 20

function* allTokens(texts: readonly SearchText[]) {
  // Words and whole codes of every text first: where there are too many tokens, the ends of codes go without.
  for (const { text, code } of texts) {
    if (code) yield* wholeCode(text)
    for (const run of runsOf(text.slice(0, maxText))) {
      if (isHan(run)) yield* [...run, ...pairsOf(run)]
      else yield cut(run)
    }
  }
  for (const { text, code } of texts) if (code) yield* endsOf(text)
}

// Runs hold only letters, digits and marks: a token cannot contain a quote, backslash or operator of tsquery.
const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{Mn}\p{Mc}])+/gu

const runsOf = (text: string) => fold(text).match(runs) ?? []

const isHan = (run: string) => /^\p{Script=Han}/u.test(run)

const pairsOf = (run: string) => {
  const characters = [...run]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

const hanTerms = (run: string) => {
  const pairs = pairsOf(run)
  return pairs.length ? pairs : [run]
}

const cut = (token: string) => (token.length > maxLength ? [...token].slice(0, maxLength).join('') : token)

const wholeOf = (text: string) => runsOf(text.slice(0, maxText)).join('')

const wholeCode = (text: string) => {
  const whole = wholeOf(text)
  return whole ? [cut(whole)] : []
}

function* endsOf(text: string) {
  const characters = [...wholeOf(text)].slice(0, maxTokens)
  for (let start = 1; start <= characters.length - 3; start++) yield characters.slice(start, start + maxLength).join('')
}
