import { type Area, type Register, seesFilesOf } from './area'
import { belongs } from './portfolio'
import { isOfficeRole, type Role, roles, rolesOf } from './roles'

/**
 * The roles that may attach files to the records of an area that they read. Records of one supplier (orders, lines,
 * factories) accept files from that supplier and from the office, personal records (tickets) from every reader. Shared
 * records (libraries) require the right to edit, since every supplier sees their attachments as the retailer's.
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
