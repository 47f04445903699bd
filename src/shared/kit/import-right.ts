import type { Area } from './area'
import type { Rights } from './policy'

/**
 * Whether files can be imported into an area: it has a page and a key. A worklist accepts an edited export of itself,
 * with changes of the fields that it edits; it creates no records.
 */
export const takesImports = ({ worklist, partOf, single, path, key = [] }: Area): boolean =>
  worklist !== undefined || (!partOf && !single && path !== undefined && key.length > 0)

/** Whether a caller may import: for an area the right to create, for a worklist the right to edit one of its fields. */
export const mayImport = ({ can, mayWrite }: Rights, area: Area): boolean => {
  const { name, worklist } = area
  if (!worklist) return takesImports(area) && can(name, 'create')
  return (
    can(name, 'edit') && can(`page:${worklist.path}`, 'open') && worklist.edits.some((field) => mayWrite(area, field))
  )
}
