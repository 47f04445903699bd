import { weakMemo } from '#shared/base/weak-memo.ts'

/** The roles and role groups of the specification, section 6. A guest has none. */
export const roles = ['admin', 'Office', 'Agent', 'staff', 'user', 'superAdmin'] as const
export type Role = (typeof roles)[number]

export const groups = {
  admin: ['admin', 'Office'],
  staff: ['Agent', 'staff'],
  user: ['admin', 'staff', 'user'],
  Agent: ['admin', 'Office', 'Agent'],
  SubUsers: ['Office', 'Agent'],
  superAdmin: ['admin', 'Office'],
} as const satisfies Record<string, readonly Role[]>
export type Group = keyof typeof groups

/** Supplier staff while a setting lets them see prices: rights of staff, and those that name this subject. */
export const pricedStaff = 'staff+prices'

/** The subject of a permission check. Without the setting's value, the role alone gives fewer rights, never more. */
export type Subject = Role | typeof pricedStaff

/** Who reads cost prices. */
export const priceReaders = ['admin', 'Office', 'Agent', pricedStaff] as const

/**
 * Who has a right: every signed-in role, or roles and groups by name. Groups have a prefix, since some share a role's
 * name.
 */
export type Audience = 'everyone' | readonly (Role | `group:${Group}`)[]

/** Who may read: readers of a field may include staff who see prices. */
export type Readers = 'everyone' | readonly (Subject | `group:${Group}`)[]

export const isRole = (value: unknown): value is Role => roles.includes(value as Role)

/** All subjects of permission checks. */
export const subjects: readonly Subject[] = [...roles, pricedStaff]

/** The subjects of an audience, without repeats: staff who see prices where they are named, and where staff are. */
export const subjectsOf = (who: Readers): readonly Subject[] => (who === 'everyone' ? subjects : namedSubjects(who))

// Cached: the policy looks it up for every field of every area, also when a page starts.
const namedSubjects = weakMemo((who: Exclude<Readers, 'everyone'>): readonly Subject[] => {
  const named = new Set(
    who.flatMap((entry): readonly Subject[] =>
      entry.startsWith('group:') ? groups[entry.slice(6) as Group] : [entry as Subject],
    ),
  )
  return subjects.filter((subject) => named.has(subject) || named.has(roleOfSubject(subject)))
})

/** The roles of an audience, without repeats. */
export const rolesOf = (who: Audience): readonly Role[] => subjectsOf(who).filter(isRole)

/** The role that a subject has. */
export const roleOfSubject = (subject: Subject): Role => (subject === pricedStaff ? 'staff' : subject)

/** Whether the role is one of the retailer's. */
export const isOfficeRole = (role: Role | undefined): boolean => role === 'admin' || role === 'Office'

/** The subject of a caller; `prices`: the office shows them to supplier staff. */
export const subjectOf = ({ role, prices }: { role: Role; prices: boolean }): Subject =>
  role === 'staff' && prices ? pricedStaff : role

/** The role of an account: admin for a super user, otherwise its `type`. */
export const roleOf = (account: { is_super_user: number; type: string }): Role | null =>
  account.is_super_user === 1 ? 'admin' : isRole(account.type) ? account.type : null
