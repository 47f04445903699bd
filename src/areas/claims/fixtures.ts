const order = { supplier_id: { code: 'GLG' } }

/** A claim that the office writes by hand, for pieces that shops sent back; references by business key. */
export const fixtures = [
  {
    type: 'damage',
    purchase_order_id: order,
    rule_id: { code: 'DAMAGE' },
    lines: [
      {
        po_line_id: { line_no: 10, purchase_order_id: order },
        size_id: { size_scale_id: { code: 'ALPHA' }, label: 'S' },
        units: 9,
      },
    ],
    remarks: 'Returned by shops with torn seams',
  },
]
