/** Ports in addition to those of every new database. */
export const fixtures = [
  { code: 'CNNSA', name_en: 'Nansha', name_zh: '南沙', country: 'CN', functions: ['port', 'road'] },
  {
    code: 'GBLGP',
    name_en: 'London Gateway',
    name_zh: '伦敦门户港',
    country: 'GB',
    functions: ['port', 'rail', 'road'],
  },
  { code: 'BEANR', name_en: 'Antwerp', name_zh: '安特卫普', country: 'BE', functions: ['port', 'rail', 'road'] },
]
