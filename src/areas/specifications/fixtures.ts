const alpha = (label: string) => ({ size_scale_id: { code: 'ALPHA' }, label })
const inSizes = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([label, value_mm]) => ({ size_id: alpha(label), value_mm }))

/** The demo data has a specification of each type and state; tests start with these two. */
export const fixtures = [
  {
    spec_id: 'SP-90001',
    spec_type: 'measurement',
    name_en: 'Polo shirt, placket measures',
    name_zh: '翻领衫门襟尺寸',
    summary: 'Measured flat, before washing.',
    applies_to: 'everything',
    size_scale_id: { code: 'ALPHA' },
    base_size_id: alpha('M'),
    measures: [
      {
        seq: 10,
        pom_id: { code: 'PLKT-LEN' },
        tol_plus_mm: '5',
        tol_minus_mm: '5',
        grade_step_mm: '5',
        values: inSizes({ S: '130', M: '135' }),
      },
      {
        seq: 20,
        pom_id: { code: 'PLKT-WID' },
        tol_plus_mm: '3.175',
        tol_minus_mm: '0',
        grade_step_mm: '0',
        values: inSizes({ S: '31.75', M: '31.75' }),
      },
    ],
  },
  {
    spec_id: 'SP-90002',
    spec_type: 'packing',
    name_en: 'Folded, 24 to a carton',
    name_zh: '折叠包装，每箱24件',
    applies_to: 'everything',
    requirements_en: 'Fold to 30 x 25 cm with tissue, one to a polybag with the barcode sticker outside.',
    requirements_zh: '折叠成30×25厘米并垫薄纸，每件装一个胶袋，条码贴于袋外。',
    units_per_carton: 24,
    inner_pack_qty: 6,
    packing_method: 'flat',
    carton_length_mm: 600,
    carton_width_mm: 400,
    carton_height_mm: 350,
    carton_gross_weight_kg: '9.5',
  },
]
