/** A claim that the office writes by hand, for pieces that shops sent back. */
export const fixtures = [
  {
    type: 'damage',
    purchase_order_id: { po_no: 'PO-24501' },
    rule_id: { code: 'DAMAGE' },
    lines: [{ po_line_id: { line_no: 10 }, size_id: { size_scale_id: { code: 'ALPHA' }, label: 'S' }, units: 9 }],
    remarks: 'Returned by shops with torn seams',
  },
]
