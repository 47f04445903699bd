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
  /** Address of its list page; absent: no page of its own. */
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
  /** Roles that see only some rows, each with the name of its scope in `server.ts`. */
  scope?: Partial<Record<Role, string>>
  /**
   * Which rows an account sees that is confined to a portfolio. `itself`: portfolios are made of these records. Otherwise
   * the name of a scope; and where nothing is said, what a row refers to decides, see `portfolio.ts`.
   */
  portfolio?: string
  /** Roles that read or write these fields of it and no others. */
  only?: { read?: Partial<Record<Role, readonly string[]>>; write?: Partial<Record<Role, readonly string[]>> }
  /** The fields that identify a record in an import. */
  key?: readonly string[]
  /** Default order of the list: fields, `-` for descending. */
  sort: readonly string[]
  /** Fields summed over a filtered list, per currency where the area has one. */
  totals?: readonly string[]
  /** Default columns of the standard list; the others are in the column menu. */
  columns?: readonly string[]
  /** Fields that are edited in the list itself. */
  edits?: readonly string[]
  /** Its records have logos, small ones under `/api/<area>/covers`; they stand wherever a record is named. */
  logos?: boolean
  /** Who sees the files of a record and adds to them; absent: whoever reads the record. */
  attachments?: Audience
  /** States in which a record may be deleted; absent: in all of them. */
  deletedIn?: readonly string[]
  /** States in which a record may be archived; absent: in all of them. */
  archivedIn?: readonly string[]
  /** Exactly one record, made by the portal: its page is that record. */
  single?: boolean
  /** The worklist that shows the area here; never declared, see `asWorklist`. */
  worklist?: Worklist
}

/** A list over records of an area that has an address, a name, columns and conditions of its own beside the area's own list. */
export interface Worklist {
  /** Names its saved views, kept columns and texts, and the file of its own screen where it has one; no area is called so. */
  name: string
  area: string
  path: string
  /** Who may open it, of those who may read the area. */
  auth: Audience
  columns: readonly string[]
  /** Default order: fields, `-` for descending. */
  sort?: readonly string[]
  /** Conditions that all of its records meet, in addition to other filters. */
  where: readonly Filter[]
  /** Fields that are changed in the list itself; also what many records get at once and what a spreadsheet brings back. */
  edits: readonly string[]
}

/** Whether a record in its state may be deleted at all. */
export const isDeletedIn = ({ deletedIn }: Area, { status }: { status?: string }): boolean =>
  !deletedIn || deletedIn.includes(status ?? '')

/** Whether somebody of this role sees the files of an area's records that they read. */
export const seesFilesOf = ({ attachments }: Pick<Area, 'attachments'>, role: Role): boolean =>
  !attachments || rolesOf(attachments).includes(role)

/** Whether a record in its state may be archived at all. */
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
 * Who may read a field: what it says itself, within the area's readers, less the roles that read only other fields. Who
 * is neither of the house nor of a supplier reads no more of an area than an agent does.
 */
export const readersOf = (area: Area, name: string): readonly Subject[] => {
  const readers = subjectsOf(area.access.read)
  const own = fieldOf(area, name)?.options.read
  const named = (own ? subjectsOf(own).filter((subject) => readers.includes(subject)) : readers).filter((subject) => {
    const only = area.only?.read?.[roleOfSubject(subject)]
    return !only || !Object.hasOwn(area.fields, name) || only.includes(name)
  })
  return readers.includes('Agent') && !named.includes('Agent')
    ? named.filter((subject) => !bystanders.includes(subject))
    : named
}

/** Accounts of neither side. With open registration, strangers can have one. */
const bystanders: readonly Subject[] = ['user', 'superAdmin']

/** Whether a text is internal to the office, in an area that suppliers also read. */
export const isInternal = (area: Area, name: string): boolean =>
  area.fields[name]?.kind === 'long_text' &&
  readersOf(area, area.title).includes('Agent') &&
  !readersOf(area, name).includes('Agent')

/** Who may set a field, when the record's state lets them: within those who create or edit, likewise narrowed. */
export const writersOf = (area: Area, name: string): Role[] => {
  const field = area.fields[name]
  if (!field || field.options.readOnly) return []
  const writers = [...rolesOf(area.access.create), ...rolesOf(area.access.edit)]
  const own = field.options.write ? rolesOf(field.options.write) : writers
  return [...new Set(writers)].filter((role) => {
    const only = area.only?.write?.[role]
    return own.includes(role) && (!only || only.includes(name))
  })
}

/** Declares an area; unknown titles, keys, columns, states and roles are compile errors. */
export const defineArea = <const N extends string, F extends Fields, L extends Lifecycle = Lifecycle>(
  area: Area<N, F, L> & {
    title: NoInfer<keyof F & string>
    titleZh?: NoInfer<keyof F & string>
    key?: readonly NoInfer<keyof F & string>[]
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

/** What every record carries beside its declared fields. */
export interface BaseRecord {
  id: number
  version: number
  created_at: string
  updated_at: string
  archived_at: string | null
}

/** The record of an area as the API answers it; rows stand under their field, titles of references beside it. */
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

/** Every field of a record: declared ones, then status and the base fields; and the conditions, which only filters know. */
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
/** Entries of the fields whose rows are written with their document, by forms, imports and callers. */
export const writtenRowsOf = (area: Area) => rowsOf(area).filter(([, { options }]) => !options.readOnly)
/** The key beside a reference under which its title stands: `supplier` beside `supplier_id`, `decided_by_title` beside `decided_by`. */
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
