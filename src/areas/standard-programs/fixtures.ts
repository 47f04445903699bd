/** Programmes in addition to those of every new database. */
export const fixtures = [
  {
    code: 'HOUSE_CODE',
    name_en: 'House code of conduct',
    name_zh: '本公司行为守则',
    owner_org: 'The retailer',
    kind: 'social',
    scheme: 'grade',
    requires_cap: true,
    grades: [
      { sort_order: 1, code: 'GREEN', name_zh: '绿', from_pct: 80, to_pct: 100, validity_months: 12 },
      {
        sort_order: 2,
        code: 'AMBER',
        name_zh: '黄',
        from_pct: 50,
        to_pct: 79,
        validity_months: 6,
        follow_up_months: 6,
      },
      { sort_order: 3, code: 'RED', name_zh: '红', from_pct: 0, to_pct: 49, passes: false, validity_months: 0 },
    ],
  },
  {
    code: 'RMS',
    name_en: 'Responsible Mohair Standard',
    name_zh: 'RMS 责任马海毛标准',
    owner_org: 'Textile Exchange',
    kind: 'animal',
    scheme: 'certificate',
    scope: 'both',
    default_validity_months: 12,
    url: 'https://textileexchange.org',
  },
]
