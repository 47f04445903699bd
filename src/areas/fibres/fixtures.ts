/** Fibres in addition to those of every new database. */
export const fixtures = [
  {
    code: 'WV',
    name_en: 'virgin wool',
    name_zh: '新羊毛',
    family: 'natural_animal',
    eu_no: 1,
    us_name: 'virgin wool',
    name_fr: 'laine vierge',
    name_de: 'Schurwolle',
    name_es: 'lana virgen',
    name_it: 'lana vergine',
    aliases: 'new wool, 纯新羊毛',
    moisture_regain_pct: '17',
  },
  {
    code: 'SOY',
    name_en: 'soya protein',
    name_zh: '大豆纤维',
    family: 'regenerated',
    us_name: 'azlon',
    status: 'retired',
  },
]
