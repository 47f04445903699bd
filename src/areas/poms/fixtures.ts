/** Points of measure in addition to those of every new database. */
export const fixtures = [
  {
    code: 'PLKT-LEN',
    name_en: 'Placket length',
    name_zh: '门襟长',
    aliases: 'front placket length, 半开襟长',
    garments: ['tops', 'knitwear'],
    how_to_measure_en: 'From the collar seam straight down to the lower edge of the placket.',
    how_to_measure_zh: '从领缝垂直量至门襟下端。',
    tol_plus_mm: '5',
    tol_minus_mm: '5',
    grade_step_mm: '5',
  },
  {
    code: 'PLKT-WID',
    name_en: 'Placket width',
    name_zh: '门襟宽',
    garments: ['tops', 'knitwear'],
    how_to_measure_en: 'Straight across the finished placket, from edge to edge.',
    how_to_measure_zh: '门襟成品平量，从边至边。',
    tol_plus_mm: '3',
    tol_minus_mm: '0',
    grade_step_mm: '0',
  },
]
