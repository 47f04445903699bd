/** The demo data has artwork of each type and state; tests start with these two. */
export const fixtures = [
  {
    artwork_code: 'AW-90001',
    artwork_type: 'hangtag',
    name_en: 'Alderwick hangtag, uncoated board',
    name_zh: '奥德薇吊牌，特种纸',
    languages: ['en', 'zh'],
    width_mm: '45.0',
    height_mm: '90.0',
    colours: 'PANTONE 7722 C\nPANTONE Black C',
    material: '600 g/m² uncoated board, FSC',
    gtin_rule: 'ean13_sku',
    instructions: 'Hole 4 mm, centred 6 mm below the upper edge. Cotton string, 180 mm.',
  },
  {
    artwork_code: 'AW-90002',
    artwork_type: 'carton_mark',
    name_en: 'Carton marks, two long sides',
    name_zh: '外箱正唛及侧唛',
    languages: ['en'],
    width_mm: '580.0',
    height_mm: '380.0',
    depth_mm: '300.0',
    colours: 'Black',
    material: 'Flexographic print on kraft carton',
    gtin_rule: 'itf14_carton',
  },
]
