import { findWorklist, worklistAreas } from '#areas/worklists.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Area } from '#shared/kit/area.ts'
import { takesImports } from '#shared/kit/import-right.ts'
import type { Role } from '#shared/kit/roles.ts'

/**
 * The targets of imports: areas and worklists. A worklist re-imports its own export, which may change the fields that
 * are edited there and creates no records.
 */
export const importTargets = (kit: Kit): Area[] => [...kit.register.areas, ...worklistAreas].filter(takesImports)

/** The area or worklist of an import, by the name under which it is stored. */
export const importTarget = (kit: Kit, name: string): Area => findWorklist(name) ?? kit.register.get(name)

/** Whether a file may change the field: any writable field of an area; the edited fields of a worklist. */
export const isImportable = (kit: Kit, role: Role, area: Area, owner: Area, name: string): boolean => {
  if (area.worklist) return owner === area && area.worklist.edits.includes(name) && kit.mayWrite(role, area, name)
  return owner.fields[name]?.kind === 'rows' ? kit.mayRead(role, owner, name) : kit.mayWrite(role, owner, name)
}
