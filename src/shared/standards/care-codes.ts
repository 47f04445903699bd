/** Families of care symbols, in the order of labels. */
export const careFamilies = ['wash', 'bleach', 'tumble', 'natural_dry', 'iron', 'dry_clean', 'wet_clean'] as const
export type CareFamily = (typeof careFamilies)[number]

/** Families of which every care instruction has exactly one symbol (ISO 3758); the others are optional. */
export const neededCareFamilies = ['wash', 'bleach', 'tumble', 'iron', 'dry_clean'] as const

/** The codes of each family, from the most severe treatment to its prohibition. */
export const careCodes = {
  wash: ['W95', 'W70', 'W60', 'W60M', 'W50', 'W50M', 'W40', 'W40M', 'W40V', 'W30', 'W30M', 'W30V', 'WH', 'WHA', 'WN'],
  bleach: ['BA', 'BO', 'BN'],
  tumble: ['TN', 'TL', 'TX'],
  natural_dry: ['DL', 'DDL', 'DF', 'DDF', 'DLS', 'DDLS', 'DFS', 'DDFS'],
  iron: ['I200', 'I150', 'I110', 'INS', 'IN'],
  dry_clean: ['P', 'PM', 'F', 'FM', 'PN'],
  wet_clean: ['WC', 'WCM', 'WCV', 'WCN'],
} as const satisfies Record<CareFamily, readonly [string, ...string[]]>

export type CareCode<F extends CareFamily = CareFamily> = (typeof careCodes)[F][number]

/** Warnings that a label can have in addition to its symbols, in the order of the wording. */
export const careWarningCodes = [
  'wash_before_wear',
  'wash_dark_separately',
  'wash_similar_colours',
  'wash_inside_out',
  'wash_in_bag',
  'close_fasteners',
  'remove_trims',
  'mild_detergent',
  'no_softener',
  'no_brighteners',
  'do_not_soak',
  'do_not_rub',
  'do_not_wring',
  'remove_promptly',
  'reshape_damp',
  'dry_away_from_heat',
  'dry_with_balls',
  'iron_reverse',
  'warm_iron_reverse',
  'iron_damp',
  'iron_with_cloth',
  'steam_iron',
  'iron_not_decoration',
  'colour_may_transfer',
  'keep_from_fire',
] as const
export type CareWarning = (typeof careWarningCodes)[number]
