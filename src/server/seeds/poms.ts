type Garment = 'tops' | 'knitwear' | 'outerwear' | 'dresses' | 'trousers' | 'skirts' | 'accessories'

/** A point of measure; tolerance (to both sides) and grade step in millimetres. Tables may name it by an alias. */
interface Point {
  en: string
  zh: string
  how: readonly [en: string, zh: string]
  tol: string
  grade: string
  aliases: string
}

const pom = (code: string, garments: readonly Garment[], { en, zh, how, tol, grade, aliases }: Point) => ({
  code,
  name_en: en,
  name_zh: zh,
  aliases,
  garments: [...garments],
  how_to_measure_en: how[0],
  how_to_measure_zh: how[1],
  tol_plus_mm: tol,
  tol_minus_mm: tol,
  grade_step_mm: grade,
})

const upper = ['tops', 'knitwear', 'outerwear', 'dresses'] as const
const knits = ['tops', 'knitwear'] as const
const hooded = ['tops', 'knitwear', 'outerwear'] as const
const legs = ['trousers'] as const
const lower = ['trousers', 'skirts'] as const
const everything = [...upper, ...lower] as const
const accessories = ['accessories'] as const

/** The usual points of measure of apparel, with usual tolerances and grade steps as a start for tables. */
export const poms = [
  pom('HPS-LEN', upper, {
    en: 'Length from HPS',
    zh: '肩颈点量衣长',
    how: [
      'From the high point of the shoulder straight down to the hem, parallel to the centre front.',
      '从肩颈点垂直量至下摆，与前中线平行。',
    ],
    tol: '10',
    grade: '15',
    aliases: 'HPS, body length, front length, 衣长, 肩颈点衣长',
  }),
  pom('CB-LEN', upper, {
    en: 'Centre back length',
    zh: '后中长',
    how: ['From the neck seam at the centre back straight down to the hem.', '从后领缝中点垂直量至下摆。'],
    tol: '10',
    grade: '15',
    aliases: 'CBL, back length, body length CB, 后衣长, 后中衣长',
  }),
  pom('CHEST', upper, {
    en: 'Chest width',
    zh: '胸宽',
    how: [
      'Straight across from edge to edge, 2.5 cm below the armhole, garment flat and closed.',
      '成衣平放扣好，袖窿下2.5厘米处从边至边平量。',
    ],
    tol: '10',
    grade: '25',
    aliases: '1/2 chest, half chest, bust, 胸围, 半胸围, 1/2胸围',
  }),
  pom('WAIST', upper, {
    en: 'Waist width',
    zh: '腰宽',
    how: [
      'Straight across the narrowest part of the body, garment flat and closed.',
      '成衣平放扣好，在腰部最窄处平量。',
    ],
    tol: '10',
    grade: '25',
    aliases: '1/2 waist, half waist, 腰围, 半腰围, 1/2腰围',
  }),
  pom('HEM', upper, {
    en: 'Hem width',
    zh: '下摆宽',
    how: ['Straight across the lower edge from side to side, relaxed.', '下摆自然放平，从边至边平量。'],
    tol: '10',
    grade: '25',
    aliases: 'bottom width, sweep, bottom opening, 摆围, 下摆',
  }),
  pom('HEM-STR', knits, {
    en: 'Hem width, stretched',
    zh: '下摆拉量宽',
    how: [
      'Straight across the lower edge, stretched until the rib is flat but not strained.',
      '下摆拉至罗纹展平但不紧绷，从边至边平量。',
    ],
    tol: '10',
    grade: '25',
    aliases: 'hem stretched, bottom stretched, 下摆拉开',
  }),
  pom('SHLDR', upper, {
    en: 'Across shoulder',
    zh: '总肩宽',
    how: ['From shoulder point to shoulder point straight across the back.', '在后身从一侧肩点平量至另一侧肩点。'],
    tol: '10',
    grade: '12',
    aliases: 'shoulder to shoulder, shoulder width, 肩宽, 肩阔',
  }),
  pom('SHLDR-SM', upper, {
    en: 'Shoulder seam',
    zh: '小肩宽',
    how: ['Along the shoulder seam from the neck seam to the armhole seam.', '沿肩缝从领缝量至袖窿缝。'],
    tol: '5',
    grade: '6',
    aliases: 'small shoulder, shoulder length, 小肩, 小肩长',
  }),
  pom('SHLDR-SL', upper, {
    en: 'Shoulder slope',
    zh: '肩斜',
    how: [
      'Straight down from the level of the high point of the shoulder to the shoulder point.',
      '从肩颈点水平线垂直量至肩点。',
    ],
    tol: '5',
    grade: '0',
    aliases: 'shoulder drop, 落肩, 肩斜度',
  }),
  pom('X-FRT', upper, {
    en: 'Across front',
    zh: '前胸宽',
    how: [
      'Straight across the front, half way down the armhole, from seam to seam.',
      '在袖窿一半高度处，从袖窿缝平量至另一侧袖窿缝（前身）。',
    ],
    tol: '10',
    grade: '12',
    aliases: 'front width, 前胸阔',
  }),
  pom('X-BACK', upper, {
    en: 'Across back',
    zh: '后背宽',
    how: [
      'Straight across the back, half way down the armhole, from seam to seam.',
      '在袖窿一半高度处，从袖窿缝平量至另一侧袖窿缝（后身）。',
    ],
    tol: '10',
    grade: '12',
    aliases: 'back width, 后背阔',
  }),
  pom('AH-ST', upper, {
    en: 'Armhole, straight',
    zh: '夹直',
    how: ['Straight from the shoulder point to the underarm seam.', '从肩点直线量至腋下缝。'],
    tol: '5',
    grade: '10',
    aliases: 'armhole straight, armhole depth, 挂肩直量, 袖窿直量, 夹圈直度',
  }),
  pom('AH-CV', upper, {
    en: 'Armhole, along the curve',
    zh: '夹弯',
    how: ['Along the armhole seam from the shoulder point to the underarm.', '沿袖窿缝从肩点量至腋下。'],
    tol: '10',
    grade: '10',
    aliases: 'armhole curve, armhole circumference half, 袖窿弯量, 夹圈弯度',
  }),
  pom('SLV-LEN', upper, {
    en: 'Sleeve length from shoulder',
    zh: '袖长',
    how: ['From the shoulder point along the outer fold to the end of the cuff.', '从肩点沿袖外侧折边量至袖口。'],
    tol: '10',
    grade: '10',
    aliases: 'sleeve length, 肩点袖长',
  }),
  pom('SLV-CB', upper, {
    en: 'Sleeve length from centre back',
    zh: '后中袖长',
    how: ['From the centre back neck over the shoulder point to the end of the cuff.', '从后领中点经肩点量至袖口。'],
    tol: '10',
    grade: '15',
    aliases: 'CB sleeve length, sleeve length CB, 后中量袖长',
  }),
  pom('SLV-UA', upper, {
    en: 'Underarm length',
    zh: '内袖长',
    how: ['Along the underarm seam from the armhole to the end of the cuff.', '沿袖底缝从袖窿量至袖口。'],
    tol: '10',
    grade: '10',
    aliases: 'under sleeve length, underarm seam, 袖底长, 袖内长',
  }),
  pom('BICEP', upper, {
    en: 'Bicep width',
    zh: '袖肥',
    how: [
      'Straight across the sleeve at right angles to its fold, 2.5 cm below the armhole.',
      '袖窿下2.5厘米处，与袖折边垂直平量。',
    ],
    tol: '5',
    grade: '10',
    aliases: 'upper arm, muscle, 上臂围, 袖宽',
  }),
  pom('ELBOW', upper, {
    en: 'Elbow width',
    zh: '袖肘宽',
    how: ['Straight across the sleeve half way between the underarm and the cuff.', '在腋下与袖口中间处平量。'],
    tol: '5',
    grade: '8',
    aliases: 'forearm, 肘围, 手肘宽',
  }),
  pom('CUFF', upper, {
    en: 'Cuff opening',
    zh: '袖口宽',
    how: ['Straight across the end of the sleeve, relaxed.', '袖口自然放平，从边至边平量。'],
    tol: '5',
    grade: '5',
    aliases: 'sleeve opening, cuff width, 袖口',
  }),
  pom('CUFF-HGT', upper, {
    en: 'Cuff height',
    zh: '袖口高',
    how: ['From the cuff seam straight to the edge.', '从袖口缝垂直量至边缘。'],
    tol: '3',
    grade: '0',
    aliases: 'cuff depth, sleeve rib height, 袖口罗纹高, 袖级高',
  }),
  pom('NECK-WID', upper, {
    en: 'Neck width',
    zh: '领宽',
    how: [
      'Straight across from neck seam to neck seam at the high points of the shoulder.',
      '两肩颈点之间，从领缝平量至领缝。',
    ],
    tol: '5',
    grade: '6',
    aliases: 'neck opening, neck width seam to seam, 横领, 横开领',
  }),
  pom('NK-DROP-F', upper, {
    en: 'Front neck drop',
    zh: '前领深',
    how: [
      'From the line between the high points of the shoulder straight down to the centre front neck seam.',
      '从两肩颈点连线垂直量至前领缝中点。',
    ],
    tol: '5',
    grade: '3',
    aliases: 'front neck depth, 前直领, 前领窝深',
  }),
  pom('NK-DROP-B', upper, {
    en: 'Back neck drop',
    zh: '后领深',
    how: [
      'From the line between the high points of the shoulder straight down to the centre back neck seam.',
      '从两肩颈点连线垂直量至后领缝中点。',
    ],
    tol: '3',
    grade: '0',
    aliases: 'back neck depth, 后直领',
  }),
  pom('NECK-STR', knits, {
    en: 'Neck opening, stretched',
    zh: '领口拉量',
    how: [
      'Half of the opening, stretched as far as it goes without breaking stitches.',
      '领口拉至最大而不断线，量其一半。',
    ],
    tol: '10',
    grade: '5',
    aliases: 'minimum neck stretch, neck stretched, 领围拉量, 领口拉开',
  }),
  pom('NECK-HGT', upper, {
    en: 'Neck trim height',
    zh: '领高',
    how: ['From the neck seam straight to the edge of the trim at the centre back.', '在后中从领缝垂直量至领边。'],
    tol: '3',
    grade: '0',
    aliases: 'collar height, neck rib height, 领罗纹高, 领贴高',
  }),
  pom('COLLAR-PT', upper, {
    en: 'Collar point',
    zh: '领尖长',
    how: ['Along the front edge of the collar from the seam to the point.', '沿领前边从领缝量至领尖。'],
    tol: '3',
    grade: '0',
    aliases: 'collar point length, 领尖',
  }),
  pom('COLLAR-LEN', upper, {
    en: 'Collar length',
    zh: '领长',
    how: [
      'Along the collar from the centre of the button to the end of the buttonhole, laid flat.',
      '衣领摊平，从纽扣中心量至扣眼外端。',
    ],
    tol: '10',
    grade: '10',
    aliases: 'neck circumference, collar circumference, 领围',
  }),
  pom('HOOD-HGT', hooded, {
    en: 'Hood height',
    zh: '帽高',
    how: ['From the neck seam at the side straight up to the top of the hood.', '从侧领缝垂直量至帽顶。'],
    tol: '10',
    grade: '10',
    aliases: 'hood length, 帽长',
  }),
  pom('HOOD-WID', hooded, {
    en: 'Hood width',
    zh: '帽宽',
    how: [
      'Straight across the hood at its widest point, from the front edge to the centre back seam.',
      '在帽最宽处，从前边平量至后中缝。',
    ],
    tol: '10',
    grade: '5',
    aliases: 'hood depth, 帽深',
  }),
  pom('PKT-LEN', everything, {
    en: 'Pocket length',
    zh: '袋长',
    how: ['Straight down the middle of the pocket from its opening to its lower edge.', '沿口袋中线从袋口量至袋底。'],
    tol: '3',
    grade: '0',
    aliases: 'pocket height, 口袋高, 袋高',
  }),
  pom('PKT-WID', everything, {
    en: 'Pocket width',
    zh: '袋宽',
    how: ['Straight across the opening of the pocket.', '沿袋口平量。'],
    tol: '3',
    grade: '0',
    aliases: 'pocket opening, 袋口宽, 口袋宽',
  }),
  pom('WB-RLX', lower, {
    en: 'Waistband, relaxed',
    zh: '腰围（平量）',
    how: [
      'Straight across the top edge, closed and relaxed, front and back edges level.',
      '腰头扣好自然放平，前后腰边对齐，沿上沿平量。',
    ],
    tol: '10',
    grade: '25',
    aliases: 'waist relaxed, 1/2 waistband, waistband width, 腰头宽平量, 腰围平量',
  }),
  pom('WB-EXT', lower, {
    en: 'Waistband, extended',
    zh: '腰围（拉量）',
    how: ['Straight across the top edge, stretched as far as it goes.', '腰头拉至最大，沿上沿平量。'],
    tol: '10',
    grade: '25',
    aliases: 'waist extended, waist stretched, 腰围拉量',
  }),
  pom('WB-HGT', lower, {
    en: 'Waistband height',
    zh: '腰头高',
    how: ['From the waistband seam straight to the upper edge.', '从腰缝垂直量至上沿。'],
    tol: '3',
    grade: '0',
    aliases: 'waistband depth, 腰头宽',
  }),
  pom('HIP-HI', lower, {
    en: 'High hip width',
    zh: '上臀宽',
    how: ['Straight across, 10 cm below the waistband seam.', '腰缝下10厘米处平量。'],
    tol: '10',
    grade: '25',
    aliases: 'upper hip, 上坐围, 中臀围',
  }),
  pom('HIP-LO', lower, {
    en: 'Low hip width',
    zh: '臀宽',
    how: [
      'Straight across, 20 cm below the waistband seam, in three points for trousers.',
      '腰缝下20厘米处平量，裤装按三点量。',
    ],
    tol: '10',
    grade: '25',
    aliases: 'hip, seat, 1/2 hip, 坐围, 臀围, 半臀围',
  }),
  pom('THIGH', legs, {
    en: 'Thigh width',
    zh: '腿围',
    how: [
      'Straight across the leg at right angles to its fold, 2.5 cm below the crotch.',
      '裆下2.5厘米处，与裤腿折边垂直平量。',
    ],
    tol: '10',
    grade: '15',
    aliases: 'thigh, upper leg, 髀围, 大腿围, 横裆',
  }),
  pom('KNEE', legs, {
    en: 'Knee width',
    zh: '膝围',
    how: ['Straight across the leg half way between crotch and hem.', '在裆点与裤脚中间处平量。'],
    tol: '10',
    grade: '10',
    aliases: 'knee, 膝宽, 中裆',
  }),
  pom('LEG-OPEN', legs, {
    en: 'Leg opening',
    zh: '脚口宽',
    how: ['Straight across the end of the leg, relaxed.', '裤脚自然放平，从边至边平量。'],
    tol: '5',
    grade: '6',
    aliases: 'bottom opening leg, hem leg, 裤脚宽, 脚围, 裤口',
  }),
  pom('RISE-F', legs, {
    en: 'Front rise',
    zh: '前裆',
    how: [
      'Along the seam from the crotch point to the top of the waistband at the front.',
      '沿前裆缝从裆点量至腰头上沿。',
    ],
    tol: '5',
    grade: '8',
    aliases: 'front rise with waistband, 前浪',
  }),
  pom('RISE-B', legs, {
    en: 'Back rise',
    zh: '后裆',
    how: [
      'Along the seam from the crotch point to the top of the waistband at the back.',
      '沿后裆缝从裆点量至腰头上沿。',
    ],
    tol: '10',
    grade: '8',
    aliases: 'back rise with waistband, 后浪',
  }),
  pom('INSEAM', legs, {
    en: 'Inseam',
    zh: '内长',
    how: ['Along the inner seam from the crotch point to the hem.', '沿内侧缝从裆点量至裤脚。'],
    tol: '10',
    grade: '5',
    aliases: 'inside leg, inseam length, 内侧缝, 内裤长',
  }),
  pom('OUTSEAM', lower, {
    en: 'Outseam',
    zh: '外长',
    how: ['Along the side seam from the top of the waistband to the hem.', '沿侧缝从腰头上沿量至下摆。'],
    tol: '10',
    grade: '10',
    aliases: 'side length, outside leg, side seam length, 裤长, 外侧缝, 裙长',
  }),
  pom('SLIT', upper, {
    en: 'Side slit length',
    zh: '开衩长',
    how: ['From the top of the slit straight down to the hem.', '从衩口上端垂直量至下摆。'],
    tol: '5',
    grade: '0',
    aliases: 'slit, vent, 侧衩, 衩高',
  }),
  pom('BELT-LEN', accessories, {
    en: 'Belt length',
    zh: '腰带长',
    how: ['From end to end, laid flat, without the buckle.', '摊平后从一端量至另一端，不含扣。'],
    tol: '10',
    grade: '25',
    aliases: 'belt, tie length, 带长',
  }),
]
