/** A sample of a style; references by business key. */
export const fixtures = [
  {
    sample_type_id: { code: 'MOCK_UP' },
    article_id: { size_scale_id: { code: 'ALPHA' } },
    supplier_id: { code: 'GLG' },
    location_id: { country: 'GB' },
    due_date: '2099-03-02',
    sizes: [{ size_id: null, qty: 2 }],
    instructions: 'Collar and placket only.',
  },
]
