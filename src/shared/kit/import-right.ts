import type { Area } from './area'
import type { Rights } from './policy'

/**
 * Whether files can be imported into an area: it needs a list page and a key. A worklist always accepts its own edited
 * export, which changes the fields in `edits` and creates no records.
 */
export const takesImports = ({ worklist, partOf, single, path, key = [] }: Area): boolean =>
  worklist !== undefined || (!partOf && !single && path !== undefined && key.length > 0)

/**
 * Whether a caller may import into an area or worklist. An area requires the right to create; a worklist requires the
 * right to open it and to edit at least one of its fields.
 */
export const mayImport = ({ can, mayWrite }: Rights, area: Area): boolean => {
  const { name, worklist } = area
  if (!worklist) return takesImports(area) && can(name, 'create')
  return (
    can(name, 'edit') && can(`page:${worklist.path}`, 'open') && worklist.edits.some((field) => mayWrite(area, field))
  )
}
