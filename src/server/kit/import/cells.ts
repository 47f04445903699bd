import { renderText } from '#server/texts.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { type DateForm, type NumberForm, readDate, readFlag, readInteger, readNumber } from '#shared/delimited/forms.ts'
import { isDecimal } from '#shared/kit/fields.ts'
import { fold } from '#shared/kit/fold.ts'
import { languages, type Text, textOf } from '#shared/kit/text.ts'
import { readCountry } from '#shared/standards/read-country.ts'
import type { DocumentField } from './paths'

/** How the column of a field is written. */
export interface Forms {
  date?: DateForm
  number?: NumberForm
}

/**
 * Converts a cell to the value that the API takes. References are not resolved here: they stay the text that names a
 * record. Never called for empty cells.
 */
export type CellReader = (text: string) => { value: unknown; problem?: undefined } | { problem: Text }

/** How to read the cells of a field, in the forms chosen for its column. */
export const cellReader = (of: DocumentField, forms: Forms): CellReader => {
  const read = readerOf(of, forms)
  return (text) => (isErrorValue(text) ? { problem: textOf('import.error_value', { value: text.trim() }) } : read(text))
}

/** Whether the cell holds what a spreadsheet writes where a formula has no result: it is no text of a record, and no name. */
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
      const most = Math.max(...[...words.keys()].map((word) => word.split(separator).length))
      return (text) => {
        const { chosen, unknown } = chosenIn(text, words, most)
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

/** A code, also one that there is none of: a record may have it from before; as a new value it is refused. */
const codeIn = (text: string, form: RegExp): string | null => {
  const code = text.trim().toUpperCase()
  return form.test(code) ? code : null
}

/** The part of a cell that a message can hold. */
export const truncate = (text: string) => (text.length > 60 ? `${cutText(text, 59)}…` : text)

/** A moment; without a zone, as spreadsheets have it, it is one of UTC, as exports write it. */
const momentOf = (text: string): string | null => {
  const bare = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(text)
  const time = bare
    ? Date.parse(`${bare[1]}T${bare[2]}Z`)
    : /^\d{4}-\d{2}-\d{2}[T ]/.test(text)
      ? Date.parse(text)
      : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** A choice by its own key or by its label in any language. */
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
 * The choices that a cell lists, and the first that is none. Labels may have a separator in them (`Letter of credit
 * (L/C)`), `most` parts at most: of several readings the longest label is meant.
 */
const chosenIn = (text: string, words: ReadonlyMap<string, string>, most: number) => {
  const parts = text.split(new RegExp(`(${separator.source})`))
  const chosen = new Set<string>()
  for (let at = 0; at < parts.length; at += 2) {
    if (!parts[at]?.trim()) continue
    const readings = Array.from({ length: most }, (_, less) => parts.slice(at, at + 2 * (most - less) - 1))
    const known = readings.find((reading) => words.has(wordKey(reading.join(''))))
    if (!known) return { chosen, unknown: parts[at] }
    chosen.add(words.get(wordKey(known.join(''))) ?? '')
    at += known.length - 1
  }
  return { chosen, unknown: undefined }
}

const wordKey = (text: string) =>
  fold(text)
    .replace(/[\s_-]+/g, ' ')
    .trim()
