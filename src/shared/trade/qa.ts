/** How much a defect matters: unsafe or illegal, hurts use or sale, or neither. The gravest first. */
export const defectSeverities = ['critical', 'major', 'minor'] as const
export type DefectSeverity = (typeof defectSeverities)[number]

export const defectCategories = [
  'fabric',
  'workmanship',
  'measurement',
  'labelling',
  'packing',
  'colour',
  'safety',
  'other',
] as const

/** Colours of labels; screens draw them as a dot, next to the name. */
export const labelColours = ['grey', 'red', 'orange', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type LabelColour = (typeof labelColours)[number]
