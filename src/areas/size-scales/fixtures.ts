/** Size scales in addition to those of every new database. */
export const fixtures = [
  {
    code: 'BELT_CM',
    name_en: 'Belts 75–105 cm',
    name_zh: '腰带 75–105 厘米',
    market: 'International',
    sizes: [
      { label: '75', sort_order: 10, ratio_default: 1 },
      { label: '85', sort_order: 20, ratio_default: 2 },
      { label: '95', sort_order: 30, ratio_default: 2 },
      { label: '105', sort_order: 40, ratio_default: 1 },
    ],
  },
  {
    code: 'GLOVE',
    name_en: 'Gloves S–L',
    name_zh: '手套 S–L',
    sizes: [
      { label: 'S', sort_order: 10 },
      { label: 'M', sort_order: 20 },
      { label: 'L', sort_order: 30 },
    ],
  },
]
