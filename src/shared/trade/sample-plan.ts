import { addWorkingDays, nearestWorkingDay, type WorkingCalendar } from '#shared/base/working-days.ts'
import { chosenSizes, type SampleSizesRule } from './samples'

/** A sample type as a plan has it. */
export interface SampleKind {
  id: number
  name_en: string
  name_zh: string | null
  sizes_rule: SampleSizesRule
  needs_line: boolean
  needs_colourway: boolean
  /** Working days before the ex-factory date. */
  days_before: number
  qty: number
}

/** Whose sample it is: an order line's, or that of a style or its colourway, which several lines share. */
interface Subject {
  id: number | null
  article_id: number
  colourway_id: number | null
  supplier_id: number
}

/** A line as a plan looks at it. */
export interface PlannableLine extends Subject {
  ex_factory_date: string | null
  base_size_id: number | null
  sizes: readonly number[]
}

/** A sample of a line by its plan. */
export interface PlannedSamples {
  kind: SampleKind
  sizes: number[]
  due_date: string
  /** The day by the plan is past. */
  is_moved: boolean
  state: 'new' | 'exists' | 'no_colourway'
}

/** What may exist once only: two requests with the same key are for the same sample. */
export const sampleKey = (
  { id, needs_line, needs_colourway }: Pick<SampleKind, 'id' | 'needs_line' | 'needs_colourway'>,
  subject: Subject,
): string =>
  needs_line
    ? `${id} line ${subject.id}`
    : `${id} style ${subject.article_id} ${needs_colourway ? subject.colourway_id : ''} ${subject.supplier_id}`

/**
 * The samples of a line, due so many working days before its ex-factory date; on the next working day where that is past.
 * What is `known` exists; what is new is added to it, so that the next line of the style shares it.
 */
export const plannedSamples = (
  kinds: readonly SampleKind[],
  line: PlannableLine,
  { calendar, today, known }: { calendar: WorkingCalendar; today: string; known: Set<string> },
): PlannedSamples[] =>
  kinds.map((kind) => {
    const wanted = addWorkingDays(line.ex_factory_date ?? today, -kind.days_before, calendar)
    const is_moved = wanted < today
    const key = sampleKey(kind, line)
    const isKnown = known.has(key)
    const isPossible = !kind.needs_colourway || line.colourway_id !== null
    if (isPossible) known.add(key)
    return {
      kind,
      sizes: chosenSizes(kind.sizes_rule, line.sizes, line.base_size_id),
      due_date: is_moved ? nearestWorkingDay(today, calendar) : wanted,
      is_moved,
      state: isKnown ? 'exists' : isPossible ? 'new' : 'no_colourway',
    }
  })
