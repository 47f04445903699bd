import { choiceLabel, language, t } from '../../../web/i18n'
import { wipReports } from '../area'

/** A text of this area's own screens. */
export const word = (key: string, params?: Record<string, unknown>) =>
  t(`areas.${wipReports.name}.screen.${key}`, params)

/** What a stage is called. */
export const stageLabel = (stage: string) => choiceLabel(wipReports, 'stage', stage)

/** The article's name in the language in use. */
export const articleName = ({ article_en, article_zh }: { article_en: string; article_zh: string | null }) =>
  (language() === 'zh' && article_zh) || article_en
