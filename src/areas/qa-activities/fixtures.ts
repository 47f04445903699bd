/** The evaluation of a factory; references by business key. */
export const fixtures = [
  {
    type: 'factory_evaluation',
    supplier_id: { code: 'GLG' },
    factory_id: { factory_code: 'GLG-NB1' },
    planned_date: '2099-03-04',
    instructions: 'New linking hall; look at needle control.',
  },
]
