import { type CareCode, type CareWarning, careWarningCodes } from './care-codes'
import { type CareChoice, careLine } from './care-symbols'

/** The wordings of care instructions: international English, English for Australia and New Zealand, Chinese. */
export const careWordings = ['en', 'en_au', 'zh'] as const
export type CareWording = (typeof careWordings)[number]

type Sentence = Readonly<Record<CareWording, string>>

/** The part of a care instruction after which a warning is placed. */
type Part = 'wash' | 'dry' | 'iron' | 'end'

interface Warning {
  part: Part
  text: Sentence
}

const warning = (part: Part, en: string, zh: string, en_au: string = en): Warning => ({ part, text: { en, en_au, zh } })

/** The warnings, with their sentences. */
const warnings: Readonly<Record<CareWarning, Warning>> = {
  wash_before_wear: warning('wash', 'Wash before first wear', '首次穿着前请先洗涤'),
  wash_dark_separately: warning('wash', 'Wash dark colours separately', '深色衣物请分开洗涤'),
  wash_similar_colours: warning('wash', 'Wash with similar colours', '请与相近颜色的衣物同洗'),
  wash_inside_out: warning('wash', 'Wash inside out', '请翻面洗涤'),
  wash_in_bag: warning('wash', 'Use a laundry bag in the machine', '机洗请使用洗衣袋'),
  close_fasteners: warning('wash', 'Close zips and fasteners before washing', '洗涤前请拉好拉链、扣好扣件'),
  remove_trims: warning('wash', 'Remove detachable trims before washing', '洗涤前请取下可拆卸饰件'),
  mild_detergent: warning('wash', 'Use a mild detergent', '请使用中性洗涤剂'),
  no_softener: warning('wash', 'Do not use fabric softener', '不可使用柔顺剂'),
  no_brighteners: warning('wash', 'Use detergent without optical brighteners', '请使用不含荧光增白剂的洗涤剂'),
  do_not_soak: warning('wash', 'Do not soak', '不可浸泡'),
  do_not_rub: warning('wash', 'Do not rub', '不可搓洗'),
  do_not_wring: warning('wash', 'Do not wring or twist', '不可拧绞', 'Do not wring'),
  remove_promptly: warning('wash', 'Remove from the machine promptly', '洗毕请及时取出'),
  reshape_damp: warning('dry', 'Reshape while damp', '湿态整形'),
  dry_away_from_heat: warning('dry', 'Dry away from direct heat', '晾干时远离热源'),
  dry_with_balls: warning('dry', 'Tumble dry with clean dryer balls to restore loft', '翻转干燥时放入干燥球以恢复蓬松'),
  iron_reverse: warning('iron', 'Iron on reverse side', '请在反面熨烫'),
  warm_iron_reverse: warning('iron', 'Warm iron on reverse side', '请用中温在反面熨烫'),
  iron_damp: warning('iron', 'Iron while damp', '请在半干时熨烫'),
  iron_with_cloth: warning('iron', 'Iron with a pressing cloth', '请垫布熨烫'),
  steam_iron: warning('iron', 'Steam iron recommended', '建议使用蒸汽熨烫'),
  iron_not_decoration: warning('iron', 'Do not iron prints or decoration', '不可熨烫印花及装饰部位'),
  colour_may_transfer: warning(
    'end',
    'Colour may transfer to light fabrics and leather',
    '颜色可能沾染浅色织物和皮革',
    'Colour may rub off on light fabrics and leather',
  ),
  keep_from_fire: warning('end', 'Keep away from fire', '请远离火源', 'Keep away from heat and flame'),
}

/** The part of the wording that a warning belongs to. */
export const partOfWarning = (code: CareWarning): Part => warnings[code].part

/** Names of washing temperatures in Australia and New Zealand. */
const heat: Readonly<Record<string, string>> = {
  95: 'Very hot',
  70: 'Very hot',
  60: 'Hot',
  50: 'Hot',
  40: 'Warm',
  30: 'Cold',
}

const machineWash = (degrees: string, process: 'normal' | 'mild' | 'very_mild'): Sentence => {
  const words = {
    normal: { en: '', en_au: '', zh: '常规程序' },
    mild: { en: ', mild process', en_au: ' on a gentle cycle', zh: '缓和程序' },
    very_mild: { en: ', very mild process', en_au: ' on a delicate cycle', zh: '非常缓和程序' },
  }[process]
  return {
    en: `Machine wash at ${degrees} °C or below${words.en}`,
    en_au: `${heat[degrees]} machine wash${words.en_au}, ${degrees} °C maximum`,
    zh: `最高洗涤温度${degrees}℃，${words.zh}`,
  }
}

const sentence = (en: string, en_au: string, zh: string): Sentence => ({ en, en_au, zh })

const sentences: Readonly<Record<CareCode, Sentence>> = {
  W95: machineWash('95', 'normal'),
  W70: machineWash('70', 'normal'),
  W60: machineWash('60', 'normal'),
  W60M: machineWash('60', 'mild'),
  W50: machineWash('50', 'normal'),
  W50M: machineWash('50', 'mild'),
  W40: machineWash('40', 'normal'),
  W40M: machineWash('40', 'mild'),
  W40V: machineWash('40', 'very_mild'),
  W30: machineWash('30', 'normal'),
  W30M: machineWash('30', 'mild'),
  W30V: machineWash('30', 'very_mild'),
  WH: sentence('Hand wash at 40 °C or below', 'Warm hand wash, 40 °C maximum', '手洗，最高洗涤温度40℃'),
  WHA: sentence('Hand wash in water at ambient temperature', 'Cold hand wash in unheated water', '常温水手洗'),
  WN: sentence('Do not wash', 'Do not wash', '不可水洗'),
  BA: sentence('Any bleach allowed', 'May be bleached', '允许任何漂白剂'),
  BO: sentence('Only oxygen bleach allowed', 'Non-chlorine bleach only', '仅允许氧漂，不可氯漂'),
  BN: sentence('Do not bleach', 'Do not bleach', '不可漂白'),
  TN: sentence('Tumble dry, normal temperature', 'Warm tumble dry', '可翻转干燥，常规温度'),
  TL: sentence('Tumble dry, low temperature', 'Cool tumble dry', '可翻转干燥，较低温度'),
  TX: sentence('Do not tumble dry', 'Do not tumble dry', '不可翻转干燥'),
  DL: sentence('Line dry', 'Line dry', '悬挂晾干'),
  DDL: sentence('Drip line dry', 'Drip dry on a line', '悬挂滴干'),
  DF: sentence('Dry flat', 'Dry flat', '平摊晾干'),
  DDF: sentence('Drip dry flat', 'Drip dry flat', '平摊滴干'),
  DLS: sentence('Line dry in the shade', 'Line dry in shade', '在阴凉处悬挂晾干'),
  DDLS: sentence('Drip line dry in the shade', 'Drip dry on a line in shade', '在阴凉处悬挂滴干'),
  DFS: sentence('Dry flat in the shade', 'Dry flat in shade', '在阴凉处平摊晾干'),
  DDFS: sentence('Drip dry flat in the shade', 'Drip dry flat in shade', '在阴凉处平摊滴干'),
  I200: sentence('Iron at 200 °C or below', 'Hot iron', '熨斗底板最高温度200℃'),
  I150: sentence('Iron at 150 °C or below', 'Warm iron', '熨斗底板最高温度150℃'),
  I110: sentence('Iron at 110 °C or below, without steam', 'Cool iron, no steam', '熨斗底板最高温度110℃，不可使用蒸汽'),
  INS: sentence('Iron without steam', 'Iron dry, no steam', '熨烫时不可使用蒸汽'),
  IN: sentence('Do not iron', 'Do not iron', '不可熨烫'),
  P: sentence('Professional dry clean in all usual solvents', 'Dry clean', '可用四氯乙烯等溶剂专业干洗，常规干洗'),
  PM: sentence(
    'Professional dry clean in all usual solvents, mild process',
    'Dry clean, gentle process',
    '可用四氯乙烯等溶剂专业干洗，缓和干洗',
  ),
  F: sentence(
    'Professional dry clean in hydrocarbon solvents',
    'Dry clean, hydrocarbon solvents only',
    '仅可用碳氢溶剂专业干洗，常规干洗',
  ),
  FM: sentence(
    'Professional dry clean in hydrocarbon solvents, mild process',
    'Dry clean, hydrocarbon solvents only, gentle process',
    '仅可用碳氢溶剂专业干洗，缓和干洗',
  ),
  PN: sentence('Do not dry clean', 'Do not dry clean', '不可干洗'),
  WC: sentence('Professional wet clean', 'Professional wet clean', '专业湿洗，常规湿洗'),
  WCM: sentence('Professional wet clean, mild process', 'Professional wet clean, gentle process', '专业湿洗，缓和湿洗'),
  WCV: sentence(
    'Professional wet clean, very mild process',
    'Professional wet clean, very gentle process',
    '专业湿洗，非常缓和湿洗',
  ),
  WCN: sentence('Do not wet clean', 'Do not wet clean', '不可湿洗'),
}

/** The sentence for one symbol, without its full stop. */
export const careSentence = (code: CareCode, wording: CareWording): string => sentences[code][wording]

/** The sentence for one warning, without its full stop. */
export const warningSentence = (code: CareWarning, wording: CareWording): string => warnings[code].text[wording]

/**
 * The wording of a care instruction: a sentence for each symbol in label order, each warning after the symbols that it
 * belongs to. Unknown and missing codes are left out.
 */
export const careText = (choice: CareChoice, chosen: readonly string[], wording: CareWording): string => {
  const symbols = careLine(choice)
  const symbolsOf = (...families: readonly string[]) =>
    symbols.flatMap(({ code, family }) => (families.includes(family) ? [careSentence(code, wording)] : []))
  const warningsOf = (part: Part) =>
    careWarningCodes.flatMap((code) =>
      chosen.includes(code) && partOfWarning(code) === part ? [warningSentence(code, wording)] : [],
    )
  return paragraph(
    [
      ...symbolsOf('wash'),
      ...warningsOf('wash'),
      ...symbolsOf('bleach', 'tumble', 'natural_dry'),
      ...warningsOf('dry'),
      ...symbolsOf('iron'),
      ...warningsOf('iron'),
      ...symbolsOf('dry_clean', 'wet_clean'),
      ...warningsOf('end'),
    ],
    wording,
  )
}

const paragraph = (parts: readonly string[], wording: CareWording): string =>
  wording === 'zh' ? parts.map((part) => `${part}。`).join('') : parts.map((part) => `${part}.`).join(' ')
