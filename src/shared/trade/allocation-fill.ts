import type { AllocationPlan } from './allocation'

/** A record of a library as the rule looks at it that finds the one for a line. Null: it holds whatever the line has. */
export interface FillRecord {
  id: number
  /** What all versions of the record share. */
  code: string
  type: string
  version_no: number
  article_id: number | null
  category_id: number | null
  brand_id: number | null
  /** The countries that goods go to. */
  markets: readonly string[] | null
  effective_from: string | null
}

/** What a line has of that. */
export interface FillLine {
  article_id: number
  /** Its category and those above it, the nearest first. */
  categories: readonly number[]
  brand_id: number | null
  /** The country that its goods go to. */
  market: string | null
  ex_factory_date: string | null
}

/** Where lines get their records from: the rule, the article's own records alone, or the article's last order. */
export const fillSources = ['rule', 'article', 'last_order'] as const
export type FillSource = (typeof fillSources)[number]

/** The sources that fill the cells of a plan; none, where nothing says what its records are made for. */
export const sourcesOf = ({ library, typed }: Pick<AllocationPlan, 'library' | 'typed'>): readonly FillSource[] => {
  if (!typed || !library?.madeFor) return []
  return library.madeFor.article ? fillSources : fillSources.filter((source) => source !== 'article')
}

/** What the rule finds for a cell: one record, none, or several between which a person chooses. */
export type FillChoice<R extends FillRecord = FillRecord> =
  | { found: 'one'; record: R }
  | { found: 'none' }
  | { found: 'ambiguous'; records: R[] }

/**
 * The record of a type that fits a line best. All that it names must be the line's. The one for the article comes first,
 * then the nearest category, then the brand, then the market, then what holds for everything; of one code the highest
 * version. It must be in force when the goods leave the factory (today, where that day is not known). Equals are not
 * decided. With `articleOnly` none but those of the article count.
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
    const present = byCode.get(record.code)
    if (compareRanks(rank, best) === 0 && (!present || present.version_no < record.version_no))
      byCode.set(record.code, record)
  }
  const [first, ...others] = [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
  if (!first) return { found: 'none' }
  return others.length === 0 ? { found: 'one', record: first } : { found: 'ambiguous', records: [first, ...others] }
}

/** Whether a record is made for the line: all that it names is the line's. */
export const fitsLine = (record: FillRecord, line: FillLine): boolean => rankOf(record, line) !== null

/** How narrowly a record is made for the line, by article, category, brand and market; null where it is made for others. */
export const rankOf = (
  {
    article_id,
    category_id,
    brand_id,
    markets,
  }: Pick<FillRecord, 'article_id' | 'category_id' | 'brand_id' | 'markets'>,
  line: Omit<FillLine, 'ex_factory_date'>,
): number[] | null => {
  const height = category_id === null ? -1 : line.categories.indexOf(category_id)
  if (article_id !== null && article_id !== line.article_id) return null
  if (category_id !== null && height < 0) return null
  if (brand_id !== null && brand_id !== line.brand_id) return null
  if (markets !== null && (line.market === null || !markets.includes(line.market))) return null
  return [
    Number(article_id !== null),
    category_id === null ? 0 : line.categories.length - height,
    Number(brand_id !== null),
    Number(markets !== null),
  ]
}

/** Above zero where the first is narrower. */
export const compareRanks = (a: readonly number[], b: readonly number[]): number => {
  const differing = a.findIndex((value, index) => value !== b[index])
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0)
}
