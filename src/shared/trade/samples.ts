/** When in the making of goods a sample is made. */
export const sampleStages = ['development', 'pre_production', 'production'] as const

/** What waits for the approval of a sample. */
export const sampleGates = ['none', 'cutting', 'bulk', 'shipment'] as const

/** Which sizes a sample is made in: the middle one, the middle and both ends, every size. */
export const sampleSizesRules = ['base', 'jump', 'all'] as const
export type SampleSizesRule = (typeof sampleSizesRules)[number]

/** The sizes that a rule chooses from those of a scale, in their order. */
export const chosenSizes = <S>(rule: SampleSizesRule, sizes: readonly S[]): S[] => {
  if (rule === 'all' || sizes.length === 0) return [...sizes]
  const middle = Math.floor((sizes.length - 1) / 2)
  const chosen = rule === 'base' ? [middle] : [0, middle, sizes.length - 1]
  return sizes.filter((_, index) => chosen.includes(index))
}
