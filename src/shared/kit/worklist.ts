import type { Area } from './area'
import type { Filter, Sort } from './list-query'
import type { Who } from './roles'

/** A list over records of an area that has an address, a name, columns and conditions of its own beside the area's own list. */
export interface Worklist {
  /** Names its saved views, kept columns and texts, and the file of its own screen where it has one; no area is called so. */
  name: string
  area: string
  path: string
  /** Who may open it, of those who may read the area. */
  auth: Who
  columns: readonly string[]
  /** Its order where nobody asks for one: fields, `-` for descending. */
  sort?: readonly string[]
  /** What holds for all of its records, whatever else is asked. */
  where: readonly Filter[]
  /** Fields that are changed in the list itself; also what many records get at once and what a spreadsheet brings back. */
  edits: readonly string[]
}

/** The area as a worklist shows it: the same records, fields and rights, its own address, columns and identity. */
export const asWorklist = (area: Area, worklist: Worklist): Area => ({
  ...area,
  path: worklist.path,
  columns: worklist.columns,
  worklist,
})

/** What a list is called where something is kept for it: the worklist's name, else the area's. */
export const listName = ({ name, worklist }: Area): string => worklist?.name ?? name

/** The order of a list where nobody asks for another; nothing where it is the area's own. */
export const listSort = ({ worklist }: Area): Sort[] =>
  (worklist?.sort ?? []).map((name) =>
    name.startsWith('-') ? { field: name.slice(1), desc: true } : { field: name, desc: false },
  )

/** Whether the worklist has answered what the condition asks, so that it says nothing or would contradict. */
export const isSettled = ({ worklist }: Area, { field, op }: Filter): boolean =>
  worklist?.where.some((own) => own.field === field && asked(own.op) === asked(op)) ?? false

/** All conditions of a list: the worklist's own, then the person's. */
export const conditionsOf = (area: Area, filters: readonly Filter[]): Filter[] => [
  ...(area.worklist?.where ?? []),
  ...filters.filter((filter) => !isSettled(area, filter)),
]

/** One value and any of several are the same question. */
const asked = (op: Filter['op']) => (op === '_in' ? '' : op)
