import { describe, expect, it } from 'vitest'
import { fibres as seeded } from '#server/seeds/fibres.ts'
import { labelMarkets } from '#server/seeds/label-markets.ts'
import type { CompositionRow, GarmentComponent } from '#shared/trade/composition.ts'
import {
  garmentLabel,
  type LabelFibre,
  type LabelLine,
  type LabelMarket,
  missingForLabel,
} from '#shared/trade/garment-label.ts'
import { isAbn, legalValueProblem } from '#shared/trade/label-numbers.ts'
import { originText } from '#shared/trade/label-origin.ts'
import type { LabelLanguage, LabelPart } from '#shared/trade/label-parts.ts'

const fibres: LabelFibre[] = seeded.map((fibre, index) => ({
  id: index + 1,
  code: fibre.code,
  us_name: fibre.us_name ?? null,
  names: {
    en: fibre.name_en,
    fr: fibre.name_fr,
    de: fibre.name_de,
    es: fibre.name_es,
    it: fibre.name_it,
    zh: fibre.name_zh,
  },
}))

const marketOf = (code: string, values: Partial<Record<LabelPart, string>> = {}): LabelMarket => {
  const market = labelMarkets.find((one) => one.code === code)
  if (!market) throw new Error(`no market ${code}`)
  return {
    id: 1,
    care_wording: 'international',
    us_fibre_names: false,
    ...market,
    languages: market.languages.map(({ language }) => language),
    parts: market.parts.map(({ part, ...rest }) => ({
      part,
      value: values[part] ?? ('value' in rest ? (rest.value ?? null) : null),
    })),
  }
}

type Share = readonly [
  code: string,
  pct: string,
  more?: { component?: GarmentComponent; recycled?: boolean; organic?: boolean },
]
const rows = (...shares: readonly Share[]): CompositionRow[] =>
  shares.map(([code, pct, more = {}]) => ({
    component: 'shell',
    fibre_id: fibres.find((fibre) => fibre.code === code)?.id ?? null,
    pct,
    ...more,
  }))

const care = {
  id: 9,
  codes: ['W30', 'BN', 'TX', 'I150', 'PN'],
  words: {
    en: 'Machine wash 30 °C',
    australian: 'Warm machine wash',
    fr: null,
    de: null,
    es: null,
    it: null,
    zh: '最高洗涤温度30℃',
  },
}
const line = (changes: Partial<LabelLine> = {}): LabelLine => ({
  id: 5,
  purchase_order_id: 4,
  is_cancelled: false,
  brand: 'Harbour & Pine',
  article_id: 3,
  article_no: 'KN-100',
  product_names: { en: 'Crew neck jumper', zh: '圆领毛衫' },
  country_of_origin: 'CN',
  sizes: ['S', 'M'],
  composition: rows(['PES', '40.00'], ['CO', '60.00']),
  fibre_allocation_id: 7,
  care,
  care_allocation_id: 8,
  ...changes,
})

const textsOf = (market: LabelMarket, part: LabelPart, changes: Partial<LabelLine> = {}, size = 'M') =>
  garmentLabel(line(changes), market, fibres, size)
    .sections.filter((section) => section.part === part)
    .flatMap(({ lines }) => lines.map(({ language, text }) => (language ? `${language} ${text}` : text)))

describe('what a label says', () => {
  it('of Australia: its parts in their order, one language, the wording of AS/NZS 1957', () => {
    const { sections } = garmentLabel(line(), marketOf('AU'), fibres, 'M')
    expect(sections.map(({ part, lines, symbols }) => [part, ...lines.map(({ text }) => text), ...symbols])).toEqual([
      ['brand', 'Harbour & Pine'],
      ['size', 'Size M'],
      ['composition', '60% cotton 40% polyester'],
      ['care_text', 'Warm machine wash'],
      ['care_symbols', 'W30', 'BN', 'TX', 'I150', 'PN'],
      ['origin', 'Made in China'],
      ['article', 'Style KN-100'],
    ])
  })

  it('of China: Chinese words and what GB/T 5296.4 asks for', () => {
    const market = marketOf('CN', { standard: 'FZ/T 73020-2019', importer: '海松贸易（上海）有限公司' })
    const { sections } = garmentLabel(line({ country_of_origin: 'VN' }), market, fibres, '165/88A')
    expect(sections.map(({ part, lines }) => [part, ...lines.map(({ text }) => text)])).toEqual([
      ['brand', 'Harbour & Pine'],
      ['product_name', '品名：圆领毛衫'],
      ['article', '货号：KN-100'],
      ['size', '尺码：165/88A'],
      ['composition', '纤维成分：棉60% 聚酯纤维40%'],
      ['care_symbols'],
      ['care_text', '最高洗涤温度30℃'],
      ['standard', '执行标准：FZ/T 73020-2019'],
      ['safety_category', '安全类别：GB 18401 B类'],
      ['product_grade', '产品等级：合格品'],
      ['origin', '越南制造'],
      ['importer', '进口商：海松贸易（上海）有限公司'],
    ])
  })

  it('of the European Union: a line for each language', () => {
    const market = marketOf('EU', { importer: 'Pine GmbH, Hamburg' })
    expect(textsOf(market, 'composition')).toEqual([
      'en 60% cotton 40% polyester',
      'fr 60% coton 40% polyester',
      'de 60% Baumwolle 40% Polyester',
      'es 60% algodón 40% poliéster',
      'it 60% cotone 40% poliestere',
    ])
    expect(textsOf(market, 'origin')).toEqual([
      'en Made in China',
      'fr Fabriqué en Chine',
      'de Hergestellt in China',
      'es Hecho en China',
      'it Prodotto in Cina',
    ])
    expect(textsOf(market, 'size')).toEqual(['M'])
    expect(textsOf(market, 'importer')).toEqual(['Imported by Pine GmbH, Hamburg'])
  })

  it.each<[string, string, CompositionRow[], string[]]>([
    ['names of the United States', 'US', rows(['CV', '95.5'], ['EL', '4.5']), ['en 95.5% rayon 4.5% spandex']],
    ['other names elsewhere', 'AU', rows(['CV', '95.5'], ['EL', '4.5']), ['en 95.5% viscose 4.5% elastane']],
    ['fibres of one US name as one', 'US', rows(['CV', '50.00'], ['CMD', '50.00']), ['en 100% rayon']],
    ['and apart in Europe', 'GB', rows(['CV', '50.00'], ['CMD', '50.00']), ['en 50% viscose 50% modal']],
    [
      'hundredths without ending zeros',
      'AU',
      rows(['CO', '33.30'], ['PES', '66.70']),
      ['en 66.7% polyester 33.3% cotton'],
    ],
    ['100 % of a single fibre', 'AU', rows(['WO', '100.00']), ['en 100% wool']],
    [
      'other fibres last',
      'AU',
      rows(['AF', '10'], ['CO', '85'], ['PES', '5']),
      ['en 85% cotton 5% polyester 10% other fibres'],
    ],
    [
      'each component under its name',
      'CA',
      rows(['CO', '100'], ['PES', '20', { component: 'lining' }], ['PA', '80', { component: 'lining' }]),
      [
        'en Shell: 100% cotton',
        'en Lining: 80% polyamide 20% polyester',
        'fr Tissu extérieur\u00a0: 100% coton',
        'fr Doublure\u00a0: 80% polyamide 20% polyester',
      ],
    ],
    [
      'components in Chinese',
      'CN',
      rows(['CO', '100'], ['PES', '100', { component: 'filling' }]),
      ['zh 面料：棉100%', 'zh 填充物：聚酯纤维100%'],
    ],
    [
      'recycled and organic fibres apart from the same fibre',
      'GB',
      rows(['PES', '40', { recycled: true }], ['PES', '20'], ['CO', '40', { organic: true }]),
      ['en 40% recycled polyester 40% organic cotton 20% polyester'],
    ],
    [
      'and in other languages',
      'CA',
      rows(['PES', '60', { recycled: true }], ['CO', '40', { organic: true }]),
      [
        'en 60% recycled polyester 40% organic cotton',
        'fr 60% polyester d’origine recyclée 40% coton d’origine biologique',
      ],
    ],
  ])('composition: %s', (_what, code, composition, texts) => {
    expect(textsOf(marketOf(code), 'composition', { composition })).toEqual(texts)
  })

  it('leaves out what nobody knows yet', () => {
    const { sections } = garmentLabel(
      line({ composition: null, care: null, brand: null }),
      marketOf('US'),
      fibres,
      null,
    )
    expect(sections.map(({ part }) => part)).toEqual(['origin', 'article'])
  })
})

describe('where goods were made', () => {
  it.each<[string, LabelLanguage, string]>([
    ['CN', 'en', 'Made in China'],
    ['US', 'en', 'Made in USA'],
    ['PH', 'en', 'Made in the Philippines'],
    ['CN', 'fr', 'Fabriqué en Chine'],
    ['IN', 'fr', 'Fabriqué en Inde'],
    ['PT', 'fr', 'Fabriqué au Portugal'],
    ['KH', 'fr', 'Fabriqué au Cambodge'],
    ['KR', 'fr', 'Fabriqué en Corée du Sud'],
    ['US', 'fr', 'Fabriqué aux États-Unis'],
    ['MG', 'fr', 'Fabriqué à Madagascar'],
    ['TR', 'de', 'Hergestellt in der Türkei'],
    ['BD', 'de', 'Hergestellt in Bangladesch'],
    ['US', 'es', 'Hecho en Estados Unidos'],
    ['US', 'it', 'Prodotto negli Stati Uniti'],
    ['CN', 'zh', '中国制造'],
    ['BD', 'zh', '孟加拉国制造'],
  ])('%s in %s', (country, language, text) => {
    expect(originText(country, language)).toBe(text)
  })
})

describe('what is missing before a label is printed', () => {
  const gaps = (market: LabelMarket, changes: Partial<LabelLine> = {}, named = fibres) =>
    missingForLabel(line(changes), market, named).map(
      ({ text, source, id }) => `${text.key.replace('problems.labels.', '')} ${source} ${id}`,
    )

  it('nothing, where all is there', () => {
    expect(gaps(marketOf('AU'))).toEqual([])
  })

  it.each<[string, string, Partial<LabelLine>, string[]]>([
    ['verified composition', 'AU', { composition: null }, ['composition_open composition 7']],
    ['approved care', 'AU', { care: null }, ['care_open care 8']],
    ['care, where nothing was allocated', 'AU', { care: null, care_allocation_id: null }, ['care_open care null']],
    ['origin', 'AU', { country_of_origin: null }, ['no_origin order 4']],
    ['sizes', 'AU', { sizes: [] }, ['no_size order 4']],
    ['brand', 'AU', { brand: null }, ['no_brand order 4']],
    ['goods that are still ordered', 'AU', { is_cancelled: true, care: null }, ['line_cancelled order 4']],
    [
      'words in the market’s wording',
      'AU',
      { care: { ...care, words: { ...care.words, australian: null } } },
      ['no_care_words care_instruction 9'],
    ],
    ['numbers of the market', 'US', {}, ['no_legal_value market 1']],
    [
      'Chinese name',
      'CN',
      { product_names: { en: 'Jumper', zh: null } },
      ['no_product_name article 3', 'no_legal_value market 1', 'no_legal_value market 1'],
    ],
  ])('%s', (_what, code, changes, expected) => {
    expect(gaps(marketOf(code), changes)).toEqual(expected)
  })

  it('the name of a fibre in one of the languages', () => {
    const unnamed = fibres.map((fibre) =>
      fibre.code === 'CO' ? { ...fibre, names: { ...fibre.names, fr: null } } : fibre,
    )
    expect(missingForLabel(line(), marketOf('CA', { ca: '12345' }), unnamed)).toEqual([
      {
        text: {
          key: 'problems.labels.fibre_unnamed',
          params: { fibre: 'cotton', language: { key: 'areas.label-market-languages.choices.language.fr' } },
        },
        source: 'fibre',
        id: fibres.find(({ code }) => code === 'CO')?.id,
      },
    ])
  })
})

describe('registered numbers', () => {
  it.each([
    ['51 824 753 556', true],
    ['51824753556', true],
    ['51824753557', false],
    ['5182475355', false],
  ])('ABN %s: %s', (value, valid) => {
    expect(isAbn(value)).toBe(valid)
  })

  it.each([
    ['rn', '12345', true],
    ['rn', 'RN 12345', false],
    ['ca', '00123', true],
    ['ca', '123', false],
    ['safety_category', 'B', true],
    ['safety_category', 'D', false],
    ['importer', 'Anybody, Anywhere', true],
  ] as const)('%s %s: %s', (part, value, valid) => {
    expect(legalValueProblem(part, value) === null).toBe(valid)
  })
})
