import { renderText } from '#server/texts.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { type DateForm, type NumberForm, readDate, readFlag, readInteger, readNumber } from '#shared/delimited/forms.ts'
import { isDecimal } from '#shared/kit/fields.ts'
import { fold } from '#shared/kit/fold.ts'
import { languages, type Text, textOf } from '#shared/kit/text.ts'
import { readCountry } from '#shared/standards/read-country.ts'
import type { DocumentField } from './paths'

/** The forms in which the dates or numbers of a column are written. */
export interface Forms {
  date?: DateForm
  number?: NumberForm
}

/**
 * Converts the text of a cell to a value for the API, or reports why it cannot. References remain texts, which are
 * resolved later. Never called for empty cells.
 */
export type CellReader = (text: string) => { value: unknown; problem?: undefined } | { problem: Text }

/** The reader for the cells of a field, in the forms chosen for its column. */
export const cellReader = (field: DocumentField, forms: Forms): CellReader => {
  const read = readerOf(field, forms)
  return (text) => (isErrorValue(text) ? { problem: textOf('import.error_value', { value: text.trim() }) } : read(text))
}

/**
 * Whether the cell contains an error value of a spreadsheet (`#N/A`), which is neither a text nor the name of a record.
 */
export const isErrorValue = (text: string) => errorValues.has(text.trim().toUpperCase())

const errorValues: ReadonlySet<string> = new Set(
  '#N/A #REF! #VALUE! #DIV/0! #NAME? #NULL! #NUM! #SPILL! #CALC!'.split(' '),
)

const readerOf = ({ area, name, field }: DocumentField, forms: Forms): CellReader => {
  switch (field.kind) {
    case 'integer':
      return (text) => read(readInteger(text, forms.number ?? 'plain'), 'import.not_whole', text)
    case 'date': {
      const form = forms.date ?? 'iso'
      return (text) => read(readDate(text, form), 'import.not_date', text, { form: textOf(`import.forms.${form}`) })
    }
    case 'moment':
      return (text) => read(momentOf(text), 'import.not_moment', text)
    case 'flag':
      return (text) => read(readFlag(text), 'import.not_flag', text)
    case 'choice': {
      const words = wordsOf(area.name, name, field.options.values ?? [])
      return (text) => read(words.get(wordKey(text)) ?? null, 'import.not_choice', text)
    }
    case 'choices': {
      const words = wordsOf(area.name, name, field.options.values ?? [])
      const maxParts = Math.max(...[...words.keys()].map((word) => word.split(separator).length))
      return (text) => {
        const { chosen, unknown } = readChoices(text, words, maxParts)
        if (unknown !== undefined) return { problem: textOf('import.not_choice', { value: truncate(unknown) }) }
        return { value: (field.options.values ?? []).filter((value) => chosen.has(value)) }
      }
    }
    case 'country':
      return (text) => read(readCountry(text) ?? codeIn(text, /^[A-Z]{2}$/), 'import.not_country', text)
    case 'currency':
      return (text) => read(codeIn(text, /^[A-Z]{3}$/), 'import.not_currency', text)
    case 'text': {
      const { case: letters } = field.options
      return (text) => {
        const plain = text.trim()
        return { value: letters === 'upper' ? plain.toUpperCase() : letters === 'lower' ? plain.toLowerCase() : plain }
      }
    }
    default:
      if (isDecimal(field)) return (text) => read(readNumber(text, forms.number ?? 'plain'), 'import.not_number', text)
      return (text) => ({ value: text.trim() })
  }
}

const read = (value: unknown, key: string, text: string, params: Record<string, Text> = {}) =>
  value === null ? { problem: textOf(key, { value: truncate(text), ...params }) } : { value }

/** A well-formed code, even if it is not in use: an older record may have it. As a new value it is refused later. */
const codeIn = (text: string, form: RegExp): string | null => {
  const code = text.trim().toUpperCase()
  return form.test(code) ? code : null
}

/** A cell's text cut to the length that fits in a message. */
export const truncate = (text: string) => (text.length > 60 ? `${cutText(text, 59)}…` : text)

/** A moment as ISO 8601. Without a zone, as spreadsheets show them, it is in UTC, as exports write it. */
const momentOf = (text: string): string | null => {
  const bare = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(text)
  const time = bare
    ? Date.parse(`${bare[1]}T${bare[2]}Z`)
    : /^\d{4}-\d{2}-\d{2}[T ]/.test(text)
      ? Date.parse(text)
      : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** The choices by their keys and by their labels in all languages. */
const wordsOf = (area: string, name: string, values: readonly string[]) => {
  const words = new Map<string, string>()
  for (const value of values)
    for (const language of languages)
      words.set(wordKey(renderText(textOf(`areas.${area}.choices.${name}.${value}`), language)), value)
  for (const value of values) words.set(wordKey(value), value)
  return words
}

const separator = /[,;|、，；/]/

/**
 * The choices that a cell lists, and the first part that is no choice. A label may contain separators (`Letter of
 * credit (L/C)`) and so consist of up to `maxParts` parts; the longest label that matches is chosen.
 */
const readChoices = (text: string, words: ReadonlyMap<string, string>, maxParts: number) => {
  const parts = text.split(new RegExp(`(${separator.source})`))
  const chosen = new Set<string>()
  for (let index = 0; index < parts.length; index += 2) {
    if (!parts[index]?.trim()) continue
    const candidates = Array.from({ length: maxParts }, (_, less) =>
      parts.slice(index, index + 2 * (maxParts - less) - 1),
    )
    const label = candidates.find((candidate) => words.has(wordKey(candidate.join(''))))
    if (!label) return { chosen, unknown: parts[index] }
    chosen.add(words.get(wordKey(label.join(''))) ?? '')
    index += label.length - 1
  }
  return { chosen, unknown: undefined }
}

const wordKey = (text: string) =>
  fold(text)
    .replace(/[\s_-]+/g, ' ')
    .trim()
