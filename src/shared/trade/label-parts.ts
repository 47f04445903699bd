/** Languages of labels: those in which fibres have names. */
export const labelLanguages = ['en', 'fr', 'de', 'es', 'it', 'zh'] as const
export type LabelLanguage = (typeof labelLanguages)[number]

/** Parts of a label with data of the order line. */
export const lineParts = [
  'brand',
  'product_name',
  'article',
  'size',
  'composition',
  'care_symbols',
  'care_text',
  'origin',
] as const
/** Parts of a label that the law of the market requires; the record of the market has their values. */
export const legalParts = [
  'importer',
  'rn',
  'ca',
  'abn',
  'standard',
  'safety_category',
  'product_grade',
  'note',
] as const
export const labelParts = [...lineParts, ...legalParts] as const
export type LabelPart = (typeof labelParts)[number]
export type LegalPart = (typeof legalParts)[number]

export const isLegalPart = (part: LabelPart): part is LegalPart => (legalParts as readonly string[]).includes(part)

/** Wordings of care instructions in English. */
export const englishWordings = ['international', 'australian'] as const
export type EnglishWording = (typeof englishWordings)[number]
