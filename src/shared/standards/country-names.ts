import type { Language } from '#shared/kit/text.ts'
import { countryNames } from './country-table'

/** The short name of a country; a code outside ISO 3166-1 is returned unchanged. */
export const countryName = (code: string, language: Language): string =>
  countryNames[code]?.[language === 'zh' ? 1 : 0] ?? code

/** All countries, sorted by name in the language (Chinese by pinyin). */
export const countryOptions = (language: Language): { code: string; name: string }[] => {
  const { compare } = new Intl.Collator(language === 'zh' ? 'zh-CN' : 'en')
  return Object.keys(countryNames)
    .map((code) => ({ code, name: countryName(code, language) }))
    .sort((a, b) => compare(a.name, b.name))
}
