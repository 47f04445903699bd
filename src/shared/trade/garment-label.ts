import { sum } from '#shared/base/money.ts'
import { type Language, languages, type Text, textOf } from '#shared/kit/text.ts'
import { type CompositionRow, type GarmentComponent, garmentComponents, inLabelOrder } from './composition'
import { shareText } from './composition-text'
import { spacedAbn } from './label-numbers'
import { originText } from './label-origin'
import { type EnglishWording, isLegalPart, type LabelLanguage, type LabelPart, type LegalPart } from './label-parts'
import { componentWords, headingWords, qualified, withHeading } from './label-words'

/** The content of labels for a market, with its languages and their order. */
export interface LabelMarket {
  id: number
  code: string
  care_wording: EnglishWording
  /** English labels use the fibre names of the Federal Trade Commission (rayon, spandex). */
  us_fibre_names: boolean
  languages: readonly LabelLanguage[]
  parts: readonly { part: LabelPart; value: string | null }[]
}

/** A fibre with its names on labels. */
export interface LabelFibre {
  id: number
  code: string
  us_name: string | null
  names: Readonly<Record<LabelLanguage, string | null>>
}

export interface LabelCare {
  id: number
  /** Codes of the symbols in label order. */
  codes: readonly string[]
  /** The wording in each language; English has two. */
  words: Readonly<Record<LabelLanguage | 'australian', string | null>>
}

/** An order line, as far as its label needs it. */
export interface LabelLine {
  id: number
  purchase_order_id: number
  is_cancelled: boolean
  brand: string | null
  article_id: number
  article_no: string
  product_names: { en: string | null; zh: string | null }
  country_of_origin: string | null
  /** Labels of the ordered sizes. */
  sizes: readonly string[]
  /** The verified composition, and the id of the allocation that has it or is to provide it. */
  composition: readonly CompositionRow[] | null
  fibre_allocation_id: number | null
  /** The approved care instruction, and the id of the allocation that has it or is to provide it. */
  care: LabelCare | null
  care_allocation_id: number | null
}

export interface LabelText {
  /** Null for text in no particular language. */
  language: LabelLanguage | null
  text: string
}

/** A printed part of a label: lines of text, or codes of care symbols. */
export interface LabelSection {
  part: LabelPart
  lines: LabelText[]
  symbols: string[]
}

export interface GarmentLabel {
  size: string | null
  sections: LabelSection[]
}

/** The label of one size of a line for a market. Parts without data are left out. */
export const garmentLabel = (
  line: LabelLine,
  market: LabelMarket,
  fibres: readonly LabelFibre[],
  size: string | null,
): GarmentLabel => ({
  size,
  sections: market.parts
    .map(({ part, value }): LabelSection => {
      const symbols = part === 'care_symbols' ? [...(line.care?.codes ?? [])] : []
      const lines = isLegalPart(part) ? legalLines(part, value, market) : lineTexts(part, line, market, fibres, size)
      return { part, lines, symbols }
    })
    .filter(({ lines, symbols }) => lines.length > 0 || symbols.length > 0),
})

const lineTexts = (
  part: Exclude<LabelPart, LegalPart>,
  line: LabelLine,
  market: LabelMarket,
  fibres: readonly LabelFibre[],
  size: string | null,
): LabelText[] => {
  const [first] = market.languages
  switch (part) {
    case 'brand':
      return forAll(line.brand)
    case 'article':
      return forAll(withHeading(headingWords.article, first, line.article_no))
    case 'size':
      // With several languages the heading would be repeated in each, and a size is clear without it.
      return forAll(size && market.languages.length === 1 ? withHeading(headingWords.size, first, size) : size)
    case 'product_name':
      return market.languages.flatMap((language) => {
        const name = productName(line, language)
        return name ? [{ language, text: withHeading(headingWords.product_name, language, name) }] : []
      })
    case 'composition':
      return market.languages.flatMap((language) =>
        compositionLines(line.composition ?? [], market, fibres, language).map((text) => ({ language, text })),
      )
    case 'care_text':
      return market.languages.flatMap((language) => {
        const text = careWords(line.care, market, language)
        return text ? [{ language, text }] : []
      })
    case 'care_symbols':
      return []
    case 'origin':
      return market.languages.flatMap((language) =>
        line.country_of_origin ? [{ language, text: originText(line.country_of_origin, language) }] : [],
      )
  }
}

const forAll = (text: string | null): LabelText[] => (text ? [{ language: null, text }] : [])

/** Article names exist only in the languages of the portal. */
const isNamedIn = (language: LabelLanguage): language is Language =>
  languages.some((supported) => supported === language)

const productName = ({ product_names }: LabelLine, language: LabelLanguage): string | null =>
  isNamedIn(language) ? product_names[language] : null

const careWords = (care: LabelCare | null, { care_wording }: LabelMarket, language: LabelLanguage): string | null =>
  care?.words[language === 'en' && care_wording === 'australian' ? 'australian' : language] ?? null

const legalLines = (part: LegalPart, value: string | null, market: LabelMarket): LabelText[] => {
  const [first] = market.languages
  if (!value) return []
  switch (part) {
    case 'rn':
      return forAll(`RN ${value}`)
    case 'ca':
      return forAll(`CA ${value}`)
    case 'abn':
      return forAll(`ABN ${spacedAbn(value)}`)
    case 'safety_category':
      return forAll(withHeading(headingWords.safety_category, first, `GB 18401 ${value}${first === 'zh' ? '类' : ''}`))
    case 'note':
      return forAll(value)
    default:
      return forAll(withHeading(headingWords[part], first, value))
  }
}

/** One line for each component, which begins with its name if the garment has several. */
const compositionLines = (
  rows: readonly CompositionRow[],
  market: LabelMarket,
  fibres: readonly LabelFibre[],
  language: LabelLanguage,
): string[] => {
  const present = garmentComponents.filter((component) => rows.some((row) => row.component === component))
  return present.map((component) => {
    const text = printedShares(rows, component, market, fibres, language)
      .map(({ name, pct }) => shareText(name, pct, language === 'zh' ? 'zh' : 'en'))
      .join(' ')
    if (present.length > 1) return withHeading(componentWords[component], language, text)
    return language === 'zh' ? withHeading(headingWords.composition, language, text) : text
  })
}

/**
 * The shares of a component by printed fibre name, the largest first and "other fibres" last. Fibres with the same
 * printed name are added up: viscose and modal are both rayon.
 */
const printedShares = (
  rows: readonly CompositionRow[],
  component: GarmentComponent,
  market: LabelMarket,
  fibres: readonly LabelFibre[],
  language: LabelLanguage,
): { name: string; pct: string }[] => {
  const byName = new Map<string, CompositionRow & { name: string; isOther: boolean }>()
  for (const row of rows) {
    const fibre = fibres.find(({ id }) => id === row.fibre_id)
    if (row.component !== component || !fibre || row.pct === null) continue
    const name = qualified(printedName(fibre, market, language) ?? fibre.names.en ?? fibre.code, row, language)
    const pct = sum([byName.get(name)?.pct ?? '0', row.pct])
    byName.set(name, { ...row, pct, name, isOther: fibre.code === otherFibres })
  }
  const ordered = inLabelOrder([...byName.values()])
  return [...ordered.filter(({ isOther }) => !isOther), ...ordered.filter(({ isOther }) => isOther)].map(
    ({ name, pct }) => ({ name, pct: pct ?? '0' }),
  )
}

/** The code of the fibre "other fibres". */
export const otherFibres = 'AF'

const printedName = (fibre: LabelFibre, market: LabelMarket, language: LabelLanguage): string | null =>
  (language === 'en' && market.us_fibre_names && fibre.us_name) || fibre.names[language]

/** The kind of record in which missing data is entered. */
export type LabelSource = 'composition' | 'care' | 'care_instruction' | 'order' | 'article' | 'fibre' | 'market'

/**
 * Why a label cannot be printed yet, and the record in which to correct it; `id` is null if that does not exist yet.
 */
export interface LabelGap {
  text: Text
  source: LabelSource
  id: number | null
}

/** What is missing before the labels of a line can be printed for a market; an empty list if nothing is. */
export const missingForLabel = (line: LabelLine, market: LabelMarket, fibres: readonly LabelFibre[]): LabelGap[] =>
  line.is_cancelled
    ? [gap(textOf('problems.labels.line_cancelled'), 'order', line.purchase_order_id)]
    : missingForMarket(line, market, fibres)

const missingForMarket = (line: LabelLine, market: LabelMarket, fibres: readonly LabelFibre[]): LabelGap[] => [
  ...(line.composition
    ? unnamedFibres(line.composition, market, fibres)
    : [gap(textOf('problems.labels.composition_open'), 'composition', line.fibre_allocation_id)]),
  ...(line.care ? [] : [gap(textOf('problems.labels.care_open'), 'care', line.care_allocation_id)]),
  ...market.parts.flatMap(({ part, value }): LabelGap[] => {
    if (isLegalPart(part)) return value ? [] : [missingValue(part, market)]
    const ofOrder = (text: Text) => [gap(text, 'order', line.purchase_order_id)]
    switch (part) {
      case 'origin':
        return line.country_of_origin ? [] : ofOrder(textOf('problems.labels.no_origin'))
      case 'size':
        return line.sizes.length > 0 ? [] : ofOrder(textOf('problems.labels.no_size'))
      case 'brand':
        return line.brand ? [] : ofOrder(textOf('problems.labels.no_brand'))
      case 'product_name':
        return missingNames(line, market)
      case 'care_text':
        return missingWords(line.care, market)
      default:
        return []
    }
  }),
]

const gap = (text: Text, source: LabelSource, id: number | null): LabelGap => ({ text, source, id })

const missingValue = (part: LegalPart, { id }: LabelMarket): LabelGap => ({
  text: textOf('problems.labels.no_legal_value', { part: textOf(`areas.label-market-parts.choices.part.${part}`) }),
  source: 'market',
  id,
})

const missingWords = (care: LabelCare | null, market: LabelMarket): LabelGap[] =>
  market.languages
    .filter((language) => care && !careWords(care, market, language))
    .map(
      (language): LabelGap => ({
        text: textOf('problems.labels.no_care_words', { language: languageName(language) }),
        source: 'care_instruction',
        id: care?.id ?? null,
      }),
    )

const missingNames = (line: LabelLine, market: LabelMarket): LabelGap[] =>
  market.languages
    .filter((language) => isNamedIn(language) && !productName(line, language))
    .map(
      (language): LabelGap => ({
        text: textOf('problems.labels.no_product_name', { language: languageName(language) }),
        source: 'article',
        id: line.article_id,
      }),
    )

const unnamedFibres = (
  composition: readonly CompositionRow[],
  market: LabelMarket,
  fibres: readonly LabelFibre[],
): LabelGap[] => {
  const ids = new Set(composition.map(({ fibre_id }) => fibre_id))
  return fibres
    .filter(({ id }) => ids.has(id))
    .flatMap((fibre) =>
      market.languages
        .filter((language) => !printedName(fibre, market, language))
        .map(
          (language): LabelGap => ({
            text: textOf('problems.labels.fibre_unnamed', {
              fibre: fibre.names.en ?? fibre.code,
              language: languageName(language),
            }),
            source: 'fibre',
            id: fibre.id,
          }),
        ),
    )
}

const languageName = (language: LabelLanguage): Text =>
  textOf(`areas.label-market-languages.choices.language.${language}`)
