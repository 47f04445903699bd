/** What an order line of a category needs; said by the category itself or by the nearest above it that says something. */
export const requirementFields = [
  'rrp_required_default',
  'care_required',
  'fibre_required',
  'spec_required',
  'artwork_required',
] as const

/** Everything that goes down the tree. */
export const profileFields = [
  ...requirementFields,
  'min_imu_pct',
  'lead_time_days',
  'tna_template_id',
  'hs_chapter_default',
  'size_scale_default_id',
] as const
