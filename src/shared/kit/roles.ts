import { weakMemo } from '#shared/base/weak-memo.ts'

/** The roles of the specification, section 6. A guest (not signed in) has no role. */
export const roles = ['admin', 'Office', 'Agent', 'staff', 'user', 'superAdmin'] as const
export type Role = (typeof roles)[number]

/** The role groups of the specification, section 6. Some have the name of a role. */
export const groups = {
  admin: ['admin', 'Office'],
  staff: ['Agent', 'staff'],
  user: ['admin', 'staff', 'user'],
  Agent: ['admin', 'Office', 'Agent'],
  SubUsers: ['Office', 'Agent'],
  superAdmin: ['admin', 'Office'],
} as const satisfies Record<string, readonly Role[]>
export type Group = keyof typeof groups

/**
 * The subject of supplier staff while the setting that shows them prices is on. It has the rights of `staff` and those
 * that name this subject.
 */
export const pricedStaff = 'staff+prices'

/**
 * The subject of a permission check: a role, or `pricedStaff`. Where the setting is not known, the role is safe to use:
 * it has fewer rights, never more.
 */
export type Subject = Role | typeof pricedStaff

/** The subjects that read cost prices. */
export const priceReaders = ['admin', 'Office', 'Agent', pricedStaff] as const

/**
 * Who has a right: every signed-in role, or a list of roles and groups. Groups have a prefix, because some share the
 * name of a role.
 */
export type Audience = 'everyone' | readonly (Role | `group:${Group}`)[]

/** An audience of readers, which can also name `pricedStaff`. */
export type Readers = 'everyone' | readonly (Subject | `group:${Group}`)[]

export const isRole = (value: unknown): value is Role => roles.includes(value as Role)

/** All subjects of permission checks. */
export const subjects: readonly Subject[] = [...roles, pricedStaff]

/** The subjects of an audience, without duplicates. An audience with `staff` includes `pricedStaff`. */
export const subjectsOf = (audience: Readers): readonly Subject[] =>
  audience === 'everyone' ? subjects : namedSubjects(audience)

// Cached because building the policy calls this for every field of every area, also when a page starts.
const namedSubjects = weakMemo((audience: Exclude<Readers, 'everyone'>): readonly Subject[] => {
  const named = new Set(
    audience.flatMap((entry): readonly Subject[] =>
      entry.startsWith('group:') ? groups[entry.slice(6) as Group] : [entry as Subject],
    ),
  )
  return subjects.filter((subject) => named.has(subject) || named.has(roleOfSubject(subject)))
})

/** The roles of an audience, without duplicates. */
export const rolesOf = (audience: Audience): readonly Role[] => subjectsOf(audience).filter(isRole)

/** The role of a subject: `staff` for `pricedStaff`. */
export const roleOfSubject = (subject: Subject): Role => (subject === pricedStaff ? 'staff' : subject)

/** Whether the role belongs to the retailer's office. */
export const isOfficeRole = (role: Role | undefined): boolean => role === 'admin' || role === 'Office'

/** The subject of a caller. `prices`: the setting that shows prices to supplier staff is on. */
export const subjectOf = ({ role, prices }: { role: Role; prices: boolean }): Subject =>
  role === 'staff' && prices ? pricedStaff : role

/** The role of an account: `admin` for a super user, otherwise its `type`; null if that is not a role. */
export const roleOf = (account: { is_super_user: number; type: string }): Role | null =>
  account.is_super_user === 1 ? 'admin' : isRole(account.type) ? account.type : null
