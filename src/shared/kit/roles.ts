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

/** A supplier's staff while a setting lets them see prices: they may what staff may, and read what names them besides. */
export const pricedStaff = 'staff+prices'

/** As whom rights are asked. What knows only of the role asks for less, never for more. */
export type Subject = Role | typeof pricedStaff

/** Who reads what goods cost. */
export const priceReaders = ['admin', 'Office', 'Agent', pricedStaff] as const

/** Who may: every signed-in role, or roles and groups by name. A group is written with its prefix, since some share a role's word. */
export type Audience = 'everyone' | readonly (Role | `group:${Group}`)[]

/** Who may read: a field's readers may name the staff who see prices. */
export type Readers = 'everyone' | readonly (Subject | `group:${Group}`)[]

export const isRole = (value: unknown): value is Role => roles.includes(value as Role)

/** Everybody as whom rights are asked. */
export const subjects: readonly Subject[] = [...roles, pricedStaff]

/** The subjects that `who` stands for, each once: the staff who see prices where they are named, and where staff are. */
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

/** The roles that `who` stands for, each once. */
export const rolesOf = (who: Audience): readonly Role[] => subjectsOf(who).filter(isRole)

/** The role that a subject has. */
export const roleOfSubject = (subject: Subject): Role => (subject === pricedStaff ? 'staff' : subject)

/** Whether it is the role of the retailer's own people. */
export const isOfficeRole = (role: Role | undefined): boolean => role === 'admin' || role === 'Office'

/** As whom somebody asks; `prices`: the office shows them to suppliers' staff. */
export const subjectOf = ({ role, prices }: { role: Role; prices: boolean }): Subject =>
  role === 'staff' && prices ? pricedStaff : role

/** The session's role: a super user is admin, everybody else what the account's `type` says. */
export const roleOf = (account: { is_super_user: number; type: string }): Role | null =>
  account.is_super_user === 1 ? 'admin' : isRole(account.type) ? account.type : null
