/** One branch of the tree, parents before children; references by business key. */
export const fixtures = [
  { code: 'W', name_en: 'Women', name_zh: '女装' },
  { code: 'W-KNIT', name_en: 'Knits', name_zh: '针织', parent_id: { code: 'W' } },
  {
    code: 'W-KNIT-TEE',
    name_en: 'T-shirts',
    name_zh: 'T 恤',
    parent_id: { code: 'W-KNIT' },
    hs_chapter_default: '61',
    size_scale_default_id: { code: 'ALPHA' },
    min_imu_pct: '62',
    lead_time_days: 90,
  },
]
