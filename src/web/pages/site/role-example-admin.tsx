import { loadMemberTexts } from '../../i18n'
import { RoleRights } from '../parts/role-rights'

export const ready = loadMemberTexts

/** `/auth/admin-role-example`: what the specification's role group admin may do here. */
export const Page = () => <RoleRights group="admin" />
