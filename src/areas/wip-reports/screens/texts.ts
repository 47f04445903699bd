import { choiceLabel, language } from '#web/i18n.ts'
import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { wipReports } from '../area'

export const screenText = screenTexts(wipReports)

/** The label of a stage. */
export const stageLabel = (stage: string) => choiceLabel(wipReports, 'stage', stage)

/** The article's name in the current language. */
export const articleName = ({ article_en, article_zh }: { article_en: string; article_zh: string | null }) =>
  (language() === 'zh' && article_zh) || article_en

/** The colourway's name in the current language; null without a colourway. */
export const colourName = ({ colour_en, colour_zh }: { colour_en: string | null; colour_zh: string | null }) =>
  (language() === 'zh' && colour_zh) || colour_en
