/** A proforma invoice of an order, with freight and a discount; references by business key. */
export const fixtures = [
  {
    invoice_no: 'GLG-PI-0117',
    type: 'proforma',
    supplier_id: { code: 'GLG' },
    purchase_order_id: { supplier_id: { code: 'GLG' } },
    invoice_date: '2026-10-20',
    currency: 'USD',
    remarks: 'Prices as agreed on 2 October 2026.',
    lines: [
      { description: 'T-shirts as ordered, navy', qty: 1200, unit_price: '3.3500', tax_rate_id: { code: 'EXPORT' } },
    ],
    charges: [{ kind: 'discount', description: 'Early order discount', charge_amount: '40' }],
  },
]
