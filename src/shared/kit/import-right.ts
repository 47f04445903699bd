import type { Area } from './area'
import type { Rights } from './policy'

/**
 * Whether files can be imported into an area: it has a page, and a key that tells its records apart. A worklist takes back
 * what was exported from it, with changes to the fields that are edited there; it creates no records.
 */
export const takesImports = ({ worklist, partOf, single, path, key = [] }: Area): boolean =>
  worklist !== undefined || (!partOf && !single && path !== undefined && key.length > 0)

/** Whether a caller may import: into an area those who create its records, into a worklist those who edit one of its fields. */
export const mayImport = ({ can, mayWrite }: Rights, area: Area): boolean => {
  const { name, worklist } = area
  if (!worklist) return takesImports(area) && can(name, 'create')
  return (
    can(name, 'edit') && can(`page:${worklist.path}`, 'open') && worklist.edits.some((field) => mayWrite(area, field))
  )
}
