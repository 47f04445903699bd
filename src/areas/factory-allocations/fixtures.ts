/** Allocations to the line of the order fixtures; the mill is still under review, so there is an exception. */
export const fixtures = [
  {
    po_line_id: { line_no: 10 },
    factory_id: { factory_code: 'GLG-NB1' },
    process_stage: 'main',
    start_date: '2026-12-07',
    end_date: '2027-01-15',
    override_reason: 'Agreed with the compliance team before the evaluation is closed.',
    comment: 'Same needle team as last season.',
  },
  {
    po_line_id: { line_no: 10 },
    factory_id: { factory_code: 'GLG-DG1' },
    process_stage: 'knitting',
    end_date: '2026-12-30',
    override_reason: 'The mill has knitted these rib trims for years.',
  },
]
