import type { Area } from '#shared/kit/area.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { isWide } from './field-section'

/** The columns of a rows editor: required fields, then those of the area's list, as many as fit in a line. */
export const mainFields = (area: Area, writable: readonly string[]): string[] => {
  const required = writable.filter((name) => area.fields[name]?.required)
  const listed = (area.columns ?? writable).filter((name) => writable.includes(name))
  const chosen = new Set(required.slice(0, mostColumns))
  let width = [...chosen].reduce((sum, name) => sum + inputWidth(area, name), 0)
  for (const name of listed.filter((name) => !chosen.has(name) && !isWide(area, name))) {
    width += inputWidth(area, name)
    if (width > lineWidth || chosen.size === mostColumns) break
    chosen.add(name)
  }
  const order = [...new Set([...listed, ...writable])]
  return order.filter((name) => chosen.has(name) && !isWide(area, name))
}

/** The text alignment of a column, by the kind of its field. */
export const alignOf = (area: Area, name: string) => fieldKinds[area.fields[name]?.kind ?? 'text'].align

/** The minimum width of a column's inputs in pixels. */
export const inputWidth = (area: Area, name: string): number => {
  const field = area.fields[name]
  if (!field) return 120
  if (field.kind === 'reference' || field.kind === 'country') return 200
  if (field.kind === 'date') return 160
  if (field.kind === 'flag') return 96
  return fieldKinds[field.kind].align === 'right' ? 112 : 144
}

const mostColumns = 6
/** Pixels available for inputs, next to the buttons of a row. */
const lineWidth = 790
