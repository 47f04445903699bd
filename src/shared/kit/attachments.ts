import { type Area, type Register, seesFilesOf } from './area'
import { belongs } from './portfolio'
import { isOfficeRole, type Role, roles, rolesOf } from './roles'

/** What the attachments of an area may be. */
export interface AttachmentLimits {
  /** Files in one request. */
  files: number
  /** Bytes of one file. */
  size: number
  endings: readonly string[]
}

const usualLimits: AttachmentLimits = {
  files: 20,
  size: 25 * 1024 * 1024,
  endings: ['pdf', 'jpg', 'jpeg', 'png', 'webp', 'xlsx', 'csv', 'docx'],
}

const artworkLimits: AttachmentLimits = {
  files: 20,
  size: 200 * 1024 * 1024,
  endings: [...usualLimits.endings, 'svg', 'ai', 'eps', 'zip'],
}

/** Limits of the attachments of an area; the server checks the content too. */
export const attachmentLimits = ({ artworkFiles }: Pick<Area, 'artworkFiles'>): AttachmentLimits =>
  artworkFiles ? artworkLimits : usualLimits

/** Limits of attachments of any area. */
export const mostAttachmentLimits = artworkLimits

/** Content types of which the portal makes a picture, and on which comments can be pinned. */
export const picturedTypes: readonly string[] = [
  'application/pdf',
  'image/svg+xml',
  'image/png',
  'image/jpeg',
  'image/webp',
]

/** Kinds of attachments. */
export const attachmentKinds = [
  'contract',
  'invoice',
  'packing_list',
  'tech_pack',
  'specification',
  'artwork',
  'source_file',
  'print_file',
  'proof',
  'label_proof',
  'certificate',
  'audit_report',
  'corrective_action_plan',
  'scope_certificate',
  'transaction_certificate',
  'test_report',
  'photo',
  'other',
] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

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
