import './buffer'
import { use } from 'react'
import { areas } from '../../areas'
import { flatNavigation } from '../../areas/navigation'
import { pages } from '../../areas/pages'
import { worklists } from '../../areas/worklists'
import type { Area } from '../../shared/area'
import { createPermission } from '../../shared/permission'
import { type Can, fieldRights as fieldRightsOf, policyLines } from '../../shared/policy'
import type { Role } from '../../shared/roles'
import { tracked } from '../shell/tracked'
import { session, useSession } from './session'

/**
 * Casbin in the browser: it greys and hides, the server decides. The enforcer of a role is made once, before the first
 * page of a session is drawn; from then on every question is answered at once.
 */
export const loadPermission = (role: Role): Promise<void> => {
  if (loading?.role !== role) loading = { role, done: tracked(load(role)) }
  return loading.done
}

/** Waits, by suspending, for the enforcer of whoever is signed in: another tab may have signed in somebody else. */
export const usePermission = () => {
  const role = useSession()?.role
  if (role) use(loadPermission(role))
}

/** Whether the person signed in may do the action on the object (`purchase-orders`, `move:issue`; `menu:users`, `open`). */
export const can = (object: string, action: string): boolean => {
  const role = session()?.role
  return role !== undefined && decided?.role === role && decided.can(role, object, action)
}

/** The two questions about a field, for the person signed in. */
export const fieldRights = () => ({
  mayRead: (area: Area, field: string) => ask((rights, role) => rights.mayRead(role, area, field)),
  mayWrite: (area: Area, field: string) => ask((rights, role) => rights.mayWrite(role, area, field)),
})

/** Whether the person may bring files: who may make records, and into a worklist who may change something in it. */
export const mayImport = (area: Area): boolean => {
  const { worklist } = area
  if (worklist) return can(area.name, 'edit') && worklist.edits.some((name) => fieldRights().mayWrite(area, name))
  return !area.partOf && !area.single && (area.key?.length ?? 0) > 0 && can(area.name, 'create')
}

let loading: { role: Role; done: Promise<void> } | null = null
let decided: { role: Role; can: Can } | null = null

const load = async (role: Role) => {
  const can = await createPermission(policyLines(areas, flatNavigation(), [...pages, ...worklists]), role)
  if (loading?.role === role) decided = { role, can }
}

const ask = (question: (rights: ReturnType<typeof fieldRightsOf>, role: Role) => boolean) => {
  const role = session()?.role
  return role !== undefined && decided?.role === role && question(fieldRightsOf(decided.can), role)
}
