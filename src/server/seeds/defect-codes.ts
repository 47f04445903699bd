import type { DefectSeverity, defectCategories } from '#shared/trade/qa.ts'

type Category = (typeof defectCategories)[number]
type Named = readonly [code: string, en: string, zh: string, severity: DefectSeverity]

const of = (category: Category, defects: readonly Named[]) =>
  defects.map(([code, name_en, name_zh, default_severity]) => ({ code, name_en, name_zh, category, default_severity }))

/** The usual defects of woven and knitted garments, with their usual severity. */
export const defectCodes = [
  ...of('fabric', [
    ['FAB-01', 'Hole', '破洞', 'major'],
    ['FAB-02', 'Dropped stitch', '漏针', 'major'],
    ['FAB-03', 'Ladder or run', '脱散', 'major'],
    ['FAB-04', 'Slub or thick yarn', '粗纱', 'minor'],
    ['FAB-05', 'Broken end or pick', '断经断纬', 'major'],
    ['FAB-06', 'Snag', '勾丝', 'major'],
    ['FAB-07', 'Pilling', '起球', 'major'],
    ['FAB-08', 'Barré or needle line', '横条、针路', 'minor'],
    ['FAB-09', 'Skewed or bowed fabric', '纬斜', 'major'],
    ['FAB-10', 'Foreign fibre', '异纤', 'minor'],
    ['FAB-11', 'Wrong hand feel', '手感不符', 'major'],
  ]),
  ...of('colour', [
    ['COL-01', 'Shade differs from standard', '与标准色差', 'major'],
    ['COL-02', 'Shade differs between panels', '衣片间色差', 'major'],
    ['COL-03', 'Shade differs within the carton', '箱内色差', 'minor'],
    ['COL-04', 'Colour bleeding or staining', '渗色、沾色', 'major'],
    ['COL-05', 'Uneven dyeing', '染色不匀', 'major'],
    ['COL-06', 'Print misaligned', '印花错位', 'major'],
    ['COL-07', 'Print cracked or peeling', '印花开裂、脱落', 'major'],
  ]),
  ...of('workmanship', [
    ['WRK-01', 'Open seam', '开缝', 'major'],
    ['WRK-02', 'Broken stitch', '断线', 'major'],
    ['WRK-03', 'Skipped stitch', '跳针', 'major'],
    ['WRK-04', 'Seam puckering', '缝口起皱', 'minor'],
    ['WRK-05', 'Raw edge', '毛边', 'major'],
    ['WRK-06', 'Seam slippage', '缝口滑移', 'major'],
    ['WRK-07', 'Wrong stitch density', '针距不符', 'minor'],
    ['WRK-08', 'Stitching not straight', '线迹不直', 'minor'],
    ['WRK-09', 'Pleat caught in seam', '缝入褶', 'major'],
    ['WRK-10', 'Panels or stripes not matched', '对条对格不准', 'minor'],
    ['WRK-11', 'Asymmetric parts', '左右不对称', 'major'],
    ['WRK-12', 'Hem twisted', '下摆扭曲', 'minor'],
    ['WRK-13', 'Collar badly set', '上领不良', 'major'],
    ['WRK-14', 'Sleeve badly set', '上袖不良', 'major'],
    ['WRK-15', 'Pocket misplaced', '口袋位置不正', 'major'],
    ['WRK-16', 'Buttonhole not cut or frayed', '扣眼未开或毛边', 'major'],
    ['WRK-17', 'Button missing', '漏钉钮扣', 'major'],
    ['WRK-18', 'Button loose', '钮扣松动', 'major'],
    ['WRK-19', 'Zip does not run', '拉链不顺', 'major'],
    ['WRK-20', 'Loose threads', '线头', 'minor'],
    ['WRK-21', 'Linking fault', '套口不良', 'major'],
    ['WRK-22', 'Embroidery fault', '绣花不良', 'major'],
    ['WRK-23', 'Badly pressed or glazed', '整烫不良、极光', 'minor'],
    ['WRK-24', 'Oil or dirt stain', '油污、污渍', 'major'],
    ['WRK-25', 'Chalk or pen mark', '划粉、笔迹', 'minor'],
  ]),
  ...of('measurement', [
    ['MEA-01', 'Out of tolerance', '尺寸超公差', 'major'],
    ['MEA-02', 'Wrong grading', '跳码错误', 'major'],
    ['MEA-03', 'Left and right differ', '左右尺寸不一', 'minor'],
    ['MEA-04', 'Head does not pass the neck', '领口过小，头过不去', 'major'],
  ]),
  ...of('labelling', [
    ['LAB-01', 'Care label missing', '缺洗唛', 'major'],
    ['LAB-02', 'Wrong composition or care', '成分或洗涤说明错误', 'critical'],
    ['LAB-03', 'Wrong size label', '尺码唛错误', 'major'],
    ['LAB-04', 'Country of origin missing or wrong', '原产地缺失或错误', 'critical'],
    ['LAB-05', 'Price ticket or barcode wrong', '价格牌或条码错误', 'major'],
    ['LAB-06', 'Barcode does not scan', '条码无法扫描', 'major'],
    ['LAB-07', 'Label badly sewn', '唛头车缝不良', 'minor'],
  ]),
  ...of('packing', [
    ['PCK-01', 'Wrong assortment', '配比错误', 'major'],
    ['PCK-02', 'Short or surplus in the carton', '箱内数量不符', 'major'],
    ['PCK-03', 'Carton mark wrong', '箱唛错误', 'major'],
    ['PCK-04', 'Polybag without warning or holes', '胶袋无警告语或透气孔', 'critical'],
    ['PCK-05', 'Wrong folding', '折叠方式不符', 'minor'],
    ['PCK-06', 'Carton damaged or too weak', '纸箱破损或强度不足', 'minor'],
    ['PCK-07', 'Damp or mould', '潮湿、发霉', 'critical'],
  ]),
  ...of('safety', [
    ['SAF-01', 'Needle or metal fragment', '断针、金属碎片', 'critical'],
    ['SAF-02', 'Sharp point or edge', '尖点、利边', 'critical'],
    ['SAF-03', 'Small part comes off', '小部件脱落', 'critical'],
    ['SAF-04', 'Cord or drawstring too long', '绳带超长', 'critical'],
    ['SAF-05', 'Insect', '昆虫', 'critical'],
    ['SAF-06', 'Strong smell', '异味', 'major'],
  ]),
  ...of('other', [['OTH-01', 'Other defect', '其他疵点', 'minor']]),
]
