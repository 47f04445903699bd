import type { AnyRecord } from '#shared/kit/area.ts'
import { missingProblems, repeatProblems } from '#shared/kit/checks.ts'
import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  check: (article) => [
    ...(article.target_fob
      ? missingProblems(article, ['currency'], '', textOf('problems.articles.price_currency'))
      : []),
    ...(cartonSides.some((side) => article[side])
      ? missingProblems(article, cartonSides, '', textOf('site.skus.problems.carton_sides'))
      : []),
    ...repeatProblems(
      colourwaysOf(article),
      ({ code }) => code,
      (index) => problem(textOf('problems.articles.colourway_repeated'), `colourways.${index}.code`),
    ),
    ...skuProblems(article),
    ...repeatProblems(
      [{ season_id: article.season_id }, ...rowsOf(article, 'seasons')],
      ({ season_id }) => season_id,
      (index) => problem(textOf('site.skus.problems.season_repeated'), `seasons.${index - 1}.season_id`),
    ),
  ],
}

/** A colourway of an article with its SKUs, as forms and writes hold it. */
export interface Colourway {
  id?: number
  code: string
  name_en: string
  name_zh?: string | null
  active: boolean
  skus: SkuRow[]
}
export interface SkuRow {
  id?: number
  size_id: number
  sku?: string | null
  gtin?: string | null
  active: boolean
}

/** The colourways of an article; empty when the article was loaded without them. */
export const colourwaysOf = (article: object): Colourway[] =>
  rowsOf(article, 'colourways').map((row) => ({ ...row, skus: row.skus ?? [] }) as unknown as Colourway)

/** The default code of a SKU. */
export const skuCode = (article_no: string, colour: string, size: string): string =>
  `${article_no}-${colour}-${size}`.toUpperCase().replace(/\s+/g, '').slice(0, 60)

const cartonSides = ['carton_length_cm', 'carton_width_cm', 'carton_height_cm'] as const

const repeated = { sku: 'site.skus.problems.sku_repeated', gtin: 'site.skus.problems.gtin_repeated' } as const

/** Refuses a repeated size in a colourway, and a code or number that another SKU of the article already has. */
const skuProblems = (article: AnyRecord) => {
  const colourways = colourwaysOf(article)
  const all = colourways.flatMap(({ skus }, at) =>
    skus.map((sku, index) => ({ ...sku, path: `colourways.${at}.skus.${index}.` })),
  )
  return [
    ...colourways.flatMap(({ skus }, at) =>
      repeatProblems(
        skus,
        ({ size_id }) => size_id,
        (index) => problem(textOf('site.skus.problems.size_repeated'), `colourways.${at}.skus.${index}.size_id`),
      ),
    ),
    ...(['sku', 'gtin'] as const).flatMap((name) =>
      repeatProblems(
        all,
        (row) => row[name],
        (_, { path }) => problem(textOf(repeated[name]), path + name),
      ),
    ),
  ]
}

const rowsOf = (article: object, name: string): Record<string, unknown>[] => {
  const rows = (article as Record<string, unknown>)[name]
  return Array.isArray(rows) ? rows : []
}
