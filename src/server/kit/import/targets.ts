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

/** The area or worklist of an import, by the name under which it is stored. */
export const importTarget = (kit: Kit, name: string): Area => findWorklist(name) ?? kit.register.get(name)

/** Whether a file may change the field: any writable field of an area; the edited fields of a worklist. */
export const isImportable = (kit: Kit, role: Role, area: Area, of: Area, name: string): boolean => {
  if (area.worklist) return of === area && area.worklist.edits.includes(name) && kit.mayWrite(role, area, name)
  return of.fields[name]?.kind === 'rows' ? kit.mayRead(role, of, name) : kit.mayWrite(role, of, name)
}
