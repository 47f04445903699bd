import type { Area, Worklist } from './area'
import type { Filter, Sort } from './filter'

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
export const isPreset = ({ worklist }: Area, { field, op }: Filter): boolean =>
  worklist?.where.some((own) => own.field === field && asked(own.op) === asked(op)) ?? false

/** All conditions of a list: the worklist's own, then the person's. */
export const effectiveFilters = (area: Area, filters: readonly Filter[]): Filter[] => [
  ...(area.worklist?.where ?? []),
  ...filters.filter((filter) => !isPreset(area, filter)),
]

/** One value and any of several are the same question. */
const asked = (op: Filter['op']) => (op === '_in' ? '' : op)
