import type { CompositionRow, GarmentComponent } from './composition'
import { qualifiedName } from './composition-text'
import type { LabelLanguage, LegalPart } from './label-parts'

type Words = Readonly<Record<LabelLanguage, string>>

/** The headings of texts on labels. */
export const headingWords: Readonly<
  Record<'product_name' | 'article' | 'size' | 'composition' | Exclude<LegalPart, 'rn' | 'ca' | 'abn' | 'note'>, Words>
> = {
  product_name: { en: '', fr: '', de: '', es: '', it: '', zh: '品名' },
  article: { en: 'Style', fr: 'Réf.', de: 'Art.-Nr.', es: 'Ref.', it: 'Art.', zh: '货号' },
  size: { en: 'Size', fr: 'Taille', de: 'Größe', es: 'Talla', it: 'Taglia', zh: '尺码' },
  composition: {
    en: 'Composition',
    fr: 'Composition',
    de: 'Zusammensetzung',
    es: 'Composición',
    it: 'Composizione',
    zh: '纤维成分',
  },
  importer: {
    en: 'Imported by',
    fr: 'Importé par',
    de: 'Importiert durch',
    es: 'Importado por',
    it: 'Importato da',
    zh: '进口商',
  },
  standard: { en: 'Standard', fr: 'Norme', de: 'Norm', es: 'Norma', it: 'Norma', zh: '执行标准' },
  safety_category: {
    en: 'Safety category',
    fr: 'Catégorie de sécurité',
    de: 'Sicherheitskategorie',
    es: 'Categoría de seguridad',
    it: 'Categoria di sicurezza',
    zh: '安全类别',
  },
  product_grade: { en: 'Grade', fr: 'Qualité', de: 'Güteklasse', es: 'Calidad', it: 'Qualità', zh: '产品等级' },
}

/** The names of garment components on labels. */
export const componentWords: Readonly<Record<GarmentComponent, Words>> = {
  shell: { en: 'Shell', fr: 'Tissu extérieur', de: 'Oberstoff', es: 'Exterior', it: 'Tessuto esterno', zh: '面料' },
  lining: { en: 'Lining', fr: 'Doublure', de: 'Futter', es: 'Forro', it: 'Fodera', zh: '里料' },
  rib: { en: 'Rib', fr: 'Bord-côte', de: 'Bündchen', es: 'Canalé', it: 'Costina', zh: '罗纹' },
  filling: { en: 'Filling', fr: 'Rembourrage', de: 'Füllung', es: 'Relleno', it: 'Imbottitura', zh: '填充物' },
  trim: { en: 'Trim', fr: 'Garniture', de: 'Besatz', es: 'Adorno', it: 'Guarnizione', zh: '辅料' },
}

/**
 * A text with its heading: `Lining: 100% polyester`, `里料：聚酯纤维100%`. The headings of size, style number and importer
 * have no colon.
 */
export const withHeading = (words: Words, language: LabelLanguage = 'en', text: string): string => {
  const heading = words[language]
  if (heading === '') return text
  if (language === 'zh') return `${heading}：${text}`
  const isShort = words === headingWords.size || words === headingWords.article || words === headingWords.importer
  // French typography requires a non-breaking space before a colon.
  return isShort ? `${heading} ${text}` : `${heading}${language === 'fr' ? '\u00a0' : ''}: ${text}`
}

/**
 * The name of a fibre with its qualifiers. The forms are independent of grammatical gender, so that they fit every
 * name.
 */
export const qualified = (
  name: string,
  row: Pick<CompositionRow, 'recycled' | 'organic'>,
  language: LabelLanguage,
): string => {
  if (language === 'en' || language === 'zh') return qualifiedName(name, row, language)
  const patterns = qualifierPatterns[language]
  const organicName = row.organic ? patterns.organic.replace('#', name) : name
  return row.recycled ? patterns.recycled.replace('#', organicName) : organicName
}

const qualifierPatterns = {
  fr: { recycled: '# d’origine recyclée', organic: '# d’origine biologique' },
  de: { recycled: '# recycelt', organic: 'Bio-#' },
  es: { recycled: '# de origen reciclado', organic: '# de origen ecológico' },
  it: { recycled: '# di origine riciclata', organic: '# di origine biologica' },
} as const
