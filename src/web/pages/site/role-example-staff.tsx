import { loadMemberTexts } from '../../i18n'
import { RoleRights } from '../parts/role-rights'

export const ready = loadMemberTexts

/** `/auth/staff-role-example`: what the specification's role group staff may do here. */
export const Page = () => <RoleRights group="staff" />
