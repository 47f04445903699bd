import { describe, expect, it } from 'vitest'
import {
  type Aql,
  type AqlLevel,
  aqlLevels,
  aqls,
  type CodeLetter,
  codeLetterOf,
  codeLetters,
  type InspectionSeverity,
  inspectionPlan,
  samplingPlan,
} from '#shared/trade/aql.ts'

/** Largest lot of a row, with the letters of S-1, S-2, S-3, S-4, I, II and III. */
const letters: [from: number, to: number, letters: string][] = [
  [2, 8, 'A A A A A A B'],
  [9, 15, 'A A A A A B C'],
  [16, 25, 'A A B B B C D'],
  [26, 50, 'A B B C C D E'],
  [51, 90, 'B B C C C E F'],
  [91, 150, 'B B C D D F G'],
  [151, 280, 'B C D E E G H'],
  [281, 500, 'B C D E F H J'],
  [501, 1_200, 'C C E F G J K'],
  [1_201, 3_200, 'C D E G H K L'],
  [3_201, 10_000, 'C D F G J L M'],
  [10_001, 35_000, 'C D F H K M N'],
  [35_001, 150_000, 'D E G J L N P'],
  [150_001, 500_000, 'D E G J M P Q'],
  [500_001, 2_000_000_000, 'D E H K N Q R'],
]

/** What table 2-A comes to at general level II: sample size, acceptance and rejection number of each limit. */
const resolved: [from: number, to: number, plans: string][] = [
  [2, 8, '13 0/1, 8 0/1, 5 0/1, 3 0/1, 2 0/1'],
  [9, 15, '13 0/1, 8 0/1, 5 0/1, 3 0/1, 2 0/1'],
  [16, 25, '13 0/1, 8 0/1, 5 0/1, 3 0/1, 8 1/2'],
  [26, 50, '13 0/1, 8 0/1, 5 0/1, 13 1/2, 8 1/2'],
  [51, 90, '13 0/1, 8 0/1, 20 1/2, 13 1/2, 13 2/3'],
  [91, 150, '13 0/1, 32 1/2, 20 1/2, 20 2/3, 20 3/4'],
  [151, 280, '50 1/2, 32 1/2, 32 2/3, 32 3/4, 32 5/6'],
  [281, 500, '50 1/2, 50 2/3, 50 3/4, 50 5/6, 50 7/8'],
  [501, 1_200, '80 2/3, 80 3/4, 80 5/6, 80 7/8, 80 10/11'],
  [1_201, 3_200, '125 3/4, 125 5/6, 125 7/8, 125 10/11, 125 14/15'],
  [3_201, 10_000, '200 5/6, 200 7/8, 200 10/11, 200 14/15, 200 21/22'],
  [10_001, 35_000, '315 7/8, 315 10/11, 315 14/15, 315 21/22, 200 21/22'],
  [35_001, 150_000, '500 10/11, 500 14/15, 500 21/22, 315 21/22, 200 21/22'],
  [150_001, 500_000, '800 14/15, 800 21/22, 500 21/22, 315 21/22, 200 21/22'],
  [500_001, 2_000_000_000, '1250 21/22, 800 21/22, 500 21/22, 315 21/22, 200 21/22'],
]

/** What table II-B of MIL-STD-105E comes to by code letter, at the limits of `aqls`. */
const tightened: [letter: CodeLetter, plans: string][] = [
  ['A', '20 0/1, 13 0/1, 8 0/1, 5 0/1, 3 0/1'],
  ['B', '20 0/1, 13 0/1, 8 0/1, 5 0/1, 3 0/1'],
  ['C', '20 0/1, 13 0/1, 8 0/1, 5 0/1, 13 1/2'],
  ['D', '20 0/1, 13 0/1, 8 0/1, 20 1/2, 13 1/2'],
  ['E', '20 0/1, 13 0/1, 32 1/2, 20 1/2, 13 1/2'],
  ['F', '20 0/1, 50 1/2, 32 1/2, 20 1/2, 20 2/3'],
  ['G', '80 1/2, 50 1/2, 32 1/2, 32 2/3, 32 3/4'],
  ['H', '80 1/2, 50 1/2, 50 2/3, 50 3/4, 50 5/6'],
  ['J', '80 1/2, 80 2/3, 80 3/4, 80 5/6, 80 8/9'],
  ['K', '125 2/3, 125 3/4, 125 5/6, 125 8/9, 125 12/13'],
  ['L', '200 3/4, 200 5/6, 200 8/9, 200 12/13, 200 18/19'],
  ['M', '315 5/6, 315 8/9, 315 12/13, 315 18/19, 200 18/19'],
  ['N', '500 8/9, 500 12/13, 500 18/19, 315 18/19, 200 18/19'],
  ['P', '800 12/13, 800 18/19, 500 18/19, 315 18/19, 200 18/19'],
  ['Q', '1250 18/19, 800 18/19, 500 18/19, 315 18/19, 200 18/19'],
  ['R', '1250 18/19, 800 18/19, 500 18/19, 315 18/19, 200 18/19'],
]

/** What table II-C of MIL-STD-105E comes to; it accepts the lot up to one below the rejection number. */
const reduced: [letter: CodeLetter, plans: string][] = [
  ['A', '5 0/1, 3 0/1, 2 0/1, 2 0/1, 2 0/1'],
  ['B', '5 0/1, 3 0/1, 2 0/1, 2 0/1, 2 0/1'],
  ['C', '5 0/1, 3 0/1, 2 0/1, 2 0/1, 3 0/2'],
  ['D', '5 0/1, 3 0/1, 2 0/1, 5 0/2, 3 0/2'],
  ['E', '5 0/1, 3 0/1, 8 0/2, 5 0/2, 5 1/3'],
  ['F', '5 0/1, 13 0/2, 8 0/2, 8 1/3, 8 1/4'],
  ['G', '20 0/2, 13 0/2, 13 1/3, 13 1/4, 13 2/5'],
  ['H', '20 0/2, 20 1/3, 20 1/4, 20 2/5, 20 3/6'],
  ['J', '32 1/3, 32 1/4, 32 2/5, 32 3/6, 32 5/8'],
  ['K', '50 1/4, 50 2/5, 50 3/6, 50 5/8, 50 7/10'],
  ['L', '80 2/5, 80 3/6, 80 5/8, 80 7/10, 80 10/13'],
  ['M', '125 3/6, 125 5/8, 125 7/10, 125 10/13, 80 10/13'],
  ['N', '200 5/8, 200 7/10, 200 10/13, 125 10/13, 80 10/13'],
  ['P', '315 7/10, 315 10/13, 200 10/13, 125 10/13, 80 10/13'],
  ['Q', '500 10/13, 315 10/13, 200 10/13, 125 10/13, 80 10/13'],
  ['R', '500 10/13, 315 10/13, 200 10/13, 125 10/13, 80 10/13'],
]

describe('code letters of table 1', () => {
  it.each(letters)('lots of %i to %i', (from, to, expected) => {
    for (const lot of [from, to])
      expect([lot, aqlLevels.map((level) => codeLetterOf(lot, level)).join(' ')]).toEqual([lot, expected])
  })
})

describe('plans of table 2-A', () => {
  it.each(resolved)('lots of %i to %i at level II', (from, to, expected) => {
    const plans = expected.split(', ').map((plan) => plan.split(/[ /]/).map(Number) as [number, number, number])
    for (const lot of [from, to])
      for (const [index, aql] of aqls.entries()) {
        const [size, accept, reject] = plans[index] ?? []
        const plan = samplingPlan(lot, 'II', aql)
        expect([lot, aql, plan]).toEqual([
          lot,
          aql,
          {
            ...{ code_letter: plan.code_letter, sample_size: Math.min(size ?? 0, lot), accept, reject },
            whole_lot: (size ?? 0) >= lot,
          },
        ])
      }
  })

  it('every level and limit comes to the plan of its letter, with a sample within the lot', () => {
    // The lot of level II with the same letter has the same plan, which the table above knows.
    const lotOfLetter = new Map(letters.map(([, to]) => [codeLetterOf(to, 'II'), to]))
    for (const [, lot] of letters)
      for (const level of aqlLevels)
        for (const aql of aqls) {
          const plan = samplingPlan(lot, level, aql)
          const alike = samplingPlan(lotOfLetter.get(codeLetterOf(lot, level)) ?? 2_000_000_000, 'II', aql)
          // Letter R is reached by level III alone; its arrows lead to Q.
          expect([level, aql, lot, plan.code_letter]).toEqual([level, aql, lot, alike.code_letter])
          expect([plan.accept, plan.reject]).toEqual([alike.accept, alike.accept + 1])
          expect(plan.sample_size).toBeLessThanOrEqual(lot)
        }
  })

  const published: [lot: number, level: AqlLevel, aql: Aql, letter: string, size: number, accept: number][] = [
    [5_000, 'II', '2.5', 'L', 200, 10],
    [5_000, 'II', '4.0', 'L', 200, 14],
    [3_000, 'II', '2.5', 'K', 125, 7],
    [501, 'II', '2.5', 'J', 80, 5],
    [1_200, 'II', '2.5', 'J', 80, 5],
    // Arrows: the letter of the plan that they lead to, with its sample.
    [60, 'II', '2.5', 'F', 20, 1],
    [30, 'II', '2.5', 'C', 5, 0],
    [600_000, 'III', '1.0', 'Q', 1_250, 21],
    // A sample of thirteen out of ten: all of them.
    [10, 'II', '1.0', 'E', 10, 0],
    [2, 'S-1', '6.5', 'A', 2, 0],
  ]
  it.each(published)('lot %i, level %s, %s', (lot, level, aql, letter, size, accept) => {
    const plan = samplingPlan(lot, level, aql)
    expect([plan.code_letter, plan.sample_size, plan.accept, plan.reject]).toEqual([letter, size, accept, accept + 1])
  })
})

/** A lot of each letter; level III alone leads to R. */
const lotOf = (letter: CodeLetter): [lot: number, level: AqlLevel] => {
  const [, to = 0] = letters.find(([, to]) => codeLetterOf(to, 'II') === letter) ?? []
  return to > 0 ? [to, 'II'] : [2_000_000_000, 'III']
}

describe.each<[InspectionSeverity, typeof tightened]>([
  ['tightened', tightened],
  ['reduced', reduced],
])('plans of %s inspection', (severity, table) => {
  it('are known for every letter', () => expect(table.map(([letter]) => letter)).toEqual(codeLetters))

  it.each(table)('letter %s', (letter, expected) => {
    const [lot, level] = lotOf(letter)
    expect(codeLetterOf(lot, level)).toBe(letter)
    const plans = aqls.map((aql) => samplingPlan(lot, level, aql, severity))
    const written = expected.split(', ').map((plan) => plan.split(' '))
    expect(plans.map(({ accept, reject }) => `${accept}/${reject}`)).toEqual(written.map(([, numbers]) => numbers))
    expect(plans.map(({ sample_size }) => sample_size)).toEqual(written.map(([size]) => Math.min(Number(size), lot)))
  })
})

describe('one sample of a severe or reduced inspection', () => {
  it.each<[lot: number, severity: InspectionSeverity, size: number, major: [number, number], minor: [number, number]]>([
    [3_000, 'tightened', 125, [5, 6], [8, 9]],
    [3_000, 'reduced', 50, [3, 6], [5, 8]],
    // 2.5 asks for 8, 4.0 for 20, where 2.5 has an arrow: it keeps its own numbers.
    [40, 'tightened', 20, [0, 1], [1, 2]],
  ])('lot %i, %s', (lot, severity, size, [majorAccept, majorReject], [minorAccept, minorReject]) => {
    const plan = inspectionPlan(lot, 'II', { major: '2.5', minor: '4.0' }, severity)
    expect([plan.sample_size, plan.major, plan.minor]).toEqual([
      size,
      { accept: majorAccept, reject: majorReject },
      { accept: minorAccept, reject: minorReject },
    ])
  })
})

describe('major and minor defects on one sample', () => {
  it.each<[lot: number, major: Aql, minor: Aql, letter: string, size: number, accepted: [number, number]]>([
    [5_000, '2.5', '4.0', 'L', 200, [10, 14]],
    // 2.5 asks for 20, 4.0 for 13: twenty are drawn, of which 4.0 has numbers too.
    [60, '2.5', '4.0', 'F', 20, [1, 2]],
    // 2.5 asks for 5, 4.0 for 13, where 2.5 has none of its own.
    [40, '2.5', '4.0', 'E', 13, [0, 1]],
    [40_000, '2.5', '4.0', 'N', 500, [21, 21]],
    [6, '2.5', '4.0', 'C', 5, [0, 0]],
  ])('lot %i with %s and %s', (lot, major, minor, letter, size, [ofMajor, ofMinor]) => {
    expect(inspectionPlan(lot, 'II', { major, minor })).toEqual({
      code_letter: letter,
      sample_size: size,
      major: { accept: ofMajor, reject: ofMajor + 1 },
      minor: { accept: ofMinor, reject: ofMinor + 1 },
    })
  })
})
