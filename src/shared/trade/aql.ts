/** Inspection levels of ISO 2859-1, special ones first; the usual one is II. */
export const aqlLevels = ['S-1', 'S-2', 'S-3', 'S-4', 'I', 'II', 'III'] as const
export type AqlLevel = (typeof aqlLevels)[number]

/** Acceptance quality limits in nonconforming items per hundred, as retail uses them. */
export const aqls = ['1.0', '1.5', '2.5', '4.0', '6.5'] as const
export type Aql = (typeof aqls)[number]

/** The letters of sample sizes; the standard leaves out I and O. */
export const codeLetters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'L', 'M', 'N', 'P', 'Q', 'R'] as const
export type CodeLetter = (typeof codeLetters)[number]

/** Items to draw, by code letter. */
export const sampleSizes: Readonly<Record<CodeLetter, number>> = {
  ...{ A: 2, B: 3, C: 5, D: 8, E: 13, F: 20, G: 32, H: 50, J: 80, K: 125, L: 200, M: 315 },
  ...{ N: 500, P: 800, Q: 1250, R: 2000 },
}

/** What is drawn of a lot for one limit, and how many nonconforming items it may have. */
export interface SamplingPlan {
  /** The letter of the plan that applies, which an arrow may have led to. */
  code_letter: CodeLetter
  sample_size: number
  accept: number
  reject: number
  /** The sample would not be smaller than the lot: every item is inspected. */
  whole_lot: boolean
}

/** The largest lot of each row of table 1, and its letters by level in the order of `aqlLevels`; ISO 2859-1, table 1. */
const letterRows: readonly (readonly [largest: number, letters: string])[] = [
  [8, 'AAAAAAB'],
  [15, 'AAAAABC'],
  [25, 'AABBBCD'],
  [50, 'ABBCCDE'],
  [90, 'BBCCCEF'],
  [150, 'BBCDDFG'],
  [280, 'BCDEEGH'],
  [500, 'BCDEFHJ'],
  [1200, 'CCEFGJK'],
  [3200, 'CDEGHKL'],
  [10_000, 'CDFGJLM'],
  [35_000, 'CDFHKMN'],
  [150_000, 'DEGJLNP'],
  [500_000, 'DEGJMPQ'],
  [Number.POSITIVE_INFINITY, 'DEHKNQR'],
]

/**
 * Single sampling, normal inspection (ISO 2859-1, table 2-A): by code letter and limit in the order of `aqls` the
 * acceptance number, or an arrow to the next plan with a larger (`v`) or smaller (`^`) sample. The rejection number is
 * one more.
 */
const normalRows: Readonly<Record<CodeLetter, string>> = {
  A: 'v v v v 0',
  B: 'v v v 0 ^',
  C: 'v v 0 ^ v',
  D: 'v 0 ^ v 1',
  E: '0 ^ v 1 2',
  F: '^ v 1 2 3',
  G: 'v 1 2 3 5',
  H: '1 2 3 5 7',
  J: '2 3 5 7 10',
  K: '3 5 7 10 14',
  L: '5 7 10 14 21',
  M: '7 10 14 21 ^',
  N: '10 14 21 ^ ^',
  P: '14 21 ^ ^ ^',
  Q: '21 ^ ^ ^ ^',
  R: '^ ^ ^ ^ ^',
}

/** Lots of one item have no sample. */
export const smallestLot = 2

/** The code letter of a lot of `smallestLot` items or more, before any arrow. */
export const codeLetterOf = (lot: number, level: AqlLevel): CodeLetter => {
  const [, letters = ''] = letterRows.find(([largest]) => lot <= largest) ?? []
  return letters.charAt(aqlLevels.indexOf(level)) as CodeLetter
}

/** The plan of one limit: the sample size belongs to the plan that the arrows lead to, and is never above the lot. */
export const samplingPlan = (lot: number, level: AqlLevel, aql: Aql): SamplingPlan => {
  const letter = applicableLetter(codeLetterOf(lot, level), aql)
  const size = sampleSizes[letter]
  const accept = Number(cellOf(letter, aql))
  return {
    code_letter: letter,
    sample_size: Math.min(size, lot),
    accept,
    reject: accept + 1,
    whole_lot: size >= lot,
  }
}

const cellOf = (letter: CodeLetter, aql: Aql) => normalRows[letter].split(' ')[aqls.indexOf(aql)] ?? ''

/** Follows the arrows of the table to a plan with numbers. */
const applicableLetter = (letter: CodeLetter, aql: Aql): CodeLetter => {
  const cell = cellOf(letter, aql)
  if (cell !== 'v' && cell !== '^') return letter
  const next = codeLetters[codeLetters.indexOf(letter) + (cell === 'v' ? 1 : -1)]
  return next ? applicableLetter(next, aql) : letter
}

/** The plan of an inspection with a limit for each severity; both severities are judged on the same sample. */
export interface InspectionPlan {
  code_letter: CodeLetter
  sample_size: number
  major: { accept: number; reject: number }
  minor: { accept: number; reject: number }
}

/**
 * The plan for major and minor defects together. Where the limits have samples of different sizes, the larger is drawn
 * for both; a limit that has no numbers of its own at that letter keeps those of its own plan, which is stricter for a
 * larger sample. Critical defects are never accepted and need no plan.
 */
export const inspectionPlan = (lot: number, level: AqlLevel, aql: { major: Aql; minor: Aql }): InspectionPlan => {
  const [major, minor] = [samplingPlan(lot, level, aql.major), samplingPlan(lot, level, aql.minor)]
  const larger = sampleSizes[major.code_letter] >= sampleSizes[minor.code_letter] ? major : minor
  const numbers = (limit: Aql, plan: SamplingPlan) => {
    const cell = Number(cellOf(larger.code_letter, limit))
    const accept = Number.isNaN(cell) ? plan.accept : cell
    return { accept, reject: accept + 1 }
  }
  return {
    code_letter: larger.code_letter,
    sample_size: larger.sample_size,
    major: numbers(aql.major, major),
    minor: numbers(aql.minor, minor),
  }
}
