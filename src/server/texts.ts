import { createInstance, type i18n } from 'i18next'
import { formatDate } from '#shared/base/dates.ts'
import { type Language, languages, type Text } from '#shared/kit/text.ts'

const files = import.meta.glob<Record<string, unknown>>('../../locales/**/*.json', { eager: true, import: 'default' })

/**
 * Renders a text in a language: nested texts are rendered and dates written out first. An unknown key is returned as it
 * is.
 */
export const renderText = (text: Text, language: Language): string => {
  const params = Object.entries(text.params ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object'
      ? renderText(value, language)
      : typeof value === 'string'
        ? formatDate(value, language)
        : value,
  ])
  return String(translators[language](text.key, Object.fromEntries(params)))
}

/** The preferred supported language of an `Accept-Language` header; by default English. */
export const languageOf = (header: string | undefined): Language => {
  if (!header) return 'en'
  const ranges = header
    .slice(0, 200)
    .split(',')
    .map((range) => {
      const [tag = '', ...params] = range
        .trim()
        .toLowerCase()
        .split(';')
        .map((part) => part.trim())
      const quality = params.find((param) => param.startsWith('q='))
      return { language: tag.split('-')[0], quality: quality ? Number(quality.slice(2)) : 1 }
    })
    .filter((range) => range.quality > 0)
    .sort((a, b) => b.quality - a.quality)
  const preferred = ranges.find((range) => languages.some((language) => language === range.language))
  return preferred?.language === 'zh' ? 'zh' : 'en'
}

/** The texts of all locale files as i18next resources. */
const resources = () => {
  const byLanguage: Record<string, { translation: Record<string, unknown> }> = {}
  for (const [path, content] of Object.entries(files)) {
    const [language = '', ...rest] = path
      .replace(/^.*\/locales\//, '')
      .replace('.json', '')
      .split('/')
    byLanguage[language] ??= { translation: {} }
    // locales/en/areas/ports.json holds `areas.ports.…`, locales/en/messages.json `messages.…`.
    let folderTexts = byLanguage[language].translation
    for (const folder of rest.slice(0, -1)) {
      folderTexts[folder] ??= {}
      folderTexts = folderTexts[folder] as Record<string, unknown>
    }
    folderTexts[rest.at(-1) ?? ''] = content
  }
  return byLanguage
}

const texts: i18n = createInstance()
await texts.init({
  resources: resources(),
  fallbackLng: 'en',
  // Texts go into JSON and plain-text mail, where HTML escapes would be visible.
  interpolation: { escapeValue: false },
})
const translators = { en: texts.getFixedT('en'), zh: texts.getFixedT('zh') }
