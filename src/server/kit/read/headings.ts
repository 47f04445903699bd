import type { DocumentField } from '#server/kit/import/paths.ts'
import { renderText } from '#server/texts.ts'
import type { Area } from '#shared/kit/area.ts'
import { type Language, languages, textOf } from '#shared/kit/text.ts'

type Named = Pick<DocumentField, 'path' | 'area' | 'name' | 'within'>

/** A field as a column of a file is headed by it: `Unit price`, of the rows of a document `PO line Unit price`. */
export const headingOf = ({ area, name, within }: Named, language: Language): string => {
  const label = labelOf(area, name, language)
  return within.length === 0 ? label : `${renderText(textOf(`areas.${area.name}.name_one`), language)} ${label}`
}

/** The same with its path behind it, for a file in which the words alone would mean several fields. */
export const keyedHeading = (field: Named, language: Language): string =>
  `${headingOf(field, language)} (${field.path})`

/** Every heading by which a file may name the field. */
export const acceptedHeadings = (field: Named): string[] =>
  languages.flatMap((language) => [
    ...(field.within.length === 0 ? [] : [labelOf(field.area, field.name, language)]),
    headingOf(field, language),
    keyedHeading(field, language),
  ])

/**
 * Headings of a file in a language. Two columns of one name, and one that `isOwn` attributes to another field, include
 * their paths. Id and version keep their field names, which every import recognises.
 */
export const headingsOf = (
  fields: readonly Named[],
  language: Language,
  isOwn: (headings: readonly string[]) => readonly boolean[],
): string[] => {
  const plain = fields.map((field) =>
    field.path === 'id' || field.path === 'version' ? field.path : headingOf(field, language),
  )
  const ownLabels = isOwn(plain)
  return fields.map((field, index) => {
    const heading = plain[index] ?? field.path
    const isAlone = plain.indexOf(heading) === plain.lastIndexOf(heading)
    return isAlone && ownLabels[index] !== false ? heading : keyedHeading(field, language)
  })
}

const labelOf = (area: Area, name: string, language: Language): string => {
  const key = `areas.${area.name}.fields.${name}`
  const label = renderText(textOf(key), language)
  return label === key ? renderText(textOf(`areas.base.fields.${name}`), language) : label
}
