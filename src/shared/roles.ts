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

/** Who may: every signed-in role, or roles and groups by name. A group is written with its prefix, since some share a role's word. */
export type Who = 'everyone' | readonly (Role | `group:${Group}`)[]

export const isRole = (value: unknown): value is Role => roles.includes(value as Role)

/** The roles that `who` stands for, each once. */
export const rolesOf = (who: Who): readonly Role[] => {
  if (who === 'everyone') return roles
  // Declarations are asked for every field of every area, when a page starts too.
  const known = expanded.get(who)
  if (known) return known
  const named = who.flatMap((entry): readonly Role[] =>
    entry.startsWith('group:') ? groups[entry.slice(6) as Group] : [entry as Role],
  )
  const found = roles.filter((role) => named.includes(role))
  expanded.set(who, found)
  return found
}

const expanded = new WeakMap<Exclude<Who, 'everyone'>, readonly Role[]>()

/** The session's role: a super user is admin, everybody else what the account's `type` says. */
export const roleOf = (account: { is_super_user: number; type: string }): Role | null =>
  account.is_super_user === 1 ? 'admin' : isRole(account.type) ? account.type : null
