/** The single record, with values of a mid-sized retailer. */
export const fixtures = [
  {
    company_name: 'Alderwick & Fenmoor Retail',
    base_currency: 'GBP',
    office_country: 'GB',
    office_approval_limit: '25000',
    price_over_target_pct: '0',
    price_over_last_pct: '3',
    days_to_acknowledge: 3,
    large_order_units: 1000,
    qty_tolerance_large_pct: '5',
    qty_tolerance_small_pct: '10',
  },
]
