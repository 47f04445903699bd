import { sizeScales } from '#server/seeds/size-scales.ts'
import { gtinCheckDigit } from '#shared/standards/gtin.ts'
import { type DemoArticle, demoArticles } from './catalogue'
import { materialOf } from './yarns'

/** The share of each size in a line, by size scale; sizes that are missing here are not bought. */
const curves: Record<string, Record<string, number>> = {
  ALPHA: { XS: 8, S: 20, M: 28, L: 24, XL: 14, XXL: 6 },
  NUM_AU_UK: { 8: 12, 10: 21, 12: 25, 14: 21, 16: 14, 18: 7 },
  NUM_EU: { 34: 10, 36: 20, 38: 26, 40: 22, 42: 14, 44: 8 },
  WAIST: { 28: 7, 30: 18, 31: 12, 32: 24, 33: 11, 34: 17, 36: 11 },
  BRA: { '32B': 8, '32C': 9, '34B': 16, '34C': 18, '34D': 13, '36B': 11, '36C': 13, '36D': 12 },
  SOCKS: { '35-38': 40, '39-42': 42, '43-46': 18 },
  ONE: { OS: 1 },
}
const kidsCurves: Record<string, Record<string, number>> = {
  baby: { '000': 18, '00': 24, '0': 24, 1: 20, 2: 14 },
  child: { 3: 10, 4: 16, 5: 18, 6: 18, 7: 14, 8: 14, 10: 10 },
}

/** The share of each size in lines of the article. */
export const curveOf = ({ scale, category }: DemoArticle): Record<string, number> =>
  scale === 'KIDS' ? (kidsCurves[category === 'K-BABY-SET' ? 'baby' : 'child'] ?? {}) : (curves[scale] ?? {})

/** The sizes of the article, smallest first. */
export const sizesOf = (article: DemoArticle): string[] => {
  const curve = curveOf(article)
  const scale = sizeScales.find(({ code }) => code === article.scale)
  return (scale?.sizes ?? []).map(({ label }) => label).filter((label) => label in curve)
}

/** A colour of the article with an SKU for each size. Its composition is unknown while the article is in development. */
export const colourRecord = (article: DemoArticle, colour: DemoArticle['colours'][number]) => ({
  ...colour,
  ...(article.status === 'development' ? {} : materialOf(article.fabric, colour.code)),
  active: true,
  skus: sizesOf(article).map((label) => {
    const sku = skuOf(article, colour.code, label)
    return { size_id: { size_scale_id: { code: article.scale }, label }, sku, gtin: gtinOf(sku), active: true }
  }),
})

export const skuOf = ({ article_no }: DemoArticle, colour: string, size: string) => `${article_no}-${colour}-${size}`

/** The GTIN of an SKU, with one of the prefixes 20 to 29, which are for use within a company. */
export const gtinOf = (sku: string): string => {
  gtins ??= new Map(
    demoArticles
      .flatMap((article) =>
        article.colours.flatMap(({ code }) => sizesOf(article).map((size) => skuOf(article, code, size))),
      )
      .map((sku, index) => [sku, withCheckDigit(`24${String(index + 1).padStart(10, '0')}`)]),
  )
  return gtins.get(sku) ?? ''
}
let gtins: Map<string, string> | undefined

const withCheckDigit = (digits: string) => digits + gtinCheckDigit(digits)
