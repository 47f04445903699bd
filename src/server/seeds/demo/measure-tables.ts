/** A table of points with the value of the base size and the grade step in tenths of a millimetre, and maybe a tolerance. */
export interface MeasureTable {
  scale: string
  base: string
  sizes: readonly string[]
  unit?: 'cm' | 'in'
  rows: Readonly<Record<string, readonly [value: number, grade: number, tolerance: number]>>
  /** Values entered by hand instead of the graded ones, by point and size: `HEM XXL`. */
  byHand?: Readonly<Record<string, number>>
}

/** The retailer's own points of measure, for goods that the library of a new database does not cover. */
export const ownPoms = [
  point('OVL-LEN', 'Overall length', '总长', [
    'From end to end at the middle, laid flat, fringes and straps left out.',
    '摊平后在中间从一端量至另一端，不含流苏和带子。',
  ]),
  point('OVL-WID', 'Overall width', '总宽', ['Straight across the widest part, laid flat.', '摊平后在最宽处平量。']),
  point('FOOT-LEN', 'Foot length', '脚底长', [
    'From the tip of the toe to the end of the heel, folded at the heel.',
    '沿跟部折平，从脚尖量至脚跟。',
  ]),
  point('UNDERBAND', 'Underband, relaxed', '下围（平量）', [
    'Along the lower edge from end to end, hook and eye open.',
    '打开搭扣，沿下边从一端量至另一端。',
  ]),
  point('CUP-HGT', 'Cup height', '罩杯高', [
    'From the lower seam of the cup over its fullest point to the upper edge.',
    '从罩杯下缝经最高点量至上边。',
  ]),
]

function point(code: string, name_en: string, name_zh: string, [en, zh]: readonly [string, string]) {
  return {
    code,
    name_en,
    name_zh,
    garments: ['accessories'],
    how_to_measure_en: en,
    how_to_measure_zh: zh,
    tol_plus_mm: '5',
    tol_minus_mm: '5',
    grade_step_mm: '5',
    status: 'active',
  }
}

const alpha = { scale: 'ALPHA', base: 'M', sizes: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] }
const women = { scale: 'NUM_AU_UK', base: '12', sizes: ['8', '10', '12', '14', '16', '18'] }
const kids = { scale: 'KIDS', base: '5', sizes: ['3', '4', '5', '6', '7', '8', '10'] }
const waists = { scale: 'WAIST', base: '32', sizes: ['28', '30', '31', '32', '33', '34', '36'] }
const one = { scale: 'ONE', base: 'OS', sizes: ['OS'] }

const jumper = {
  'HPS-LEN': [6800, 150, 100],
  CHEST: [5400, 250, 100],
  'HEM-STR': [5600, 250, 100],
  'SLV-CB': [8600, 150, 100],
  BICEP: [1950, 80, 50],
  'CUFF-HGT': [650, 0, 30],
  'NECK-STR': [3100, 50, 100],
} as const
const shirt = {
  'CB-LEN': [7600, 150, 100],
  CHEST: [5600, 250, 100],
  SHLDR: [4650, 120, 100],
  'SLV-LEN': [6500, 100, 100],
  CUFF: [1150, 50, 50],
  'COLLAR-PT': [720, 0, 30],
  'COLLAR-LEN': [4050, 100, 100],
  'PKT-WID': [1150, 0, 30],
} as const
const jacket = {
  'CB-LEN': [7200, 150, 100],
  CHEST: [5900, 250, 100],
  HEM: [5500, 250, 100],
  SHLDR: [4800, 120, 100],
  'SLV-LEN': [6600, 100, 100],
  ELBOW: [1900, 80, 50],
  'PKT-LEN': [1700, 0, 30],
  'PKT-WID': [1500, 0, 30],
} as const
const trousers = {
  'WB-RLX': [4200, 250, 100],
  'WB-HGT': [400, 0, 30],
  'HIP-LO': [5200, 250, 100],
  THIGH: [3100, 150, 100],
  'LEG-OPEN': [1900, 60, 50],
  'RISE-F': [2700, 80, 50],
  INSEAM: [7900, 0, 100],
} as const
const leggings = {
  'WB-RLX': [3300, 250, 100],
  'WB-EXT': [5200, 250, 100],
  'HIP-HI': [4000, 250, 100],
  THIGH: [2300, 120, 100],
  'RISE-F': [2700, 60, 50],
  INSEAM: [6800, 50, 100],
} as const

const smaller = (rows: MeasureTable['rows'], share: number): MeasureTable['rows'] =>
  Object.fromEntries(
    Object.entries(rows).map(([code, [value, grade, tolerance]]) => [
      code,
      [Math.round((value * share) / 10) * 10, grade, tolerance],
    ]),
  )

/** A table for each category without a written specification: the category's code, the names, the table. */
export const categoryTables: readonly (readonly [
  category: string,
  name_en: string,
  name_zh: string,
  table: MeasureTable,
])[] = [
  ['M-KNIT-SWT', 'Men’s jumper, finished measures', '男装毛衫成衣尺寸', { ...alpha, rows: jumper }],
  ['M-WOVEN-SHT', 'Men’s shirt, finished measures', '男装衬衫成衣尺寸', { ...alpha, rows: shirt }],
  ['M-OUTER-JKT', 'Men’s jacket, finished measures', '男装夹克成衣尺寸', { ...alpha, rows: jacket }],
  ['M-WOVEN-TRS', 'Chinos, after wash', '休闲裤洗后尺寸', { ...waists, rows: trousers }],
  ['M-DENIM-JNS', 'Men’s jeans, after wash', '男装牛仔裤洗后尺寸', { ...waists, rows: trousers }],
  ['W-DENIM-JNS', 'Women’s jeans, after wash', '女装牛仔裤洗后尺寸', { ...waists, rows: smaller(trousers, 0.96) }],
  [
    'M-ACTIVE-TRN',
    'Men’s training, finished measures',
    '男装训练服成衣尺寸',
    { ...alpha, rows: smaller(jacket, 0.95) },
  ],
  ['W-ACTIVE-LEG', 'Leggings, finished measures', '紧身裤成衣尺寸', { ...alpha, rows: leggings }],
  ['W-NIGHT-PYJ', 'Nightwear, finished measures', '睡衣成衣尺寸', { ...alpha, rows: smaller(shirt, 0.95) }],
  ['W-OUTER-CTS', 'Coat, finished measures', '大衣成衣尺寸', { ...women, rows: smaller(jacket, 0.92) }],
  ['W-WOVEN-BLS', 'Blouse, finished measures', '女装衬衫成衣尺寸', { ...women, rows: smaller(shirt, 0.86) }],
  [
    'W-WOVEN-TRS',
    'Women’s trousers, finished measures',
    '女装长裤成衣尺寸',
    { scale: 'NUM_EU', base: '38', sizes: ['34', '36', '38', '40', '42', '44'], rows: smaller(trousers, 0.9) },
  ],
  ['K-BOY-SWT', 'Children’s sweat, finished measures', '童装卫衣成衣尺寸', { ...kids, rows: smaller(jumper, 0.62) }],
  [
    'K-GIRL-DRS',
    'Girl’s dress, finished measures',
    '女童连衣裙成衣尺寸',
    { ...kids, rows: { 'HPS-LEN': [5800, 400, 100], CHEST: [3100, 100, 100], WAIST: [2900, 100, 100] } },
  ],
  [
    'K-BABY-SET',
    'Baby’s bodysuit, finished measures',
    '婴儿连体衣成衣尺寸',
    {
      ...kids,
      base: '0',
      sizes: ['000', '00', '0', '1', '2'],
      rows: { 'HPS-LEN': [4300, 300, 100], CHEST: [2300, 100, 50], 'SLV-LEN': [2100, 150, 50] },
    },
  ],
  [
    'W-NIGHT-BRA',
    'Bra, finished measures',
    '文胸成品尺寸',
    {
      scale: 'BRA',
      base: '34B',
      sizes: ['32B', '34B', '36B'],
      rows: { UNDERBAND: [5700, 500, 100], 'CUP-HGT': [1750, 60, 30] },
    },
  ],
  ['A-HOS-TGT', 'Tights, relaxed', '连裤袜平量尺寸', { ...alpha, rows: smaller(leggings, 0.8) }],
  [
    'A-HOS-SOX',
    'Socks, relaxed',
    '袜子平量尺寸',
    {
      scale: 'SOCKS',
      base: '39-42',
      sizes: ['35-38', '39-42', '43-46'],
      rows: { 'FOOT-LEN': [2300, 200, 50], CUFF: [850, 50, 50], 'CUFF-HGT': [300, 0, 30] },
    },
  ],
  [
    'A-SOFT-BAG',
    'Bags and belts, finished measures',
    '包与腰带成品尺寸',
    { ...one, rows: { 'OVL-LEN': [3400, 0, 100], 'OVL-WID': [3800, 0, 100], 'BELT-LEN': [10500, 0, 100] } },
  ],
  [
    'A-SOFT-SCF',
    'Scarves and hats, finished measures',
    '围巾与帽子成品尺寸',
    { ...one, rows: { 'OVL-LEN': [18000, 0, 200], 'OVL-WID': [7000, 0, 100] } },
  ],
]
