import { type Area, allFields, type Register } from '#shared/kit/area.ts'
import { fieldLabel, t } from '#web/i18n.ts'

/** The field errors of a response by path, with the messages of each path joined. */
export const fieldMessages = (errors: Record<string, string[] | string> | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors ?? {}).map(([path, messages]) => [
      path,
      Array.isArray(messages) ? messages.join(' ') : messages,
    ]),
  )

/**
 * Messages with the labels of their fields, one for equal errors in several rows: `Lines 2, 3, Quantity: Fill this in`.
 */
export const errorLines = (area: Area, register: Register, messages: Record<string, string>): string[] => {
  const lines = new Map<string, { path: string; rows: string[]; message: string }>()
  for (const [path, message] of Object.entries(messages)) {
    const [, row] = /^\w+\.(\d+)/.exec(path) ?? []
    const existing = lines.get(`${withoutRow(path)} ${message}`) ?? { path, rows: [], message }
    if (row !== undefined) existing.rows.push(String(Number(row) + 1))
    lines.set(`${withoutRow(path)} ${message}`, existing)
  }
  return [...lines.values()].map(({ path, rows, message }) => {
    const label = pathLabel(area, register, path, rows.join(', '))
    return label ? t('kit.form.error_line', { place: label, message }) : message
  })
}

const withoutRow = (path: string) => path.replace(/^(\w+)\.\d+/, '$1')

/** A path as labels (`Lines 2, Quantity`); `rows` replaces the row number when the message applies to several rows. */
export const pathLabel = (area: Area, register: Register, path: string, rows?: string): string => {
  const [name = '', index, ...innerPath] = path.split('.')
  const field = allFields(area)[name]
  if (!field) return ''
  const label = fieldLabel(area, name)
  if (field.kind !== 'rows' || index === undefined) return label
  const child = register.get(field.options.to ?? '')
  const inner = innerPath.length > 0 ? pathLabel(child, register, innerPath.join('.')) : ''
  return [`${label} ${rows || Number(index) + 1}`, inner].filter(Boolean).join(t('kit.comma'))
}
