import { language } from '#web/i18n.ts'
import type { Article } from '../form/article-input'

/** The fields of a colourway that ordering uses. */
export interface Colourway {
  id: number
  code: string
  name_en: string
  name_zh: string | null
  active: boolean
}

/** The colourways in an article's record. */
export const coloursOf = (article: Article | undefined): readonly Colourway[] =>
  (article as { colourways?: readonly Colourway[] } | undefined)?.colourways ?? noColourways

const noColourways: readonly Colourway[] = []

export const nameOfColourway = ({ name_en, name_zh }: Colourway): string => (language() === 'zh' && name_zh) || name_en
