/** What a specification is about; an order line has at most one of each. */
export const specTypes = [
  'measurement',
  'construction',
  'fabric',
  'trims',
  'labelling',
  'packing',
  'carton_marking',
  'testing',
  'security_tagging',
  'restricted_substances',
] as const
export type SpecType = (typeof specTypes)[number]

/** The types without which an order line is not ready. */
export const requiredSpecTypes = ['measurement', 'packing', 'carton_marking'] as const satisfies readonly SpecType[]
