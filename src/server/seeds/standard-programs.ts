interface Grade {
  code: string
  name_en?: string
  name_zh?: string
  from_pct?: number
  to_pct?: number
  passes?: boolean
  zero_tolerance?: boolean
  validity_months?: number
  follow_up_months?: number
}

const graded = (grades: readonly Grade[]) => grades.map((grade, index) => ({ sort_order: index + 1, ...grade }))

const program = (
  code: string,
  [name_en, name_zh]: readonly [en: string, zh: string],
  owner_org: string,
  kind: string,
  scheme: string,
  more: Record<string, unknown> = {},
) => ({ code, name_en, name_zh, owner_org, kind, scheme, ...more })

const certified = (months: number) => ({ default_validity_months: months })

/**
 * The audit and certification programmes that apparel retailers ask for, as their owners publish them, with their grades,
 * the scores that earn a grade, and the months of validity. Where an owner leaves the validity to the buyer, it is 12
 * months. The office can change everything but the codes.
 */
export const standardPrograms = [
  program('AMFORI_BSCI', ['amfori BSCI', 'amfori BSCI 商业社会责任倡议'], 'amfori', 'social', 'grade', {
    requires_cap: true,
    url: 'https://www.amfori.org',
    // amfori BSCI system manual: a full audit every two years, a follow-up within twelve months below B.
    grades: graded([
      { code: 'A', name_en: 'Outstanding', name_zh: '优秀', from_pct: 86, to_pct: 100, validity_months: 24 },
      { code: 'B', name_en: 'Good', name_zh: '良好', from_pct: 71, to_pct: 85, validity_months: 24 },
      ...[
        { code: 'C', name_en: 'Acceptable', name_zh: '可接受', from_pct: 51, to_pct: 70 },
        { code: 'D', name_en: 'Insufficient', name_zh: '不足', from_pct: 30, to_pct: 50 },
      ].map((grade) => ({ ...grade, validity_months: 12, follow_up_months: 12 })),
      {
        ...{ code: 'E', name_en: 'Unacceptable', name_zh: '不可接受', from_pct: 0, to_pct: 29 },
        ...{ passes: false, validity_months: 0 },
      },
      {
        ...{ code: 'ZT', name_en: 'Zero tolerance', name_zh: '零容忍' },
        ...{ passes: false, zero_tolerance: true, validity_months: 0 },
      },
    ]),
  }),
  program(
    'WRAP',
    ['WRAP', 'WRAP 负责任的全球成衣制造'],
    'Worldwide Responsible Accredited Production',
    'social',
    'certificate',
    {
      ...certified(12),
      requires_cap: true,
      url: 'https://wrapcompliance.org',
      grades: graded([
        // WRAP gives Platinum after three consecutive years of full compliance without corrective action.
        { code: 'PLATINUM', name_en: 'Platinum', name_zh: '铂金', validity_months: 24 },
        { code: 'GOLD', name_en: 'Gold', name_zh: '金牌', validity_months: 12 },
        // WRAP gives Silver at most three times in a row.
        { code: 'SILVER', name_en: 'Silver', name_zh: '银牌', validity_months: 6, follow_up_months: 6 },
      ]),
    },
  ),
  program('SA8000', ['SA8000', 'SA8000 社会责任标准'], 'Social Accountability International', 'social', 'certificate', {
    ...certified(36),
    requires_cap: true,
    url: 'https://sa-intl.org',
  }),
  program('SMETA', ['SMETA', 'SMETA 社会责任审核'], 'Sedex', 'social', 'report', {
    ...certified(12),
    requires_cap: true,
    url: 'https://www.sedex.com',
    grades: graded([
      { code: '2-PILLAR', name_en: '2-pillar: labour, health and safety', name_zh: '2 支柱：劳工、健康与安全' },
      {
        code: '4-PILLAR',
        name_en: '4-pillar: also environment and business ethics',
        name_zh: '4 支柱：另含环境与商业道德',
      },
    ]),
  }),
  program(
    'OEKO_TEX_100',
    ['OEKO-TEX STANDARD 100', 'OEKO-TEX STANDARD 100 生态纺织品'],
    'OEKO-TEX',
    'product',
    'certificate',
    {
      ...certified(12),
      scope: 'product',
      url: 'https://www.oeko-tex.com',
      grades: graded([
        { code: 'I', name_en: 'Class I: babies up to 36 months', name_zh: '一级：36 个月以下婴幼儿' },
        { code: 'II', name_en: 'Class II: contact with skin', name_zh: '二级：直接接触皮肤' },
        { code: 'III', name_en: 'Class III: little or no contact with skin', name_zh: '三级：少接触或不接触皮肤' },
        { code: 'IV', name_en: 'Class IV: furnishing', name_zh: '四级：装饰材料' },
      ]),
    },
  ),
  program(
    'OEKO_TEX_STEP',
    ['OEKO-TEX STeP', 'OEKO-TEX STeP 可持续纺织生产'],
    'OEKO-TEX',
    'environment',
    'certificate',
    {
      ...certified(36),
      url: 'https://www.oeko-tex.com',
    },
  ),
  program(
    'MADE_IN_GREEN',
    ['OEKO-TEX MADE IN GREEN', 'OEKO-TEX MADE IN GREEN 绿色制造标签'],
    'OEKO-TEX',
    'environment',
    'certificate',
    {
      ...certified(12),
      scope: 'product',
      url: 'https://www.oeko-tex.com',
    },
  ),
  program(
    'GOTS',
    ['Global Organic Textile Standard', 'GOTS 全球有机纺织品标准'],
    'Global Standard',
    'product',
    'certificate',
    {
      ...certified(12),
      scope: 'both',
      url: 'https://global-standard.org',
      grades: graded([
        { code: 'ORGANIC', name_en: 'Organic: at least 95 % organic fibres', name_zh: '有机：有机纤维不低于 95%' },
        {
          code: 'MADE-WITH-ORGANIC',
          name_en: 'Made with organic: at least 70 % organic fibres',
          name_zh: '含有机成分：有机纤维不低于 70%',
        },
      ]),
    },
  ),
  ...(
    [
      ['GRS', 'Global Recycled Standard', '全球回收标准', 'product'],
      ['RCS', 'Recycled Claim Standard', '回收声明标准', 'product'],
      ['OCS', 'Organic Content Standard', '有机含量标准', 'product'],
      ['RWS', 'Responsible Wool Standard', '责任羊毛标准', 'animal'],
      ['RDS', 'Responsible Down Standard', '责任羽绒标准', 'animal'],
    ] as const
  ).map(([code, en, zh, kind]) =>
    program(code, [en, `${code} ${zh}`], 'Textile Exchange', kind, 'certificate', {
      ...certified(12),
      scope: 'both',
      url: 'https://textileexchange.org',
    }),
  ),
  ...(
    [
      ['ISO_9001', 'ISO 9001 quality management', 'ISO 9001 质量管理体系', 'quality'],
      ['ISO_14001', 'ISO 14001 environmental management', 'ISO 14001 环境管理体系', 'environment'],
      ['ISO_45001', 'ISO 45001 occupational health and safety', 'ISO 45001 职业健康安全管理体系', 'social'],
    ] as const
  ).map(([code, en, zh, kind]) =>
    program(code, [en, zh], 'International Organization for Standardization', kind, 'certificate', {
      ...certified(36),
      url: 'https://www.iso.org',
    }),
  ),
  program('BETTER_WORK', ['Better Work', 'Better Work 更好工作计划'], 'ILO and IFC', 'social', 'report', {
    ...certified(12),
    requires_cap: true,
    url: 'https://betterwork.org',
  }),
  program('SLCP', ['Social & Labor Convergence Program', 'SLCP 社会与劳工整合项目'], 'SLCP', 'social', 'report', {
    ...certified(12),
    url: 'https://slconvergence.org',
  }),
  program(
    'HIGG_FEM',
    ['Higg Facility Environmental Module', 'Higg FEM 工厂环境模块'],
    'Cascale',
    'environment',
    'report',
    {
      ...certified(12),
      url: 'https://cascale.org',
    },
  ),
  program(
    'C_TPAT',
    ['C-TPAT security audit', 'C-TPAT 反恐安全验厂'],
    'U.S. Customs and Border Protection',
    'security',
    'report',
    {
      ...certified(12),
      requires_cap: true,
      url: 'https://www.cbp.gov',
    },
  ),
  program(
    'SCAN',
    ['SCAN security audit', 'SCAN 供应链反恐验厂'],
    'Supplier Compliance Audit Network',
    'security',
    'report',
    {
      ...certified(36),
      requires_cap: true,
      url: 'https://www.scanassociation.com',
    },
  ),
  program(
    'FAIR_TRADE',
    ['Fair Trade factory standard', '公平贸易工厂标准'],
    'Fair Trade USA',
    'social',
    'certificate',
    {
      ...certified(12),
      requires_cap: true,
      url: 'https://www.fairtradecertified.org',
    },
  ),
  program('BCI', ['Better Cotton', 'BCI 良好棉花'], 'Better Cotton Initiative', 'product', 'certificate', {
    ...certified(12),
    scope: 'both',
    url: 'https://bettercotton.org',
  }),
]
