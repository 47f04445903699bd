/** Compositions of the first order line: declared, then rejected and corrected. */
export const fixtures = [
  {
    po_line_id: { line_no: 10 },
    declared: [
      { component: 'shell', fibre_id: { code: 'CO' }, pct: '60' },
      { component: 'shell', fibre_id: { code: 'PES' }, pct: '40', recycled: true },
      { component: 'rib', fibre_id: { code: 'CO' }, pct: '95' },
      { component: 'rib', fibre_id: { code: 'EL' }, pct: '5' },
    ],
    claim_standards: ['GRS'],
    scope_certificate_no: 'CU-812044',
    scope_valid_until: '2027-09-30',
    transaction_certificate_no: 'TC-40218',
    laboratory: 'Intertek Shenzhen',
    test_report_no: 'SZH-210118',
    tested_on: '2026-11-02',
    tested: [
      { component: 'shell', fibre_id: { code: 'CO' }, pct: '61.2' },
      { component: 'shell', fibre_id: { code: 'PES' }, pct: '38.8', recycled: true },
    ],
    label: [
      { component: 'shell', fibre_id: { code: 'CO' }, pct: '60' },
      { component: 'shell', fibre_id: { code: 'PES' }, pct: '40', recycled: true },
      { component: 'rib', fibre_id: { code: 'CO' }, pct: '95' },
      { component: 'rib', fibre_id: { code: 'EL' }, pct: '5' },
    ],
    comment: 'Bulk fabric lot 2 follows in week 49.',
  },
]
