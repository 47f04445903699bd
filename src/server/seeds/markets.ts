/** Usual markets with the standard rate of their sales tax in percent; shops in the US and Canada add it at the till. */
export const markets = [
  { market: 'AU', currency: 'AUD', tax_pct: '10', tax_included: true },
  { market: 'CA', currency: 'CAD', tax_pct: null, tax_included: false },
  { market: 'CN', currency: 'CNY', tax_pct: '13', tax_included: true },
  { market: 'DE', currency: 'EUR', tax_pct: '19', tax_included: true },
  { market: 'ES', currency: 'EUR', tax_pct: '21', tax_included: true },
  { market: 'FR', currency: 'EUR', tax_pct: '20', tax_included: true },
  { market: 'GB', currency: 'GBP', tax_pct: '20', tax_included: true },
  { market: 'IE', currency: 'EUR', tax_pct: '23', tax_included: true },
  { market: 'IT', currency: 'EUR', tax_pct: '22', tax_included: true },
  { market: 'JP', currency: 'JPY', tax_pct: '10', tax_included: true },
  { market: 'NL', currency: 'EUR', tax_pct: '21', tax_included: true },
  { market: 'NZ', currency: 'NZD', tax_pct: '15', tax_included: true },
  { market: 'US', currency: 'USD', tax_pct: null, tax_included: false },
]
