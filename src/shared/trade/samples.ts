/** When in the making of goods a sample is made. */
export const sampleStages = ['development', 'pre_production', 'production'] as const

/** What waits for the approval of a sample. */
export const sampleGates = ['none', 'cutting', 'bulk', 'shipment'] as const

/** Which sizes a sample is made in: none for cloth and prints, the base size, that one and both ends, every size. */
export const sampleSizesRules = ['none', 'base', 'jump', 'all'] as const
