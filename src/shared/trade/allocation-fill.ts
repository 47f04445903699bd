import type { AllocationPlan } from './allocation'

/** A library record, as far as `chooseRecord` needs it. A field that is null fits every line. */
export interface FillRecord {
  id: number
  /** The code that all versions of the record share. */
  code: string
  type: string
  version_no: number
  article_id: number | null
  category_id: number | null
  brand_id: number | null
  /** Countries of destination. */
  markets: readonly string[] | null
  effective_from: string | null
}

/** An order line, as far as `chooseRecord` needs it. */
export interface FillLine {
  article_id: number
  /** The category of the article and its ancestors, the nearest first. */
  categories: readonly number[]
  brand_id: number | null
  /** Country of destination. */
  market: string | null
  ex_factory_date: string | null
}

/**
 * How records are found for lines: by `chooseRecord`, by it among the article's own records only, or from the article's
 * last order.
 */
export const fillSources = ['rule', 'article', 'last_order'] as const
export type FillSource = (typeof fillSources)[number]

/** The sources that a plan supports; none unless its library declares what records are made for. */
export const sourcesOf = ({ library, typed }: Pick<AllocationPlan, 'library' | 'typed'>): readonly FillSource[] => {
  if (!typed || !library?.madeFor) return []
  return library.madeFor.article ? fillSources : fillSources.filter((source) => source !== 'article')
}

/** The result of `chooseRecord`: one record, none, or several from which a person has to choose. */
export type FillChoice<R extends FillRecord = FillRecord> =
  | { found: 'one'; record: R }
  | { found: 'none' }
  | { found: 'ambiguous'; records: R[] }

/**
 * Chooses the record of a type that fits a line most specifically. Every field that the record sets must match the
 * line. A match of the article ranks highest, then the nearest category, the brand, the market, and last a record for
 * everything; among the versions of one code the highest number wins. The record must be in force on the line's
 * ex-factory date, or `today` if that is unknown. Different codes of equal rank are `ambiguous`. With `articleOnly`
 * only records of the article count.
 */
export const chooseRecord = <R extends FillRecord>(
  records: readonly R[],
  line: FillLine,
  type: string,
  { today, articleOnly = false }: { today: string; articleOnly?: boolean },
): FillChoice<R> => {
  const day = line.ex_factory_date ?? today
  const ranked = records.flatMap((record) => {
    const isInForce = record.effective_from === null || record.effective_from <= day
    const rank = record.type === type && isInForce ? rankOf(record, line) : null
    return rank && !(articleOnly && record.article_id === null) ? [{ record, rank }] : []
  })
  const best = ranked.reduce<readonly number[] | null>(
    (highest, { rank }) => (highest === null || compareRanks(rank, highest) > 0 ? rank : highest),
    null,
  )
  if (!best) return { found: 'none' }
  const byCode = new Map<string, R>()
  for (const { record, rank } of ranked) {
    const known = byCode.get(record.code)
    if (compareRanks(rank, best) === 0 && (!known || known.version_no < record.version_no))
      byCode.set(record.code, record)
  }
  const [first, ...others] = [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
  if (!first) return { found: 'none' }
  return others.length === 0 ? { found: 'one', record: first } : { found: 'ambiguous', records: [first, ...others] }
}

/** Whether every field that the record sets matches the line. */
export const fitsLine = (record: FillRecord, line: FillLine): boolean => rankOf(record, line) !== null

/** How specifically a record fits the line, by article, category, brand and market; null if it does not fit. */
export const rankOf = (
  {
    article_id,
    category_id,
    brand_id,
    markets,
  }: Pick<FillRecord, 'article_id' | 'category_id' | 'brand_id' | 'markets'>,
  line: Omit<FillLine, 'ex_factory_date'>,
): number[] | null => {
  const distance = category_id === null ? -1 : line.categories.indexOf(category_id)
  if (article_id !== null && article_id !== line.article_id) return null
  if (category_id !== null && distance < 0) return null
  if (brand_id !== null && brand_id !== line.brand_id) return null
  if (markets !== null && (line.market === null || !markets.includes(line.market))) return null
  return [
    Number(article_id !== null),
    category_id === null ? 0 : line.categories.length - distance,
    Number(brand_id !== null),
    Number(markets !== null),
  ]
}

/** Compares two results of `rankOf`: positive if the first is more specific. */
export const compareRanks = (a: readonly number[], b: readonly number[]): number => {
  const differing = a.findIndex((value, index) => value !== b[index])
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0)
}
