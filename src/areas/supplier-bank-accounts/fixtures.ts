/** A typical account of a supplier in China. */
export const fixtures = [
  {
    supplier_id: { code: 'GLG' },
    account_holder: 'Golden Loom Garment Co., Ltd.',
    bank_name: 'Bank of China, Ningbo Branch',
    bank_country: 'CN',
    currency: 'USD',
    account_no: '4563 5100 0123 456789',
    bic: 'BKCHCNBJ',
    clearing_code: '104100000004',
  },
]
