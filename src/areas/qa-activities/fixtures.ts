/** The evaluation of a factory, with a defect that was seen on the line; references by business key. */
export const fixtures = [
  {
    type: 'factory_evaluation',
    supplier_id: { code: 'GLG' },
    factory_id: { factory_code: 'GLG-NB1' },
    planned_date: '2099-03-04',
    defects: [{ defect_code_id: { code: 'WRK-90' }, severity: 'major', qty: 2 }],
    instructions: 'New linking hall; look at needle control.',
  },
]
