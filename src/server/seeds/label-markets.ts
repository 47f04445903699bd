import type { EnglishWording, LabelLanguage, LabelPart } from '#shared/trade/label-parts.ts'

/** A part of the label, with its text if the law prescribes the same text for every company. */
type Part = LabelPart | readonly [part: LabelPart, value: string]

interface Market {
  code: string
  names: readonly [en: string, zh: string]
  countries: readonly string[]
  languages: readonly LabelLanguage[]
  parts: readonly Part[]
  care_wording?: EnglishWording
  us_fibre_names?: boolean
  width_mm?: number
}

const market = ({ code, names: [name_en, name_zh], countries, languages, parts, ...rest }: Market) => ({
  code,
  name_en,
  name_zh,
  countries: countries.map((country) => ({ country })),
  languages: languages.map((language, at) => ({ seq: (at + 1) * 10, language })),
  parts: parts.map((part, at) => {
    const seq = (at + 1) * 10
    return typeof part === 'string' ? { seq, part } : { seq, part: part[0], value: part[1] }
  }),
  ...rest,
})

const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/**
 * The parts that labels of the usual markets show. Registered numbers and importers differ by company, so an administrator
 * fills them in; until then they are reported as missing on every label of the market.
 */
export const labelMarkets = [
  // AS/NZS 1957 requires care wording in English; symbols alone are not enough.
  market({
    code: 'AU',
    names: ['Australia', '澳大利亚'],
    countries: ['AU'],
    languages: ['en'],
    parts: ['brand', 'size', 'composition', 'care_text', 'care_symbols', 'origin', 'article'],
    care_wording: 'australian',
  }),
  market({
    code: 'NZ',
    names: ['New Zealand', '新西兰'],
    countries: ['NZ'],
    languages: ['en'],
    parts: ['brand', 'size', 'composition', 'care_text', 'care_symbols', 'origin', 'article'],
    care_wording: 'australian',
  }),
  // By the Textile Fiber Products Identification Act, and 16 CFR 423 for care.
  market({
    code: 'US',
    names: ['United States', '美国'],
    countries: ['US'],
    languages: ['en'],
    parts: ['brand', 'size', 'composition', 'care_text', 'care_symbols', 'origin', 'rn', 'article'],
    us_fibre_names: true,
  }),
  // Canada requires fibre names in both languages; care symbols need no words.
  market({
    code: 'CA',
    names: ['Canada', '加拿大'],
    countries: ['CA'],
    languages: ['en', 'fr'],
    parts: ['brand', 'size', 'composition', 'care_symbols', 'origin', 'ca', 'article'],
  }),
  market({
    code: 'GB',
    names: ['United Kingdom', '英国'],
    countries: ['GB'],
    languages: ['en'],
    parts: ['brand', 'size', 'composition', 'care_symbols', 'care_text', 'origin', 'importer', 'article'],
  }),
  // Regulation (EU) No 1007/2011 requires fibre names in the languages of the countries of sale.
  market({
    code: 'EU',
    names: ['European Union', '欧盟'],
    countries: union,
    languages: ['en', 'fr', 'de', 'es', 'it'],
    parts: ['brand', 'size', 'composition', 'care_symbols', 'origin', 'importer', 'article'],
    width_mm: 35,
  }),
  // By GB/T 5296.4; safety category B of GB 18401 applies to garments that touch the skin.
  market({
    code: 'CN',
    names: ['China', '中国'],
    countries: ['CN'],
    languages: ['zh'],
    parts: [
      'brand',
      'product_name',
      'article',
      'size',
      'composition',
      'care_symbols',
      'care_text',
      'standard',
      ['safety_category', 'B'],
      ['product_grade', '合格品'],
      'origin',
      'importer',
    ],
    width_mm: 35,
  }),
]
