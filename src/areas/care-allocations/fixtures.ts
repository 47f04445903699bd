/** The care instruction of the first order line. */
export const fixtures = [
  {
    po_line_id: { line_no: 10 },
    care_instruction_id: { code: 'CI-9001' },
    label_languages: ['en', 'zh'],
    due_date: '2026-12-18',
    comment: 'Sewn into the left side seam, 8 cm above the hem.',
  },
]
