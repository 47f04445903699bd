import { type Area, type Register, seesFilesOf } from './area'
import { belongs } from './portfolio'
import { isOfficeRole, type Role, roles, rolesOf } from './roles'

/**
 * Who may attach files to records of an area that they see. Records of a supplier (orders, lines, factories) take files
 * of its people and of the office; personal ones (tickets) of everybody; shared ones, a library, require the right to
 * edit, since their attachments reach every supplier in the retailer's name.
 */
export const attachersOf = (register: Register, area: Area): Role[] => {
  const { scope } = register.documentOf(area.name)
  const isSuppliers = belongs(register, register.documentOf(area.name))
  const editors = rolesOf(area.access.edit)
  const readers = rolesOf(area.access.read)
  return roles.filter((role) => {
    if (!seesFilesOf(area, role)) return false
    if (editors.includes(role)) return true
    if (!readers.includes(role)) return false
    if (isOfficeRole(role)) return scope !== undefined
    return scope?.[role] === 'own' || (scope?.[role] !== undefined && isSuppliers)
  })
}
