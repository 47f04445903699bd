/** The hangtag of the first order line. */
export const fixtures = [
  {
    po_line_id: { line_no: 10 },
    artwork_id: { artwork_code: 'AW-90001' },
    due_date: '2026-12-21',
    comment: 'String through the care label loop, 18 cm.',
  },
]
