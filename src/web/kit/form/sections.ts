import { type Area, rowsOf } from '#shared/kit/area.ts'
import { fieldLabel, hasText, t } from '#web/i18n.ts'

/** A section of fields. Its name is the key of its text under the area's `sections`; rows are sections of their own. */
export interface SectionPlan {
  name: string
  fields: readonly string[]
}

/** The title of a section. */
export const sectionTitle = (area: Area, name: string): string => {
  const key = `areas.${area.name}.sections.${name}`
  if (hasText(key)) return t(key)
  return area.fields[name] ? fieldLabel(area, name) : t(`kit.form.${name}`)
}

/** The help text of a section, if the area has one. */
export const sectionHelp = (area: Area, name: string): string | undefined => {
  const key = `areas.${area.name}.sections_help.${name}`
  return hasText(key) ? t(key) : undefined
}

/** The default sections: short fields, then long ones, then rows. */
export const defaultSections = (area: Area, fields: readonly string[]): SectionPlan[] => {
  const isLong = (name: string) => area.fields[name]?.kind === 'long_text'
  const plain = fields.filter((name) => area.fields[name]?.kind !== 'rows')
  return [
    { name: 'details', fields: plain.filter((name) => !isLong(name)) },
    { name: 'notes', fields: plain.filter(isLong) },
    ...rowsOf(area).map(([name]) => ({ name, fields: [name] })),
  ].filter((section) => section.fields.length > 0)
}
