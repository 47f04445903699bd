import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { acceptedHeadings } from '#server/kit/read/headings.ts'
import { addError, type Errors } from '#server/kit/write/references.ts'
import { numberFormsFor } from '#shared/delimited/column-forms.ts'
import type { DateForm, NumberForm } from '#shared/delimited/forms.ts'
import { confidentMatch, matchColumns } from '#shared/delimited/match.ts'
import { type Area, columnsOf } from '#shared/kit/area.ts'
import { type Fields, isDecimal } from '#shared/kit/fields.ts'
import { rolesOf } from '#shared/kit/roles.ts'
import { fieldSchema } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import type { FileColumn, ImportSettings, Source, Suggestion } from '#shared/kit/wire/import.ts'
import { type CellReader, cellReader, type Forms } from './cells'
import { creationObstacle } from './minimal-records'
import { type DocumentField, documentFields, levelsOf, type RowLevel } from './paths'
import { type RecordCheckColumn, recordCheckColumns } from './record-check'
import type { Import } from './staged'
import { importTarget, isImportable } from './targets'

/** A field that the import fills, with its source and the reader of its cells. */
export interface PlannedField extends DocumentField {
  source: Source
  read: CellReader
}

/** A level of rows with the fields that identify a row. */
export interface PlannedLevel extends RowLevel {
  /** The fields that identify a row; empty if the file has none of them. */
  key: readonly string[]
  /** Dates that distinguish deliveries of the same item if the file lacks the rows' own key. */
  apart: readonly string[]
  /** Dates of the document that each row gets for itself if the rows of a document have different ones. */
  handed: readonly string[]
}

/** How an import fills records, once all questions are answered. */
export interface Plan {
  area: Area
  fields: readonly PlannedField[]
  levels: readonly PlannedLevel[]
  /** The columns with id and version in a re-imported export. */
  stamps: Stamps | null
  /** The read-only columns of a worklist's file. */
  displayColumns: readonly RecordCheckColumn[]
  /** The paths of references whose missing records are created. */
  creates: ReadonlySet<string>
  options: Record<string, unknown>
}

/** The fields of a document that the caller may set. */
export const importFields = (kit: Kit, me: Principal, area: Area): DocumentField[] =>
  documentFields(kit.register, area, (owner, name) => isImportable(kit, me.role, area, owner, name))

/** Suggests columns for fields by their headings. */
export const suggest = (
  kit: Kit,
  area: Area,
  fields: readonly DocumentField[],
  columns: readonly Pick<FileColumn, 'heading'>[],
) => {
  const aliases = kit.server(area.name).import?.aliases ?? {}
  return matchColumns(
    columns.map(({ heading }) => heading),
    fields.map(({ path, area: owner, name, within }) => ({
      name: path,
      labels: acceptedHeadings({ path, area: owner, name, within }),
      aliases: aliases[path] ?? [],
    })),
  ).filter((match): match is Suggestion => match.column !== null)
}

/** The paths of fields that an import would match to headings without asking, by the index of the heading. */
export const matchHeadings = (
  kit: Kit,
  area: Area,
  fields: readonly DocumentField[],
  headings: readonly string[],
): Map<number, string> => {
  return new Map(
    suggest(
      kit,
      area,
      fields,
      headings.map((heading) => ({ heading })),
    ).flatMap(({ field, column, sure }) =>
      column !== null && sure >= confidentMatch ? [[column, field] as const] : [],
    ),
  )
}

/** The initial settings of an import: the mapping of confident matches. */
export const firstSettings = (matches: ReturnType<typeof suggest>, columns: readonly FileColumn[]): ImportSettings => ({
  mapping: Object.fromEntries(
    matches.flatMap(({ field, column, sure }) =>
      column !== null && sure >= confidentMatch ? [[field, { column }]] : [],
    ),
  ),
  date_forms: {},
  number_forms: {},
  create_missing: [],
  options: {},
  ...(stampsOf(columns) ? { bring_back: true } : {}),
})

/** The indexes of the columns with id and version in a file. */
export interface Stamps {
  id: number
  version: number
}

/**
 * The columns with id and version. Both headings must match exactly: a file from elsewhere may have its own `ID`
 * column.
 */
export const stampsOf = (columns: readonly FileColumn[]): Stamps | null => {
  const [id, version] = ['id', 'version'].map((name) => columns.findIndex(({ heading }) => heading === name))
  return id === undefined || version === undefined || id < 0 || version < 0 ? null : { id, version }
}

/** The problems of settings, by their path in the settings. */
export const settingsErrors = (
  kit: Kit,
  me: Principal,
  { area: name, columns }: Pick<Import, 'area' | 'columns'>,
  settings: ImportSettings,
): Errors => {
  const area = importTarget(kit, name)
  const fields = new Map(importFields(kit, me, area).map((field) => [field.path, field]))
  const errors: Errors = {}
  for (const [path, source] of Object.entries(settings.mapping)) {
    const field = fields.get(path)
    if (!field) addError(errors, `mapping.${path}`, textOf('import.unknown_column', { name: path.slice(0, 80) }))
    else if ('column' in source) {
      if (!columns[source.column]) addError(errors, `mapping.${path}`, textOf('import.no_such_column'))
    } else if (!fieldSchema(field.field).safeParse(source.value).success || source.value === null)
      addError(errors, `mapping.${path}`, textOf('validation.invalid'))
  }
  for (const path of settings.create_missing) {
    const field = fields.get(path)
    const reason =
      field?.field.kind === 'reference'
        ? creationObstacle(kit, me, kit.register.get(field.field.options.to ?? ''), field.field.options.states)
        : textOf('import.unknown_column', { name: path.slice(0, 80) })
    if (reason) addError(errors, `create_missing.${path}`, reason)
  }
  const declared = optionsFor(kit, area.name, me)
  for (const [option, value] of Object.entries(settings.options)) {
    const field = Object.hasOwn(declared, option) ? declared[option] : undefined
    if (!field) addError(errors, `options.${option}`, textOf('validation.unknown_field'))
    else if (!fieldSchema(field).safeParse(value).success)
      addError(errors, `options.${option}`, textOf('validation.invalid'))
  }
  return errors
}

/** The import options of an area that the caller may set. */
export const optionsFor = (kit: Kit, area: string, { role }: Principal): Fields =>
  Object.fromEntries(
    Object.entries(kit.server(area).import?.options ?? {}).filter(
      ([, { options }]) => !options.write || rolesOf(options.write).includes(role),
    ),
  )

/** What a person must choose before the file can be checked, by field path. */
export const openQuestions = (
  kit: Kit,
  me: Principal,
  record: Pick<Import, 'area' | 'columns' | 'settings'>,
): Errors => {
  const area = importTarget(kit, record.area)
  const { settings, columns } = record
  const errors: Errors = {}
  const fields = mappedFields(kit, me, area, settings)
  for (const name of area.worklist ? [] : (area.key ?? []))
    if (!fields.some(({ path }) => path === name)) addError(errors, name, textOf('import.key_not_mapped'))
  if (!levelsOf(kit.register, area, fields)) addError(errors, '', textOf('import.rows_beside_rows'))
  for (const { path, field, source } of fields) {
    if (!('column' in source)) continue
    const column = columns[source.column]
    if (!column || column.filled === 0) continue
    if (field.kind === 'date' && !settings.date_forms[source.column] && !onlyForm(column.date_forms))
      addError(errors, path, textOf(column.date_forms.length > 0 ? 'import.choose_date_form' : 'import.no_date_form'))
    const fits = numberFormsFor(field, column)
    if (isNumber(field) && !settings.number_forms[source.column] && !onlyForm(fits))
      addError(errors, path, textOf(fits.length > 0 ? 'import.choose_number_form' : 'import.no_number_form'))
  }
  return errors
}

/** The plan of an import; requires that `openQuestions` is empty. */
export const planOf = (kit: Kit, me: Principal, record: Import): Plan => {
  const area = importTarget(kit, record.area)
  const fields = mappedFields(kit, me, area, record.settings)
  const isMapped = (path: string) => fields.some((field) => field.path === path)
  return {
    area,
    fields: fields.map((field) => ({ ...field, read: cellReader(field, formsOf(field, record)) })),
    levels: (levelsOf(kit.register, area, fields) ?? []).map((level, depth) => {
      const levelFields = fields.filter((field) => field.area === level.area)
      const handed = fields.filter(
        ({ name, field, source, within }) =>
          depth === 0 &&
          within.length === 0 &&
          'column' in source &&
          field.kind === 'date' &&
          level.area.fields[name]?.kind === 'date' &&
          isImportable(kit, me.role, area, level.area, name) &&
          !isMapped(level.prefix + name),
      )
      const key = rowKey(
        level.area,
        levelFields.map(({ name }) => name),
      )
      const dates = [...levelFields.filter(({ field }) => field.kind === 'date'), ...handed].map(({ name }) => name)
      return {
        ...level,
        key,
        apart: hasKeyColumns(level.area, key) ? [] : dates,
        handed: handed.map(({ name }) => name),
      }
    }),
    stamps: record.settings.bring_back || area.worklist ? stampsOf(record.columns) : null,
    displayColumns: area.worklist ? recordCheckColumns(kit, me, area, record) : [],
    creates: new Set(record.settings.create_missing),
    options: record.settings.options,
  }
}

/** The form that fits if there is no doubt: the only one, or the first of several that read all values alike. */
export const onlyForm = <F>(fits: readonly { form: F; ambiguous: boolean }[]): F | undefined =>
  fits[0] && !fits[0].ambiguous ? fits[0].form : undefined

const mappedFields = (kit: Kit, me: Principal, area: Area, { mapping }: ImportSettings) =>
  importFields(kit, me, area).flatMap((field) => {
    const source = Object.hasOwn(mapping, field.path) ? mapping[field.path] : undefined
    return source ? [{ ...field, source }] : []
  })

const formsOf = ({ field, source }: DocumentField & { source: Source }, { columns, settings }: Import): Forms => {
  if (!('column' in source)) return {}
  const column = columns[source.column]
  const date: DateForm | undefined = settings.date_forms[source.column] ?? onlyForm(column?.date_forms ?? [])
  const number: NumberForm | undefined =
    settings.number_forms[source.column] ?? onlyForm(column ? numberFormsFor(field, column) : [])
  return { ...(date ? { date } : {}), ...(number ? { number } : {}) }
}

/** The rows' own key if the file has it, otherwise their references, such as article and colourway. */
const rowKey = (area: Area, mappedNames: readonly string[]): string[] => {
  const key = area.key ?? []
  if (key.length > 0 && key.every((name) => mappedNames.includes(name))) return [...key]
  return columnsOf(area)
    .filter(
      ([name, { kind, required, options }]) =>
        kind === 'reference' &&
        name !== area.partOf?.by &&
        mappedNames.includes(name) &&
        (required || isBound(area, options)),
    )
    .map(([name]) => name)
}

/** Whether `key` is the rows' own key, as opposed to their references. */
export const hasKeyColumns = (area: Area, key: readonly string[]): boolean =>
  key.length > 0 && key.length === area.key?.length && area.key.every((name) => key.includes(name))

const isBound = (area: Area, { within }: { within?: { of: string } | undefined }) =>
  within !== undefined && area.fields[within.of]?.required === true

const isNumber = (field: DocumentField['field']) => field.kind === 'integer' || isDecimal(field)

/** The index of the column from which a field is filled; null if there is none. */
export const columnOf = ({ settings }: Pick<Import, 'settings'>, path: string | null): number | null => {
  const source = path === null ? undefined : settings.mapping[path]
  return source && 'column' in source ? source.column : null
}
