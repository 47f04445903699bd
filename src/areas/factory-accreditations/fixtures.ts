/** Audits of factories; references by business key. Further ones, in every state, are in the demo data. */
export const fixtures = [
  {
    audit_no: 'AU-90001',
    factory_id: { name_en: 'Golden Loom Ningbo Works' },
    standard_program_id: { code: 'HOUSE_CODE' },
    auditing_firm_id: { code: 'SGS' },
    audit_type: 'full',
    audit_date: '2026-05-12',
    announced: 'semi_announced',
    score: '88.00',
    valid_from: '2026-05-12',
    // Long, so that it is valid whenever the tests run.
    valid_to: '2099-05-12',
    scope_text: 'Cutting, sewing, packing; building A and dormitory.',
    products: 'Knitted tops',
    findings: [
      {
        severity: 'minor',
        clause: 'Occupational health and safety',
        description: 'Two fire extinguishers on the second floor were blocked by cartons.',
        root_cause: 'No marked keep-clear zones.',
        actions: [
          { step: 'Mark keep-clear zones and move the cartons', due_on: '2026-06-15', done_on: '2026-06-02' },
          { step: 'Add the zones to the weekly safety round', due_on: '2099-01-31', responsible: 'EHS supervisor' },
        ],
      },
    ],
  },
  {
    audit_no: 'AU-90002',
    factory_id: { name_en: 'Golden Loom Ningbo Works' },
    standard_program_id: { code: 'RMS' },
    auditing_firm_id: { code: 'SGS' },
    audit_type: 'initial',
    audit_date: '2026-06-03',
    certificate_no: 'RMS-CN-2026-0117',
    valid_from: '2026-06-20',
    valid_to: '2027-06-19',
    findings: [],
  },
]
