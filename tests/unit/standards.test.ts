import { describe, expect, it } from 'vitest'
import { fibres } from '#server/seeds/fibres.ts'
import { compactNumber, isBic, isClearingCode, isCnaps, isIban, isRoutingNumber } from '#shared/standards/bank.ts'
import { countryCodes, isCountry } from '#shared/standards/countries.ts'
import { alpha3, countryAliases } from '#shared/standards/country-aliases.ts'
import { countryName, countryOptions } from '#shared/standards/country-names.ts'
import { countryNames } from '#shared/standards/country-table.ts'
import { currencyCodes, isCurrency } from '#shared/standards/currencies.ts'
import { currencyName, currencyOptions, readCurrency } from '#shared/standards/currency-names.ts'
import { currencyNames } from '#shared/standards/currency-table.ts'
import { cartonGtin, gtinCheckDigit, gtinFault, isGtin, isGtin13, plainGtin } from '#shared/standards/gtin.ts'
import { incotermCodes, incoterms, isIncoterm, isSeaOnly } from '#shared/standards/incoterms.ts'
import { readCountry } from '#shared/standards/read-country.ts'
import { isUnlocode, readFunctions, readUnlocode } from '#shared/standards/unlocode.ts'

describe('GTIN-13', () => {
  it.each(['6291041500213', '7300011000017', '8904000210037', '4006381333931', '5901234123457'])(
    '%s is one',
    (gtin) => {
      expect(gtinCheckDigit(gtin.slice(0, 12))).toBe(Number(gtin[12]))
      expect(isGtin13(gtin)).toBe(true)
    },
  )
  it.each(['6291041500214', '629104150021', '62910415002133', '629104150021a', '', '６291041500213'])(
    '%j is none',
    (gtin) => expect(isGtin13(gtin)).toBe(false),
  )

  it.each([
    ['4006381333931', null],
    ['4006381333932', { key: 'site.gtin.check_digit', params: { right: 1 } }],
    ['614141000036', { key: 'site.gtin.leading_zeros', params: { count: 12, full: '0614141000036' } }],
    ['96385074', { key: 'site.gtin.leading_zeros', params: { count: 8, full: '0000096385074' } }],
    ['96385075', { key: 'site.gtin.length', params: { count: 8 } }],
    ['16141410000366', { key: 'site.gtin.carton' }],
    ['12345', { key: 'site.gtin.length', params: { count: 5 } }],
    ['400638133393X', { key: 'site.gtin.digits' }],
  ])('%s is told what is wrong with it', (gtin, fault) => expect(gtinFault(gtin)).toEqual(fault))

  it.each([
    ['96385074', 8, true],
    ['96385075', 8, false],
    ['614141000036', 12, true],
    ['614141000037', 12, false],
    ['6291041500213', 13, true],
    ['16291041500210', 14, true],
    ['16291041500213', 14, false],
    ['6291041500213', 14, false],
    ['1629104150021x', 14, false],
  ] as const)('%s as a GTIN-%i: %s', (gtin, length, valid) => expect(isGtin(gtin, length)).toBe(valid))

  it.each([
    [1, '6291041500213', '16291041500210'],
    [8, '5901234123457', '85901234123453'],
  ])('indicator %i before %s makes the GTIN-14 %s of a carton', (indicator, gtin, carton) => {
    expect(cartonGtin(indicator, gtin)).toBe(carton)
    expect(isGtin(carton, 14)).toBe(true)
  })

  it('is read as people copy it', () => expect(plainGtin(' 4 006381-333931\u00a0')).toBe('4006381333931'))
})

describe('countries', () => {
  it('are the 249 of ISO 3166-1, each with a name in both languages', () => {
    expect(countryCodes).toHaveLength(249)
    expect(Object.keys(countryNames).sort()).toEqual([...countryCodes])
    expect(alpha3.split(' ').map((pair) => pair.slice(0, 2))).toEqual([...countryCodes])
    expect(Object.keys(countryAliases).every(isCountry)).toBe(true)
    for (const names of Object.values(countryNames)) {
      expect(names[0]).toMatch(/^[\p{Script=Latin} .,'()-]+$/u)
      expect(names[1]).toMatch(/^[\p{Script=Han}（）]+$/u)
    }
  })

  it('are recognised by every name that is declared, each by one country alone', () => {
    for (const pair of alpha3.split(' ')) {
      const code = pair.slice(0, 2)
      const forms = [code, pair.slice(2), ...(countryNames[code] ?? []), ...(countryAliases[code] ?? [])]
      for (const form of forms) expect([form, readCountry(form)]).toEqual([form, code])
    }
  })

  it.each([
    ['CHINA', 'CN'],
    ['china', 'CN'],
    ['P.R. China', 'CN'],
    ['中国', 'CN'],
    ['Viet Nam', 'VN'],
    ['VIETNAM', 'VN'],
    ['UK', 'GB'],
    ['U.K.', 'GB'],
    ['The Netherlands', 'NL'],
    ['Türkiye', 'TR'],
    ['TURKIYE', 'TR'],
    ['Turkey', 'TR'],
    ['USA', 'US'],
    ['United States of America', 'US'],
    ['Korea, Republic of', 'KR'],
    ['Hong Kong S.A.R.', 'HK'],
    ['Lao PDR', 'LA'],
    ["Cote d'Ivoire", 'CI'],
    ['Côte d’Ivoire', 'CI'],
    ['St. Lucia', 'LC'],
    ['Trinidad & Tobago', 'TT'],
    [' bgd ', 'BD'],
    ['Ｉｎｄｉａ', 'IN'],
  ])('%s is %s', (text, code) => expect(readCountry(text)).toBe(code))
  it.each(['', '  ', 'Atlantis', 'constructor', '中', 'X'.repeat(100_000)])('nobody knows %.20j', (text) =>
    expect(readCountry(text)).toBeNull(),
  )

  it('have names and an order in each language', () => {
    expect(countryName('VN', 'en')).toBe('Viet Nam')
    expect(countryName('VN', 'zh')).toBe('越南')
    expect(countryName('QQ', 'en')).toBe('QQ')
    expect(countryOptions('en').slice(0, 2)).toEqual([
      { code: 'AF', name: 'Afghanistan' },
      { code: 'AX', name: 'Åland Islands' },
    ])
    expect(countryOptions('zh')[0]?.name).toBe('阿尔巴尼亚')
    expect(isCountry('cn')).toBe(false)
  })
})

describe('currencies', () => {
  it('have names in both languages', () => {
    expect(Object.keys(currencyNames)).toEqual([...currencyCodes])
    expect(currencyName('CNY', 'zh')).toBe('人民币')
    expect(currencyOptions('en').find(({ code }) => code === 'USD')).toEqual({ code: 'USD', name: 'US Dollar' })
    expect(isCurrency('EUR')).toBe(true)
    expect(['XAU', 'BGN', 'usd', 'XXX'].some(isCurrency)).toBe(false)
  })
  it.each([
    ['usd', 'USD'],
    ['US$', 'USD'],
    ['US dollar', 'USD'],
    ['RMB', 'CNY'],
    ['人民币', 'CNY'],
    ['€', 'EUR'],
    ['HK $', 'HKD'],
    ['$', null],
    ['¥', null],
    ['', null],
    ['constructor', null],
  ])('%s is read as %s', (text, code) => expect(readCurrency(text)).toBe(code))
})

describe('Incoterms 2020', () => {
  it('are eleven, four of them for ships alone, each of those with a way out', () => {
    expect(Object.keys(incoterms)).toEqual([...incotermCodes])
    expect(incotermCodes.filter(isSeaOnly)).toEqual(['FAS', 'FOB', 'CFR', 'CIF'])
    for (const { sea_only, alternative, place } of Object.values(incoterms)) {
      expect(alternative !== undefined && !isSeaOnly(alternative)).toBe(sea_only)
      expect(place.startsWith('port')).toBe(sea_only)
    }
    expect(isIncoterm('FOB')).toBe(true)
    expect(isIncoterm('DAT')).toBe(false)
    expect(isIncoterm('toString')).toBe(false)
  })
})

describe('UN/LOCODE', () => {
  it.each(['BEANR', 'CNSHA', 'HKHKG', 'USLAX', 'XZZZZ', 'US2AB'])('%s is one', (code) =>
    expect(isUnlocode(code)).toBe(true),
  )
  it.each(['BEAN', 'BEANRR', 'CN1HA', 'QQSHA', 'cnsha', 'CN SHA', ''])('%j is none as stored', (code) =>
    expect(isUnlocode(code)).toBe(false),
  )
  it('is read as printed', () => {
    expect(readUnlocode(' cn sha ')).toBe('CNSHA')
    expect(readUnlocode('Shanghai')).toBeNull()
    expect(readFunctions('1-3-----')).toEqual(['port', 'road'])
    expect(readFunctions('--34-6-B')).toEqual(['road', 'airport', 'multimodal', 'border'])
  })
})

describe('numbers of bank accounts', () => {
  // Examples of the IBAN registry.
  it.each([
    'AE070331234567890123456',
    'BE68539007547034',
    'CH9300762011623852957',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'LC55HEMM000100010012001200023015',
    'MT84MALT011000012345MTLCAST001S',
    'NO9386011117947',
    'PK36SCBL0000001123456702',
    'TR330006100519786457841326',
  ])('%s is an IBAN', (iban) => expect(isIban(iban)).toBe(true))
  it.each([
    ['a digit changed', 'GB29NWBK60161331926818'],
    ['two digits swapped', 'DE89370400440532010300'],
    ['too short for its country', 'GB29NWBK6016133192681'],
    ['of a country without', 'CN29370400440532013000'],
    ['in small letters', 'gb29nwbk60161331926819'],
    ['empty', ''],
  ])('none is %s', (_what, iban) => expect(isIban(iban)).toBe(false))

  it.each(['DEUTDEFF', 'DEUTDEFF500', 'BKCHCNBJ', 'NEDSZAJJXXX', 'HSBCHKHHHKH'])('%s is a BIC', (bic) =>
    expect(isBic(bic)).toBe(true),
  )
  it.each(['DEUTDEF', 'DEUTDEFF5', 'DEUTDEFF5000', 'DEUT1EFF', 'deutdeff', ''])('%j is none', (bic) =>
    expect(isBic(bic)).toBe(false),
  )

  // Head offices of the large Chinese banks, as the People's Bank lists them.
  it.each([
    '102100099996',
    '103100000026',
    '104100000004',
    '105100000017',
    '301290000007',
    '307584007998',
    '403100000004',
  ])('%s is a CNAPS code', (code) => expect(isCnaps(code)).toBe(true))
  it.each(['102100099995', '120100099996', '10210009999', '1021000999966', ''])('%j is none', (code) =>
    expect(isCnaps(code)).toBe(false),
  )

  it.each(['021000021', '011401533', '026009593'])('%s is a routing number', (code) =>
    expect(isRoutingNumber(code)).toBe(true),
  )
  it.each(['021000022', '02100002', '0210000211', ''])('%j is none', (code) =>
    expect(isRoutingNumber(code)).toBe(false),
  )

  it.each([
    ['601613', 'GB', true],
    ['60161', 'GB', false],
    ['HDFC0000001', 'IN', true],
    ['HDFC1000001', 'IN', false],
    ['062000', 'AU', true],
    ['004', 'HK', true],
    ['anything', 'BD', true],
  ])('%s is a code of a bank in %s: %s', (code, country, expected) =>
    expect(isClearingCode(code, country)).toBe(expected),
  )

  it('are read as people write them', () => {
    expect(compactNumber(' gb29 NWBK-6016 1331\u00a09268 19')).toBe('GB29NWBK60161331926819')
  })
})

describe('the fibres that a new database has', () => {
  it('cover every number of Annex I of Regulation (EU) No 1007/2011, each named in six languages', () => {
    const numbers = new Set(fibres.flatMap(({ eu_no }) => eu_no ?? []))
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    for (const { code, name_en, name_zh, name_fr, name_de, name_es, name_it } of fibres)
      expect([code, [name_en, name_zh, name_fr, name_de, name_es, name_it].every((name) => name !== '')]).toEqual([
        code,
        true,
      ])
  })

  it('are told apart by every code, name and other spelling', () => {
    const spellings = fibres.flatMap(({ code, name_en, name_zh, us_name = '', aliases = '' }) => [
      ...new Set([code, name_en, name_zh, ...aliases.split(', ')].map((name) => name.toLowerCase()).filter(Boolean)),
      ...(us_name && us_name !== 'rayon' && us_name !== 'olefin' ? [`us ${us_name}`] : []),
    ])
    expect(spellings.filter((name, index) => spellings.indexOf(name) !== index)).toEqual([])
  })

  it.each([
    ['viscose', 'rayon'],
    ['elastane', 'spandex'],
    ['polyamide', 'nylon'],
    ['true hemp', 'hemp'],
    ['polypropylene', 'olefin'],
  ])('are called by the Federal Trade Commission’s name: %s is %s', (name, us_name) => {
    expect(fibres.find(({ name_en }) => name_en === name)?.us_name).toBe(us_name)
  })
})
