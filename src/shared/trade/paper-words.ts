import { formatDate } from '#shared/base/dates.ts'
import { formatDecimal } from '#shared/base/money.ts'
import { type Area, allFields, titleKey } from '#shared/kit/area.ts'
import type { PaperLanguageFormats } from '#shared/kit/paper.ts'

/** A reference by its titles. */
export interface Named {
  title: string
  title_zh?: string | null
}

/** Labels in every language; values in the first. */
export const speaking = (tongues: PaperLanguageFormats) => {
  const [{ language }] = tongues
  const words = (key: string, params?: Record<string, string | number>) => [
    ...new Set(tongues.map((tongue) => tongue.say(key, params))),
  ]
  const word = (key: string, params?: Record<string, string | number>) => words(key, params).join(' ')
  const labels = (area: Area, name: string) => words(`areas.${area.name}.fields.${name}`)
  const label = (area: Area, name: string) => labels(area, name).join(' ')
  const value = (area: Area, name: string, record: Readonly<Record<string, unknown>>): string => {
    const given = record[name]
    if (given === null || given === undefined || given === '') return ''
    switch (allFields(area)[name]?.kind) {
      case 'date':
        return formatDate(String(given), language)
      case 'choice':
        return word(`areas.${area.name}.choices.${name}.${given}`)
      case 'reference':
        return titleIn(record[titleKey(name)], tongues)
      case 'country':
        return new Intl.DisplayNames([language], { type: 'region' }).of(String(given)) ?? String(given)
      case 'decimal':
        return formatDecimal(String(given), language)
      case 'percent':
        return `${formatDecimal(String(given), language)}%`
      default:
        return String(given)
    }
  }
  return { word, words, label, labels, value }
}

/** The titles of a reference, one for each language unless they are the same. */
export const titlesIn = (mention: unknown, tongues: PaperLanguageFormats): string[] => {
  if (!mention || typeof mention !== 'object' || !('title' in mention)) return []
  const { title, title_zh } = mention as Named
  return [...new Set(tongues.map(({ language }) => (language === 'zh' && title_zh) || title))]
}
/** The same in one line. */
export const titleIn = (mention: unknown, tongues: PaperLanguageFormats) => titlesIn(mention, tongues).join(' ')

/** The parts that are there. */
export const joined = (by: string, ...parts: readonly string[]) => parts.filter(Boolean).join(by)
