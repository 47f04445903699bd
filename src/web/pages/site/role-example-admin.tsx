import { loadAllAreas } from '#web/i18n.ts'
import { RoleRights } from '#web/pages/roles/role-rights.tsx'

export const ready = loadAllAreas

/** `/auth/admin-role-example`: the rights of the specification's role group admin. */
export const Page = () => <RoleRights group="admin" />
