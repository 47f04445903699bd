import { addDays } from '#shared/base/dates.ts'

/** The parts of a supplier's score; the settings have the weight of each. */
export const scoreParts = ['delivery', 'quality', 'samples', 'documents', 'compliance'] as const
export type ScorePart = (typeof scoreParts)[number]

/** The setting with the weight of a part. */
export const weightField = (part: ScorePart) => `score_weight_${part}` as const

/** The figures of the score, with the part that they belong to. */
export const scoreFigures = {
  acknowledged: 'delivery',
  ex_factory: 'delivery',
  packed: 'delivery',
  otif: 'delivery',
  first_pass: 'quality',
  samples_sent: 'samples',
  right_first: 'samples',
  documents: 'documents',
  invoices_right_first: 'documents',
  compliance: 'compliance',
  accredited: 'compliance',
} as const satisfies Record<string, ScorePart>
export type ScoreFigure = keyof typeof scoreFigures

/** Figures about the present, which have no earlier months. */
export const presentFigures: ReadonlySet<ScoreFigure> = new Set(['compliance', 'accredited'])

/** Number of months that a score covers. */
export const scoredMonths = 12
/** Minimum number of orders or lines in a delivery figure before a standing is proposed. */
export const minJudged = 5

/** The count of a figure in a month: `part` of `whole`. `month` is its first day. */
export interface ScoreCount {
  figure: ScoreFigure
  month: string
  part: number
  whole: number
}

/** A figure over all months; `value` is a percentage with one decimal, null if nothing was counted. */
export interface FigureScore {
  figure: ScoreFigure
  value: string | null
  part: number
  whole: number
  months: { month: string; part: number; whole: number }[]
}

/**
 * A part with its figures. `share` is its effective weight in percent, after the weight of parts without figures was
 * distributed.
 */
export interface PartScore {
  part: ScorePart
  weight: number
  share: string | null
  value: string | null
  figures: FigureScore[]
}

/** A supplier's score from 0 to 100, with the figures it is calculated from. */
export interface Scorecard {
  /** The first days of the months, the oldest first. */
  months: string[]
  parts: PartScore[]
  score: string | null
  /** The band of the score; null without a score. */
  band: ScoreBand | null
  /** Whether enough was counted to propose the band as the supplier's standing. */
  isEnough: boolean
}

export const scoreBands = ['blocked', 'watch', 'approved'] as const
export type ScoreBand = (typeof scoreBands)[number]

type Settings = Readonly<Record<string, unknown>>

/** The first days of the last twelve complete months before `day`, the oldest first. */
export const monthsBefore = (day: string): string[] => {
  const months: string[] = []
  let month = firstOfMonth(day)
  while (months.length < scoredMonths) {
    month = firstOfMonth(addDays(month, -1))
    months.unshift(month)
  }
  return months
}

/**
 * Calculates the score. Each month gives a figure in percent; the figure is their mean weighted by recency: the last
 * month weighs 12, the one before 11, and so on; months without counts are left out. A part is the plain mean of its
 * figures. The score is the mean of the parts with the weights of the settings; the weight of parts without figures is
 * distributed over the others in proportion.
 */
export const scoreOf = (counts: readonly ScoreCount[], months: readonly string[], settings: Settings): Scorecard => {
  const parts = scoreParts.map((part) => {
    const figures = (Object.keys(scoreFigures) as ScoreFigure[])
      .filter((figure) => scoreFigures[figure] === part)
      .map((figure) => figureOf(figure, counts, months))
    const exact = mean(figures.map((figure) => ({ value: figure.exact, weight: 1 })))
    return { part, weight: Number(settings[weightField(part)] ?? 0), exact, figures }
  })
  const total = parts.reduce((sum, { exact, weight }) => sum + (exact === null ? 0 : weight), 0)
  const exact = mean(parts.map((part) => ({ value: part.exact, weight: part.weight })))
  const score = oneDecimal(exact)
  const deliveryCounts = parts
    .filter(({ part }) => part === 'delivery')
    .flatMap(({ figures }) => figures.map(({ whole }) => whole))
  return {
    months: [...months],
    parts: parts.map(({ part, weight, exact: value, figures }) => ({
      part,
      weight,
      share: value === null || total === 0 ? null : oneDecimal((100 * weight) / total),
      value: oneDecimal(value),
      figures: figures.map(({ exact: share, ...figure }) => ({ ...figure, value: oneDecimal(share) })),
    })),
    score,
    band: score === null ? null : bandOf(score, settings),
    isEnough: Math.max(0, ...deliveryCounts) >= minJudged,
  }
}

/** The band of a score. Each band begins where the one below it ends, the lowest at 0. */
export const bandOf = (score: string, { score_watch_from, score_approved_from }: Settings): ScoreBand => {
  if (Number(score) >= Number(score_approved_from)) return 'approved'
  return Number(score) >= Number(score_watch_from) ? 'watch' : 'blocked'
}

/** A month's share in percent, unrounded; null when nothing was counted. */
export const shareOf = ({ part, whole }: { part: number; whole: number }): number | null =>
  whole > 0 ? (100 * part) / whole : null

const figureOf = (figure: ScoreFigure, counts: readonly ScoreCount[], months: readonly string[]) => {
  const monthly = months.map((month) => {
    const monthCounts = counts.filter((count) => count.figure === figure && count.month === month)
    return { month, part: total(monthCounts, 'part'), whole: total(monthCounts, 'whole') }
  })
  return {
    figure,
    exact: mean(monthly.map((month, index) => ({ value: shareOf(month), weight: index + 1 }))),
    part: total(monthly, 'part'),
    whole: total(monthly, 'whole'),
    months: monthly,
  }
}

const mean = (values: readonly { value: number | null; weight: number }[]): number | null => {
  const known = values.filter(
    (entry): entry is { value: number; weight: number } => entry.value !== null && entry.weight > 0,
  )
  const weight = known.reduce((sum, entry) => sum + entry.weight, 0)
  return weight === 0 ? null : known.reduce((sum, entry) => sum + entry.value * entry.weight, 0) / weight
}

const total = <K extends 'part' | 'whole'>(counts: readonly Record<K, number>[], field: K) =>
  counts.reduce((sum, count) => sum + count[field], 0)

// Rounds half up to one decimal; the epsilon compensates binary fractions.
const oneDecimal = (value: number | null) => (value === null ? null : (Math.round(value * 10 + 1e-9) / 10).toFixed(1))

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`
