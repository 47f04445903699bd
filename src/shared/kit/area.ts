import { weakMemo } from '#shared/base/weak-memo.ts'
import type { Field, Fields } from './fields'
import type { Filter } from './filter'
import type { Lifecycle } from './lifecycle'
import { type Audience, type Role, roleOfSubject, rolesOf, type Subject, subjectsOf } from './roles'

export type Action = 'read' | 'create' | 'edit' | 'delete'
export const actions: readonly Action[] = ['read', 'create', 'edit', 'delete']

/**
 * The declaration of a business area, as data. Table, API, screens, import and export, and permissions derive from it.
 * Checks are in the area's `rules.ts`, SQL and effects in `server.ts`, special screens in `screens/`.
 */
export interface Area<N extends string = string, F extends Fields = Fields, L extends Lifecycle = Lifecycle> {
  /** Name of the folder, the API resource, the Casbin object and the locale key; in snake case, of the table. */
  name: N
  /** Path of the list page; without it the area has no pages. */
  path?: string
  /** The field that serves as the title of a record. */
  title: string
  /** The field with the Chinese title, if the area has one. */
  titleZh?: string
  fields: F
  /** Additional list filters, declared with `conditions()`; `server.ts` has their SQL. */
  conditions?: Fields
  lifecycle?: L
  /** Who may do each action on any record; fields, moves and scopes narrow this further. */
  access: Record<Action, Audience>
  /**
   * The document area that these records are rows of, and the field `by` that refers to the document. Rows are saved,
   * scoped and versioned with their document.
   */
  partOf?: { area: string; by: string }
  /** A read-only field that marks a row as settled: once it is set, the row can be neither edited nor removed. */
  settledBy?: string
  /** Roles that read only some records, each with the name of its scope in `server.ts`. */
  scope?: Partial<Record<Role, string>>
  /**
   * Which records an account limited to a portfolio of suppliers reads. `itself`: portfolios consist of these records.
   * Any other value names a scope. By default the record's references decide, see `belongingOf` in `portfolio.ts`.
   */
  portfolio?: string
  /** Roles that read or write only the listed fields. */
  only?: { read?: Partial<Record<Role, readonly string[]>>; write?: Partial<Record<Role, readonly string[]>> }
  /** The fields that together identify a record in an import. */
  key?: readonly string[]
  /** Fields that distinguish records with the same key, if the imported file has a column for them. */
  keyIfGiven?: readonly string[]
  /** States in which a record gives up its key: an imported row with that key creates a new record. */
  keyFreeIn?: readonly string[]
  /** Default order of the list: field names, with `-` in front for descending. */
  sort: readonly string[]
  /** Numeric fields that are summed over the filtered list, for each currency if the area has one. */
  totals?: readonly string[]
  /** Default columns of the standard list; the column menu offers the other fields. */
  columns?: readonly string[]
  /** Fields that can be edited in the list. */
  edits?: readonly string[]
  /** Records have logos: thumbnails from `/api/<area>/covers`, shown beside each title of a record. */
  logos?: boolean
  /** Who sees and adds attachments; by default every reader of the record. */
  attachments?: Audience
  /** Attachments may also be artwork files and archives (SVG, AI, EPS, ZIP), with a higher size limit. */
  artworkFiles?: boolean
  /** States in which attachments can be added, changed and removed; by default every state. */
  attachedIn?: readonly string[]
  /** States in which suppliers can add attachments but not replace, change or remove any, including their own. */
  keptIn?: readonly string[]
  /** States in which a record can be deleted; by default every state. */
  deletedIn?: readonly string[]
  /** States in which a record can be archived; by default every state. */
  archivedIn?: readonly string[]
  /** The area has exactly one record, which the portal creates; its page shows that record instead of a list. */
  single?: boolean
  /** The worklist through which the area is shown; set by `asWorklist`, never declared. */
  worklist?: Worklist
}

/**
 * The part of a declaration that the browser loads only for pages with records of the area (`AreaBody`). The other keys
 * (`AreaHead`) are loaded for every area.
 */
export const bodyKeys = [
  'fields',
  'conditions',
  'lifecycle',
  'only',
  'key',
  'keyIfGiven',
  'totals',
  'columns',
  'edits',
] as const satisfies readonly (keyof Area)[]
export type AreaBody = Pick<Area, (typeof bodyKeys)[number]>
export type AreaHead = Omit<Area, keyof AreaBody>

/** A second list over the records of an area, with its own path, name, columns and preset filters. */
export interface Worklist {
  /** Key of its saved views, stored columns and texts, and of its screen file if it has one; unique among all areas. */
  name: string
  area: string
  path: string
  /** Who may open it, among the readers of the area. */
  auth: Audience
  columns: readonly string[]
  /** Default order: field names, with `-` in front for descending; by default the order of the area. */
  sort?: readonly string[]
  /** Preset filters, always applied in addition to the filters of the person. */
  where: readonly Filter[]
  /** Fields that can be edited in the list, in bulk and by re-import. */
  edits: readonly string[]
}

/** Whether the status of a record allows deleting it; the right to delete is checked separately. */
export const canBeDeleted = ({ deletedIn }: Area, { status }: { status?: string }): boolean =>
  !deletedIn || deletedIn.includes(status ?? '')

/** Whether a row is settled (`settledBy`) and therefore can be neither edited nor removed. */
export const isSettled = ({ settledBy }: Pick<Area, 'settledBy'>, row: Readonly<Record<string, unknown>>): boolean =>
  settledBy !== undefined && Boolean(row[settledBy])

/** Whether a role sees the attachments of the records that it reads. */
export const seesFilesOf = ({ attachments }: Pick<Area, 'attachments'>, role: Role): boolean =>
  !attachments || rolesOf(attachments).includes(role)

/** Whether the status of a record allows adding, changing and removing attachments. */
export const canChangeFiles = ({ attachedIn }: Pick<Area, 'attachedIn'>, { status }: { status?: string }): boolean =>
  !attachedIn || attachedIn.includes(status ?? '')

/** Whether the status of a record prevents suppliers from changing or removing attachments (`keptIn`). */
export const keepsSupplierFiles = ({ keptIn }: Pick<Area, 'keptIn'>, { status }: { status?: string | null }): boolean =>
  keptIn?.includes(status ?? '') ?? false

/** Whether the status of a record allows archiving it; the right is checked separately. */
export const canBeArchived = ({ archivedIn }: Area, { status }: { status?: string }): boolean =>
  !archivedIn || archivedIn.includes(status ?? '')

/** The declared field or condition with this name. Undefined for other names, including inherited ones (`toString`). */
export const fieldOf = (area: Area, name: string): Field | undefined =>
  Object.hasOwn(area.fields, name)
    ? area.fields[name]
    : Object.hasOwn(area.conditions ?? {}, name)
      ? area.conditions?.[name]
      : undefined

/**
 * The subjects that may read a field: the readers of the area, narrowed by the field's `read` and the area's
 * `only.read`. Roles of neither the office nor a supplier never read a field that agents cannot read.
 */
export const readersOf = (area: Area, name: string): readonly Subject[] => {
  const readers = subjectsOf(area.access.read)
  const fieldReaders = fieldOf(area, name)?.options.read
  const named = (
    fieldReaders ? subjectsOf(fieldReaders).filter((subject) => readers.includes(subject)) : readers
  ).filter((subject) => {
    const only = area.only?.read?.[roleOfSubject(subject)]
    return !only || !Object.hasOwn(area.fields, name) || only.includes(name)
  })
  return readers.includes('Agent') && !named.includes('Agent')
    ? named.filter((subject) => !bystanders.includes(subject))
    : named
}

/** Roles of neither the office nor a supplier. With open registration, a stranger can get one of them. */
const bystanders: readonly Subject[] = ['user', 'superAdmin']

/** Whether a field is a long text that agents cannot read, in an area that they can read. */
export const isInternal = (area: Area, name: string): boolean =>
  area.fields[name]?.kind === 'long_text' &&
  readersOf(area, area.title).includes('Agent') &&
  !readersOf(area, name).includes('Agent')

/**
 * The roles that may set a field: those that may create or edit, narrowed by the field's `write` and the area's
 * `only.write`. Empty for read-only fields. `Rules.editable` may narrow this further by the state of the record.
 */
export const writersOf = (area: Area, name: string): Role[] => {
  const field = area.fields[name]
  if (!field || field.options.readOnly) return []
  const writers = [...rolesOf(area.access.create), ...rolesOf(area.access.edit)]
  const fieldWriters = field.options.write ? rolesOf(field.options.write) : writers
  return [...new Set(writers)].filter((role) => {
    const only = area.only?.write?.[role]
    return fieldWriters.includes(role) && (!only || only.includes(name))
  })
}

/**
 * Declares an area. Returns the declaration unchanged; its purpose is the types: a title, key, column, state or role
 * that does not exist is a compile error. List the result in `areas/index.ts`.
 *
 * @example
 * export const ports = defineArea({
 *   name: 'ports',
 *   path: '/app/ports',
 *   title: 'name_en',
 *   fields: {
 *     code: text({ required: true, unique: true, max: 5, search: 'code', sort: true }),
 *     name_en: text({ required: true, search: true, sort: true }),
 *     country: country({ required: true }),
 *   },
 *   lifecycle: retirable(['admin']),
 *   access: { read: 'everyone', create: ['admin'], edit: ['admin'], delete: [] },
 *   key: ['code'],
 *   sort: ['code'],
 * })
 */
export const defineArea = <const N extends string, F extends Fields, L extends Lifecycle = Lifecycle>(
  area: Area<N, F, L> & {
    title: NoInfer<keyof F & string>
    titleZh?: NoInfer<keyof F & string>
    settledBy?: NoInfer<keyof F & string>
    key?: readonly NoInfer<keyof F & string>[]
    keyIfGiven?: readonly NoInfer<keyof F & string>[]
    totals?: readonly NoInfer<keyof F & string>[]
    columns?: readonly (NoInfer<keyof F & string> | 'status' | 'updated_at')[]
    edits?: readonly NoInfer<keyof F & string>[]
    only?: {
      read?: Partial<Record<Role, readonly NoInfer<keyof F & string>[]>>
      write?: Partial<Record<Role, readonly NoInfer<keyof F & string>[]>>
    }
  },
): Area<N, F, L> => area

type Value<F> = F extends Field<infer _K, infer V, infer R> ? (R extends true ? V : V | null) : never

/** Fields that every record has in addition to the declared ones; all are set by the server. */
export interface BaseRecord {
  id: number
  version: number
  created_at: string
  updated_at: string
  archived_at: string | null
}

/** A record of an area as the API returns it, with rows under their field. Titles of references are not in the type. */
export type RecordOf<A> =
  A extends Area<string, infer F, infer L>
    ? BaseRecord & { status: keyof L['states'] & string } & { [K in keyof F]: Value<F[K]> }
    : never

/** A record of any area. */
export type AnyRecord = BaseRecord & { status?: string } & Record<string, unknown>

/** The declarations of `BaseRecord`'s fields, by name. */
export const baseFields = {
  id: { kind: 'integer', required: true, options: { readOnly: true, sort: true } },
  version: { kind: 'integer', required: true, options: { readOnly: true } },
  created_at: { kind: 'moment', required: true, options: { readOnly: true } },
  updated_at: { kind: 'moment', required: true, options: { readOnly: true, sort: true } },
  archived_at: { kind: 'moment', required: false, options: { readOnly: true } },
} as const satisfies Fields

/** The status declared as a choice of the lifecycle's states; null for an area without a lifecycle. */
export const statusField = (area: Area): Field | null =>
  area.lifecycle
    ? {
        kind: 'choice',
        required: true,
        options: { readOnly: true, values: Object.keys(area.lifecycle.states), default: area.lifecycle.start },
      }
    : null

/** Every field that a list query can name: declared fields, status, base fields and conditions (filters only). */
export const allFields: (area: Area) => Fields = weakMemo((area: Area): Fields => {
  const status = statusField(area)
  return { ...area.fields, ...(status ? { status } : {}), ...baseFields, ...area.conditions }
})

/** The table of an area: its name in snake case. */
export const tableOf = (area: Area | string) => (typeof area === 'string' ? area : area.name).replaceAll('-', '_')

/** `[name, field]` of the declared fields that are columns of the table. */
export const columnsOf = (area: Area) => Object.entries(area.fields).filter(([, field]) => field.kind !== 'rows')
/** `[name, field]` of the fields that hold rows. */
export const rowsOf = (area: Area) => Object.entries(area.fields).filter(([, field]) => field.kind === 'rows')
/** `[name, field]` of the fields whose rows are written with the document; read-only rows are left out. */
export const writtenRowsOf = (area: Area) => rowsOf(area).filter(([, { options }]) => !options.readOnly)
/** The key of a reference's target in a record: `supplier` for `supplier_id`, `decided_by_title` for `decided_by`. */
export const titleKey = (field: string) => (field.endsWith('_id') ? field.slice(0, -3) : `${field}_title`)

/** All areas, by name. */
export interface Register {
  readonly areas: readonly Area[]
  /** Throws an error for an unknown name. */
  get(name: string): Area
  find(name: string): Area | undefined
  /** The areas of an area's rows, one for each `rows` field, with the row's field `by` that refers to the parent. */
  childrenOf(name: string): { field: string; by: string; area: Area }[]
  /** The root area of the document that an area's records belong to: the area itself unless it is `partOf` another. */
  documentOf(name: string): Area
}

/** Builds the register from the list of areas in `areas/index.ts`. */
export const createRegister = (areas: readonly Area[]): Register => {
  const byName = new Map(areas.map((area) => [area.name, area]))
  const get = (name: string) => {
    const area = byName.get(name)
    if (!area) throw new Error(`no area is called "${name}": add it to areas/index.ts or correct the name`)
    return area
  }
  return {
    areas,
    get,
    find: (name) => byName.get(name),
    childrenOf: (name) =>
      rowsOf(get(name)).map(([field, { options }]) => ({ field, by: options.by ?? '', area: get(options.to ?? '') })),
    documentOf,
  }

  function documentOf(name: string): Area {
    const area = get(name)
    return area.partOf ? documentOf(area.partOf.area) : area
  }
}
