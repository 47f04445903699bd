/** Groups of suppliers, as buying teams share them. */
export const fixtures = [
  {
    name_en: 'Knitwear, South China',
    name_zh: '华南针织',
    note: 'Jersey and flat-knit makers that the knitwear team looks after.',
    suppliers: [{ supplier_id: { code: 'GLG' } }],
  },
]
