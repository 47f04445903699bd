import { type Area, rowsOf } from '#shared/kit/area.ts'
import { fieldLabel, hasText, t } from '#web/i18n.ts'

/** Fields that belong together. The name is its text's key under the area's `sections`; rows stand as sections of their own. */
export interface SectionPlan {
  name: string
  fields: readonly string[]
}

/** The title of a section. */
export const sectionTitle = (area: Area, name: string): string => {
  const own = `areas.${area.name}.sections.${name}`
  if (hasText(own)) return t(own)
  return area.fields[name] ? fieldLabel(area, name) : t(`kit.form.${name}`)
}

/** What a newcomer would ask about a section, where the area says it. */
export const sectionHelp = (area: Area, name: string): string | undefined => {
  const key = `areas.${area.name}.sections_help.${name}`
  return hasText(key) ? t(key) : undefined
}

/** Without a plan of its own an area has its short fields, then its long ones, then its rows. */
export const defaultSections = (area: Area, fields: readonly string[]): SectionPlan[] => {
  const isLong = (name: string) => area.fields[name]?.kind === 'long_text'
  const plain = fields.filter((name) => area.fields[name]?.kind !== 'rows')
  return [
    { name: 'details', fields: plain.filter((name) => !isLong(name)) },
    { name: 'notes', fields: plain.filter(isLong) },
    ...rowsOf(area).map(([name]) => ({ name, fields: [name] })),
  ].filter((section) => section.fields.length > 0)
}
