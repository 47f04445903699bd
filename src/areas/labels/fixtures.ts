/** Labels in addition to those of every new database. */
export const fixtures = [
  { handle: 'claim', name_en: 'Customer claim', name_zh: '客户索赔', colour: 'purple' },
  { handle: 'first-bulk', name_en: 'First bulk', name_zh: '首批大货', colour: 'teal' },
]
