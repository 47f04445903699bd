/** A type in addition to those of every new database. */
export const fixtures = [
  {
    code: 'PACKING',
    name_en: 'Packing sample',
    name_zh: '包装样',
    seq: 145,
    stage: 'production',
    gate: 'shipment',
    default_qty: 1,
    sizes_rule: 'base',
    lead_days: 5,
    needs_colourway: true,
    needs_line: true,
  },
]
