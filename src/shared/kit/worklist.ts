import type { Area, Worklist } from './area'
import type { Filter, Sort } from './filter'

/**
 * The area as a worklist shows it: same records, fields and rights, own address, columns and name. It stands on the area
 * itself, whose fields may be loaded later.
 */
export const asWorklist = (area: Area, worklist: Worklist): Area =>
  Object.create(area, Object.getOwnPropertyDescriptors({ path: worklist.path, columns: worklist.columns, worklist }))

/** The name under which settings of a list are stored: the worklist's, else the area's. */
export const listName = ({ name, worklist }: Area): string => worklist?.name ?? name

/** The default order of a worklist; empty when it is the area's. */
export const listSort = ({ worklist }: Area): Sort[] =>
  (worklist?.sort ?? []).map((name) =>
    name.startsWith('-') ? { field: name.slice(1), desc: true } : { field: name, desc: false },
  )

/** Whether the worklist presets the condition, so that another filter on it is redundant or contradictory. */
export const isPreset = ({ worklist }: Area, { field, op }: Filter): boolean =>
  worklist?.where.some((preset) => preset.field === field && comparison(preset.op) === comparison(op)) ?? false

/** All conditions of a list: the worklist's own, then the person's. */
export const effectiveFilters = (area: Area, filters: readonly Filter[]): Filter[] => [
  ...(area.worklist?.where ?? []),
  ...filters.filter((filter) => !isPreset(area, filter)),
]

/** Equality and membership count as the same comparison. */
const comparison = (op: Filter['op']) => (op === '_in' ? '' : op)
