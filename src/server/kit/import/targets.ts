import { findWorklist, worklistAreas } from '#areas/worklists.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Area } from '#shared/kit/area.ts'
import { takesImports } from '#shared/kit/import-right.ts'
import type { Role } from '#shared/kit/roles.ts'

/**
 * What files are brought into: areas, and worklists. A worklist takes back what was exported from it, so that its
 * records are changed in the fields that are changed there; it makes none.
 */
export const importTargets = (kit: Kit): Area[] => [...kit.register.areas, ...worklistAreas].filter(takesImports)

/** The area or worklist that an import is for, by the name it is kept under. */
export const importTarget = (kit: Kit, name: string): Area => findWorklist(name) ?? kit.register.get(name)

/** Whether a field is one that a file may change: any that may be written, in a worklist those that are changed there. */
export const isImportable = (kit: Kit, role: Role, area: Area, of: Area, name: string): boolean => {
  if (area.worklist) return of === area && area.worklist.edits.includes(name) && kit.mayWrite(role, area, name)
  return of.fields[name]?.kind === 'rows' ? kit.mayRead(role, of, name) : kit.mayWrite(role, of, name)
}
