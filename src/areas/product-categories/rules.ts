/**
 * Requirements of a category's order lines; set on the category, or inherited from the nearest parent that has a value.
 */
export const requirementFields = [
  'rrp_required_default',
  'care_required',
  'fibre_required',
  'spec_required',
  'artwork_required',
] as const

/** All fields that are inherited. */
export const profileFields = [
  ...requirementFields,
  'min_imu_pct',
  'lead_time_days',
  'tna_template_id',
  'hs_chapter_default',
  'size_scale_default_id',
] as const
