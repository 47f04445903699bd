type Figures = readonly [qty: number, sizes: string, days: number]

const type = (
  code: string,
  [name_en, name_zh]: readonly [en: string, zh: string],
  [stage, gate]: readonly [stage: string, gate: string],
  [default_qty, sizes_rule, lead_days]: Figures,
  needs: readonly ('colourway' | 'line' | 'measurement' | 'lab_test')[] = [],
) => ({
  code,
  name_en,
  name_zh,
  stage,
  gate,
  default_qty,
  sizes_rule,
  lead_days,
  ...Object.fromEntries(needs.map((need) => [`needs_${need}`, true])),
})

/**
 * The sample types of apparel in the order in which they are made. Bulk cutting waits for the approval of the size set,
 * and bulk production for the approval of the pre-production sample.
 */
export const sampleTypes = [
  type('PROTO', ['Proto sample', '初样'], ['development', 'none'], [1, 'base', 15], ['measurement']),
  type('YARN_SWATCH', ['Yarn swatch', '纱线小样'], ['development', 'none'], [1, 'none', 10]),
  type('LAB_DIP', ['Lab dip', '色样'], ['development', 'none'], [3, 'none', 8], ['colourway']),
  type('STRIKE_OFF', ['Strike-off', '印绣花样'], ['development', 'none'], [2, 'none', 10], ['colourway']),
  type('FIT', ['Fit sample', '试身样'], ['development', 'none'], [2, 'base', 12], ['measurement']),
  type('SMS', ['Salesman sample', '销售样'], ['development', 'none'], [3, 'base', 20], ['colourway']),
  type('PHOTO', ['Photo sample', '拍照样'], ['development', 'none'], [1, 'base', 15], ['colourway']),
  type('SIZE_SET', ['Size set', '齐码样'], ['pre_production', 'cutting'], [1, 'all', 12], ['measurement']),
  type('GPT', ['Garment performance test', '成衣测试样'], ['pre_production', 'bulk'], [3, 'base', 10], ['lab_test']),
  type(
    'PPS',
    ['Pre-production sample', '产前样'],
    ['pre_production', 'bulk'],
    [2, 'jump', 12],
    ['colourway', 'line', 'measurement'],
  ),
  type('SEALED', ['Sealed sample', '封样'], ['pre_production', 'bulk'], [2, 'base', 5], ['colourway', 'measurement']),
  type(
    'TOP',
    ['Top of production', '大货首件样'],
    ['production', 'none'],
    [2, 'base', 3],
    ['colourway', 'line', 'measurement'],
  ),
  type(
    'SHIPMENT',
    ['Shipment sample', '船样'],
    ['production', 'shipment'],
    [2, 'jump', 3],
    ['colourway', 'line', 'measurement'],
  ),
  type('COUNTER', ['Counter sample', '留底样'], ['production', 'none'], [1, 'base', 3]),
].map((record, index) => ({ ...record, seq: (index + 1) * 10 }))
