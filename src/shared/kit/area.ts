import { weakMemo } from '#shared/base/weak-memo.ts'
import type { Field, Fields } from './fields'
import type { Filter } from './filter'
import type { Lifecycle } from './lifecycle'
import { type Audience, type Role, roleOfSubject, rolesOf, type Subject, subjectsOf } from './roles'

export type Action = 'read' | 'create' | 'edit' | 'delete'
export const actions: readonly Action[] = ['read', 'create', 'edit', 'delete']

/** One business area, as data. Everything generic derives from it; the rest is in rules, server and screens. */
export interface Area<N extends string = string, F extends Fields = Fields, L extends Lifecycle = Lifecycle> {
  /** Folder, API resource, Casbin object, locale key and, in snake case, table. */
  name: N
  /** Address of its list page; absent: it has no page. */
  path?: string
  /** The field that names a record. */
  title: string
  /** The same in Chinese, where the area has it. */
  titleZh?: string
  fields: F
  /** Further filters of its lists, made with `conditions`; the server half has their SQL. */
  conditions?: Fields
  lifecycle?: L
  access: Record<Action, Audience>
  /** Rows of a document: saved, scoped and versioned with it. */
  partOf?: { area: string; by: string }
  /** A field of rows that the portal sets: a row that has it stays as it is, and is not removed from its document. */
  settledBy?: string
  /** Roles that see only some rows, each with the name of its scope in `server.ts`. */
  scope?: Partial<Record<Role, string>>
  /**
   * Which rows an account confined to a portfolio sees. `itself`: portfolios consist of these records. Otherwise the
   * name of a scope; without it the references of a row decide, see `portfolio.ts`.
   */
  portfolio?: string
  /** Roles limited to reading or writing these fields. */
  only?: { read?: Partial<Record<Role, readonly string[]>>; write?: Partial<Record<Role, readonly string[]>> }
  /** The fields that identify a record in an import. */
  key?: readonly string[]
  /** Fields that tell records with the same key apart, where a file says them. */
  keyIfGiven?: readonly string[]
  /** States in which a record no longer holds its key: a file with the same key makes another record. */
  keyFreeIn?: readonly string[]
  /** Default order of the list: fields, `-` for descending. */
  sort: readonly string[]
  /** Fields summed over a filtered list, per currency where the area has one. */
  totals?: readonly string[]
  /** Default columns of the standard list; the others are in the column menu. */
  columns?: readonly string[]
  /** Fields that are edited in the list itself. */
  edits?: readonly string[]
  /** Its records have logos, with thumbnails under `/api/<area>/covers`, shown wherever a record is named. */
  logos?: boolean
  /** Who sees and adds files of a record; absent: every reader of the record. */
  attachments?: Audience
  /** Its attachments may be source files and archives of artwork (SVG, AI, EPS, ZIP), and larger than elsewhere. */
  artworkFiles?: boolean
  /** States in which files are added, changed and removed; absent: every state. */
  attachedIn?: readonly string[]
  /** States in which suppliers neither replace, change nor remove files, also their own; they may add others. */
  keptIn?: readonly string[]
  /** States in which a record may be deleted; absent: every state. */
  deletedIn?: readonly string[]
  /** States in which a record may be archived; absent: every state. */
  archivedIn?: readonly string[]
  /** Exactly one record, made by the portal: its page is that record. */
  single?: boolean
  /** The worklist that shows the area here; never declared, see `asWorklist`. */
  worklist?: Worklist
}

/** What of a declaration only pages need that show its records; the rest is known of every area. */
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

/** A list over the records of an area with an address, name, columns and filters of its own. */
export interface Worklist {
  /** Names its saved views, stored columns, texts and, if it has one, the file of its screen; unique among areas. */
  name: string
  area: string
  path: string
  /** Who may open it, among the readers of the area. */
  auth: Audience
  columns: readonly string[]
  /** Default order: fields, `-` for descending. */
  sort?: readonly string[]
  /** Conditions that all of its records meet, in addition to other filters. */
  where: readonly Filter[]
  /** Fields that can be edited in the list, in bulk and by re-import. */
  edits: readonly string[]
}

/** Whether a record in its state may be deleted. */
export const isDeletedIn = ({ deletedIn }: Area, { status }: { status?: string }): boolean =>
  !deletedIn || deletedIn.includes(status ?? '')

/** Whether a row stays as it is. */
export const isSettled = ({ settledBy }: Pick<Area, 'settledBy'>, row: Readonly<Record<string, unknown>>): boolean =>
  settledBy !== undefined && Boolean(row[settledBy])

/** Whether a role sees the files of the records that it reads. */
export const seesFilesOf = ({ attachments }: Pick<Area, 'attachments'>, role: Role): boolean =>
  !attachments || rolesOf(attachments).includes(role)

/** Whether files of a record in its state may be added, changed and removed. */
export const isAttachedIn = ({ attachedIn }: Pick<Area, 'attachedIn'>, { status }: { status?: string }): boolean =>
  !attachedIn || attachedIn.includes(status ?? '')

/** Whether the files of a record in its state stay as suppliers brought them. */
export const isKeptIn = ({ keptIn }: Pick<Area, 'keptIn'>, { status }: { status?: string | null }): boolean =>
  keptIn?.includes(status ?? '') ?? false

/** Whether a record in its state may be archived. */
export const isArchivedIn = ({ archivedIn }: Area, { status }: { status?: string }): boolean =>
  !archivedIn || archivedIn.includes(status ?? '')

/** The declared field or condition of that name; undefined for any other name, those of every object included. */
export const fieldOf = (area: Area, name: string): Field | undefined =>
  Object.hasOwn(area.fields, name)
    ? area.fields[name]
    : Object.hasOwn(area.conditions ?? {}, name)
      ? area.conditions?.[name]
      : undefined

/**
 * Who may read a field: its own readers within those of the area, less the roles that are limited to other fields.
 * Roles that belong neither to the office nor to a supplier read no more of an area than an agent does.
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

/** Roles of neither side. With open registration, strangers can have one. */
const bystanders: readonly Subject[] = ['user', 'superAdmin']

/** Whether a text is internal to the office, in an area that suppliers also read. */
export const isInternal = (area: Area, name: string): boolean =>
  area.fields[name]?.kind === 'long_text' &&
  readersOf(area, area.title).includes('Agent') &&
  !readersOf(area, name).includes('Agent')

/** Who may set a field, state permitting: narrowed in the same way, within those who create or edit. */
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

/** Declares an area; unknown titles, keys, columns, states and roles are compile errors. */
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

/** What every record has in addition to its declared fields. */
export interface BaseRecord {
  id: number
  version: number
  created_at: string
  updated_at: string
  archived_at: string | null
}

/** A record of an area as the API returns it; rows under their field, titles next to their references. */
export type RecordOf<A> =
  A extends Area<string, infer F, infer L>
    ? BaseRecord & { status: keyof L['states'] & string } & { [K in keyof F]: Value<F[K]> }
    : never

/** A record of any area. */
export type AnyRecord = BaseRecord & { status?: string } & Record<string, unknown>

/** Fields that every area has without declaring them, by name. All are set by the server. */
export const baseFields = {
  id: { kind: 'integer', required: true, options: { readOnly: true, sort: true } },
  version: { kind: 'integer', required: true, options: { readOnly: true } },
  created_at: { kind: 'moment', required: true, options: { readOnly: true } },
  updated_at: { kind: 'moment', required: true, options: { readOnly: true, sort: true } },
  archived_at: { kind: 'moment', required: false, options: { readOnly: true } },
} as const satisfies Fields

/** The status as a field, for areas that have a lifecycle. */
export const statusField = (area: Area): Field | null =>
  area.lifecycle
    ? {
        kind: 'choice',
        required: true,
        options: { readOnly: true, values: Object.keys(area.lifecycle.states), default: area.lifecycle.start },
      }
    : null

/**
 * Every field of a record: declared ones, then status and base fields; and the conditions, which exist only in filters.
 */
export const allFields: (area: Area) => Fields = weakMemo((area: Area): Fields => {
  const status = statusField(area)
  return { ...area.fields, ...(status ? { status } : {}), ...baseFields, ...area.conditions }
})

/** Table of an area: its name in snake case. */
export const tableOf = (area: Area | string) => (typeof area === 'string' ? area : area.name).replaceAll('-', '_')

/** Entries of the declared fields that are columns. */
export const columnsOf = (area: Area) => Object.entries(area.fields).filter(([, field]) => field.kind !== 'rows')
/** Entries of the fields that hold rows. */
export const rowsOf = (area: Area) => Object.entries(area.fields).filter(([, field]) => field.kind === 'rows')
/** Entries of the fields whose rows are written with their document, by forms, imports and API calls. */
export const writtenRowsOf = (area: Area) => rowsOf(area).filter(([, { options }]) => !options.readOnly)
/** The key of a reference's title: `supplier` for `supplier_id`, `decided_by_title` for `decided_by`. */
export const titleKey = (field: string) => (field.endsWith('_id') ? field.slice(0, -3) : `${field}_title`)

/** Looks areas up by name; built once from the register. */
export interface Register {
  readonly areas: readonly Area[]
  get(name: string): Area
  find(name: string): Area | undefined
  /** The rows' areas below an area, nearest first. */
  childrenOf(name: string): { field: string; by: string; area: Area }[]
  /** The area of the whole document that an area's records belong to (itself, unless it is part of another). */
  documentOf(name: string): Area
}

export const createRegister = (areas: readonly Area[]): Register => {
  const byName = new Map(areas.map((area) => [area.name, area]))
  const get = (name: string) => {
    const area = byName.get(name)
    if (!area) throw new Error(`no area is called ${name}`)
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
