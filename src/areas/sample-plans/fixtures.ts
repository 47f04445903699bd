/** A plan of a category. */
export const fixtures = [
  {
    code: 'TEES',
    name_en: 'T-shirts',
    name_zh: 'T 恤',
    product_category_id: { code: 'W-KNIT-TEE' },
    items: [
      { sample_type_id: { code: 'FIT' }, days_before: 50 },
      { sample_type_id: { code: 'SIZE_SET' }, days_before: 38 },
      { sample_type_id: { code: 'PPS' }, days_before: 30 },
      { sample_type_id: { code: 'TOP' }, days_before: 10 },
    ],
  },
]
