import { compare, sum, withoutTrailingZeros } from '#shared/base/money.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import {
  type CareCode,
  type CareFamily,
  type CareWarning,
  careCodes,
  careFamilies,
  careWarningCodes,
  neededCareFamilies,
} from '#shared/standards/care-codes.ts'
import { type CareChoice, careSymbolOf } from '#shared/standards/care-symbols.ts'
import { partOfWarning } from '#shared/standards/care-text.ts'

/** A care instruction, as records and forms contain it. */
export interface CareInstruction extends CareChoice {
  readonly warnings?: readonly string[] | null
  readonly standard?: string | null
}

const isOneOf = (code: string | null | undefined, ...codes: readonly CareCode[]): boolean =>
  codes.includes(code as CareCode)

const isWashed = ({ wash }: CareChoice) => !isOneOf(wash, 'WN')
const isHandWashed = ({ wash }: CareChoice) => isOneOf(wash, 'WH', 'WHA')
const isTumbled = ({ tumble }: CareChoice) => isOneOf(tumble, 'TN', 'TL')
const isWetCleaned = ({ wet_clean }: CareChoice) => isOneOf(wet_clean, 'WC', 'WCM', 'WCV')

interface Contradiction {
  warnings: readonly CareWarning[]
  /** The family of the symbol that the warnings contradict. */
  family: CareFamily
  isMet: (choice: CareChoice) => boolean
}

const ofPart = (part: ReturnType<typeof partOfWarning>) =>
  careWarningCodes.filter((code) => partOfWarning(code) === part)

/** Warnings that contradict a symbol. */
const contradictions: readonly Contradiction[] = [
  {
    warnings: ofPart('wash'),
    family: 'wash',
    isMet: (choice) => !isWashed(choice),
  },
  {
    warnings: ['wash_in_bag', 'remove_promptly'],
    family: 'wash',
    isMet: isHandWashed,
  },
  {
    warnings: ['reshape_damp'],
    family: 'wash',
    isMet: (choice) => !isWashed(choice) && !isWetCleaned(choice),
  },
  {
    warnings: ['dry_with_balls'],
    family: 'tumble',
    isMet: ({ tumble }) => isOneOf(tumble, 'TX'),
  },
  {
    warnings: ['dry_away_from_heat'],
    family: 'tumble',
    isMet: isTumbled,
  },
  {
    warnings: ofPart('iron'),
    family: 'iron',
    isMet: ({ iron }) => isOneOf(iron, 'IN'),
  },
  {
    warnings: ['warm_iron_reverse'],
    family: 'iron',
    isMet: ({ iron }) => isOneOf(iron, 'I200', 'I110'),
  },
  {
    warnings: ['steam_iron', 'iron_damp'],
    family: 'iron',
    isMet: ({ iron }) => isOneOf(iron, 'I110', 'INS'),
  },
]

/**
 * Problems of a care instruction: a code of another family, or a warning that contradicts a symbol or another warning.
 * Missing codes of the five needed families are reported by the fields themselves.
 */
export const careProblems = (care: CareInstruction): Problem[] => {
  const chosen = care.warnings ?? []
  return [
    ...careFamilies.flatMap((family) => {
      const code = care[family]
      return !code || careSymbolOf(code)?.family === family
        ? []
        : [problem(textOf('problems.care.other_family', { code }), family)]
    }),
    ...contradictions.flatMap(({ warnings, family, isMet }) =>
      isMet(care)
        ? warnings.flatMap((code) => {
            const names = { warning: warningName(code), symbol: symbolName(family, care[family]) }
            return chosen.includes(code) ? [problem(textOf('problems.care.contradiction', names), 'warnings')] : []
          })
        : [],
    ),
    ...(chosen.includes('iron_reverse') && chosen.includes('warm_iron_reverse')
      ? [problem(textOf('problems.care.iron_reverse_twice'), 'warnings')]
      : []),
  ]
}

/** Warnings about combinations that are allowed but rarely intended. */
export const careCautions = (care: CareInstruction): Problem[] => [
  ...(!isWashed(care) && isOneOf(care.dry_clean, 'PN') && !isWetCleaned(care)
    ? [problem(textOf('problems.care.never_cleaned'), 'dry_clean')]
    : []),
  ...(!isWashed(care) && !isWetCleaned(care) && isTumbled(care)
    ? [problem(textOf('problems.care.tumbled_unwashed'), 'tumble')]
    : []),
  ...(!isWashed(care) && isOneOf(care.bleach, 'BA', 'BO')
    ? [problem(textOf('problems.care.bleached_unwashed'), 'bleach')]
    : []),
  ...((isHandWashed(care) || isOneOf(care.wash, 'W40V', 'W30V')) && isOneOf(care.tumble, 'TN')
    ? [problem(textOf('problems.care.mild_wash_hot_tumble'), 'tumble')]
    : []),
  ...(isWashed(care) && isOneOf(care.tumble, 'TX') && !care.natural_dry
    ? [problem(textOf('problems.care.no_drying'), 'natural_dry')]
    : []),
  ...(care.standard === 'GB_T_8685'
    ? (['wash', 'iron'] as const).flatMap((family) =>
        isOneOf(care[family], 'WHA', 'INS')
          ? [problem(textOf('problems.care.not_in_standard', { symbol: symbolName(family, care[family]) }), family)]
          : [],
      )
    : []),
]

const symbolName = (family: CareFamily, code: string | null | undefined): Text =>
  textOf(`areas.care-instructions.choices.${family}.${code}`)

const warningName = (warning: CareWarning): Text => textOf(`areas.care-instructions.choices.warnings.${warning}`)

/** Parses codes as people type them (`W40 BN TL I150 P`), in any order; reports unknown, repeated and missing ones. */
export const readCareCodes = (typed: string): { choice: CareChoice; problems: Problem[] } => {
  const choice: Partial<Record<CareFamily, string>> = {}
  const problems: Problem[] = []
  for (const code of typed
    .normalize('NFKC')
    .toUpperCase()
    .split(/[\s,;、，；/+]+/)
    .filter(Boolean)) {
    const symbol = careSymbolOf(code)
    const earlier = symbol && choice[symbol.family]
    if (!symbol) problems.push(problem(textOf('problems.care.unknown_code', { code })))
    else if (earlier === undefined) choice[symbol.family] = code
    else problems.push(problem(textOf('problems.care.family_twice', { code, earlier }), symbol.family))
  }
  for (const family of neededCareFamilies)
    if (choice[family] === undefined)
      problems.push(
        problem(
          textOf('problems.care.family_missing', { family: textOf(`areas.care-instructions.fields.${family}`) }),
          family,
        ),
      )
  return { choice, problems }
}

/** A fibre of the goods; `pct` is decimal text, `family` and `code` are those of the fibre library. */
export interface CareFibre {
  component: string
  pct: string | null
  code: string
  family: string
  /** In the reader's language. */
  name: string
}

interface Caveat {
  field: CareFamily
  codes: readonly CareCode[]
  isOf: (fibre: CareFibre) => boolean
  /** The share, in percent of the component, from which the fibres determine how the goods must be treated. */
  from: string
  text: (fibre: string, pct: string) => Text
}

const fibresOf =
  (...codes: readonly string[]) =>
  ({ code }: CareFibre) =>
    codes.includes(code)
const isAnimal = ({ family }: CareFibre) => family === 'natural_animal'
const isElastic = fibresOf('EL', 'ED', 'EOL', 'EME')
const isMeltingSoon = fibresOf('PA', 'PAN', 'MAC', 'PP', 'PE', 'CLF', 'CA', 'CTA', 'PLA')
const isForCoolIron = fibresOf('PAN', 'MAC', 'PP', 'PE', 'CLF', 'PLA')

const rich = '30'
const elasticRich = '5'
const hotWash = careCodes.wash.filter((code) => /^W[5679]\d/.test(code))
const veryHotWash = careCodes.wash.filter((code) => /^W[679]\d/.test(code))

/** Treatments that certain fibres do not tolerate. The shares follow common practice, not law. */
const caveats: readonly Caveat[] = [
  {
    field: 'wash',
    codes: hotWash,
    isOf: isAnimal,
    from: rich,
    text: (fibre, pct) => textOf('problems.care.hot_wash_animal', { fibre, pct }),
  },
  {
    field: 'wash',
    codes: ['W40', 'W30'],
    isOf: isAnimal,
    from: rich,
    text: (fibre, pct) => textOf('problems.care.normal_wash_animal', { fibre, pct }),
  },
  {
    field: 'wash',
    codes: veryHotWash,
    isOf: isElastic,
    from: elasticRich,
    text: (fibre, pct) => textOf('problems.care.hot_wash_elastic', { fibre, pct }),
  },
  {
    field: 'wash',
    codes: veryHotWash,
    isOf: fibresOf('PAN', 'MAC', 'CV', 'CMD', 'CUP', 'CA', 'CTA'),
    from: rich,
    text: (fibre, pct) => textOf('problems.care.hot_wash_weak', { fibre, pct }),
  },
  {
    field: 'bleach',
    codes: ['BA'],
    isOf: (fibre) => isAnimal(fibre) || isElastic(fibre) || fibre.code === 'PA',
    from: elasticRich,
    text: (fibre, pct) => textOf('problems.care.chlorine', { fibre, pct }),
  },
  {
    field: 'tumble',
    codes: ['TN'],
    isOf: isAnimal,
    from: rich,
    text: (fibre, pct) => textOf('problems.care.tumble_animal', { fibre, pct }),
  },
  {
    field: 'tumble',
    codes: ['TN'],
    isOf: (fibre) => isElastic(fibre) || isForCoolIron(fibre),
    from: elasticRich,
    text: (fibre, pct) => textOf('problems.care.tumble_heat', { fibre, pct }),
  },
  {
    field: 'iron',
    codes: ['I200'],
    isOf: isElastic,
    from: elasticRich,
    text: (fibre, pct) => textOf('problems.care.hot_iron', { fibre, pct }),
  },
  {
    field: 'iron',
    codes: ['I200'],
    isOf: (fibre) => isMeltingSoon(fibre) || isAnimal(fibre) || fibre.code === 'PES',
    from: rich,
    text: (fibre, pct) => textOf('problems.care.hot_iron', { fibre, pct }),
  },
  {
    field: 'iron',
    codes: ['I150'],
    isOf: isForCoolIron,
    from: rich,
    text: (fibre, pct) => textOf('problems.care.warm_iron', { fibre, pct }),
  },
]

/**
 * Warnings about symbols for goods of these fibres, at the field of the symbol's family. Fibres of the same kind are
 * added up within their component; the component with the largest share is named.
 */
export const careWarnings = (choice: CareChoice, fibres: readonly CareFibre[]): Problem[] =>
  caveats.flatMap(({ field, codes, isOf, from, text }) => {
    if (!isOneOf(choice[field], ...codes)) return []
    const worst = largestShare(fibres.filter(isOf))
    return worst && compare(worst.pct, from) >= 0
      ? [problem(text(worst.name, withoutTrailingZeros(worst.pct)), field)]
      : []
  })

/** The share in the component with most of these fibres, and the name of its largest one. */
const largestShare = (fibres: readonly CareFibre[]): { name: string; pct: string } | undefined =>
  [...new Set(fibres.map(({ component }) => component))]
    .map((component) => {
      const ofComponent = fibres
        .filter((fibre) => fibre.component === component)
        .toSorted((a, b) => compare(b.pct ?? '0', a.pct ?? '0'))
      return { name: ofComponent[0]?.name ?? '', pct: sum(ofComponent.map(({ pct }) => pct ?? '0')) }
    })
    .toSorted((a, b) => compare(b.pct, a.pct))[0]

/** The differences between two versions, by symbol; `same` means that there are none. */
export interface CareDifference {
  families: CareFamily[]
  added: string[]
  removed: string[]
  texts: string[]
  same: boolean
}

/** Compares two versions; `texts` are the fields with wordings. */
export const careDifference = (
  before: CareInstruction,
  after: CareInstruction,
  texts: readonly string[],
): CareDifference => {
  const [old, now] = [before.warnings ?? [], after.warnings ?? []]
  const textOfField = (care: CareInstruction, field: string) => (care as Record<string, unknown>)[field] ?? ''
  const difference = {
    families: careFamilies.filter((family) => (before[family] ?? null) !== (after[family] ?? null)),
    added: now.filter((code) => !old.includes(code)),
    removed: old.filter((code) => !now.includes(code)),
    texts: texts.filter((field) => textOfField(before, field) !== textOfField(after, field)),
  }
  return { ...difference, same: Object.values(difference).every(({ length }) => length === 0) }
}

/** A sentence of two wordings: in both, or only in one of them. */
export interface SentenceDifference {
  text: string
  kind: 'same' | 'added' | 'removed'
}

/** Merges the sentences of two wordings: common ones stay, removed ones come before added ones. */
export const wordingDifference = (before: string, after: string): SentenceDifference[] => {
  const [old, now] = [sentencesOf(before), sentencesOf(after)]
  // `shared[i][j]`: length of the longest common subsequence of the sentences from index i and j on.
  const shared = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const [row, next] = [shared[i], shared[i + 1]] as [number[], number[]]
      row[j] = old[i] === now[j] ? 1 + (next[j + 1] ?? 0) : Math.max(next[j] ?? 0, row[j + 1] ?? 0)
    }
  const differences: SentenceDifference[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      differences.push({ text: old[i] ?? '', kind: 'same' })
      i++
      j++
    } else if (j >= now.length || (i < old.length && (shared[i + 1]?.[j] ?? 0) >= (shared[i]?.[j + 1] ?? 0)))
      differences.push({ text: old[i++] ?? '', kind: 'removed' })
    else differences.push({ text: now[j++] ?? '', kind: 'added' })
  }
  return differences
}

const sentencesOf = (text: string): string[] =>
  text
    .match(/[^.。\n]+[.。]?/gu)
    ?.map((part) => part.trim())
    .filter(Boolean) ?? []
