/** Defects in addition to those of every new database. */
export const fixtures = [
  {
    code: 'WRK-90',
    name_en: 'Placket twisted',
    name_zh: '门襟扭曲',
    category: 'workmanship',
    default_severity: 'major',
  },
  { code: 'PCK-90', name_en: 'Hanger missing', name_zh: '漏衣架', category: 'packing', default_severity: 'minor' },
]
