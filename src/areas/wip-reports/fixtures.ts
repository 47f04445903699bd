/** Reports of a factory on one line on two days; references by business key. */
export const fixtures = [
  {
    po_line_id: { line_no: 10 },
    report_date: '2026-11-02',
    stage: 'material_in_house',
    cumulative_qty: 6,
    remark: 'Main fabric and trims in house.',
  },
  { po_line_id: { line_no: 10 }, report_date: '2026-11-04', stage: 'cutting', cumulative_qty: 2 },
]
