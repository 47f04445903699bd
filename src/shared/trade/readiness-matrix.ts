import { daysBetween } from '#shared/base/dates.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import type { Readiness, ReadinessKind, RequirementPolicy, Side } from './readiness'

/** Maximum number of cells in a selection or command. */
export const mostCells = 1000

/** The readiness of a line in one kind of requirement. */
export interface ReadinessCell {
  state: Readiness
  /** The sides that have to act next; both are possible in a kind with several types. */
  turns: Side[]
  /**
   * The moment since which the cell has waited for a side; null if it waits for neither, or the order is not issued.
   */
  since: string | null
  /** The earliest due date of an answer. */
  due: string | null
  /** The missing types of a kind with several, such as kinds of attachments; otherwise empty. */
  missing: string[]
  /** The date of the last reminder to the supplier. */
  reminded: string | null
}

/** An order line with its cells, by kind. */
export interface ReadinessRow {
  line: { id: number } & Record<string, unknown>
  cells: Partial<Record<ReadinessKind, ReadinessCell>>
}

/** A column: a kind, the area of its records, and the effect on a booking while it is open. */
export interface ReadinessColumn {
  kind: ReadinessKind
  area: string
  policy: RequirementPolicy
}

/** A page of the matching lines, and their total number. */
export interface ReadinessPage {
  kinds: ReadinessColumn[]
  rows: ReadinessRow[]
  total: number
}

/** Anchors for paging: the ids of the first line and of every `every`-th line after it, in the order of the matrix. */
export interface ReadinessAnchors {
  every: number
  ids: number[]
}
/** The distance between anchors; less than the maximum offset of a page by one page. */
export const linesPerAnchor = 9000

/** The number of lines that wait for each side. */
export interface Waiting {
  lines: number
  office: number
  supplier: number
}

/**
 * The number of waiting lines over all matching lines; by kind, where `lines` counts the lines that need the kind; and
 * by supplier, the one with the most first.
 */
export interface ReadinessSums extends Waiting {
  kinds: Partial<Record<ReadinessKind, Waiting>>
  suppliers: (Waiting & { id: number; title: string })[]
}

/** The tone of each state, on screens and in files. */
export const readinessTones: Readonly<Record<Readiness, Tone>> = {
  not_required: 'neutral',
  missing: 'warning',
  in_progress: 'info',
  rejected: 'danger',
  ok: 'success',
  waived: 'neutral',
}

/** The days that a cell has waited; null if it waits for neither side. */
export const waitingDays = ({ since }: Pick<ReadinessCell, 'since'>, today: string): number | null =>
  since === null ? null : Math.max(0, daysBetween(since.slice(0, 10), today))

/** The result, or the preview, of a reminder for one cell. */
export interface ReminderResult {
  po_line_id: number
  line_title: string | null
  kind: string
  ok: boolean
  status: number
  code?: string
  message?: string
}

/** The recipients of reminders by supplier, and the result for each cell. */
export interface Reminders {
  recipients: { supplier: { id: number; title: string }; people: { name: string; email: string }[]; cells: number }[]
  results: ReminderResult[]
}
