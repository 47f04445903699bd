import { type Area, allFields, type Register } from '../../shared/area'
import { fieldLabel, t } from '../i18n'

/** Messages of an answer by path, one text each. */
export const fieldMessages = (errors: Record<string, string[] | string> | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors ?? {}).map(([path, said]) => [path, Array.isArray(said) ? said.join(' ') : said]),
  )

/** Messages as lines that name their place in words: `Order lines 2, Quantity: Fill this in`. */
export const errorLines = (area: Area, register: Register, messages: Record<string, string>): string[] =>
  Object.entries(messages).map(([path, message]) => {
    const place = pathLabel(area, register, path)
    return place ? t('kit.form.error_line', { place, message }) : message
  })

/** A path in words of the reader. */
export const pathLabel = (area: Area, register: Register, path: string): string => {
  const [name = '', index, ...rest] = path.split('.')
  const field = allFields(area)[name]
  if (!field) return ''
  const label = fieldLabel(area, name)
  if (field.kind !== 'rows' || index === undefined) return label
  const child = register.get(field.options.to ?? '')
  const inner = rest.length > 0 ? pathLabel(child, register, rest.join('.')) : ''
  return [`${label} ${Number(index) + 1}`, inner].filter(Boolean).join(t('kit.comma'))
}
