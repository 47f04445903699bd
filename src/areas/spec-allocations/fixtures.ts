/** The measurement specification of the first order line. */
export const fixtures = [
  {
    po_line_id: { line_no: 10 },
    specification_id: { spec_id: 'SP-90001' },
    due_date: '2026-12-18',
    comment: 'Measure before washing, on a flat table.',
  },
]
