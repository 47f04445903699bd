const alpha = { code: 'ALPHA' }
const item = (label: string, units: number) => ({ size_id: { size_scale_id: alpha, label }, units })

/** Pre-packs of the usual kinds; references by business key. */
export const fixtures = [
  {
    code: 'ALPHA-6',
    name_en: 'Six pack 1-2-2-1',
    name_zh: '六件装 1-2-2-1',
    size_scale_id: alpha,
    items: [item('S', 1), item('M', 2), item('L', 2), item('XL', 1)],
  },
  {
    code: 'ALPHA-12',
    name_en: 'Dozen 2-4-4-2',
    name_zh: '十二件装 2-4-4-2',
    size_scale_id: alpha,
    items: [item('S', 2), item('M', 4), item('L', 4), item('XL', 2)],
  },
]
