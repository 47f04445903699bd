import type { ActivityType } from '#shared/trade/qa.ts'

type Check = readonly [code: string, en: string, zh: string, types: readonly ActivityType[], isHardFail?: boolean]

const production: readonly ActivityType[] = ['inline', 'dupro', 'final']
const final: readonly ActivityType[] = ['final']
const loading: readonly ActivityType[] = ['container_loading']

const checks: readonly Check[] = [
  ['DOC-01', 'Approved sample and specification are at hand', '批准样和规格书在场', production],
  ['DOC-02', 'Style, colour and quantity as ordered', '款式、颜色、数量与订单一致', final],
  ['COL-01', 'Colour against approved standard in the light box', '灯箱内与批准色样对色', production],
  ['COL-02', 'Shade lots are kept apart', '不同缸号分开', ['inline', 'dupro']],
  ['FAB-01', 'Fabric as approved: weight, hand feel, composition', '面料与批准样一致：克重、手感、成分', production],
  ['TRM-01', 'Trims as approved: buttons, zips, thread', '辅料与批准样一致：钮扣、拉链、缝线', production],
  ['LBL-01', 'Main, size and care label as approved', '主唛、尺码唛、洗唛与批准稿一致', production],
  ['LBL-02', 'Fibre content and origin on the label as ordered', '标签上的成分、产地与订单一致', final, true],
  ['LBL-03', 'Price ticket and barcode right, barcode scans', '价格牌、条码正确，可扫描', final],
  ['WRK-01', 'Stitch density as specified', '针距符合规格', ['inline', 'dupro']],
  ['WRK-02', 'Buttons and snaps hold when pulled', '钮扣、四合扣拉力合格', production],
  ['WRK-03', 'Garment fits the model or the form', '样衣上身或上人台效果正常', ['dupro', 'final']],
  ['SAF-01', 'Needle log complete, all broken parts kept', '断针记录完整，断针碎片齐全', production, true],
  ['SAF-02', 'Metal detection of every piece, record at hand', '全部过检针机，记录在场', final, true],
  ['SAF-03', 'No sharp points or edges', '无尖点、利边', production, true],
  [
    'SAF-04',
    'Small parts and cords within the limits for children',
    '小部件、绳带符合童装限制',
    ['dupro', 'final'],
    true,
  ],
  ['MOI-01', 'Moisture of goods and cartons within limits', '货物和纸箱含水率合格', final],
  ['PCK-01', 'Folding, hanger and polybag as specified', '折叠、衣架、胶袋符合规格', final],
  ['PCK-02', 'Assortment in the carton as the packing list', '箱内配比与装箱单一致', final],
  ['PCK-03', 'Carton marks right and readable', '箱唛正确、清晰', ['final', 'container_loading']],
  ['PCK-04', 'Carton weight and size as declared', '箱重、箱规与申报一致', final],
  ['PCK-05', 'Carton passes the drop test', '纸箱跌落测试合格', final],
  [
    'LOD-01',
    'Container clean, dry, without smell, closes tightly',
    '集装箱清洁、干燥、无异味、密封良好',
    loading,
    true,
  ],
  ['LOD-02', 'Container number and seal as the documents', '箱号、封号与单据一致', loading, true],
  ['LOD-03', 'Number of cartons loaded as the packing list', '装箱数量与装箱单一致', loading],
  ['LOD-04', 'No wet, crushed or open cartons', '无受潮、压坏、开口的纸箱', loading],
  [
    'NDL-01',
    'Each machine has one needle, exchanged against its parts',
    '一机一针，以旧换新',
    ['needle_control'],
    true,
  ],
  ['NDL-02', 'Broken needle procedure is followed', '断针处理流程得到执行', ['needle_control'], true],
  ['NDL-03', 'Metal detector is calibrated, record at hand', '检针机已校验，记录在场', ['needle_control'], true],
  ['PPM-01', 'Comments of the last sample are understood', '上一轮样品意见已理解', ['pp_meeting']],
  ['PPM-02', 'Risks of the style and their control are agreed', '款式风险及控制方法已确定', ['pp_meeting']],
  ['PPM-03', 'Bulk fabric and trims are in house and approved', '大货面辅料到厂并已批准', ['pp_meeting']],
]

/** The points that garment inspectors check besides defects, with the activities in which they check them. */
export const checklistItems = checks.map(([code, name_en, name_zh, activity_types, is_hard_fail = false], at) => ({
  ...{ code, name_en, name_zh, activity_types: [...activity_types], is_hard_fail, seq: (at + 1) * 10 },
  status: 'active',
}))
