/** Inspection levels of ISO 2859-1, special levels first; II is the usual one. */
export const aqlLevels = ['S-1', 'S-2', 'S-3', 'S-4', 'I', 'II', 'III'] as const
export type AqlLevel = (typeof aqlLevels)[number]

/** Acceptance quality limits in nonconforming items per hundred, as used in retail. */
export const aqls = ['1.0', '1.5', '2.5', '4.0', '6.5'] as const
export type Aql = (typeof aqls)[number]

/** Code letters of sample sizes; the standard skips I and O. */
export const codeLetters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'L', 'M', 'N', 'P', 'Q', 'R'] as const
export type CodeLetter = (typeof codeLetters)[number]

/** Severities of inspection: normal at first, tightened after failed lots, reduced after a series of good ones. */
export const inspectionSeverities = ['normal', 'tightened', 'reduced'] as const
export type InspectionSeverity = (typeof inspectionSeverities)[number]

/** Sample size by code letter; tightened inspection draws as many items as normal inspection. */
export const sampleSizes: Readonly<Record<CodeLetter, number>> = {
  ...{ A: 2, B: 3, C: 5, D: 8, E: 13, F: 20, G: 32, H: 50, J: 80, K: 125, L: 200, M: 315 },
  ...{ N: 500, P: 800, Q: 1250, R: 2000 },
}

const reducedSampleSizes: Readonly<Record<CodeLetter, number>> = {
  ...{ A: 2, B: 2, C: 2, D: 3, E: 5, F: 8, G: 13, H: 20, J: 32, K: 50, L: 80, M: 125 },
  ...{ N: 200, P: 315, Q: 500, R: 800 },
}

/** The sample of a lot for one limit, with its acceptance and rejection numbers. */
export interface SamplingPlan {
  /** The letter of the applied plan, after following arrows in the table. */
  code_letter: CodeLetter
  sample_size: number
  accept: number
  /** One more than `accept`; in reduced inspection possibly larger, and a count in between is accepted as well. */
  reject: number
  /** Whether every item is inspected, because the sample would not be smaller than the lot. */
  whole_lot: boolean
}

/** The largest lot of each row and its letters by level in the order of `aqlLevels` (ISO 2859-1, table 1). */
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
 * Single sampling plans (MIL-STD-105E and ANSI/ASQ Z1.4, tables II-A, II-B and II-C; II-A and II-B are tables 2-A and
 * 2-B of ISO 2859-1). For each code letter, in the order of `aqls`: the acceptance number, or an arrow to the next plan
 * with a larger (`v`) or smaller (`^`) sample. The rejection number is one more, unless it follows a slash.
 */
const tables: Readonly<Record<InspectionSeverity, Readonly<Record<CodeLetter, string>>>> = {
  normal: {
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
  },
  tightened: {
    A: 'v v v v v',
    B: 'v v v v 0',
    C: 'v v v 0 v',
    D: 'v v 0 v v',
    E: 'v 0 v v 1',
    F: '0 v v 1 2',
    G: 'v v 1 2 3',
    H: 'v 1 2 3 5',
    J: '1 2 3 5 8',
    K: '2 3 5 8 12',
    L: '3 5 8 12 18',
    M: '5 8 12 18 ^',
    N: '8 12 18 ^ ^',
    P: '12 18 ^ ^ ^',
    Q: '18 ^ ^ ^ ^',
    R: '^ ^ ^ ^ ^',
  },
  reduced: {
    A: 'v v v v 0',
    B: 'v v v 0 ^',
    C: 'v v 0 ^ v',
    D: 'v 0 ^ v 0/2',
    E: '0 ^ v 0/2 1/3',
    F: '^ v 0/2 1/3 1/4',
    G: 'v 0/2 1/3 1/4 2/5',
    H: '0/2 1/3 1/4 2/5 3/6',
    J: '1/3 1/4 2/5 3/6 5/8',
    K: '1/4 2/5 3/6 5/8 7/10',
    L: '2/5 3/6 5/8 7/10 10/13',
    M: '3/6 5/8 7/10 10/13 ^',
    N: '5/8 7/10 10/13 ^ ^',
    P: '7/10 10/13 ^ ^ ^',
    Q: '10/13 ^ ^ ^ ^',
    R: '^ ^ ^ ^ ^',
  },
}

/** Smallest lot that is sampled; a single item has no sample. */
export const smallestLot = 2

/** The code letter of a lot of at least `smallestLot` items, before following any arrow. */
export const codeLetterOf = (lot: number, level: AqlLevel): CodeLetter => {
  const [, letters = ''] = letterRows.find(([largest]) => lot <= largest) ?? []
  return letters.charAt(aqlLevels.indexOf(level)) as CodeLetter
}

/** The plan for one limit. The sample size is that of the plan to which arrows lead, and never larger than the lot. */
export const samplingPlan = (
  lot: number,
  level: AqlLevel,
  aql: Aql,
  severity: InspectionSeverity = 'normal',
): SamplingPlan => {
  const letter = applicableLetter(codeLetterOf(lot, level), aql, severity)
  const size = sampleSizeOf(letter, severity)
  return {
    code_letter: letter,
    sample_size: Math.min(size, lot),
    ...(numbersOf(letter, aql, severity) ?? { accept: 0, reject: 1 }),
    whole_lot: size >= lot,
  }
}

const sampleSizeOf = (letter: CodeLetter, severity: InspectionSeverity) =>
  (severity === 'reduced' ? reducedSampleSizes : sampleSizes)[letter]

const cellOf = (letter: CodeLetter, aql: Aql, severity: InspectionSeverity) =>
  tables[severity][letter].split(' ')[aqls.indexOf(aql)] ?? ''

/** The acceptance and rejection number of a cell; null for an arrow. */
const numbersOf = (letter: CodeLetter, aql: Aql, severity: InspectionSeverity) => {
  const [accept, reject] = cellOf(letter, aql, severity).split('/').map(Number)
  return accept === undefined || Number.isNaN(accept) ? null : { accept, reject: reject ?? accept + 1 }
}

/** Follows arrows in the table to a plan with numbers. */
const applicableLetter = (letter: CodeLetter, aql: Aql, severity: InspectionSeverity): CodeLetter => {
  const cell = cellOf(letter, aql, severity)
  if (cell !== 'v' && cell !== '^') return letter
  const next = codeLetters[codeLetters.indexOf(letter) + (cell === 'v' ? 1 : -1)]
  return next ? applicableLetter(next, aql, severity) : letter
}

/** The plan of an inspection, with a limit for each severity of defects, both judged on the same sample. */
export interface InspectionPlan {
  code_letter: CodeLetter
  sample_size: number
  major: { accept: number; reject: number }
  minor: { accept: number; reject: number }
}

/**
 * The plan for major and minor defects together. If the limits have samples of different sizes, the larger sample is
 * used for both; a limit without numbers at that letter keeps those of its own plan, which is stricter for a larger
 * sample. Critical defects are never accepted and need no plan.
 */
export const inspectionPlan = (
  lot: number,
  level: AqlLevel,
  aql: { major: Aql; minor: Aql },
  severity: InspectionSeverity = 'normal',
): InspectionPlan => {
  const planFor = (limit: Aql) => samplingPlan(lot, level, limit, severity)
  const [major, minor] = [planFor(aql.major), planFor(aql.minor)]
  const larger = codeLetters.indexOf(major.code_letter) >= codeLetters.indexOf(minor.code_letter) ? major : minor
  const numbers = (limit: Aql, { accept, reject }: SamplingPlan) =>
    numbersOf(larger.code_letter, limit, severity) ?? { accept, reject }
  return {
    code_letter: larger.code_letter,
    sample_size: larger.sample_size,
    major: numbers(aql.major, major),
    minor: numbers(aql.minor, minor),
  }
}
