import type { DocumentField } from '#server/kit/import/paths.ts'
import { renderText } from '#server/texts.ts'
import type { Area } from '#shared/kit/area.ts'
import { type Language, languages, textOf } from '#shared/kit/text.ts'

type Named = Pick<DocumentField, 'path' | 'area' | 'name' | 'within'>

/** The heading of a field's column in a file: `Unit price`; for a field of rows with their name, `PO line Unit price`. */
export const headingOf = ({ area, name, within }: Named, language: Language): string => {
  const label = labelOf(area, name, language)
  return within.length === 0 ? label : `${renderText(textOf(`areas.${area.name}.name_one`), language)} ${label}`
}

/** The heading followed by the field's path, for files in which the heading alone is ambiguous. */
export const keyedHeading = (field: Named, language: Language): string =>
  `${headingOf(field, language)} (${field.path})`

/** All headings that an import accepts for the field. */
export const acceptedHeadings = (field: Named): string[] =>
  languages.flatMap((language) => [
    ...(field.within.length === 0 ? [] : [labelOf(field.area, field.name, language)]),
    headingOf(field, language),
    keyedHeading(field, language),
  ])

/**
 * The headings of a file. Columns with equal headings, and those whose heading an import would match to another field
 * (`isOwn`), include their paths. Id and version keep their field names, which every import recognises.
 */
export const headingsOf = (
  fields: readonly Named[],
  language: Language,
  isOwn: (headings: readonly string[]) => readonly boolean[],
): string[] => {
  const plain = fields.map((field) =>
    field.path === 'id' || field.path === 'version' ? field.path : headingOf(field, language),
  )
  const areOwn = isOwn(plain)
  return fields.map((field, index) => {
    const heading = plain[index] ?? field.path
    const isUnique = plain.indexOf(heading) === plain.lastIndexOf(heading)
    return isUnique && areOwn[index] !== false ? heading : keyedHeading(field, language)
  })
}

const labelOf = (area: Area, name: string, language: Language): string => {
  const key = `areas.${area.name}.fields.${name}`
  const label = renderText(textOf(key), language)
  return label === key ? renderText(textOf(`areas.base.fields.${name}`), language) : label
}
