/** Rules in addition to those of every new database. */
export const fixtures = [
  {
    code: 'LATE_PT',
    name_en: 'Late delivery from Portugal, 1% a week',
    name_zh: '葡萄牙延迟交货，每周 1%',
    type: 'late',
    basis: 'percent_per_week',
    rate: '1',
    grace_days: 5,
    cap_pct: '5',
    minimum: '100',
    handling_fee: '0',
    country: 'PT',
    valid_from: '2026-01-01',
  },
]
