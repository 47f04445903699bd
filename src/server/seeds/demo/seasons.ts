import { addDays } from '#shared/base/dates.ts'

export interface DemoSeason {
  code: string
  name_en: string
  name_zh: string
  season_type: 'spring_summer' | 'autumn_winter'
  year: number
  purchase_from: string
  purchase_to: string
  delivery_from: string
  delivery_to: string
  sales_from: string
  sales_to: string
  markdown_from: string
  status: 'planning' | 'open' | 'frozen' | 'closed'
}

/**
 * Five seasons around `today`, oldest first. In the year that ends today, each was delivered, ordered for or planned. Every
 * day falls into the purchase window of at least one.
 */
export const demoSeasons = (today: string): DemoSeason[] => {
  const year = Number(today.slice(0, 4))
  const all = [year - 2, year - 1, year, year + 1, year + 2].flatMap((of) => [springSummer(of), autumnWinter(of)])
  // The season now in the shops is the last one whose sales have begun.
  const selling = all.findLastIndex(({ sales_from }) => sales_from <= today)
  return all.slice(selling - 2, selling + 3).map((season) => ({ ...season, status: statusOn(today, season) }))
}

/** The season for which an order of this date is placed. */
export const seasonOf = (date: string, seasons: readonly DemoSeason[]): DemoSeason => {
  const season = seasons.findLast(({ purchase_from, purchase_to }) => date >= purchase_from && date <= purchase_to)
  if (!season) throw new RangeError(`No demo season has a purchase window with ${date}`)
  return season
}

const statusOn = (today: string, { purchase_from, purchase_to, sales_to }: Omit<DemoSeason, 'status'>) => {
  if (today < purchase_from) return 'planning'
  if (today > sales_to) return 'closed'
  return today > addDays(purchase_to, 30) ? 'frozen' : 'open'
}

const springSummer = (year: number) => ({
  code: `SS${String(year).slice(2)}`,
  name_en: `Spring/summer ${year}`,
  name_zh: `${year} 春夏`,
  season_type: 'spring_summer' as const,
  year,
  purchase_from: `${year - 1}-06-01`,
  purchase_to: `${year - 1}-12-10`,
  delivery_from: `${year - 1}-09-15`,
  delivery_to: `${year}-04-30`,
  sales_from: `${year}-02-01`,
  sales_to: `${year}-08-15`,
  markdown_from: `${year}-06-20`,
})

const autumnWinter = (year: number) => ({
  code: `AW${String(year).slice(2)}`,
  name_en: `Autumn/winter ${year}`,
  name_zh: `${year} 秋冬`,
  season_type: 'autumn_winter' as const,
  year,
  purchase_from: `${year - 1}-12-01`,
  purchase_to: `${year}-06-15`,
  delivery_from: `${year}-03-15`,
  delivery_to: `${year}-10-31`,
  sales_from: `${year}-08-01`,
  sales_to: `${year + 1}-02-15`,
  markdown_from: `${year}-12-26`,
})
