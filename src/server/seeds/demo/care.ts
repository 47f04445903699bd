import type { Doc } from '#server/kit/kit.ts'
import type { CareWarning } from '#shared/standards/care-codes.ts'
import { readCareCodes } from '#shared/trade/care.ts'

/** A demo care instruction: its symbols as people type them, its warnings, and its state. */
interface DemoCare {
  code: string
  name_en: string
  name_zh: string
  fabric: string
  symbols: string
  warnings: readonly CareWarning[]
  standard?: string
  status: 'draft' | 'active' | 'retired'
  text_en_au?: string
  notes?: string
  /** The second version; if it is active, it supersedes the first. */
  nextVersion?: { symbols: string; warnings: readonly CareWarning[]; notes?: string; status: 'draft' | 'active' }
}

/** The care instructions of a retailer of knits, wovens, denim and outerwear. */
const demoCare: readonly DemoCare[] = [
  {
    code: 'CI-0001',
    name_en: 'Cotton jersey',
    name_zh: '棉汗布',
    fabric: '100% cotton jersey, 160 g/m²',
    symbols: 'W40 BN TL I150 PN',
    warnings: ['wash_dark_separately', 'wash_inside_out', 'iron_not_decoration'],
    status: 'active',
  },
  {
    code: 'CI-0002',
    name_en: 'Fine merino knit',
    name_zh: '细针美利奴毛衫',
    fabric: '100% merino wool, 14 gauge',
    symbols: 'WH BN TX DF I150 PM',
    warnings: ['do_not_soak', 'reshape_damp', 'warm_iron_reverse'],
    status: 'active',
    nextVersion: {
      symbols: 'W30V BN TX DF I150 PM WCV',
      warnings: ['wash_in_bag', 'mild_detergent', 'reshape_damp', 'warm_iron_reverse'],
      notes: 'Wool cycle approved after three washes in the test laboratory.',
      status: 'active',
    },
  },
  {
    code: 'CI-0003',
    name_en: 'Viscose dress',
    name_zh: '粘胶连衣裙',
    fabric: '100% viscose twill, 130 g/m²',
    symbols: 'W30M BN TX DLS I110 P',
    warnings: ['wash_similar_colours', 'do_not_wring', 'iron_reverse'],
    status: 'active',
    nextVersion: {
      symbols: 'W30V BN TX DLS I110 P',
      warnings: ['wash_similar_colours', 'do_not_soak', 'do_not_wring', 'iron_reverse'],
      notes: 'Shrinkage of 5% in bulk: very mild process instead of mild.',
      status: 'draft',
    },
  },
  {
    code: 'CI-0004',
    name_en: 'Rigid denim',
    name_zh: '原色牛仔',
    fabric: '100% cotton denim, 12 oz',
    symbols: 'W30 BN TX DLS I200 PN',
    warnings: ['wash_before_wear', 'wash_dark_separately', 'wash_inside_out', 'colour_may_transfer'],
    status: 'active',
    text_en_au:
      'Cold machine wash inside out with dark colours only. Do not bleach. Do not tumble dry. Line dry in shade. Hot iron. Do not dry clean. Indigo may rub off on light fabrics, leather and upholstery.',
  },
  {
    code: 'CI-0005',
    name_en: 'Down-filled jacket',
    name_zh: '羽绒服',
    fabric: 'Shell 100% polyamide, filling 90% down 10% feather',
    symbols: 'W30M BN TL IN FM',
    warnings: ['close_fasteners', 'mild_detergent', 'no_softener', 'dry_with_balls'],
    status: 'active',
  },
  {
    code: 'CI-0006',
    name_en: 'Washed silk',
    name_zh: '水洗真丝',
    fabric: '100% mulberry silk, 16 momme',
    symbols: 'WHA BN TX DFS I110 PM',
    warnings: ['wash_dark_separately', 'mild_detergent', 'do_not_soak', 'do_not_wring', 'iron_reverse'],
    status: 'active',
  },
  {
    code: 'CI-0007',
    name_en: 'Linen blend',
    name_zh: '亚麻混纺',
    fabric: '55% linen 45% viscose',
    symbols: 'W30M BO TX DL I200 P',
    warnings: ['wash_similar_colours', 'iron_damp'],
    status: 'active',
  },
  {
    code: 'CI-0008',
    name_en: 'Baby cotton, hot wash',
    name_zh: '婴儿棉品，高温洗涤',
    fabric: '100% organic cotton interlock, 200 g/m²',
    symbols: 'W60 BO TN I200 PN',
    warnings: ['wash_before_wear', 'close_fasteners'],
    standard: 'AS_NZS_1957',
    status: 'active',
  },
  {
    code: 'CI-0009',
    name_en: 'Recycled polyester crêpe',
    name_zh: '再生涤纶绉布',
    fabric: '100% recycled polyester crêpe',
    symbols: 'W40M BN TX DDL INS F',
    warnings: ['wash_in_bag', 'no_softener'],
    status: 'draft',
  },
  {
    code: 'CI-0010',
    name_en: 'Tailored wool coat',
    name_zh: '羊毛大衣',
    fabric: 'Shell 80% wool 20% polyamide, lining 100% viscose',
    symbols: 'WN BN TX I150 P WCN',
    warnings: ['iron_with_cloth', 'steam_iron'],
    status: 'active',
  },
  {
    code: 'CI-0011',
    name_en: 'Acrylic blend knit',
    name_zh: '腈纶混纺毛衫',
    fabric: '60% cotton 40% acrylic, 7 gauge',
    symbols: 'W30M BN TX DF I110 P',
    warnings: ['wash_inside_out', 'reshape_damp'],
    status: 'active',
  },
  {
    code: 'CI-0012',
    name_en: 'Polyester nightwear',
    name_zh: '涤纶家居服',
    fabric: '100% polyester satin',
    symbols: 'W40 BN TL I110 PN',
    warnings: ['wash_before_wear', 'keep_from_fire'],
    standard: 'AS_NZS_1957',
    status: 'retired',
    notes: 'No longer ordered in polyester.',
  },
]

/** The first version of each care instruction. */
export const firstVersions = (): Doc[] =>
  demoCare.map(({ symbols, nextVersion, status, ...care }) => ({
    ...care,
    ...readCareCodes(symbols).choice,
    version_no: 1,
    status: nextVersion ? (nextVersion.status === 'draft' ? 'active' : 'superseded') : status,
  }))

/** The second versions; `first` has the records of the first versions, in the order in which they were created. */
export const laterVersions = (first: readonly Doc[]): Doc[] =>
  demoCare.flatMap(({ nextVersion, symbols: _symbols, text_en_au: _edited, ...care }, index) => {
    if (!nextVersion) return []
    const { symbols, ...version } = nextVersion
    return [{ ...care, ...version, ...readCareCodes(symbols).choice, version_no: 2, predecessor_id: first[index]?.id }]
  })
