type Family = 'natural_plant' | 'natural_animal' | 'regenerated' | 'synthetic' | 'other'
type Names = readonly [en: string, zh: string, fr: string, de: string, es: string, it: string]
interface More {
  /** The generic name of the US Federal Trade Commission (16 CFR 303), if it differs from the English one. */
  us_name?: string
  trade_names?: string
  aliases?: string
  moisture_regain_pct?: string
}

const fibre = (family: Family, eu_no: number | null, code: string, names: Names, more: More = {}) => {
  const [name_en, name_zh, name_fr, name_de, name_es, name_it] = names
  return { code, family, eu_no, name_en, name_zh, name_fr, name_de, name_es, name_it, ...more }
}

/**
 * The fibre names of Annex I of Regulation (EU) No 1007/2011 as its language versions print them, with a record for each
 * of the animal hairs of number 2. Moisture regain is the agreed allowance of Annex IX. Codes, aliases and Chinese names
 * are those usual in the trade.
 */
export const fibres = [
  fibre('natural_animal', 1, 'WO', ['wool', '羊毛', 'laine', 'Wolle', 'lana', 'lana'], {
    aliases: 'lambswool, merino, merino wool, 羔羊毛, 美利奴羊毛, 绵羊毛',
    moisture_regain_pct: '17',
  }),
  fibre('natural_animal', 2, 'WP', ['alpaca', '羊驼毛', 'alpaga', 'Alpaka', 'alpaca', 'alpaca'], {
    aliases: 'baby alpaca',
  }),
  fibre('natural_animal', 2, 'WL', ['llama', '美洲驼毛', 'lama', 'Lama', 'llama', 'lama']),
  fibre('natural_animal', 2, 'WK', ['camel', '骆驼毛', 'chameau', 'Kamel', 'camello', 'cammello'], {
    aliases: 'camel hair, 驼毛',
  }),
  fibre('natural_animal', 2, 'WS', ['cashmere', '羊绒', 'cachemire', 'Kaschmir', 'cachemira', 'kashmir'], {
    aliases: '山羊绒, 开司米',
  }),
  fibre('natural_animal', 2, 'WM', ['mohair', '马海毛', 'mohair', 'Mohair', 'mohair', 'mohair']),
  fibre('natural_animal', 2, 'WA', ['angora', '安哥拉兔毛', 'angora', 'Angora', 'angora', 'angora'], {
    aliases: 'angora rabbit, 兔毛',
  }),
  fibre('natural_animal', 2, 'WG', ['vicuña', '骆马毛', 'vigogne', 'Vikunja', 'vicuña', 'vigogna'], {
    aliases: 'vicuna',
  }),
  fibre('natural_animal', 2, 'WY', ['yak', '牦牛毛', 'yack', 'Yak', 'yak', 'yack'], { aliases: '牦牛绒' }),
  fibre('natural_animal', 2, 'WU', ['guanaco', '原驼毛', 'guanaco', 'Guanako', 'guanaco', 'guanaco']),
  fibre('natural_animal', 2, 'WCG', ['cashgora', '卡什戈拉毛', 'cashgora', 'Cashgora', 'cashgora', 'cashgora']),
  fibre('natural_animal', 2, 'WB', ['beaver', '海狸毛', 'castor', 'Biber', 'castor', 'castoro']),
  fibre('natural_animal', 2, 'WT', ['otter', '水獭毛', 'loutre', 'Fischotter', 'nutria', 'lontra']),
  fibre('natural_animal', 3, 'HR', ['animal hair', '动物毛', 'poil', 'Tierhaar', 'pelo', 'pelo'], {
    aliases: 'horsehair, 马毛, HZ, HS',
  }),
  fibre('natural_animal', 4, 'SE', ['silk', '桑蚕丝', 'soie', 'Seide', 'seda', 'seta'], {
    aliases: '真丝, 蚕丝, mulberry silk',
    moisture_regain_pct: '11',
  }),
  fibre('natural_plant', 5, 'CO', ['cotton', '棉', 'coton', 'Baumwolle', 'algodón', 'cotone'], {
    aliases: '全棉, 纯棉, 棉纤维, cot',
    trade_names: 'Pima, Supima',
    moisture_regain_pct: '8.5',
  }),
  fibre('natural_plant', 6, 'KP', ['kapok', '木棉', 'kapok', 'Kapok', 'kapok', 'kapok']),
  fibre('natural_plant', 7, 'LI', ['flax', '亚麻', 'lin', 'Leinen', 'lino', 'lino'], {
    us_name: 'linen',
    aliases: 'linen',
    moisture_regain_pct: '12',
  }),
  fibre('natural_plant', 8, 'HA', ['true hemp', '大麻', 'chanvre', 'Hanf', 'cáñamo', 'canapa'], {
    us_name: 'hemp',
    aliases: 'hemp, 汉麻',
    moisture_regain_pct: '12',
  }),
  fibre('natural_plant', 9, 'JU', ['jute', '黄麻', 'jute', 'Jute', 'yute', 'iuta'], { moisture_regain_pct: '17' }),
  fibre('natural_plant', 10, 'AB', ['abaca', '蕉麻', 'abaca', 'Manila', 'abacá', 'abaca'], {
    aliases: 'manila, 马尼拉麻',
  }),
  fibre('natural_plant', 11, 'AL', ['alfa', '阿尔法草', 'alfa', 'Alfa', 'esparto', 'alfa'], {
    aliases: 'esparto, 阿尔法',
  }),
  fibre('natural_plant', 12, 'CC', ['coir', '椰壳纤维', 'coco', 'Kokos', 'coco', 'cocco'], { aliases: 'coconut' }),
  fibre('natural_plant', 13, 'GI', ['broom', '金雀花', 'genêt', 'Ginster', 'retama', 'ginestra']),
  fibre('natural_plant', 14, 'RA', ['ramie', '苎麻', 'ramie', 'Ramie', 'ramio', 'ramié'], {
    moisture_regain_pct: '8.5',
  }),
  fibre('natural_plant', 15, 'SI', ['sisal', '剑麻', 'sisal', 'Sisal', 'sisal', 'sisal']),
  fibre('natural_plant', 16, 'SN', ['sunn', '菽麻', 'sunn', 'Sunn', 'sunn', 'sunn']),
  fibre('natural_plant', 17, 'HE', ['henequen', '赫纳昆', 'henequen', 'Henequen', 'henequén', 'henequen']),
  fibre('natural_plant', 18, 'MG', ['maguey', '龙舌兰', 'maguey', 'Maguey', 'maguey', 'maguey']),
  fibre('regenerated', 19, 'CA', ['acetate', '醋酯纤维', 'acétate', 'Acetat', 'acetato', 'acetato'], {
    aliases: '醋酸纤维, 二醋酯纤维',
    moisture_regain_pct: '9',
  }),
  fibre('regenerated', 20, 'ALG', ['alginate', '海藻纤维', 'alginate', 'Alginat', 'alginato', 'alginica'], {
    aliases: '海藻',
  }),
  fibre('regenerated', 21, 'CUP', ['cupro', '铜氨纤维', 'cupro', 'Cupro', 'cupro', 'cupro'], {
    us_name: 'rayon',
    aliases: '铜氨, 铜氨丝, CU',
    trade_names: 'Bemberg',
    moisture_regain_pct: '13',
  }),
  fibre('regenerated', 22, 'CMD', ['modal', '莫代尔', 'modal', 'Modal', 'modal', 'modal'], {
    us_name: 'rayon',
    aliases: '莫代尔纤维, 莫代尔棉, MD',
    trade_names: 'TENCEL Modal',
    moisture_regain_pct: '13',
  }),
  fibre(
    'regenerated',
    23,
    'PR',
    ['protein', '蛋白纤维', 'protéinique', 'regenerierte Proteinfaser', 'proteína', 'proteica'],
    {
      us_name: 'azlon',
      aliases: '大豆蛋白纤维, 牛奶蛋白纤维',
    },
  ),
  fibre('regenerated', 24, 'CTA', ['triacetate', '三醋酯纤维', 'triacétate', 'Triacetat', 'triacetato', 'triacetato'], {
    aliases: '三醋酯, 三醋酸纤维, TA',
    moisture_regain_pct: '7',
  }),
  fibre('regenerated', 25, 'CV', ['viscose', '粘胶纤维', 'viscose', 'Viskose', 'viscosa', 'viscosa'], {
    us_name: 'rayon',
    aliases: 'rayon, vis, VI, 粘胶, 粘纤, 黏胶, 黏胶纤维, 粘胶人造丝, 人造丝, 人棉',
    trade_names: 'ECOVERO',
    moisture_regain_pct: '13',
  }),
  fibre('synthetic', 26, 'PAN', ['acrylic', '腈纶', 'acrylique', 'Polyacryl', 'acrílico', 'acrilica'], {
    aliases: '聚丙烯腈纤维',
    moisture_regain_pct: '2',
  }),
  fibre('synthetic', 27, 'CLF', ['chlorofibre', '氯纶', 'chlorofibre', 'Polychlorid', 'clorofibra', 'clorofibra'], {
    us_name: 'vinyon',
    moisture_regain_pct: '2',
  }),
  fibre('synthetic', 28, 'PTFE', ['fluorofibre', '氟纶', 'fluorofibre', 'Fluorfaser', 'fluorofibra', 'fluorofibra'], {
    us_name: 'fluoropolymer',
  }),
  fibre('synthetic', 29, 'MAC', ['modacrylic', '改性腈纶', 'modacrylique', 'Modacryl', 'modacrílica', 'modacrilica'], {
    aliases: 'MA',
    moisture_regain_pct: '2',
  }),
  fibre('synthetic', 30, 'PA', ['polyamide', '锦纶', 'polyamide', 'Polyamid', 'poliamida', 'poliammide'], {
    us_name: 'nylon',
    aliases: 'nylon, NY, 尼龙, 聚酰胺纤维, 聚酰胺',
    moisture_regain_pct: '5.75',
  }),
  fibre('synthetic', 31, 'AR', ['aramid', '芳纶', 'aramide', 'Aramid', 'aramida', 'aramidica'], {
    moisture_regain_pct: '8',
  }),
  fibre('synthetic', 32, 'PI', ['polyimide', '聚酰亚胺纤维', 'polyimide', 'Polyimid', 'poliimida', 'poliimmide'], {
    aliases: '聚酰亚胺',
  }),
  fibre('regenerated', 33, 'CLY', ['lyocell', '莱赛尔', 'lyocell', 'Lyocell', 'lyocell', 'lyocell'], {
    aliases: 'LY, 莱赛尔纤维, 天丝',
    trade_names: 'TENCEL Lyocell',
    moisture_regain_pct: '13',
  }),
  fibre(
    'synthetic',
    34,
    'PLA',
    ['polylactide', '聚乳酸纤维', 'polylactide', 'Polylactid', 'polilactida', 'polilattide'],
    {
      us_name: 'PLA',
      aliases: 'polylactic acid, 聚乳酸',
    },
  ),
  fibre('synthetic', 35, 'PES', ['polyester', '聚酯纤维', 'polyester', 'Polyester', 'poliéster', 'poliestere'], {
    aliases: 'poly, PL, PET, 涤纶, 聚酯, 涤',
    moisture_regain_pct: '1.5',
  }),
  fibre('synthetic', 36, 'PE', ['polyethylene', '乙纶', 'polyéthylène', 'Polyethylen', 'polietileno', 'polietilene'], {
    us_name: 'olefin',
    aliases: '聚乙烯纤维, 聚乙烯',
    moisture_regain_pct: '1.5',
  }),
  fibre(
    'synthetic',
    37,
    'PP',
    ['polypropylene', '丙纶', 'polypropylène', 'Polypropylen', 'polipropileno', 'polipropilene'],
    {
      us_name: 'olefin',
      aliases: '聚丙烯纤维, 聚丙烯',
      moisture_regain_pct: '2',
    },
  ),
  fibre(
    'synthetic',
    38,
    'PB',
    ['polycarbamide', '聚脲纤维', 'polycarbamide', 'Polyharnstoff', 'policarbamida', 'policarbammide'],
    {
      aliases: '聚脲',
    },
  ),
  fibre(
    'synthetic',
    39,
    'PU',
    ['polyurethane', '聚氨酯', 'polyuréthane', 'Polyurethan', 'poliuretano', 'poliuretanica'],
    {
      aliases: 'PUR, 聚氨酯纤维',
      moisture_regain_pct: '3.5',
    },
  ),
  fibre('synthetic', 40, 'PVA', ['vinylal', '维纶', 'vinylal', 'Vinylal', 'vinilal', 'vinilal'], {
    us_name: 'vinal',
    aliases: '聚乙烯醇纤维',
    moisture_regain_pct: '5',
  }),
  fibre('synthetic', 41, 'TV', ['trivinyl', '三乙烯纤维', 'trivinyl', 'Trivinyl', 'trivinilo', 'trivinilica'], {
    aliases: '三乙烯',
    moisture_regain_pct: '3',
  }),
  fibre('synthetic', 42, 'ED', ['elastodiene', '弹性二烯纤维', 'élastodiène', 'Elastodien', 'elastodieno', 'gomma'], {
    us_name: 'rubber',
    aliases: 'rubber, latex, 橡胶, 橡筋, 弹性二烯',
    moisture_regain_pct: '1',
  }),
  fibre('synthetic', 43, 'EL', ['elastane', '氨纶', 'élasthanne', 'Elasthan', 'elastano', 'elastan'], {
    us_name: 'spandex',
    aliases: 'spandex, EA, SP, 弹力纤维, 聚氨酯弹性纤维',
    trade_names: 'LYCRA',
    moisture_regain_pct: '1.5',
  }),
  fibre(
    'other',
    44,
    'GF',
    ['glass fibre', '玻璃纤维', 'verre textile', 'Glasfaser', 'vidrio textil', 'vetro tessile'],
    {
      us_name: 'glass',
      aliases: 'glass',
    },
  ),
  fibre(
    'synthetic',
    45,
    'EME',
    [
      'elastomultiester',
      '弹性聚酯复合纤维',
      'élastomultiester',
      'Elastomultiester',
      'elastomultiéster',
      'elastomultiestere',
    ],
    { us_name: 'elasterell-p', aliases: '弹性聚酯', moisture_regain_pct: '1.5' },
  ),
  fibre(
    'synthetic',
    46,
    'EOL',
    ['elastolefin', '弹性聚烯烃纤维', 'élastoléfine', 'Elastolefin', 'elastolefina', 'elastolefina'],
    {
      us_name: 'lastol',
      aliases: '弹性烯烃',
      moisture_regain_pct: '1.5',
    },
  ),
  fibre('synthetic', 47, 'MF', ['melamine', '三聚氰胺纤维', 'mélamine', 'Melamin', 'melamina', 'melammina'], {
    aliases: '三聚氰胺',
    moisture_regain_pct: '7',
  }),
  fibre('other', 48, 'ME', ['metal', '金属纤维', 'métal', 'Metall', 'metal', 'metallo'], {
    us_name: 'metallic',
    aliases: 'metallic, metallised, lurex, 金属, 金银丝, MTF',
    trade_names: 'Lurex',
    moisture_regain_pct: '2',
  }),
  fibre(
    'synthetic',
    49,
    'PP-PA',
    [
      'polypropylene/polyamide bicomponent',
      '丙纶锦纶双组分纤维',
      'polypropylène/polyamide à deux composants',
      'Polypropylen/Polyamid-Bikomponente',
      'bicomponente polipropileno/poliamida',
      'bicomponente polipropilene/poliammide',
    ],
    { moisture_regain_pct: '1' },
  ),
  fibre(
    'synthetic',
    50,
    'PAC',
    ['polyacrylate', '聚丙烯酸酯纤维', 'polyacrylate', 'Polyacrylat', 'poliacrilato', 'poliacrilato'],
    {
      us_name: 'anidex',
      aliases: '聚丙烯酸酯',
      moisture_regain_pct: '30',
    },
  ),
  // This name stands for fibres of a small share that need not be named (Art. 9).
  fibre(
    'other',
    null,
    'AF',
    ['other fibres', '其他纤维', 'autres fibres', 'sonstige Fasern', 'otras fibras', 'altre fibre'],
    {
      us_name: 'other fibers',
      aliases: 'other fibers, other fiber, 其它纤维',
    },
  ),
]
