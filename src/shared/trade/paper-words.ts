import { dayOf, formatDate } from '#shared/base/dates.ts'
import { formatDecimal } from '#shared/base/money.ts'
import { type Area, allFields, titleKey } from '#shared/kit/area.ts'
import type { PaperBlock, PaperLanguageFormats } from '#shared/kit/paper.ts'

/** The target of a reference, by its titles. */
export interface Named {
  title: string
  title_zh?: string | null
}

/**
 * Helpers for the texts of a paper: `words` and `labels` return one entry for each language, `word` and `label` join
 * them; `value` formats the value of a field in the first language.
 */
export const paperTexts = (tongues: PaperLanguageFormats) => {
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
      case 'moment':
        return formatDate(dayOf(String(given)), language)
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

/** The titles of a reference in each language, without duplicates. */
export const titlesIn = (target: unknown, tongues: PaperLanguageFormats): string[] => {
  if (!target || typeof target !== 'object' || !('title' in target)) return []
  const { title, title_zh } = target as Named
  return [...new Set(tongues.map(({ language }) => (language === 'zh' && title_zh) || title))]
}
/** The titles of a reference in one line. */
export const titleIn = (target: unknown, tongues: PaperLanguageFormats) => titlesIn(target, tongues).join(' ')

/** Joins the parts that are not empty. */
export const joined = (by: string, ...parts: readonly string[]) => parts.filter(Boolean).join(by)

/** Builds blocks of a record's fields, limited to those that the reader may read. */
export const recordBlocks = (
  area: Area,
  record: Readonly<Record<string, unknown>>,
  tongues: PaperLanguageFormats,
  mayRead: (area: Area, field: string) => boolean,
) => {
  const { label, value, word } = paperTexts(tongues)
  const textOf = (name: string) => (mayRead(area, name) ? value(area, name, record) : '')
  return {
    /** A block of the fields with a value, below the title of their section; empty if none has a value. */
    facts: (section: string | null, ...names: readonly string[]): PaperBlock[] => {
      const facts = names.flatMap((name) => {
        const text = textOf(name)
        return text ? [{ name, label: label(area, name), lines: [text] }] : []
      })
      const title = section === null ? {} : { title: word(`areas.${area.name}.sections.${section}`) }
      return facts.length > 0 ? [{ kind: 'facts', ...title, facts }] : []
    },
    /** A block for each long text, below its label. */
    notes: (...names: readonly string[]): PaperBlock[] =>
      names.flatMap((name) => {
        const text = textOf(name)
        return text ? [{ kind: 'notes' as const, title: label(area, name), text }] : []
      }),
  }
}

/** A picture of a record with its description and pinned comments. */
export interface PaperPicture {
  name: string
  description: string | null
  pins: readonly string[]
  content: Uint8Array
}

/** A block of pictures with their comments; empty without pictures. */
export const pictureBlock = (title: string, pictures: readonly PaperPicture[]): PaperBlock[] =>
  pictures.length === 0
    ? []
    : [
        {
          kind: 'figures',
          title,
          figures: pictures.map(({ name, description, pins, content }) => ({
            title: name,
            names: description ? [description] : [],
            texts: pins,
            picture: content,
          })),
        },
      ]
