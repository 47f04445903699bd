import { describe, expect, it } from 'vitest'
import { type CareCode, careCodes, careFamilies, careWarningCodes } from '#shared/standards/care-codes.ts'
import { type CareChoice, careLine, careSymbolOf, careSymbols } from '#shared/standards/care-symbols.ts'
import { type CareWording, careSentence, careText, careWordings, warningSentence } from '#shared/standards/care-text.ts'
import {
  type CareFibre,
  type CareInstruction,
  careCautions,
  careProblems,
  careWarnings,
  readCareCodes,
} from '#shared/trade/care.ts'

const tee: CareInstruction = { wash: 'W40', bleach: 'BN', tumble: 'TL', iron: 'I150', dry_clean: 'PN', warnings: [] }

describe('care symbols', () => {
  it('are those of the table, each once, in label order', () => {
    const codes = careSymbols.map(({ code }) => code)
    expect(codes).toEqual(careFamilies.flatMap((family) => careCodes[family]))
    expect(new Set(codes).size).toBe(43)
  })

  it('differ in their drawings and in their names', () => {
    const unique = (of: (symbol: (typeof careSymbols)[number]) => unknown) =>
      new Set(careSymbols.map((symbol) => JSON.stringify(of(symbol)))).size
    expect(unique(({ drawing }) => drawing)).toBe(careSymbols.length)
    expect(unique(({ meaning }) => meaning.en)).toBe(careSymbols.length)
    expect(unique(({ meaning }) => meaning.zh)).toBe(careSymbols.length)
  })

  it('are drawn within their box by commands that PDF has', () => {
    for (const { drawing, code } of careSymbols)
      for (const { d } of drawing.paths) {
        expect(d, code).toMatch(/^M[\d. MLCZ-]+$/)
        for (const number of d.match(/-?\d+(\.\d+)?/g) ?? []) {
          expect(Number(number), code).toBeGreaterThanOrEqual(0)
          expect(Number(number), code).toBeLessThanOrEqual(24)
        }
      }
  })

  it('stand in label order however they are named', () => {
    const line = careLine({ dry_clean: 'P', iron: 'IN', natural_dry: 'DF', tumble: 'TX', bleach: 'BO', wash: 'WH' })
    expect(line.map(({ code }) => code)).toEqual(['WH', 'BO', 'TX', 'DF', 'IN', 'P'])
    expect(careLine({ wash: 'W45', bleach: null })).toEqual([])
    expect(careSymbolOf('toString')).toBeUndefined()
  })
})

describe('care wording', () => {
  it.each([
    [
      'en',
      'Machine wash at 40 °C or below. Do not bleach. Tumble dry, low temperature. Iron at 150 °C or below. Do not dry clean.',
    ],
    ['en_au', 'Warm machine wash, 40 °C maximum. Do not bleach. Cool tumble dry. Warm iron. Do not dry clean.'],
    ['zh', '最高洗涤温度40℃，常规程序。不可漂白。可翻转干燥，较低温度。熨斗底板最高温度150℃。不可干洗。'],
  ] as [CareWording, string][])('of a cotton tee in %s', (wording, expected) => {
    expect(careText(tee, [], wording)).toBe(expected)
  })

  it('names each warning behind the symbols that it belongs to', () => {
    const knit: CareChoice = {
      wash: 'WH',
      bleach: 'BN',
      tumble: 'TX',
      natural_dry: 'DF',
      iron: 'I110',
      dry_clean: 'PM',
    }
    const warnings = ['keep_from_fire', 'iron_with_cloth', 'reshape_damp', 'do_not_soak', 'wash_dark_separately']
    expect(careText(knit, warnings, 'en_au')).toBe(
      'Warm hand wash, 40 °C maximum. Wash dark colours separately. Do not soak. Do not bleach. Do not tumble dry. Dry flat. ' +
        'Reshape while damp. Cool iron, no steam. Iron with a pressing cloth. Dry clean, gentle process. Keep away from heat and flame.',
    )
    expect(careText(knit, ['reshape_damp'], 'zh')).toBe(
      '手洗，最高洗涤温度40℃。不可漂白。不可翻转干燥。平摊晾干。湿态整形。熨斗底板最高温度110℃，不可使用蒸汽。可用四氯乙烯等溶剂专业干洗，缓和干洗。',
    )
  })

  it('is of nothing nothing, and of unknown codes too', () => {
    expect(careText({}, [], 'en')).toBe('')
    expect(careText({ wash: 'W45' }, ['shake'], 'zh')).toBe('')
  })

  it.each(careWordings)('differs between the symbols of a family in %s', (wording) => {
    for (const family of careFamilies) {
      const sentences = careCodes[family].map((code: CareCode) => careSentence(code, wording))
      expect(new Set(sentences).size).toBe(sentences.length)
      for (const sentence of sentences) expect(sentence).toMatch(/\S/)
    }
    const warnings = careWarningCodes.map((code) => warningSentence(code, wording))
    expect(new Set(warnings).size).toBe(warnings.length)
  })
})

describe('contradictions of a care instruction', () => {
  it.each([
    [{}, []],
    [{ warnings: ['wash_dark_separately', 'wash_inside_out', 'do_not_soak'] }, []],
    [{ wash: 'WN', warnings: ['wash_inside_out'] }, ['wash_inside_out']],
    [{ wash: 'WN', warnings: ['mild_detergent', 'keep_from_fire'] }, ['mild_detergent']],
    [{ wash: 'WN', tumble: 'TX', wet_clean: 'WC' }, []],
    [{ wash: 'WH', warnings: ['wash_in_bag'] }, ['wash_in_bag']],
    [{ wash: 'WHA', warnings: ['do_not_wring'] }, []],
    [{ wash: 'WN', warnings: ['reshape_damp'] }, ['reshape_damp']],
    [{ wash: 'WN', wet_clean: 'WCM', warnings: ['reshape_damp'] }, []],
    [{ tumble: 'TX', warnings: ['dry_with_balls'] }, ['dry_with_balls']],
    [{ tumble: 'TL', warnings: ['dry_with_balls'] }, []],
    [{ tumble: 'TN', warnings: ['dry_away_from_heat'] }, ['dry_away_from_heat']],
    [{ tumble: 'TX', warnings: ['dry_away_from_heat'] }, []],
    [{ iron: 'IN', warnings: ['warm_iron_reverse'] }, ['warm_iron_reverse']],
    [{ iron: 'IN', warnings: ['iron_with_cloth', 'iron_damp'] }, ['iron_damp', 'iron_with_cloth']],
    [{ iron: 'I200', warnings: ['warm_iron_reverse'] }, ['warm_iron_reverse']],
    [{ iron: 'I150', warnings: ['warm_iron_reverse'] }, []],
    [{ iron: 'I110', warnings: ['steam_iron'] }, ['steam_iron']],
    [{ iron: 'INS', warnings: ['iron_damp'] }, ['iron_damp']],
  ] as [CareInstruction, string[]][])('%j', (change, expected) => {
    const problems = careProblems({ ...tee, ...change })
    expect(problems.map(({ field }) => field)).toEqual(expected.map(() => 'warnings'))
    expect(problems.map(({ text }) => text.params?.warning)).toEqual(
      expected.map((code) => ({ key: `areas.care-instructions.choices.warnings.${code}` })),
    )
  })

  it('refuses a code of another family, at its field', () => {
    expect(careProblems({ ...tee, wash: 'TX', iron: 'I300' }).map(({ field }) => field)).toEqual(['wash', 'iron'])
  })

  it('refuses two warnings that say the same', () => {
    const problems = careProblems({ ...tee, warnings: ['iron_reverse', 'warm_iron_reverse'] })
    expect(problems.map(({ text }) => text.key)).toEqual(['problems.care.iron_reverse_twice'])
  })
})

describe('cautions of a care instruction', () => {
  it.each([
    [{}, []],
    [{ tumble: 'TX' }, ['natural_dry no_drying']],
    [{ tumble: 'TX', natural_dry: 'DL' }, []],
    [{ wash: 'WN', tumble: 'TX' }, ['dry_clean never_cleaned']],
    [{ wash: 'WN', tumble: 'TX', wet_clean: 'WCN' }, ['dry_clean never_cleaned']],
    [{ wash: 'WN', tumble: 'TX', wet_clean: 'WC' }, []],
    [{ wash: 'WN', dry_clean: 'P' }, ['tumble tumbled_unwashed']],
    [{ wash: 'WN', tumble: 'TX', bleach: 'BO', dry_clean: 'F' }, ['bleach bleached_unwashed']],
    [{ wash: 'WH', tumble: 'TN' }, ['tumble mild_wash_hot_tumble']],
    [{ wash: 'W30M', tumble: 'TN' }, []],
    [{ wash: 'WHA', iron: 'INS', standard: 'GB_T_8685' }, ['wash not_in_standard', 'iron not_in_standard']],
    [{ wash: 'WHA', iron: 'INS', standard: 'ISO3758' }, []],
  ] as [CareInstruction, string[]][])('%j', (change, expected) => {
    const cautions = careCautions({ ...tee, ...change })
    expect(cautions.map(({ field, text }) => `${field} ${text.key.split('.').at(-1)}`)).toEqual(expected)
  })
})

describe('typed codes', () => {
  it('are read in any order and notation', () => {
    expect(readCareCodes('p, i150 tl/BN；w40')).toEqual({
      choice: { wash: 'W40', bleach: 'BN', tumble: 'TL', iron: 'I150', dry_clean: 'P' },
      problems: [],
    })
  })

  it.each([
    ['W40 BN TX TN IN P', 'tumble', { code: 'TN', earlier: 'TX' }],
    ['WN W40 BN TX IN P', 'wash', { code: 'W40', earlier: 'WN' }],
    ['W40 BN TX IN PN F', 'dry_clean', { code: 'F', earlier: 'PN' }],
    ['W40 BN TX DL DF IN P', 'natural_dry', { code: 'DF', earlier: 'DL' }],
  ])('exclude each other: %s', (typed, field, params) => {
    expect(readCareCodes(typed).problems).toEqual([{ field, text: { key: 'problems.care.family_twice', params } }])
  })

  it('are unknown or missing', () => {
    const { problems } = readCareCodes('W45 BN TX P')
    expect(problems.map(({ field, text }) => [field, text.key])).toEqual([
      [undefined, 'problems.care.unknown_code'],
      ['wash', 'problems.care.family_missing'],
      ['iron', 'problems.care.family_missing'],
    ])
  })
})

describe('warnings against a composition', () => {
  const names: Record<string, [name: string, family: string]> = {
    CO: ['cotton', 'natural_plant'],
    WO: ['wool', 'natural_animal'],
    SE: ['silk', 'natural_animal'],
    EL: ['elastane', 'synthetic'],
    PA: ['polyamide', 'synthetic'],
    PAN: ['acrylic', 'synthetic'],
    PES: ['polyester', 'synthetic'],
    CV: ['viscose', 'regenerated'],
  }
  const fibres = (...rows: string[]): CareFibre[] =>
    rows.map((row) => {
      const [code = '', pct = '', component = 'shell'] = row.split(' ')
      const [name, family] = names[code] ?? [code, 'other']
      return { code, pct, component, name, family }
    })

  it.each([
    ['I200 and pure cotton', { iron: 'I200' }, ['CO 100'], []],
    ['I200 and elastane', { iron: 'I200' }, ['CO 95', 'EL 5'], ['iron hot_iron elastane 5']],
    ['I200 and a little elastane', { iron: 'I200' }, ['CO 97', 'EL 3'], []],
    ['I200 and polyamide', { iron: 'I200' }, ['PA 80', 'CO 20'], ['iron hot_iron polyamide 80']],
    ['I200 and acrylic with polyamide', { iron: 'I200' }, ['CO 60', 'PAN 25', 'PA 15'], ['iron hot_iron acrylic 40']],
    ['I200 and little polyamide', { iron: 'I200' }, ['CO 71', 'PA 29'], []],
    ['I150 and acrylic', { iron: 'I150' }, ['PAN 100'], ['iron warm_iron acrylic 100']],
    ['I150 and polyamide', { iron: 'I150' }, ['PA 100'], []],
    ['TN and wool', { tumble: 'TN' }, ['WO 100'], ['tumble tumble_animal wool 100']],
    ['TN and silk with wool', { tumble: 'TN' }, ['CO 70', 'SE 16', 'WO 14'], ['tumble tumble_animal silk 30']],
    ['TN and a little wool', { tumble: 'TN' }, ['CO 70.01', 'WO 29.99'], []],
    ['TL and wool', { tumble: 'TL' }, ['WO 100'], []],
    ['TN and elastane', { tumble: 'TN' }, ['CO 95', 'EL 5'], ['tumble tumble_heat elastane 5']],
    ['W60 and wool', { wash: 'W60' }, ['WO 100'], ['wash hot_wash_animal wool 100']],
    ['W50M and wool', { wash: 'W50M' }, ['WO 100'], ['wash hot_wash_animal wool 100']],
    ['W40 and wool', { wash: 'W40' }, ['WO 100'], ['wash normal_wash_animal wool 100']],
    ['W30V and wool', { wash: 'W30V' }, ['WO 100'], []],
    ['W60 and viscose', { wash: 'W60' }, ['CV 100'], ['wash hot_wash_weak viscose 100']],
    ['W60 and elastane', { wash: 'W60' }, ['CO 94.5', 'EL 5.5'], ['wash hot_wash_elastic elastane 5.5']],
    ['any bleach and silk', { bleach: 'BA' }, ['CO 90', 'SE 10'], ['bleach chlorine silk 10']],
    ['oxygen bleach and silk', { bleach: 'BO' }, ['SE 100'], []],
    ['TN and a wool lining', { tumble: 'TN' }, ['CO 100', 'WO 100 lining'], ['tumble tumble_animal wool 100']],
    ['TN and wool in two parts', { tumble: 'TN' }, ['CO 80', 'WO 20', 'PES 80 rib', 'WO 20 rib'], []],
    ['nothing declared yet', { iron: 'I200', tumble: 'TN' }, [], []],
  ] as [string, CareChoice, string[], string[]][])('%s', (_, choice, rows, expected) => {
    const warnings = careWarnings(choice, fibres(...rows)).map(
      ({ field, text }) => `${field} ${text.key.split('.').at(-1)} ${text.params?.fibre} ${text.params?.pct}`,
    )
    expect(warnings).toEqual(expected)
  })
})
