const size = (label: string) => ({ size_scale_id: { code: 'ALPHA' }, label })

/** Styles with their colourways; references by business key. */
export const fixtures = [
  {
    article_no: 'ALW1001',
    name_en: 'Slub crew-neck tee',
    name_zh: '竹节棉圆领 T 恤',
    description: 'Relaxed fit, twin-needle hem, self-fabric neck tape.',
    house_brand_id: { code: 'ALW' },
    season_id: { code: 'SS27' },
    product_category_id: { code: 'W-KNIT-TEE' },
    gender: 'women',
    garment_type: 'knit',
    size_scale_id: { code: 'ALPHA' },
    fabric_desc: '100% cotton slub jersey',
    gsm: 160,
    fit: 'relaxed',
    silhouette: 'boxy',
    base_size_id: size('M'),
    hs_code: '610910',
    target_fob: '3.4000',
    currency: 'USD',
    unit_weight_g: '140',
    carton_length_cm: '60',
    carton_width_cm: '40',
    carton_height_cm: '35',
    colourways: [
      {
        code: 'NVY',
        name_en: 'Navy',
        name_zh: '藏青',
        active: true,
        skus: [
          { size_id: size('S'), sku: 'ALW1001-NVY-S', gtin: '2400000000013', active: true },
          { size_id: size('M'), sku: 'ALW1001-NVY-M', gtin: '2400000000020', active: true },
          { size_id: size('L'), sku: 'ALW1001-NVY-L', gtin: '2400000000037', active: true },
          { size_id: size('XL'), sku: 'ALW1001-NVY-XL', gtin: '2400000000044', active: false },
        ],
      },
      {
        code: 'OFW',
        name_en: 'Off-white',
        name_zh: '米白',
        active: true,
        fibres: [
          { component: 'shell', fibre_id: { code: 'CO' }, pct: '95', organic: true },
          { component: 'shell', fibre_id: { code: 'EL' }, pct: '5' },
          { component: 'rib', fibre_id: { code: 'CO' }, pct: '100' },
        ],
        skus: [
          { size_id: size('S'), gtin: '2400000000051', active: true },
          { size_id: size('M'), gtin: '2400000000068', active: true },
          { size_id: size('L'), active: true },
        ],
      },
      { code: 'RST', name_en: 'Rust', name_zh: '铁锈红', active: false },
    ],
  },
  {
    article_no: 'ALW1002',
    name_en: 'Boxy pocket tee',
    name_zh: '宽松口袋 T 恤',
    house_brand_id: { code: 'ALW' },
    product_category_id: { code: 'W-KNIT-TEE' },
    size_scale_id: { code: 'ALPHA' },
    colourways: [{ code: 'BLK', name_en: 'Black', name_zh: '黑色', active: true }],
  },
]
