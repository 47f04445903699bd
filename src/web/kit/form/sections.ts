import { type Area, rowsOf } from '#shared/kit/area.ts'
import { fieldLabel, hasText, t } from '#web/i18n.ts'

/** A section of a form or page. `name` is the key of its title in the area's texts (`sections`), or a rows field. */
export interface SectionPlan {
  name: string
  fields: readonly string[]
}

/** The title of a section: the area's text, else the label of its rows field, else a text of the kit. */
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
  const ownFields = fields.filter((name) => area.fields[name]?.kind !== 'rows')
  return [
    { name: 'details', fields: ownFields.filter((name) => !isLong(name)) },
    { name: 'notes', fields: ownFields.filter(isLong) },
    ...rowsOf(area).map(([name]) => ({ name, fields: [name] })),
  ].filter((section) => section.fields.length > 0)
}
