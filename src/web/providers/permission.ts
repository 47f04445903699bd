import './buffer'
import { rights } from 'virtual:areas'
import { use } from 'react'
import { flatNavigation } from '#areas/navigation.ts'
import { pages } from '#areas/pages.ts'
import { worklists } from '#areas/worklists.ts'
import type { Area } from '#shared/kit/area.ts'
import { mayImport as mayImportWith } from '#shared/kit/import-right.ts'
import { unpackPolicy } from '#shared/kit/packed-policy.ts'
import { createPermission } from '#shared/kit/permission.ts'
import { type Can, fieldRights as fieldRightsOf, pageLines } from '#shared/kit/policy.ts'
import type { Subject } from '#shared/kit/roles.ts'
import { tracked } from '#web/loading/tracked.ts'
import { session, useSession } from './session'

/**
 * Loads the Casbin enforcer of a subject. In the browser it only disables and hides; the server decides. It is created
 * before the first page of a session is rendered, so that every check is synchronous.
 */
export const loadPermission = (subject: Subject): Promise<void> => {
  if (loading?.subject !== subject) loading = { subject, done: tracked(load(subject)) }
  return loading.done
}

/** Suspends until the enforcer of the signed-in person is ready. Another tab may have signed in another person. */
export const usePermission = () => {
  const subject = useSession()?.subject
  if (subject) use(loadPermission(subject))
}

/**
 * Whether the signed-in person may do an action on an object: (`purchase-orders`, `move:issue`) or (`menu:users`,
 * `open`).
 */
export const can = (object: string, action: string): boolean => {
  const subject = session()?.subject
  return subject !== undefined && enforcer?.subject === subject && enforcer.can(subject, object, action)
}

/** Rights of the signed-in person on fields. */
export const fieldRights = () => ({
  mayRead: (area: Area, field: string) => withRights((rights, subject) => rights.mayRead(subject, area, field)),
  mayWrite: (area: Area, field: string) => withRights((rights, subject) => rights.mayWrite(subject, area, field)),
})

/** Whether the signed-in person may import into the area or worklist. */
export const mayImport = (area: Area): boolean => mayImportWith({ can, mayWrite: fieldRights().mayWrite }, area)

let loading: { subject: Subject; done: Promise<void> } | null = null
let enforcer: { subject: Subject; can: Can } | null = null

const load = async (subject: Subject) => {
  const can = await createPermission(
    [...unpackPolicy(rights), ...pageLines(flatNavigation(), [...pages, ...worklists])],
    subject,
  )
  if (loading?.subject === subject) enforcer = { subject, can }
}

const withRights = (question: (rights: ReturnType<typeof fieldRightsOf>, subject: Subject) => boolean) => {
  const subject = session()?.subject
  return subject !== undefined && enforcer?.subject === subject && question(fieldRightsOf(enforcer.can), subject)
}
