/** Typical markets of a retailer. */
export const fixtures = [
  { market: 'GB', currency: 'GBP', tax_pct: '20', tax_included: true },
  { market: 'NL', currency: 'EUR', tax_pct: '21', tax_included: true },
]
