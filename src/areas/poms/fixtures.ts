/** Points of measure in addition to those of every new database. */
export const fixtures = [
  {
    code: 'X-THUMB',
    name_en: 'Thumb hole length',
    name_zh: '拇指孔长',
    aliases: 'thumbhole',
    garments: ['tops', 'knitwear'],
    how_to_measure_en: 'Measure the opening in the cuff seam from end to end, closed and flat.',
    how_to_measure_zh: '拇指孔闭合平放，沿袖口缝从一端量至另一端。',
    tol_plus_mm: '3',
    tol_minus_mm: '3',
    grade_step_mm: '0',
  },
  {
    code: 'X-TAB',
    name_en: 'Shoulder tab width',
    name_zh: '肩襻宽',
    garments: ['outerwear'],
    how_to_measure_en: 'Measure straight across the tab at its widest point.',
    how_to_measure_zh: '在肩襻最宽处平量。',
    tol_plus_mm: '2',
    tol_minus_mm: '2',
  },
]
