/** Types in addition to those of every new database. */
export const fixtures = [
  {
    code: 'MOCK_UP',
    name_en: 'Mock-up',
    name_zh: '局部样',
    seq: 5,
    stage: 'development',
    default_qty: 1,
    lead_days: 5,
  },
  {
    code: 'PACKING',
    name_en: 'Packing sample',
    name_zh: '包装样',
    seq: 145,
    stage: 'production',
    gate: 'shipment',
    lead_days: 5,
    needs_colourway: true,
    needs_line: true,
  },
]
