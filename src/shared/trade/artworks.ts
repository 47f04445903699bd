/** Types of artwork. An order line has one artwork of each type that it needs. */
export const artworkTypes = [
  'main_label',
  'care_label',
  'size_label',
  'hangtag',
  'price_ticket',
  'polybag',
  'carton_mark',
  'print',
  'embroidery',
  'packaging',
  'security',
] as const
export type ArtworkType = (typeof artworkTypes)[number]

/** The types that every order line needs by default. */
export const requiredArtworkTypes: readonly ArtworkType[] = [
  'main_label',
  'care_label',
  'hangtag',
  'polybag',
  'carton_mark',
]

/** The departments that review artwork: brand for its looks, quality for quality and law, buying for the order. */
export const reviewDepartments = ['brand', 'quality', 'buying'] as const
export type ReviewDepartment = (typeof reviewDepartments)[number]

/** The departments that review artwork of a type before its release: at least two, so that nobody approves it alone. */
export const departmentsOf = (type: ArtworkType): readonly ReviewDepartment[] => departmentsByType[type]

const departmentsByType: Record<ArtworkType, readonly ReviewDepartment[]> = {
  main_label: ['brand', 'buying'],
  care_label: ['quality', 'buying'],
  size_label: ['quality', 'buying'],
  hangtag: ['brand', 'quality', 'buying'],
  price_ticket: ['brand', 'buying'],
  polybag: ['quality', 'buying'],
  carton_mark: ['quality', 'buying'],
  print: ['brand', 'buying'],
  embroidery: ['brand', 'buying'],
  packaging: ['brand', 'quality', 'buying'],
  security: ['quality', 'buying'],
}

/** States in which artwork and its files can be edited. In all other states they stay as they were reviewed. */
export const openArtworkStates: readonly string[] = ['draft', 'changes_requested']

/**
 * States in which reviews of the current round are recorded: after one department has refused, the others can still
 * answer.
 */
export const judgedArtworkStates: readonly string[] = ['in_review', 'changes_requested']

/** Which barcode the artwork contains. */
export const gtinRules = ['none', 'ean13_sku', 'upca_sku', 'itf14_carton', 'sscc_carton'] as const
