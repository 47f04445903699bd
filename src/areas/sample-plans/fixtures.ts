/** A plan of a category. */
export const fixtures = [
  {
    code: 'TEES',
    name_en: 'T-shirts',
    name_zh: 'T 恤',
    product_category_id: { code: 'W-KNIT-TEE' },
    items: [
      { sample_type_id: { code: 'MOCK_UP' }, days_before: 50 },
      { sample_type_id: { code: 'PACKING' }, days_before: 8, qty: 2 },
    ],
  },
]
