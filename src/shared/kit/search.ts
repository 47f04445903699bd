import { fold } from './fold'

/** A text to index for the full-text search. With `code` it is found by any substring of three or more characters. */
export interface SearchText {
  text: string
  code?: boolean
}

/**
 * The search tokens of a record, as input of `array_to_tsvector`: at most 400 unique tokens of at most 64 characters.
 * - Words, folded.
 * - A code also as a whole without separators, and each suffix of it of three or more characters: a prefix search then
 *   finds any part of the code.
 * - Chinese text as single characters and pairs of neighbouring characters.
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
 * Converts what a person typed to a `tsquery`: words match as prefixes, pairs of neighbouring Chinese characters (or a
 * single one) exactly, and all terms are combined with AND. Uses the first 200 characters and at most 20 terms. Returns
 * null if the text has no letters or digits.
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
 * The part of a `tsquery` that is selective enough for an index. Prefixes of fewer than four characters are left out,
 * because nearly every record matches them; if there are no other terms, the whole query is returned.
 */
export const searchKey = (query: string): string => {
  const terms = query.split(' & ')
  const selective = terms.filter((term) => !term.endsWith(':*') || term.length >= minSelective + "'':*".length)
  return (selective.length > 0 ? selective : terms).join(' & ')
}
const minSelective = 4

/**
 * A `tsquery` that matches every code with the substring `part`, by the suffixes that `searchTokens` stores. Returns
 * null for fewer than three characters, and outside ASCII, where folding can combine characters with their neighbours.
 */
export const codeQuery = (part: string): string | null => {
  const whole = /^[ -~]*$/.test(part) ? wholeOf(part) : ''
  return whole.length < 3 ? null : `'${cut(whole)}':*`
}

/** Whether texts of at most these lengths, codes or not, always fit the limits, so that no token is ever dropped. */
export const holdsAllTokens = (lengths: readonly number[]): boolean =>
  lengths.every((length) => length <= maxLength) &&
  lengths.reduce((sum, length) => sum + 2 * length + 1, 0) <= maxTokens

const maxTokens = 400
const maxLength = 64
const maxText = 10_000
const maxQuery = 200
const maxTerms = 20

function* allTokens(texts: readonly SearchText[]) {
  // Words and whole codes come first, so that the limit cuts off only suffixes of codes.
  for (const { text, code } of texts) {
    if (code) yield* wholeCode(text)
    for (const run of runsOf(text.slice(0, maxText))) {
      if (isHan(run)) yield* [...run, ...pairsOf(run)]
      else yield cut(run)
    }
  }
  for (const { text, code } of texts) if (code) yield* suffixesOf(text)
}

// Runs consist of letters, digits and marks only, so that a token cannot contain a quote, backslash or tsquery
// operator.
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

function* suffixesOf(text: string) {
  const characters = [...wholeOf(text)].slice(0, maxTokens)
  for (let start = 1; start <= characters.length - 3; start++) yield characters.slice(start, start + maxLength).join('')
}
