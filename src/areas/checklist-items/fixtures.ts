/** Checks in addition to those of every new database. */
export const fixtures = [
  {
    code: 'PCK-90',
    name_en: 'Tissue paper is free of acid',
    name_zh: '衬纸为无酸纸',
    activity_types: ['final'],
    seq: 900,
  },
  {
    code: 'SAF-90',
    name_en: 'Cords within the limits for children’s wear',
    name_zh: '绳带符合童装限制',
    how_en: 'Measure each free end, stretched.',
    activity_types: ['inline', 'final'],
    is_hard_fail: true,
    seq: 910,
  },
]
