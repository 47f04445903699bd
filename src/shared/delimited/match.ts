import { fold } from '#shared/kit/fold.ts'

/** A field that a column can be matched to. */
export interface MatchField {
  /** The field's name or path in a document (`lines.unit_price`). */
  name: string
  /** Labels of the field in every language. */
  labels?: readonly string[]
  /**
   * Other names that files use for the field, the plainest first. They count even if another field has such a label.
   */
  aliases?: readonly string[]
}

/** The column matched to a field. */
export interface Match {
  field: string
  /** Index of the column; null if none is similar enough. */
  column: number | null
  /**
   * Confidence: 1 for the field's own name down to 0 for no match. From `confidentMatch` on the person is not asked.
   */
  sure: number
  how: 'name' | 'label' | 'alias' | 'similar' | null
}

/** Confidence of a match by name, label or alias; anything below is by similarity. */
export const confidentMatch = 0.9

/**
 * The best column for each field, in the order of the fields. The most confident pairs are matched first, and no column
 * is used twice.
 */
export const matchColumns = (headings: readonly string[], fields: readonly MatchField[]): Match[] => {
  const columns = headings.map(keyOf)
  const candidates = fields.flatMap((field, index) => {
    const fieldNames = namesOf(field)
    return columns
      .map((heading, column) => ({ index, column, ...similarity(heading, fieldNames) }))
      .filter(({ sure }) => sure > 0)
  })
  const named = namedFields(candidates)
  const pairs = candidates
    .filter(({ index, how }) => how !== 'alias' || !named.has(index))
    .sort((a, b) => b.sure - a.sure)
  const pairOf = new Map<number, (typeof pairs)[number]>()
  const usedColumns = new Set<number>()
  for (const pair of pairs) {
    if (pairOf.has(pair.index) || usedColumns.has(pair.column)) continue
    pairOf.set(pair.index, pair)
    usedColumns.add(pair.column)
  }
  return fields.map(({ name }, index) => {
    const { column, sure, how } = pairOf.get(index) ?? { column: null, sure: 0, how: null }
    return { field: name, column, sure, how }
  })
}

/** A field and a column that it may match. */
interface Pair {
  /** Index of the field. */
  index: number
  column: number
  sure: number
  how: Match['how']
}

/**
 * The fields that a column names directly, whose aliases are then ignored. A heading that is the label of one field and
 * an alias of another (`Buyer`) belongs to the first, unless that one has a column of its own name.
 */
const namedFields = (pairs: readonly Pair[]): ReadonlySet<number> => {
  // A label yields to an alias of another field, unless that field is named directly.
  const namedUnless = (named: ReadonlySet<number>) =>
    new Set(
      pairs
        .filter(({ how }) => how === 'name' || how === 'label')
        .filter(
          ({ index, column, how }) =>
            how === 'name' ||
            !pairs.some(
              (rival) =>
                rival.column === column && rival.how === 'alias' && rival.index !== index && !named.has(rival.index),
            ),
        )
        .map(({ index }) => index),
    )
  return namedUnless(namedUnless(new Set()))
}

/** A normalised name of a field, with the confidence of a match by it. */
interface FieldName {
  key: string
  sure: number
  how: Exclude<Match['how'], null>
}

const namesOf = ({ name, labels = [], aliases = [] }: MatchField): FieldName[] => [
  { key: keyOf(name), sure: 1, how: 'name' },
  { key: keyOf(name.slice(name.lastIndexOf('.') + 1)), sure: 0.98, how: 'name' },
  ...labels.map((label) => ({ key: keyOf(label), sure: 0.95, how: 'label' as const })),
  ...aliases.map((alias, index) => ({
    key: keyOf(alias),
    sure: Math.max(0.97 - index / 1000, 0.955),
    how: 'alias' as const,
  })),
]

const noMatch: { sure: number; how: Match['how'] } = { sure: 0, how: null }

const similarity = (heading: string, names: readonly FieldName[]): { sure: number; how: Match['how'] } => {
  if (!heading) return noMatch
  const same = names.find(({ key }) => key === heading)
  if (same) return { sure: same.sure, how: same.how }
  const highest = Math.max(...names.map(({ key }) => sharedPairs(heading, key)))
  const threshold = han.test(heading) ? minHanSimilarity : minSimilarity
  return highest >= threshold ? { sure: highest * similarFactor, how: 'similar' } : noMatch
}

const minSimilarity = 0.6
// Chinese headings are short, and each character carries more meaning, so a lower similarity suffices.
const minHanSimilarity = 0.5
const han = /\p{Script=Han}/u
/** Keeps the confidence of a similar name below that of an exact one. */
const similarFactor = 0.85

/** Normalises a heading without case, punctuation and common abbreviations: `Order Qty.*` → `orderqty`. */
const keyOf = (text: string) =>
  (fold(text.slice(0, 200)).replaceAll('#', ' no ').match(words) ?? []).map((word) => short.get(word) ?? word).join('')

const words = /[\p{L}\p{M}]+|\p{N}+/gu

const short = /* @__PURE__ */ new Map([
  ['number', 'no'],
  ['num', 'no'],
  ['nr', 'no'],
  ['quantity', 'qty'],
  ['quantities', 'qty'],
  ['amount', 'amt'],
  ['description', 'desc'],
  ['reference', 'ref'],
  ['category', 'cat'],
  ['percent', 'pct'],
  ['percentage', 'pct'],
  ['colour', 'color'],
  ['colours', 'color'],
  ['colors', 'color'],
])

/** Sørensen–Dice coefficient: twice the shared pairs of adjacent characters, divided by all pairs of both words. */
const sharedPairs = (a: string, b: string) => {
  const [left, right] = [pairs(a), pairs(b)]
  if (!left.length || !right.length) return 0
  const unmatched = [...right]
  let shared = 0
  for (const pair of left) {
    const index = unmatched.indexOf(pair)
    if (index < 0) continue
    unmatched.splice(index, 1)
    shared++
  }
  return (2 * shared) / (left.length + right.length)
}

const pairs = (word: string) => {
  const characters = [...word]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
