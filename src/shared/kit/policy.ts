import { type Area, actions, createRegister, fieldOf, readersOf, writersOf } from './area'
import { attachersOf } from './attachers'
import { moveAction } from './lifecycle'
import { type Audience, groups, pricedStaff, type Readers, roles, rolesOf, type Subject, subjectsOf } from './roles'

/**
 * The Casbin model: a policy line allows a role, directly or through a group, an action on an object. Default: deny.
 */
export const model = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.obj == p.obj && r.act == p.act && g(r.sub, p.sub)
`

/** A menu entry as the policy needs it: its id and who may open it, by default everyone. */
export interface MenuRight {
  id: string
  auth?: Audience
}

/** A page of `areas/pages.ts` as the policy needs it: its path and who may open it, by default everyone. */
export interface PageRight {
  path: string
  auth?: Audience
}

/**
 * Every right as a policy line `[subject, object, action]`. A subject is `role:<name>` or `group:<name>`, because the
 * specification uses some names for both. An object is the name of an area, `area/field` for a narrowed field,
 * `menu:<id>` or `page:<path>`.
 */
export const policyLines = (
  areas: readonly Area[],
  menu: readonly MenuRight[],
  pages: readonly PageRight[],
): string[][] => [...areaLines(areas), ...pageLines(menu, pages)]

/** The policy lines of areas, their moves, attachments and narrowed fields. */
export const areaLines = (areas: readonly Area[]): string[][] => [
  ...attachLines(areas),
  ...areas.flatMap((area) => [
    ...actions.flatMap((action) => grant(area.access[action], area.name, action)),
    ...Object.entries(area.lifecycle?.moves ?? {}).flatMap(([name, move]) =>
      grant(move.by, area.name, moveAction(name)),
    ),
    ...Object.keys({ ...area.fields, ...area.conditions }).flatMap((name) => [
      ...grant(isNarrowed(area, name, 'read') ? readersOf(area, name) : [], fieldObject(area.name, name), 'read'),
      ...grant(isNarrowed(area, name, 'write') ? writersOf(area, name) : [], fieldObject(area.name, name), 'write'),
    ]),
  ]),
]

/** The policy lines of menu entries and pages. */
export const pageLines = (menu: readonly MenuRight[], pages: readonly PageRight[]): string[][] => [
  ...menu.flatMap((entry) => grant(entry.auth ?? 'everyone', `menu:${entry.id}`, 'open')),
  ...pages.flatMap((page) => grant(page.auth ?? 'everyone', `page:${page.path}`, 'open')),
]

const attachLines = (areas: readonly Area[]) => {
  const register = createRegister(areas)
  return areas.flatMap((area) => grant(attachersOf(register, area), area.name, 'attach'))
}

/** Grouping lines `[member, group]`: roles in groups, every role in `everyone`, and staff who see prices in `staff`. */
export const groupLines = (): string[][] => [
  ...Object.entries(groups).flatMap(([group, members]) => members.map((role) => [`role:${role}`, `group:${group}`])),
  ...roles.map((role) => [`role:${role}`, everyone]),
  [`role:${pricedStaff}`, 'role:staff'],
]

export const fieldObject = (area: string, field: string) => `${area}/${field}`

const everyone = 'group:everyone'
const grant = (audience: Readers, object: string, action: string) =>
  (audience === 'everyone'
    ? [everyone]
    : audience.map((entry) => (entry.startsWith('group:') ? entry : `role:${entry}`))
  ).map((subject) => [subject, object, action])

/** Whether a role may do an action on an object. */
export type Can = (role: Subject, object: string, action: string) => boolean

/** The rights of one caller. */
export interface Rights {
  can(object: string, action: string): boolean
  mayWrite(area: Area, field: string): boolean
}

/**
 * Answers rights on fields from `can`. A field has policy lines of its own only if it is narrowed; otherwise the rights
 * on its area apply.
 */
export const fieldRights = (can: Can) => ({
  mayRead: (role: Subject, area: Area, field: string) =>
    isNarrowed(area, field, 'read') ? can(role, fieldObject(area.name, field), 'read') : can(role, area.name, 'read'),
  mayWrite: (role: Subject, area: Area, field: string) =>
    isNarrowed(area, field, 'write')
      ? can(role, fieldObject(area.name, field), 'write')
      : writersOf(area, field).length > 0 && (can(role, area.name, 'create') || can(role, area.name, 'edit')),
})

/** Whether fewer subjects may read (or write) the field than the records of the area. */
export const isNarrowed = (area: Area, field: string, action: 'read' | 'write'): boolean => {
  const options = fieldOf(area, field)?.options
  if (!options?.[action] && !area.only?.[action]) return false
  if (action === 'read') return readersOf(area, field).length < subjectsOf(area.access.read).length
  const writers = writersOf(area, field).length
  return writers > 0 && writers < new Set([...rolesOf(area.access.create), ...rolesOf(area.access.edit)]).size
}
