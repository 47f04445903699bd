/** Invented labels of a retailer. */
export const fixtures = [
  {
    code: 'ALW',
    name_en: 'Alderwick',
    name_zh: '奥德薇',
    description: 'Women’s everyday wardrobe, 25 to 45.',
    trademark_classes: '18, 25',
  },
  {
    code: 'FMR',
    name_en: 'Fenmoor',
    name_zh: '芬摩尔',
    description: 'Men’s casual and workwear classics.',
    trademark_classes: '18, 25',
  },
  {
    code: 'PKL',
    name_en: 'Pipkin Lane',
    name_zh: '皮普金巷',
    description: 'Babies and children up to 12.',
    trademark_classes: '25',
  },
  {
    code: 'SRW',
    name_en: 'Saltrow',
    name_zh: '盐途',
    description: 'Running, yoga and outdoor.',
    trademark_classes: '25, 28',
  },
  {
    code: 'TLB',
    name_en: 'Tallowby',
    name_zh: '塔罗比',
    description: 'Denim for women and men.',
    trademark_classes: '25',
  },
  {
    code: 'QDE',
    name_en: 'Quillen & Dee',
    name_zh: '奎伦与迪',
    description: 'Nightwear, lingerie and hosiery.',
    trademark_classes: '25',
  },
]
