import type { Area, Worklist } from './area'
import { declaredSort, type Filter, type Sort } from './filter'

/**
 * The area as its worklist shows it: the same records, fields and rights with the worklist's path, columns and name.
 * The area is the prototype of the result, so that keys of it that are loaded later appear here too.
 */
export const asWorklist = (area: Area, worklist: Worklist): Area =>
  Object.create(area, Object.getOwnPropertyDescriptors({ path: worklist.path, columns: worklist.columns, worklist }))

/** The name under which the settings of a list are stored: that of the worklist, else that of the area. */
export const listName = ({ name, worklist }: Area): string => worklist?.name ?? name

/** The default order that the worklist declares; empty if it uses the order of the area. */
export const listSort = ({ worklist }: Area): Sort[] => declaredSort(worklist?.sort ?? [])

/** Whether the worklist already has a preset filter on the same field and comparison, so that this one is ignored. */
export const isPreset = ({ worklist }: Area, { field, op }: Filter): boolean =>
  worklist?.where.some((preset) => preset.field === field && comparison(preset.op) === comparison(op)) ?? false

/** All filters of a list: the preset ones of the worklist, then the filters of the person. */
export const effectiveFilters = (area: Area, filters: readonly Filter[]): Filter[] => [
  ...(area.worklist?.where ?? []),
  ...filters.filter((filter) => !isPreset(area, filter)),
]

/** Equality and `_in` count as the same comparison. */
const comparison = (op: Filter['op']) => (op === '_in' ? '' : op)
