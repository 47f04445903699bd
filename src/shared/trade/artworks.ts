/** What artwork is for; order lines have an artwork of each type that they need. */
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

/** The types that every order line needs. */
export const requiredArtworkTypes: readonly ArtworkType[] = [
  'main_label',
  'care_label',
  'hangtag',
  'polybag',
  'carton_mark',
]

/** The departments that judge artwork: the brand's looks, quality and law, what the buyer ordered. */
export const reviewDepartments = ['brand', 'quality', 'buying'] as const
export type ReviewDepartment = (typeof reviewDepartments)[number]

/** Which departments judge artwork of a type before it is released; at least two, so that no one passes it alone. */
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

/** States in which artwork and its files are worked on; in any other they stay as they were judged. */
export const openArtworkStates: readonly string[] = ['draft', 'changes_requested']

/** States in which the reviews of the running round are recorded: after a refusal the others still say what they think. */
export const judgedArtworkStates: readonly string[] = ['in_review', 'changes_requested']

/** Which numbers in bars an artwork carries. */
export const gtinRules = ['none', 'ean13_sku', 'upca_sku', 'itf14_carton', 'sscc_carton'] as const
