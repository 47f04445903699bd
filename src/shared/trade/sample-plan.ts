import { addWorkingDays, nearestWorkingDay, type WorkingCalendar } from '#shared/base/working-days.ts'
import { chosenSizes, type SampleSizesRule } from './samples'

/** A sample type in a plan. */
export interface SampleKind {
  id: number
  name_en: string
  name_zh: string | null
  sizes_rule: SampleSizesRule
  needs_line: boolean
  needs_colourway: boolean
  /** Working days before the ex-factory date on which the sample is due. */
  days_before: number
  qty: number
}

/** The subject of a sample: an order line, or a style or colourway that several lines share. */
interface Subject {
  id: number | null
  article_id: number
  colourway_id: number | null
  supplier_id: number
}

/** An order line, as far as planning samples needs it. */
export interface PlannableLine extends Subject {
  ex_factory_date: string | null
  base_size_id: number | null
  sizes: readonly number[]
}

/** A planned sample of a line. */
export interface PlannedSamples {
  kind: SampleKind
  sizes: number[]
  due_date: string
  /** Whether the planned date has passed, so that a later one is proposed. */
  is_moved: boolean
  state: 'new' | 'exists' | 'no_colourway'
}

/** The key of a sample: two requests with the same key are for the same sample. */
export const sampleKey = (
  { id, needs_line, needs_colourway }: Pick<SampleKind, 'id' | 'needs_line' | 'needs_colourway'>,
  subject: Subject,
): string =>
  needs_line
    ? `${id} line ${subject.id}`
    : `${id} style ${subject.article_id} ${needs_colourway ? subject.colourway_id : ''} ${subject.supplier_id}`

/**
 * Plans the samples of a line. Each is due some working days before the line's ex-factory date, or on the next working
 * day if that has passed. `known` has the keys of existing samples; new ones are added to it, so that further lines of
 * the style share them.
 */
export const plannedSamples = (
  kinds: readonly SampleKind[],
  line: PlannableLine,
  { calendar, today, known }: { calendar: WorkingCalendar; today: string; known: Set<string> },
): PlannedSamples[] =>
  kinds.map((kind) => {
    const plannedDate = addWorkingDays(line.ex_factory_date ?? today, -kind.days_before, calendar)
    const is_moved = plannedDate < today
    const key = sampleKey(kind, line)
    const isKnown = known.has(key)
    const isPossible = !kind.needs_colourway || line.colourway_id !== null
    if (isPossible) known.add(key)
    return {
      kind,
      sizes: chosenSizes(kind.sizes_rule, line.sizes, line.base_size_id),
      due_date: is_moved ? nearestWorkingDay(today, calendar) : plannedDate,
      is_moved,
      state: isKnown ? 'exists' : isPossible ? 'new' : 'no_colourway',
    }
  })
