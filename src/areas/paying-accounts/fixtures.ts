/** Accounts of the retailer; the numbers are valid by their countries' rules, but not in use. */
export const fixtures = [
  {
    name: 'Main account USD',
    account_holder: 'Northwind Apparel Ltd',
    bank_country: 'GB',
    currency: 'USD',
    iban: 'GB29 NWBK 6016 1331 9268 19',
    bic: 'NWBKGB2L',
    ledger_account: '1210',
  },
]
