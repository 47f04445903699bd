/** Fields of the lines of an issued order that can be changed by a change request. */
export const changeFields = ['qty', 'unit_price', 'ex_factory_date', 'ship_window_start', 'ship_window_end'] as const
export type ChangeField = (typeof changeFields)[number]

/** Reasons for changing an issued order. */
export const changeReasons = [
  'capacity',
  'raw_material_late',
  'sample_approval_late',
  'price_agreement',
  'quantity_change_buyer',
  'quantity_short',
  'colour_change',
  'ship_mode_change',
  'force_majeure',
  'data_error',
] as const

/** Moves of the office that can drop a line of an issued order. Each state of the order allows at most one of them. */
export const dropMoves = ['revise', 'request_change'] as const
