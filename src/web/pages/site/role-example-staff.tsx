import { loadAllAreas } from '#web/i18n.ts'
import { RoleRights } from '#web/pages/roles/role-rights.tsx'

export const ready = loadAllAreas

/** `/auth/staff-role-example`: what the specification's role group staff may do here. */
export const Page = () => <RoleRights group="staff" />
