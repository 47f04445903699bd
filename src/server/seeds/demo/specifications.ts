import Pdf from 'pdfkit'
import { collected } from '#server/paper/pdf-document.ts'
import { addDays } from '#shared/base/dates.ts'
import { gradedValues, mmOf } from '#shared/trade/measures.ts'
import type { SpecType } from '#shared/trade/specification.ts'
import { categoryTables, type MeasureTable as Table } from './measure-tables'

type Status = 'draft' | 'under_review' | 'scheduled' | 'active' | 'superseded' | 'retired'
type Input = Record<string, unknown>

/** A specification of the demo with its versions, oldest first. */
interface DemoSpec {
  spec_id: string
  spec_type: SpecType
  name_en: string
  name_zh: string
  /** The category, brand, market or article to which it applies, by code; without any, it applies to everything. */
  category?: string
  brand?: string
  market?: string
  article?: string
  versions: readonly DemoVersion[]
  /** The drawing that is attached to each version. */
  drawing?: Drawing
}

interface DemoVersion extends Input {
  status: Status
  /** How many days before the demo's day the version takes effect; negative if after it. */
  since?: number
  table?: Table
}

const alpha = { scale: 'ALPHA', base: 'M', sizes: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] }
const women = { scale: 'NUM_AU_UK', base: '12', sizes: ['6', '8', '10', '12', '14', '16', '18', '20'] }
const waists = { scale: 'WAIST', base: '32', sizes: ['28', '30', '32', '34', '36', '38'] }

const tee: Table = {
  ...alpha,
  rows: {
    'HPS-LEN': [6400, 150, 100],
    CHEST: [4900, 250, 100],
    HEM: [4800, 250, 100],
    SHLDR: [3850, 120, 100],
    'AH-ST': [2150, 100, 100],
    'SLV-LEN': [1900, 60, 50],
    BICEP: [1750, 80, 50],
    CUFF: [1650, 60, 50],
    'NECK-WID': [1800, 60, 50],
    'NK-DROP-F': [950, 30, 50],
    'NK-DROP-B': [200, 0, 30],
    'NECK-HGT': [180, 0, 30],
  },
  byHand: { 'HPS-LEN XXL': 6850 },
}

const jumper: Table = {
  ...alpha,
  unit: 'in',
  rows: {
    'HPS-LEN': [6350, 127, 127],
    CHEST: [5080, 254, 127],
    HEM: [4445, 254, 127],
    'SLV-CB': [7874, 127, 127],
    BICEP: [1841.5, 63.5, 63.5],
    CUFF: [952.5, 31.75, 63.5],
    'CUFF-HGT': [635, 0, 31.75],
    'NECK-WID': [1905, 63.5, 63.5],
    'NK-DROP-F': [889, 31.75, 63.5],
    'NECK-HGT': [254, 0, 31.75],
  },
}

const jeans: Table = {
  ...waists,
  rows: {
    'WB-RLX': [4200, 250, 100],
    'WB-HGT': [400, 0, 30],
    'HIP-LO': [5150, 250, 100],
    THIGH: [3050, 150, 100],
    KNEE: [2150, 100, 100],
    'LEG-OPEN': [1800, 60, 50],
    'RISE-F': [2650, 80, 50],
    'RISE-B': [3700, 80, 100],
    INSEAM: [8100, 0, 100],
    OUTSEAM: [10500, 80, 100],
  },
}

const dress: Table = {
  ...women,
  rows: {
    'HPS-LEN': [9800, 100, 100],
    CHEST: [4750, 250, 100],
    WAIST: [3950, 250, 100],
    HEM: [7200, 250, 100],
    SHLDR: [3800, 100, 100],
    'SLV-LEN': [6000, 60, 100],
    CUFF: [1050, 40, 50],
    'NK-DROP-F': [1400, 30, 50],
  },
}

const written: readonly DemoSpec[] = [
  {
    spec_id: 'SP-00001',
    spec_type: 'measurement',
    name_en: 'Women’s crew-neck tee, finished measures',
    name_zh: '女装圆领T恤成衣尺寸',
    category: 'W-KNIT-TEE',
    drawing: 'tee',
    versions: [
      { status: 'superseded', since: 400, summary: 'Measured flat before washing.', table: tee },
      {
        status: 'active',
        since: 90,
        summary: 'Body 1 cm longer, neck 5 mm narrower after the fit session of the season.',
        table: {
          ...tee,
          rows: { ...tee.rows, 'HPS-LEN': [6500, 150, 100], 'NECK-WID': [1750, 60, 50] },
          byHand: { 'HPS-LEN XXL': 6950 },
        },
      },
    ],
  },
  {
    spec_id: 'SP-00002',
    spec_type: 'measurement',
    name_en: 'Women’s jumper, finished measures',
    name_zh: '女装毛衫成衣尺寸',
    category: 'W-KNIT-SWT',
    drawing: 'tee',
    versions: [{ status: 'active', since: 400, summary: 'Measured relaxed, after steaming.', table: jumper }],
  },
  {
    spec_id: 'SP-00003',
    spec_type: 'measurement',
    name_en: 'Five-pocket jeans, after wash',
    name_zh: '五袋牛仔裤洗后尺寸',
    brand: 'TLB',
    drawing: 'trousers',
    versions: [
      { status: 'active', since: 400, summary: 'After the bulk wash, cold and dry.', table: jeans },
      {
        status: 'under_review',
        since: -14,
        summary: 'Leg opening 5 mm wider, thigh tolerance halved.',
        table: { ...jeans, rows: { ...jeans.rows, 'LEG-OPEN': [1850, 60, 50], THIGH: [3050, 150, 50] } },
      },
    ],
  },
  {
    spec_id: 'SP-00004',
    spec_type: 'measurement',
    name_en: 'Shirt dress, finished measures',
    name_zh: '衬衫裙成衣尺寸',
    category: 'W-WOVEN-DRS',
    drawing: 'tee',
    versions: [{ status: 'active', since: 400, table: dress }],
  },
  {
    spec_id: 'SP-00005',
    spec_type: 'measurement',
    name_en: 'Men’s T-shirt, finished measures',
    name_zh: '男装T恤成衣尺寸',
    category: 'M-KNIT-TEE',
    drawing: 'tee',
    versions: [
      {
        status: 'active',
        since: 400,
        table: {
          ...tee,
          rows: {
            ...tee.rows,
            'HPS-LEN': [7200, 150, 100],
            CHEST: [5400, 250, 100],
            HEM: [5350, 250, 100],
            SHLDR: [4600, 120, 100],
          },
          byHand: {},
        },
      },
    ],
  },
  {
    spec_id: 'SP-00006',
    spec_type: 'packing',
    name_en: 'Folded, 24 to a carton',
    name_zh: '折叠包装，每箱24件',
    versions: [
      {
        status: 'superseded',
        since: 400,
        requirements_en: 'Fold to 32 × 26 cm. One piece to a polybag, barcode sticker on the outside. No tissue.',
        requirements_zh: '折叠成32×26厘米，每件一个胶袋，条码贴于袋外，不垫薄纸。',
        ...carton(24, 6, 'flat', [600, 400, 350], '8.2', '9.5'),
      },
      {
        status: 'active',
        since: 120,
        summary: 'Bags of recycled polyethylene with a warning in both languages.',
        requirements_en:
          'Fold to 32 × 26 cm. One piece to a bag of at least 30% recycled polyethylene with suffocation warning in English and Chinese, barcode sticker on the outside. No tissue.',
        requirements_zh:
          '折叠成32×26厘米，每件装入含至少30%再生聚乙烯并印有中英文防窒息警告的胶袋，条码贴于袋外，不垫薄纸。',
        ...carton(24, 6, 'flat', [600, 400, 350], '8.2', '9.5'),
      },
    ],
  },
  {
    spec_id: 'SP-00007',
    spec_type: 'packing',
    name_en: 'Hanging, 12 to a carton',
    name_zh: '挂装，每箱12件',
    category: 'W-OUTER-CTS',
    versions: [
      {
        status: 'active',
        since: 200,
        requirements_en:
          'On hanger type H4 with a foam cover, in a long bag with a hole for the hook. Cartons stand upright.',
        requirements_zh: '使用H4型衣架加海绵套，套长胶袋并留挂钩孔，纸箱直立放置。',
        ...carton(12, null, 'hanging', [1100, 550, 400], '14.5', '17'),
      },
    ],
  },
  {
    spec_id: 'SP-00008',
    spec_type: 'carton_marking',
    name_en: 'Main and side marks',
    name_zh: '正唛与侧唛',
    drawing: 'carton',
    versions: [
      {
        status: 'superseded',
        since: 400,
        carton_marks:
          'Main mark: company, order no, article, colour, size, quantity, carton n of N. Side mark: gross and net weight, dimensions, made in.',
      },
      {
        status: 'active',
        since: 60,
        summary: 'The GS1 label moves to the long side, 32 mm from both edges.',
        carton_marks:
          'Main mark: company, order no, article, colour, size, quantity, carton n of N. Side mark: gross and net weight, dimensions, made in. GS1-128 label on the long side, 32 mm from the edges.',
        requirements_zh:
          '正唛：公司、订单号、款号、颜色、尺码、数量、箱号（第n箱，共N箱）。侧唛：毛净重、箱规、产地。GS1-128标签贴于长边，距两边32毫米。',
        ...carton(null, null, null, [600, 400, 350], null, '15'),
      },
    ],
  },
  {
    spec_id: 'SP-00009',
    spec_type: 'security_tagging',
    name_en: 'RFID at the factory',
    name_zh: '工厂加装RFID标签',
    versions: [
      {
        status: 'active',
        since: 170,
        requirements_en:
          'EPC encoded with the GTIN of the barcode and a serial number. Ten tags of each carton are read before it is closed.',
        requirements_zh: 'EPC按条码的GTIN加序列号写入，封箱前每箱抽读十枚。',
        tag_technology: 'rfid_uhf',
        tag_placement_en: 'Inside the swing ticket, away from metal trims',
        tag_placement_zh: '吊牌内，远离金属辅料',
        source_tagging: true,
        tag_supplier: 'Nominated label printer',
      },
    ],
  },
  {
    spec_id: 'SP-00010',
    spec_type: 'security_tagging',
    name_en: 'Hard tag for outerwear',
    name_zh: '外套硬标签',
    category: 'M-OUTER-JKT',
    versions: [
      {
        status: 'scheduled',
        since: -21,
        tag_technology: 'am_58khz',
        tag_placement_en: 'Left side seam, 10 cm above the hem',
        tag_placement_zh: '左侧缝，下摆上方10厘米',
        source_tagging: true,
      },
    ],
  },
  {
    spec_id: 'SP-00011',
    spec_type: 'construction',
    name_en: 'Jersey tops: seams and stitches',
    name_zh: '针织上衣：缝型与线迹',
    drawing: 'seams',
    versions: [
      {
        status: 'active',
        since: 260,
        requirements_en:
          'Shoulder seams with clear tape, four-thread overlock 504 at 5 mm. Hems and cuffs twin-needle coverstitch 406, 12 stitches per 3 cm. Neck rib cut on the straight, joined at the left shoulder.',
        requirements_zh:
          '肩缝夹透明带，四线锁边504，缝份5毫米。下摆和袖口双针绷缝406，每3厘米12针。领罗纹直裁，在左肩接缝。',
      },
    ],
  },
  {
    spec_id: 'SP-00012',
    spec_type: 'fabric',
    name_en: 'Cotton jersey, performance',
    name_zh: '棉汗布性能要求',
    versions: [
      {
        status: 'active',
        since: 330,
        requirements_en:
          'Weight within 5% of the article. Shrinkage at most 5% in length and width after three washes at 40 °C. Spirality at most 5%. Pilling grade 3–4 or better after 2000 rubs.',
        requirements_zh:
          '克重偏差不超过5%。40℃水洗三次后经纬向缩水率均不超过5%，扭曲率不超过5%，起球2000转达3–4级或以上。',
      },
    ],
  },
  {
    spec_id: 'SP-00013',
    spec_type: 'trims',
    name_en: 'Buttons and zips',
    name_zh: '纽扣与拉链',
    versions: [
      {
        status: 'active',
        since: 310,
        requirements_en:
          'Buttons cross-stitched with lock, pull at least 90 N. Zips of nominated makers, nickel-free sliders. A spare button on the care label of shirts and coats.',
        requirements_zh:
          '纽扣交叉钉扣并打结，拉力不低于90 N。拉链用指定供应商，拉头不含镍。衬衫与大衣的洗唛上钉备用扣。',
      },
    ],
  },
  {
    spec_id: 'SP-00014',
    spec_type: 'labelling',
    name_en: 'Labels for Australia and New Zealand',
    name_zh: '澳大利亚、新西兰标签',
    market: 'AU',
    versions: [
      {
        status: 'active',
        since: 140,
        requirements_en:
          'Care label in the left side seam 8 cm above the hem, care words as AS/NZS 1957 asks. Country of origin in the neck. Fire warning on nightwear in red.',
        requirements_zh: '洗唛缝于左侧缝，下摆上方8厘米，文字按AS/NZS 1957。产地标在后领。家居服须有红色防火警告。',
      },
      {
        status: 'draft',
        summary: 'The origin moves to the care label.',
        requirements_en:
          'Care label in the left side seam 8 cm above the hem, care words as AS/NZS 1957 asks, with the country of origin. Fire warning on nightwear in red.',
      },
    ],
  },
  {
    spec_id: 'SP-00015',
    spec_type: 'testing',
    name_en: 'Test programme for children’s wear',
    name_zh: '童装测试项目',
    category: 'K-BOY-SWT',
    versions: [
      {
        status: 'active',
        since: 190,
        requirements_en:
          'Before bulk: colour fastness to wash, rub, perspiration and saliva, pH, formaldehyde below 16 mg/kg up to 36 months. From bulk: small parts pull test of ten pieces an order.',
        requirements_zh:
          '大货前：耐洗、耐摩擦、耐汗渍、耐唾液色牢度，pH值，36个月以下甲醛低于16 mg/kg。大货：每单抽十件做小部件拉力测试。',
      },
    ],
  },
  {
    spec_id: 'SP-00016',
    spec_type: 'restricted_substances',
    name_en: 'Restricted substances list',
    name_zh: '限用物质清单',
    drawing: 'list',
    versions: [
      {
        status: 'superseded',
        since: 410,
        requirements_en:
          'Azo dyes that release listed amines: not detected (30 mg/kg). Nickel release at most 0.5 µg/cm² a week. PFOA and PFOS: not used.',
        requirements_zh: '可分解芳香胺染料：不得检出（30 mg/kg）。镍释放量每周不超过0.5 µg/cm²。不得使用PFOA、PFOS。',
      },
      {
        status: 'active',
        since: 100,
        summary: 'All PFAS are out, not only PFOA and PFOS.',
        requirements_en:
          'Azo dyes that release listed amines: not detected (30 mg/kg). Nickel release at most 0.5 µg/cm² a week. PFAS: none, total fluorine below 50 mg/kg.',
        requirements_zh:
          '可分解芳香胺染料：不得检出（30 mg/kg）。镍释放量每周不超过0.5 µg/cm²。不得使用任何PFAS，总氟低于50 mg/kg。',
      },
    ],
  },
  {
    spec_id: 'SP-00017',
    spec_type: 'packing',
    name_en: 'Gift box for hosiery',
    name_zh: '袜品礼盒',
    category: 'A-HOS-SOX',
    versions: [
      {
        status: 'retired',
        since: 370,
        requirements_en: 'Three pairs to a box, two boxes to a sleeve.',
        requirements_zh: '每盒三双，每套两盒。',
        ...carton(48, 6, 'flat', [500, 400, 300], '6.8', '8'),
        notes: 'The box is not ordered any more.',
      },
    ],
  },
]

/** The written specifications, and a plain table of measurements for every other category that is ordered. */
const specs: readonly DemoSpec[] = [
  ...written,
  ...categoryTables.map(
    ([category, name_en, name_zh, table], at): DemoSpec => ({
      spec_id: `SP-${String(written.length + at + 1).padStart(5, '0')}`,
      spec_type: 'measurement',
      name_en,
      name_zh,
      category,
      versions: [{ status: 'active', since: 400, table }],
    }),
  ),
]

function carton(
  units: number | null,
  inner: number | null,
  method: string | null,
  [length, width, height]: readonly [number, number, number],
  net: string | null,
  gross: string | null,
): Input {
  return {
    units_per_carton: units,
    inner_pack_qty: inner,
    packing_method: method,
    carton_length_mm: length,
    carton_width_mm: width,
    carton_height_mm: height,
    carton_net_weight_kg: net,
    carton_gross_weight_kg: gross,
  }
}

/** The highest number of versions that a specification has. */
export const versionRounds = Math.max(...specs.map(({ versions }) => versions.length))

/** The versions of one round, in the order of the specifications; `before` has the records of the round before. */
export const specVersions = (round: number, day: string, before: readonly Input[] = []): Input[] =>
  specs.flatMap((spec) => {
    const version = spec.versions[round]
    if (!version) return []
    const { status, since, table, ...facts } = version
    const predecessor = before.find(({ spec_id }) => spec_id === spec.spec_id)
    const effective = since === undefined ? null : addDays(day, -since)
    return [
      {
        spec_id: spec.spec_id,
        spec_type: spec.spec_type,
        name_en: spec.name_en,
        name_zh: spec.name_zh,
        ...scopeOf(spec),
        ...(table ? tableOf(table) : {}),
        ...facts,
        version_no: round + 1,
        predecessor_id: predecessor?.id ?? null,
        status,
        effective_from: effective,
        ...(status === 'draft' ? { drafted_by: office } : reviewed(status, effective, day)),
      },
    ]
  })

const office = { email: 'office@demo.test' }

/** The review of a version: the office submits it, and the administrator approves it a week before it takes effect. */
const reviewed = (status: Status, effective: string | null, day: string): Input => {
  const isWaiting = status === 'under_review'
  const approved = isWaiting || status === 'scheduled' ? addDays(day, -2) : addDays(effective ?? day, -7)
  return {
    drafted_by: office,
    submitted_by: { email: 'office2@demo.test' },
    submitted_at: `${addDays(approved, -3)}T10:15:00Z`,
    ...(isWaiting ? {} : { approved_by: { email: 'admin@demo.test' }, approved_at: `${approved}T14:40:00Z` }),
  }
}

const scopeOf = ({ category, brand, market, article }: DemoSpec): Input => {
  if (category) return { applies_to: 'category', product_category_id: { code: category } }
  if (brand) return { applies_to: 'brand', house_brand_id: { code: brand } }
  if (market) return { applies_to: 'market', label_market_id: { code: market } }
  return article ? { applies_to: 'article', article_id: { article_no: article } } : { applies_to: 'everything' }
}

const tableOf = ({ scale, base, sizes, unit = 'cm', rows, byHand = {} }: Table): Input => {
  const sizeOf = (label: string | undefined) => ({ size_scale_id: { code: scale }, label })
  const ids = sizes.map((_, at) => at)
  const baseAt = sizes.indexOf(base)
  return {
    size_scale_id: { code: scale },
    base_size_id: sizeOf(base),
    unit,
    measures: Object.entries(rows).map(([code, [value, grade, tolerance]], index) => {
      const written = sizes.flatMap((size, at) => {
        const own = byHand[`${code} ${size}`]
        return own === undefined ? [] : [{ size_id: at, value_mm: tenths(own), by_hand: true }]
      })
      const start = { size_id: baseAt, value_mm: tenths(value), by_hand: false }
      return {
        seq: index + 1,
        pom_id: { code },
        tol_plus_mm: tenths(tolerance),
        tol_minus_mm: tenths(tolerance),
        grade_step_mm: tenths(grade),
        values: gradedValues([start, ...written], tenths(grade), { ids, base: baseAt }).map(({ size_id, ...rest }) => ({
          ...rest,
          size_id: sizeOf(sizes[size_id]),
        })),
      }
    }),
  }
}

const tenths = (value: number) => mmOf(Math.round(value * 100))

type Drawing = 'tee' | 'trousers' | 'carton' | 'seams' | 'list'

/** Draws the drawing of a version as a PDF of one page, if its specification has one. */
export const specDrawing = async (
  spec_id: string,
  version_no: number,
): Promise<{ name: string; bytes: Buffer } | null> => {
  const spec = specs.find((candidate) => candidate.spec_id === spec_id)
  if (!spec?.drawing) return null
  const document = new Pdf({ size: 'A4', margin: 48 })
  const bytes = collected(document)
  document.fontSize(16).text(plain(spec.name_en))
  document.fontSize(10).text(`${spec_id} version ${version_no}`)
  document.lineWidth(1.2)
  drawings[spec.drawing](document, version_no)
  document.end()
  return { name: `${spec_id}-sketch.pdf`, bytes: await bytes }
}

/** Replaces typographic apostrophes, which the standard PDF fonts lack. */
const plain = (text: string) => text.replaceAll('’', "'")

type Page = InstanceType<typeof Pdf>

/** Draws a shape by its corners, in PDF points from the upper left. */
const outline = (page: Page, points: readonly (readonly [number, number])[]) => {
  page.polygon(...points.map(([x, y]): [number, number] => [x, y])).stroke()
}

const arrow = (page: Page, from: readonly [number, number], to: readonly [number, number], label: string) => {
  page
    .save()
    .lineWidth(0.6)
    .dash(3, { space: 2 })
    .moveTo(...pair(from))
    .lineTo(...pair(to))
    .stroke()
    .undash()
    .restore()
  page.fontSize(9).text(label, (from[0] + to[0]) / 2 + 4, (from[1] + to[1]) / 2 - 12, { lineBreak: false })
}
const pair = ([x, y]: readonly [number, number]): [number, number] => [x, y]

const drawings: Record<Drawing, (page: Page, version: number) => void> = {
  tee: (page, version) => {
    const longer = version > 1 ? 24 : 0
    outline(page, [
      [230, 170],
      [190, 185],
      [100, 260],
      [140, 310],
      [185, 280],
      [185, 560 + longer],
      [410, 560 + longer],
      [410, 280],
      [455, 310],
      [495, 260],
      [405, 185],
      [365, 170],
      [330, 200],
      [265, 200],
    ])
    arrow(page, [236, 174], [236, 558 + longer], 'HPS-LEN')
    arrow(page, [188, 320], [408, 320], 'CHEST')
    arrow(page, [188, 548 + longer], [408, 548 + longer], 'HEM')
    arrow(page, [106, 258], [188, 190], 'SLV-LEN')
  },
  trousers: (page, version) => {
    const wider = version > 1 ? 8 : 0
    outline(page, [
      [200, 160],
      [400, 160],
      [425, 330],
      [390 + wider, 700],
      [320 - wider, 700],
      [300, 400],
      [280, 700],
      [210 - wider, 700],
      [175, 330],
    ])
    arrow(page, [200, 172], [400, 172], 'WB-RLX')
    arrow(page, [182, 320], [418, 320], 'HIP-LO')
    arrow(page, [210 - wider, 690], [280, 690], 'LEG-OPEN')
  },
  carton: (page, version) => {
    outline(page, [
      [120, 260],
      [400, 260],
      [400, 480],
      [120, 480],
    ])
    outline(page, [
      [120, 260],
      [200, 190],
      [480, 190],
      [400, 260],
    ])
    outline(page, [
      [400, 260],
      [480, 190],
      [480, 410],
      [400, 480],
    ])
    const x = version > 1 ? 290 : 140
    page.rect(x, 400, 90, 60).stroke()
    for (let bar = 0; bar < 24; bar += 1) page.rect(x + 8 + bar * 3, 408, bar % 3 === 0 ? 2 : 1, 34).fill()
    page.fillColor('black').fontSize(11).text('MAIN MARK', 140, 290).text('C/NO. 1 OF 48', 140, 310)
  },
  seams: (page) => {
    for (const [at, label] of [
      '504 overlock, 5 mm',
      '406 coverstitch, twin needle',
      '301 lockstitch, topstitch',
    ].entries()) {
      const y = 220 + at * 150
      page.moveTo(90, y).lineTo(480, y).stroke()
      for (let x = 100; x < 470; x += 16)
        page
          .moveTo(x, y + 14)
          .lineTo(x + 8, y + (at === 0 ? 34 : 14))
          .lineTo(x + 16, y + 14)
          .stroke()
      page.fontSize(10).text(label, 90, y + 50)
    }
  },
  list: (page, version) => {
    const rows = [
      ['Azo dyes (listed amines)', 'not detected, 30 mg/kg'],
      ['Formaldehyde', version > 1 ? '75 mg/kg, baby 16 mg/kg' : '75 mg/kg'],
      ['Nickel release', '0.5 ug/cm2/week'],
      version > 1 ? ['PFAS (total fluorine)', '50 mg/kg'] : ['PFOA, PFOS', 'not used'],
      ['Lead', '90 mg/kg'],
      ['Phthalates', '0.1 % together'],
    ]
    for (const [at, [name = '', limit = '']] of rows.entries()) {
      const y = 180 + at * 28
      page
        .moveTo(48, y - 8)
        .lineTo(540, y - 8)
        .stroke()
      page.fontSize(11).text(name, 56, y).text(limit, 320, y)
    }
  },
}
