import { findWorklist, worklistAreas } from '#areas/worklists.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Area } from '#shared/kit/area.ts'
import type { Role } from '#shared/kit/roles.ts'

/**
 * What files are brought into: areas, and worklists. A worklist takes back what was exported from it, so that its
 * records are changed in the fields that are changed there; it makes none.
 */
export const intakesOf = (kit: Kit): Area[] => [...kit.register.areas.filter(takesImports), ...worklistAreas]

/** The area or worklist that an import is for, by the name it is kept under. */
export const intakeOf = (kit: Kit, name: string): Area => findWorklist(name) ?? kit.register.get(name)

/** Whether the area takes imports: it has a page of its own and something that tells its records apart. */
export const takesImports = (area: Area): boolean =>
  !area.partOf && !area.single && area.path !== undefined && (area.key?.length ?? 0) > 0

/** Whether the role may bring files: who may make records, and into a worklist who may change something in it. */
export const mayImportArea = (kit: Kit, role: Role, area: Area): boolean => {
  const { worklist } = area
  if (!worklist) return kit.can(role, area.name, 'create')
  return (
    kit.can(role, area.name, 'edit') &&
    kit.can(role, `page:${worklist.path}`, 'open') &&
    worklist.edits.some((name) => kit.mayWrite(role, area, name))
  )
}

/** Whether a field is one that a file may change: any that may be written, in a worklist those that are changed there. */
export const isTaken = (kit: Kit, role: Role, area: Area, of: Area, name: string): boolean => {
  if (area.worklist) return of === area && area.worklist.edits.includes(name) && kit.mayWrite(role, area, name)
  return of.fields[name]?.kind === 'rows' ? kit.mayRead(role, of, name) : kit.mayWrite(role, of, name)
}
