import { describe, expect, it } from 'vitest'
import { rules } from '#areas/settings/rules.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { RuleContext } from '#shared/kit/rules.ts'
import { bandOf, monthsBefore, type ScoreCount, type ScoreFigure, scoreOf } from '#shared/trade/scorecard.ts'

const settings = {
  score_weight_delivery: 40,
  score_weight_quality: 30,
  score_weight_samples: 10,
  score_weight_documents: 10,
  score_weight_compliance: 10,
  score_watch_from: 50,
  score_approved_from: 75,
}
const months = monthsBefore('2026-11-22')
const last = months.at(-1) ?? ''
const count = (figure: ScoreFigure, month: string, part: number, whole: number): ScoreCount => ({
  figure,
  month,
  part,
  whole,
})
const score = (counts: ScoreCount[], changes: object = {}) => scoreOf(counts, months, { ...settings, ...changes })
const partOf = (card: ReturnType<typeof scoreOf>, name: string) => card.parts.find(({ part }) => part === name)

describe('a scorecard', () => {
  it('looks at the twelve months that are over, across a turn of the year', () => {
    expect(months).toHaveLength(12)
    expect([months[0], last]).toEqual(['2025-11-01', '2026-10-01'])
    expect(monthsBefore('2026-01-01').at(-1)).toBe('2025-12-01')
    expect(monthsBefore('2024-03-31').at(-1)).toBe('2024-02-01')
  })

  it('says nothing where nothing was counted', () => {
    const card = score([])
    expect(card).toMatchObject({ score: null, band: null, isEnough: false })
    expect(card.parts.map(({ value, share }) => [value, share])).toEqual(Array(5).fill([null, null]))
  })

  it('is the one month where there is one', () => {
    const card = score([count('ex_factory', last, 3, 4)])
    expect(card.score).toBe('75.0')
    expect(partOf(card, 'delivery')).toMatchObject({ value: '75.0', share: '100.0', weight: 40 })
  })

  it('weighs the last month twelve times the first, and leaves out months without anything', () => {
    const card = score([count('ex_factory', months[0] ?? '', 0, 10), count('ex_factory', last, 10, 10)])
    expect(card.score).toBe('92.3')
    const even = score(months.map((month) => count('ex_factory', month, 1, 2)))
    expect(even.score).toBe('50.0')
  })

  it('counts a month once however much it saw', () => {
    const before = months.at(-2) ?? ''
    expect(score([count('packed', before, 0, 1), count('packed', last, 1000, 1000)]).score).toBe('52.2')
  })

  it('forgets what is older than a year', () => {
    expect(score([count('ex_factory', '2025-10-01', 1, 1)]).score).toBeNull()
  })

  it('takes the plain mean of what tells of a part', () => {
    const card = score([
      count('acknowledged', last, 1, 1),
      count('ex_factory', last, 1, 2),
      count('packed', last, 0, 9),
    ])
    expect(partOf(card, 'delivery')?.value).toBe('50.0')
  })

  it('shares out the weight of parts without figures in proportion', () => {
    const card = score([count('ex_factory', last, 1, 2), count('compliance', last, 900, 1000)])
    expect(card.parts.map(({ part, share }) => [part, share])).toEqual([
      ['delivery', '80.0'],
      ['quality', null],
      ['samples', null],
      ['documents', null],
      ['compliance', '20.0'],
    ])
    expect(card.score).toBe('58.0')
  })

  it('gives no score for figures that weigh nothing', () => {
    expect(score([count('compliance', last, 1, 1)], { score_weight_compliance: 0 }).score).toBeNull()
  })

  it('is enough for a proposal from five orders or lines on, and never by units alone', () => {
    expect(score([count('ex_factory', last, 4, 4)]).isEnough).toBe(false)
    expect(score([count('ex_factory', last, 3, 3), count('ex_factory', months[3] ?? '', 2, 2)]).isEnough).toBe(true)
    expect(score([count('compliance', last, 9000, 9000)]).isEnough).toBe(false)
  })

  it.each([
    ['0.0', 'blocked'],
    ['49.9', 'blocked'],
    ['50.0', 'watch'],
    ['74.9', 'watch'],
    ['75.0', 'approved'],
    ['100.0', 'approved'],
  ])('of %s deserves %s', (score, band) => {
    expect(bandOf(score, settings)).toBe(band)
  })
})

describe('the settings of the scorecard', () => {
  const context = { today: '2026-11-22', me: { id: 1, role: 'admin', supplier_id: null }, settings: {} } as RuleContext
  const faults = (changes: object) =>
    rules
      .check?.({ ...settings, ...changes } as unknown as AnyRecord, context)
      .map(({ field, text }) => [field, text.key])

  it('stand as they come', () => expect(faults({})).toEqual([]))

  it('share out a hundred, no less and no more', () => {
    for (const score_weight_quality of [29, 31])
      expect(faults({ score_weight_quality })).toEqual(
        ['delivery', 'quality', 'samples', 'documents', 'compliance'].map((part) => [
          `score_weight_${part}`,
          'problems.settings.weights',
        ]),
      )
    expect(faults({ score_weight_quality: 0, score_weight_delivery: 70 })).toEqual([])
  })

  it.each([
    [0, 75, 'score_watch_from'],
    [75, 75, 'score_approved_from'],
    [80, 75, 'score_approved_from'],
  ])('leave every band a part of 0 to 100: not watch from %d and approved from %d', (watch, approved, field) => {
    expect(faults({ score_watch_from: watch, score_approved_from: approved })).toEqual([
      [field, 'problems.settings.bands'],
    ])
  })

  it.each([
    [1, 2],
    [99, 100],
  ])('let watch begin at %d and approved at %d', (watch, approved) => {
    expect(faults({ score_watch_from: watch, score_approved_from: approved })).toEqual([])
  })
})
