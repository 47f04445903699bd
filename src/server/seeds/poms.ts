type Garment = 'tops' | 'knitwear' | 'outerwear' | 'dresses' | 'trousers' | 'skirts' | 'accessories'

interface More {
  aliases?: string
  /** Tolerance to both sides and grade step, in millimetres. */
  tol: string
  grade?: string
  how: readonly [en: string, zh: string]
}

const pom = (
  code: string,
  [name_en, name_zh]: readonly [string, string],
  garments: readonly Garment[],
  { aliases, tol, grade, how: [how_to_measure_en, how_to_measure_zh] }: More,
) => ({
  code,
  name_en,
  name_zh,
  garments: [...garments],
  how_to_measure_en,
  how_to_measure_zh,
  tol_plus_mm: tol,
  tol_minus_mm: tol,
  ...(grade ? { grade_step_mm: grade } : {}),
  ...(aliases ? { aliases } : {}),
})

const upper = ['tops', 'knitwear', 'outerwear', 'dresses'] as const

/** The usual points of measure of apparel; tolerances and grade steps are those that most tables begin with. */
export const poms = [
  pom('HPS-LEN', ['Length from HPS', '肩颈点量衣长'], upper, {
    aliases: 'HPS, body length, length from high point shoulder, centre back from HPS, 衣长, 肩颈点衣长',
    tol: '10',
    grade: '15',
    how: [
      'From the high point of the shoulder straight down to the hem, parallel to the centre front.',
      '从肩颈点垂直量至下摆，与前中线平行。',
    ],
  }),
  pom('CHEST', ['Chest width', '胸宽'], upper, {
    aliases: '1/2 chest, half chest, bust, bust width, 胸围, 半胸围, 1/2胸围',
    tol: '10',
    grade: '25',
    how: [
      'Straight across from edge to edge, 2.5 cm below the armhole, garment flat and closed.',
      '成衣平放扣好，袖窿下2.5厘米处平量，从边至边。',
    ],
  }),
]
