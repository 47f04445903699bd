/** Prices of the first order line in two markets. */
export const fixtures = [
  { po_line_id: 1, market: 'GB', currency: 'GBP', amount: '24.99', tax_included: true },
  { po_line_id: 1, market: 'NL', currency: 'EUR', tax_included: true },
]
